"""The prompts are data: each file has its parts, its fields in sharing order, and an answer's schema."""

import json
import re
from pathlib import Path

import jsonschema
import pytest

from nesyfs_lab import prompts
from nesyfs_lab.graph import Triplet
from nesyfs_lab.worlds.registry import WORLDS
from nesyfs_lab.worlds.registry import language as world_language

FIELDS = {
    "act": ["task", "triplets", "observation", "rejected", "admissible"],
    "reflect": ["task", "triplets", "observation", "action"],
    "focus": ["task", "observation"],
    "extract": ["action", "observation"],
    "outdated": ["old", "new"],
    "observe": ["task", "triplets", "action"],
    "progress": ["task", "triplets", "action", "new"],
}
KEYS = {
    "act": {"thought", "action"},
    "reflect": {"thought", "aligned"},
    "focus": {"entities", "relations"},
    "extract": {"entities", "triplets"},
    "outdated": {"outdated"},
    "observe": {"observation"},
    "progress": {"thought", "progress"},
}


@pytest.mark.parametrize("language", ["", "household", "../act", "no such", "martian"])
def test_a_language_without_words_of_its_own_has_no_prompt(language):
    assert not prompts.has("extract", language) or language == ""
    if language:
        with pytest.raises(ValueError, match="no prompt 'extract' in the words of"):
            prompts.load("extract", language)


def test_a_world_may_have_words_of_its_own(monkeypatch, tmp_path):
    (tmp_path / "extract-martian.txt").write_text("Speak.\n===\n${action} ${observation}\n", encoding="utf-8")
    (tmp_path / "extract.json").write_text("{}", encoding="utf-8")
    monkeypatch.setattr(prompts, "files", lambda package: tmp_path)
    prompts.load.cache_clear()
    try:
        assert prompts.has("extract", "martian")
        prompt = prompts.load("extract", "martian")
        assert prompt.chat(action="a", observation="o") == (("system", "Speak."), ("user", "a o"))
    finally:
        prompts.load.cache_clear()


WORDS = sorted(path.stem.partition("-")[2] for path in Path(prompts.__file__).parent.glob("extract-*.txt"))


@pytest.mark.parametrize("name", WORDS)
def test_a_prompt_in_the_words_of_a_world_uses_its_language(name):
    """Its worked examples obey the schema, and each of their triplets can be compared with that world's truth."""
    (language,) = {known for world in WORLDS if (known := world_language(world)) and known.name == name}
    prompt = prompts.load("extract", name)
    assert [*dict.fromkeys(prompt.user.get_identifiers())] == FIELDS["extract"]
    answers = [json.loads(text) for role, text in prompt.fixed if role == "assistant"]
    assert len(answers) >= 5
    for answer in answers:
        jsonschema.validate(answer, prompt.schema())
        for parts in answer["triplets"]:
            assert language.statement(Triplet(*parts)), f"the world has no word for {parts}"
    used = {parts[1] for answer in answers for parts in answer["triplets"]}
    assert used <= {relation.name for relation in language.relations}


def test_the_purposes_are_those_of_the_paper():
    assert set(prompts.PURPOSES) == set(FIELDS)


@pytest.mark.parametrize("purpose", FIELDS)
def test_what_changes_least_comes_first(purpose):
    """Equal beginnings of prompts are computed once by a model server."""
    prompt = prompts.load(purpose)
    assert [*dict.fromkeys(prompt.user.get_identifiers())] == FIELDS[purpose]
    assert not any("${" in text for _, text in prompt.fixed)
    assert [role for role, _ in prompt.chat(**dict.fromkeys(FIELDS[purpose], ""))[:2]] == ["system", "user"]


@pytest.mark.parametrize("purpose", FIELDS)
def test_the_answer_is_an_object_of_the_purpose_s_keys_and_nothing_else(purpose):
    schema = prompts.load(purpose).schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    assert set(schema["required"]) == KEYS[purpose]
    assert set(schema["properties"]) == KEYS[purpose] | ({"replaced"} if purpose == "outdated" else set())
    assert schema["additionalProperties"] is False
    for thinking in {"thought", "replaced"} & set(schema["properties"]):
        assert next(iter(schema["properties"])) == thinking  # decoded first: think, then answer


@pytest.mark.parametrize("purpose", FIELDS)
def test_the_worked_example_obeys_the_schema(purpose):
    prompt = prompts.load(purpose)
    answers = [text for role, text in prompt.fixed if role == "assistant"]
    assert answers
    for answer in answers:
        jsonschema.validate(json.loads(answer), prompt.schema())


@pytest.mark.parametrize("purpose", FIELDS)
def test_a_schema_is_a_copy(purpose):
    prompts.load(purpose).schema()["properties"].clear()
    assert prompts.load(purpose).schema()["properties"]


def test_a_missing_field_and_an_unknown_purpose_are_errors():
    with pytest.raises(KeyError, match="observation"):
        prompts.load("focus").chat(task="t")
    with pytest.raises(ValueError, match="act, reflect, focus"):
        prompts.load("../act")


def test_the_fingerprint_is_short_and_steady():
    assert re.fullmatch("[0-9a-f]{16}", prompts.fingerprint())
    prompts.fingerprint.cache_clear()
    assert prompts.fingerprint() == prompts.fingerprint()
