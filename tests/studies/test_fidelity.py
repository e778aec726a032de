"""How true a belief is, as a table."""

import pytest

from nesyfs_lab.episode import recording
from nesyfs_lab.studies import fidelity
from tests.records import make_record


def test_one_row_a_step_with_counts_and_shares():
    table = fidelity(recording("mug-false-belief"))
    assert table["step"].tolist() == list(range(8))
    row = table.loc[3]
    assert (row["true"], row["stale"], row["false"], row["untold"], row["missing"]) == (3, 2, 1, 3, 1)
    assert row["precision"] == pytest.approx(3 / 6)
    assert row["staleness"] == pytest.approx(2 / 6)
    assert row["recall"] == pytest.approx(3 / 4)
    assert table["precision"].isna()[0], "before the first action nothing is believed that could be judged"


def test_a_world_that_tells_nothing():
    with pytest.raises(ValueError, match="told no truth"):
        fidelity(make_record())
