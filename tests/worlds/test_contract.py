from typing import Any

import numpy as np
import pytest

from nesyfs_lab.worlds.contract import Task, choose, table, text_space

TASKS = [Task("a", "do a.", "do", "all", level=1), Task("b", "do b.", "do", "all", expert_length=3)]


def test_a_task_is_chosen_by_row_or_id():
    tasks: list[Any] = [0, 1, "b", np.int64(1)]
    assert [choose(TASKS, task, "w").id for task in tasks] == ["a", "b", "b", "b"]


@pytest.mark.parametrize("row", [-1, 2])
def test_a_row_that_is_not_there_is_refused(row):
    with pytest.raises(IndexError, match=rf"w has the tasks 0 to 1, not {row}; see nesyfs_lab.tasks\('w'\)"):
        choose(TASKS, row, "w")


def test_an_unknown_id_is_refused():
    with pytest.raises(ValueError, match=r"w has no task 'c'; its ids are listed by nesyfs_lab.tasks\('w'\)"):
        choose(TASKS, "c", "w")


@pytest.mark.parametrize("task", [True, 1.0, None])
def test_what_is_neither_row_nor_id_is_refused(task):
    with pytest.raises(TypeError, match="row number"):
        choose(TASKS, task, "w")


def test_the_table_has_a_row_a_task_and_says_what_is_unknown():
    rows = table(TASKS)
    assert list(rows.columns) == ["id", "goal", "type", "split", "level", "expert_length"]
    assert rows.id.tolist() == ["a", "b"]
    assert rows.level.isna().tolist() == [False, True]
    assert rows.expert_length.isna().tolist() == [True, False]
    assert str(rows.level.dtype) == "Int64"


def test_texts_of_games_and_people_lie_in_the_space():
    space = text_space(100)
    for text in ("", "go to fridge 1", "Nothing happens.\nYou see: a mug 1.", "Gehe zum Kühlschrank – «schnell»"):
        assert text in space
    assert "x" * 101 not in space
