"""An episode in a cell: task, outcome, a row a step, and no text that could become markup."""

import re
from html.parser import HTMLParser

import pytest

from nesyfs_lab.agents import NeSyFS
from nesyfs_lab.episode import Episode, load_episode
from tests.fakes import FakeModel, FakeWorld, Walker


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)


def tags(html: str) -> set[str]:
    parser = Tags()
    parser.feed(html)
    return parser.seen


@pytest.mark.parametrize(
    "ep,said",
    [
        (Episode(FakeWorld(), Walker()), "not started"),
        (Episode(FakeWorld(), Walker()).run(2), "not over, 2 steps so far"),
        (Episode(FakeWorld(rooms=3), Walker()).run(), "solved in 2 steps"),
        (Episode(FakeWorld(limit=2), Walker()).run(), "over after 2 steps, not solved"),
    ],
    ids=["fresh", "running", "won", "lost"],
)
def test_the_outcome_in_words(ep, said):
    assert said in repr(ep)
    assert said in ep._repr_html_()


def test_a_row_for_each_step_with_votes_belief_and_tokens(played):
    html = played._repr_html_()
    rows = re.findall(r"<tr>(.*?)</tr>", html)
    assert len(rows) == 1 + 10
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in rows[1:]]
    assert [cell[0] for cell in cells] == [str(i) for i in range(1, 11)]
    assert {cell[2] for cell in cells} == {"fast", "slow"}
    assert all(re.fullmatch(r"\d/3(, \d/3)*", cell[3]) for cell in cells)
    assert all(int(cell[5]) > 0 for cell in cells)
    assert played.task in html


def test_text_of_models_and_worlds_is_escaped():
    bad = "<script>alert(1)</script><img src=x>"
    world = FakeWorld(commands=None, amend=lambda info: {**info, "task": bad})
    model = FakeModel(act={"thought": bad, "action": bad})
    vars(model)["info"] = {"name": bad}
    html = Episode(world, NeSyFS(model)).run(2)._repr_html_()
    assert tags(html) <= {"div", "p", "b", "br", "table", "thead", "tbody", "tr", "th", "td"}
    assert "&lt;script&gt;" in html


def test_a_safe_default_is_marked_and_a_cut_file_says_so(tmp_path):
    ep = Episode(FakeWorld(), NeSyFS(FakeModel(focus="no json"))).run(2)
    assert ep._repr_html_().count("fast (!)") == 2
    ep.save(tmp_path / "e.jsonl")
    data = (tmp_path / "e.jsonl").read_bytes()
    assert "cut" not in load_episode(tmp_path / "e.jsonl")._repr_html_()
    (tmp_path / "e.jsonl").write_bytes(data[:-10])
    assert "The file was cut" in load_episode(tmp_path / "e.jsonl")._repr_html_()


def test_a_record_that_lost_its_header_can_still_be_shown(tmp_path):
    (tmp_path / "e.jsonl").touch()
    told = load_episode(tmp_path / "e.jsonl")
    assert "unknown model" in told._repr_html_()
    assert "task unknown" in repr(told)
