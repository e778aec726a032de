"""The kinds of answers that the agents ask for, with answers to each."""

from hypothesis import strategies as st


def an_object(**properties):
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def text(longest):
    return {"type": "string", "maxLength": longest}


def many(items, most):
    return {"type": "array", "items": items, "maxItems": most}


YES_OR_NO = {"enum": ["Yes", "No"]}
TRIPLET = {"type": "array", "items": text(20), "minItems": 3, "maxItems": 3}
ACTIONS = ["go to table 1", "go to table 12", "go to the fridge", "look", 'say "hi"', "Küche öffnen", "look around"]

SCHEMAS = {
    "act": an_object(thought=text(60), action={"enum": ACTIONS}),
    "act freely": an_object(thought=text(60), action=text(30)),
    "reflect": an_object(thought=text(60), aligned=YES_OR_NO),
    "focus": an_object(entities=many(text(20), 4), relations=many(text(20), 4)),
    "extract": an_object(entities=many(text(20), 4), triplets=many(TRIPLET, 4)),
    "outdated": an_object(outdated=many({"type": "integer", "minimum": 1, "maximum": 24}, 5)),
    "observe": an_object(observation=text(60)),
    "progress": an_object(thought=text(60), progress=YES_OR_NO),
}

_words = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
_triplets = st.lists(st.lists(_words, min_size=3, max_size=3), max_size=4)

ANSWERS = {
    "act": st.fixed_dictionaries({"thought": _words, "action": st.sampled_from(ACTIONS)}),
    "act freely": st.fixed_dictionaries({"thought": _words, "action": _words}),
    "reflect": st.fixed_dictionaries({"thought": _words, "aligned": st.sampled_from(["Yes", "No"])}),
    "focus": st.fixed_dictionaries(
        {"entities": st.lists(_words, max_size=4), "relations": st.lists(_words, max_size=4)}
    ),
    "extract": st.fixed_dictionaries({"entities": st.lists(_words, max_size=4), "triplets": _triplets}),
    "outdated": st.fixed_dictionaries({"outdated": st.lists(st.integers(1, 24), max_size=5)}),
    "observe": st.fixed_dictionaries({"observation": _words}),
    "progress": st.fixed_dictionaries({"thought": _words, "progress": st.sampled_from(["Yes", "No"])}),
}
