import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nesyfs_lab.asking.whole import whole


@pytest.mark.parametrize(
    "cut,ended",
    [
        ('{"a": [["b"], ["c', '{"a": [["b"]]}'),
        ('{"a": [["b"], ["c"]', '{"a": [["b"], ["c"]]}'),
        ('{"a": [["]"], ["c]"', '{"a": [["]"]]}'),
        ('{"a": [{"b": "\\"}"}, {"c": "}\\"]', '{"a": [{"b": "\\"}"}]}'),
        ('{"entities": ["mug 1", "desk 1"], "triplets": [["mug', '{"entities": ["mug 1", "desk 1"]}'),
    ],
)
def test_what_is_complete_stays(cut, ended):
    assert whole(cut) == ended
    json.loads(ended)


@pytest.mark.parametrize("text", ["", "no JSON", '{"thought": "I sh', '{"a": ["b", "c', '{"a": [1]}', "]", '{"a": ]'])
def test_a_text_that_holds_no_complete_part_or_is_not_cut_stays(text):
    assert whole(text) == text


TRIPLETS = st.lists(st.lists(st.text(), min_size=3, max_size=3))


@given(TRIPLETS, st.data())
def test_of_a_list_cut_anywhere_a_beginning_is_left(triplets, data):
    text = json.dumps({"triplets": triplets})
    cut = text[: data.draw(st.integers(0, len(text)))]
    ended = whole(cut)
    if ended == cut:
        first = text[: len('{"triplets": [')] + json.dumps(triplets[:1])[1:-1]
        assert cut == text or not triplets or not cut.startswith(first)  # nothing was cut, or no triplet was complete
    else:
        left = json.loads(ended)["triplets"]
        assert left == triplets[: len(left)]


@given(st.text(alphabet='[]{}",:\\ ab1'))
def test_any_text_is_survived(text):
    assert isinstance(whole(text), str)
