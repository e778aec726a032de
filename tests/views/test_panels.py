from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from nesyfs_lab.events import Acted, Failed, Planned, Proposed, Reflected, Trace, Updated
from nesyfs_lab.graph import Triplet
from nesyfs_lab.views.frames import Frames, next_frame
from nesyfs_lab.views.panels.decision import decision_html, rule, votes
from nesyfs_lab.views.panels.headline import error_html, status_html, step_html, title_html
from nesyfs_lab.views.panels.plan import no_plan_html, plan_html
from nesyfs_lab.views.panels.prompts import SHORT, call_details, call_rows
from tests.records import HEADER, FakeRecord, generated, make_record, make_trace, observed

EVIL = '<script>alert(1)</script><img src=x onerror="alert(2)">" onmouseover=\'x\' \u202e'
ALLOWED = {*["div", "section", "h4", "p", "b", "bdi", "span", "details", "summary", "ul", "li", "br", "img", "pre"],
           *["table", "thead", "tbody", "tr", "th", "td"]}  # fmt: skip


class Reader(HTMLParser):
    """Tags and attributes of a piece of HTML."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.depth = set(), set(), 0
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {(name, value) for name, value in attrs}
        self.depth += tag not in {"br", "img"}

    def handle_endtag(self, tag):
        self.depth -= 1

    def handle_data(self, data):
        self.text += data


def evil_frame():
    trace = make_trace()
    texts = np.full(trace.actions.shape, EVIL, dtype=object)
    events = [
        Proposed(thought=EVIL, action=EVIL, attempt=0),
        Reflected(action=EVIL, votes=(True, False), aligned=False, thought=EVIL, thoughts=(EVIL, EVIL)),
        Failed(purpose=EVIL, reason=EVIL, answer=EVIL),
        Planned(trace=replace(trace, actions=texts, observations=texts), action=EVIL),
        Acted(action=EVIL, source="slow"),
        observed(EVIL),
        Updated(added=(Triplet(EVIL, EVIL, EVIL),), removed=()),
        generated(EVIL, EVIL, [EVIL]),
    ]
    return next_frame(next_frame(None, [observed(EVIL)], 0), events, 1)


def evil_pages():
    frame, header = evil_frame(), {"model": {"name": EVIL}, "world": EVIL, "seed": EVIL}
    return {
        "decision": decision_html(frame, header),
        "plan": plan_html(frame.planned.trace, EVIL),
        "step": step_html(frame, 1),
        "title": title_html(FakeRecord([], header), EVIL),
        "status": status_html(EVIL, busy=True),
        "error": error_html(EVIL, EVIL),
    }


@pytest.mark.parametrize("name", sorted(evil_pages()))
def test_foreign_text_is_never_markup(name):
    page = evil_pages()[name]
    read = Reader(page)
    assert read.tags <= ALLOWED
    assert read.depth == 0
    assert not {key for key, _ in read.attributes} - {
        "class",
        "dir",
        "title",
        "open",
        "role",
        "alt",
        "src",
        "aria-hidden",
    }
    assert all(value.startswith("data:image/svg+xml,") for key, value in read.attributes if key == "src")
    assert "alert(1)" in read.text, "the text is shown, as text"
    assert "\u202e" not in page


def frames():
    return Frames(make_record().events)


def test_votes_are_shown_by_sign_and_word_with_the_rule_and_each_thought():
    text = Reader(decision_html(frames()[2], HEADER)).text
    assert "2 of 5 Yes (4 needed): vetoed" in text
    assert "5 of 5 Yes (4 needed): aligned" in text
    assert text.count("✗ No") == 6
    assert text.count("✓ Yes") == 14
    assert text.count("does not need to go to drawer 1") == 3


@pytest.mark.parametrize(
    "votes,agreement,needed",
    [
        (5, 0.8, "4 needed"),
        (5, 0.81, "5 needed"),
        (10, 0.7, "7 needed"),
        (3, 1, "3 needed"),
        ("exact", 0.8, "0.80 needed"),
        (None, 0.8, ""),
        (5, None, ""),
    ],
)
def test_the_rule_of_the_vote(votes, agreement, needed):
    assert rule({"votes": votes, "agreement": agreement}) == needed


def test_an_exact_vote_shows_its_probability_and_a_veto_why():
    veto = Reflected(action="wait", votes=(False,), aligned=False, thought="No cup.", probability=0.1234)
    text = Reader(votes(veto, "0.80 needed")).text
    assert "P(Yes) = 0.123 (0.80 needed): vetoed" in text
    assert "No cup." in text
    assert "What each vote thought" not in text


def test_a_failure_comes_first_and_names_its_reason():
    text = Reader(decision_html(frames()[3])).text
    assert text.index("A safe default was taken") < text.index("Seen before deciding")
    assert "not JSON" in text
    assert '{"outdated": [1, ' in text


def test_a_step_line_tells_the_step():
    text = Reader(step_html(frames()[2], last=6)).text
    for part in ("Step 2 of 6", "open fridge 1", "» fast", "votes 2/5, 5/5", "+4", "−1", "tokens, 5.0 s"):
        assert part in text
    assert "⚠ 1 failure" in Reader(step_html(frames()[3], last=6)).text
    assert "in progress" in step_html(frames()[3], last=3, draft=True)
    assert "press Step" in step_html(None, 0)


def test_the_plan_names_each_lineage_and_marks_the_chosen_one():
    frame = frames()[4]
    trace: Trace = frame.planned.trace
    page = plan_html(trace, "<svg/>")
    lineages = page.partition("Every particle")[0]
    assert lineages.count("★") == lineages.count('class="nl-chosen"') == 1
    for t, slot in enumerate(trace.lineage):
        assert str(trace.actions[t + 1, slot]) in lineages
    assert page.count("was slot ") == trace.weights.size
    assert "weight 0.29" in page
    assert "steps 4, 9" in no_plan_html([4, 9])


def test_prompts_are_sent_short_and_whole_on_request():
    call = generated("act", "q" * (SHORT + 5), ["yes", "no"])
    row = call_rows(next_frame(None, [call], 0))[0]
    assert row["answers"] == 2
    assert row["sent"] == (SHORT + 5) // 4
    assert len(str(row)) < 400
    short, whole = call_details(call), call_details(call, whole=True)
    assert [len(m["text"]) for m in (short["messages"][0], short["messages"][-1])] == [23, SHORT]
    assert short["messages"][-1]["missing"] == 5
    assert whole["messages"][-1]["text"] == "q" * (SHORT + 5)
    assert whole["messages"][-1]["missing"] == 0
    assert [a["text"] for a in whole["answers"]] == ["yes", "no"]


def test_a_class_used_in_html_is_in_the_style_sheet():
    from nesyfs_lab.views.styles import style_sheet

    used = set(
        re.findall(
            r"nl-[a-z]+",
            " ".join(decision_html(f, HEADER) for f in frames()) + plan_html(frames()[4].planned.trace, ""),
        )
    )
    assert len(used) > 15
    assert not {name for name in used if f".{name}" not in style_sheet()} - {"nl-kept"}


def test_a_belief_that_a_person_edited_is_told_apart():
    seen = Updated(step=1, added=(Triplet("cup", "in", "box"),), removed=())
    edit = Updated(step=1, added=(Triplet("cup", "in", "safe"),), removed=(Triplet("a", "b", "c"),), edited=True)
    before = next_frame(None, [Updated(step=0, added=(Triplet("a", "b", "c"),), removed=())], 0)
    frame = next_frame(before, [Acted(step=1, action="look", source="fast"), seen, edit], 1)
    page = decision_html(frame)
    by_world, by_hand = page.split("✎ Belief edited by you, after this step")
    assert "safe" not in by_world
    assert "1 triplet added, 0 removed" in by_world
    assert "box" in by_world
    assert "box" not in by_hand
    assert "safe" in by_hand
    assert by_hand.count("<li>") == 2
    assert "✎ belief edited by you" in step_html(frame, 1)
    assert "✎" not in step_html(before, 1)


def test_the_title_says_what_it_is_a_fork_of():
    fork = {"step": 2, "of": "x", "parent": {"step": 5, "of": "y", "parent": None}}
    record = FakeRecord([], header={"seed": 7, "fork": fork})
    assert "fork after step 2, of a fork after step 5 · seed 7" in title_html(record, "a task")


def test_the_lines_of_a_task_are_told_apart_in_the_title():
    assert "Buy a bag. · Act with buy[..]." in title_html(FakeRecord([]), "Buy a bag.\n\nAct with buy[..].\n")


@pytest.mark.parametrize(
    "live, path, said",
    [(True, Path("records/mine.jsonl"), "saved to mine.jsonl"), (True, None, "not saved"), (False, None, "seed 7")],
)
def test_the_title_says_where_a_live_record_is_kept(live, path, said):
    record = FakeRecord([], header={"seed": 7}, live=live, path=path)
    assert title_html(record, "a task").endswith(f"{said}</span></div>")
