"""The file: cut anywhere it gives the steps before, damaged it never lies, and a failed write is made good."""

import json
import os
import threading
import time
from pathlib import Path

import pytest

from nesyfs_lab.episode import Episode, RecordError, load_episode
from tests.fakes import FakeWorld, Walker, timeless


def small(steps: int) -> Episode:
    return Episode(FakeWorld(), Walker(), seed=3).run(steps)


def lines_of(ep: Episode, path: Path) -> list[bytes]:
    ep.save(path)
    return path.read_bytes().splitlines(keepends=True)


def test_a_record_is_json_lines_in_ascii_a_header_then_one_line_a_step(tmp_path):
    header, *steps = lines_of(small(3), tmp_path / "e.jsonl")
    assert json.loads(header)["record"] == "nesyfs_lab episode"
    assert [json.loads(line)["step"] for line in steps] == [1, 2, 3]
    assert all(line.isascii() and line.endswith(b"}\n") for line in [header, *steps])


def test_cut_at_any_byte_the_steps_before_the_cut_are_there(tmp_path):
    """Every single byte of a file of two steps."""
    ep = small(2)
    path = tmp_path / "e.jsonl"
    header, first, second = lines_of(ep, path)
    data = header + first + second
    whole = [timeless([e for e in ep.events if e.step <= step]) for step in range(3)]
    ends = [len(header) + len(first) - 1, len(data) - 1]  # a line is whole before its line break
    for cut in range(len(data) + 1):
        path.write_bytes(data[:cut])
        told = load_episode(path)
        steps = sum(cut >= end for end in ends)
        assert told.steps == steps
        assert told.cut is (cut not in (len(header), len(header) + len(first), len(data)))
        if cut in (0, 10, *ends, len(data)):
            assert timeless(told.events) == (whole[steps] if steps else timeless([]))
            assert told.header["seed"] == (3 if cut >= len(header) - 1 else 0)


def test_a_step_that_ends_while_the_record_is_saved_is_in_the_file(tmp_path, monkeypatch):
    ep, flush = small(1), os.fsync
    stepping = threading.Thread(target=ep.step)

    def slow_flush(file: int) -> None:
        if stepping.ident is None:
            stepping.start()
            deadline = time.monotonic() + 20
            while ep.steps < 2:
                assert time.monotonic() < deadline, "the step did not end"
                time.sleep(0.002)
        flush(file)

    monkeypatch.setattr(os, "fsync", slow_flush)
    ep.save(tmp_path / "e.jsonl")
    stepping.join(20)
    assert load_episode(tmp_path / "e.jsonl").steps == 2


@pytest.mark.parametrize("damage", [b"", b"{}", b"[]", b"null", b"\x00" * 50, b"\xff\xfe", b'{"step": 2}', b"[" * 5000])
def test_a_damaged_line_in_the_middle_gives_the_steps_before_it(damage, tmp_path):
    ep = small(3)
    path = tmp_path / "e.jsonl"
    header, first, _, third = lines_of(ep, path)
    path.write_bytes(header + first + damage + b"\n" + third)
    told = load_episode(path)
    assert told.cut
    assert timeless(told.events) == timeless([e for e in ep.events if e.step <= 1])


def test_a_bit_that_flipped_is_damage_or_is_seen_as_other_text_but_never_an_error(tmp_path):
    ep = small(2)
    path = tmp_path / "e.jsonl"
    header, first, second = lines_of(ep, path)
    for place in range(0, len(first) - 1, 7):
        for bit in (0x01, 0x04, 0x40):
            broken = bytes([*first[:place], first[place] ^ bit, *first[place + 1 :]])
            path.write_bytes(header + broken + second)
            try:
                steps = load_episode(path).steps
            except RecordError:  # the name of an event was hit: a kind of a newer version
                assert b'"event": "' in first[max(0, place - 30) : place + 1]
            else:
                assert steps in (0, 2)


def test_a_missing_line_in_the_middle_ends_the_record_before_it(tmp_path):
    path = tmp_path / "e.jsonl"
    header, first, _, third = lines_of(small(3), path)
    path.write_bytes(header + first + third)
    told = load_episode(path)
    assert (told.steps, told.cut) == (1, True)


def test_line_breaks_of_other_systems_do_no_harm(tmp_path):
    ep = small(2)
    path = tmp_path / "e.jsonl"
    path.write_bytes(b"".join(lines_of(ep, path)).replace(b"\n", b"\r\n"))
    told = load_episode(path)
    assert timeless(told.events) == timeless(ep.events)
    assert not told.cut


@pytest.mark.parametrize(
    "data", [b"hello", b"{}", b'{"record": "something else"}\n', b"\x00\x01", b"\n", b"PK\x03\x04"]
)
def test_a_file_that_is_no_record_is_refused(data, tmp_path):
    path = tmp_path / "e.jsonl"
    path.write_bytes(data)
    with pytest.raises(RecordError, match=r"e\.jsonl is not an episode's record"):
        load_episode(path)


def test_an_empty_file_is_a_record_that_was_cut_at_once(tmp_path):
    path = tmp_path / "e.jsonl"
    path.touch()
    told = load_episode(path)
    assert (told.events, told.steps, told.cut, told.done) == ((), 0, True, False)


@pytest.mark.parametrize("made", [2, 99, "2", None, 1.5])
def test_a_newer_format_says_to_update(made, tmp_path):
    path = tmp_path / "e.jsonl"
    header, *steps = lines_of(small(1), path)
    path.write_bytes(json.dumps({**json.loads(header), "format": made}).encode() + b"\n" + b"".join(steps))
    with pytest.raises(RecordError, match=r"format.*update nesyfs_lab"):
        load_episode(path)


def test_an_event_of_a_newer_version_says_so_with_its_line(tmp_path):
    path = tmp_path / "e.jsonl"
    header, first, second = lines_of(small(2), path)
    path.write_bytes(header + first + second.replace(b'"Acted"', b'"Dreamt"'))
    with pytest.raises(RecordError, match=r"line 3: unknown event 'Dreamt'"):
        load_episode(path)


def test_a_file_that_is_not_there_or_is_a_folder_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        load_episode(tmp_path / "no.jsonl")
    with pytest.raises(OSError, match="directory"):
        load_episode(tmp_path)
    with pytest.raises(OSError, match="directory"):
        small(1).save(tmp_path)


# -- writing ----------------------------------------------------------------------------------------------------------


def test_saving_replaces_a_file_at_once_and_leaves_nothing_beside_it(tmp_path):
    path = tmp_path / "new folder" / "e.jsonl"
    lines_of(small(3), path)
    small(1).save(path, overwrite=True)
    assert load_episode(path).steps == 1
    assert list(path.parent.iterdir()) == [path]


def other() -> Episode:
    """An episode with another beginning than ``small``."""
    return Episode(FakeWorld(tell=lambda room, moves: "Elsewhere."), Walker(), seed=3).run(2)


def test_the_record_of_something_else_is_only_replaced_when_told_so(tmp_path):
    path, ep = tmp_path / "e.jsonl", small(3)
    before = b"".join(lines_of(other(), path))
    ep.save(tmp_path / "mine.jsonl")
    with pytest.raises(FileExistsError, match=r"e\.jsonl holds another episode, of 2 steps.*overwrite=True"):
        ep.save(path)
    assert ep.path == tmp_path / "mine.jsonl"
    ep.step()
    assert path.read_bytes() == before
    assert load_episode(tmp_path / "mine.jsonl").steps == 4
    ep.save(path, overwrite=True)
    ep.step()
    assert timeless(load_episode(path).events) == timeless(ep.events)


def test_steps_that_this_episode_does_not_have_are_not_lost(tmp_path):
    path = tmp_path / "e.jsonl"
    small(3).save(path)
    with pytest.raises(FileExistsError, match="of 3 steps"):
        small(2).save(path)
    small(4).save(path)
    assert load_episode(path).steps == 4


@pytest.mark.parametrize("data", [b"notes", b'{"record": "something else"}\n', b"\x00\xff"])
def test_a_file_that_is_no_record_is_only_replaced_when_told_so(data, tmp_path):
    path = tmp_path / "e.jsonl"
    path.write_bytes(data)
    with pytest.raises(FileExistsError, match=r"no record that this version can read.*overwrite=True"):
        small(1).save(path)
    assert path.read_bytes() == data
    small(1).save(path, overwrite=True)
    assert load_episode(path).steps == 1


def test_what_holds_no_step_may_be_replaced(tmp_path):
    path = tmp_path / "e.jsonl"
    header, *_ = lines_of(other(), tmp_path / "other.jsonl")
    for data in (b"", header[:20], header):
        path.write_bytes(data)
        small(1).save(path)
        assert load_episode(path).steps == 1
        path.unlink()


def test_an_episode_is_saved_to_its_own_files_again_and_again(tmp_path):
    a, b, ep = tmp_path / "a.jsonl", tmp_path / "b.jsonl", small(1)
    for path in (a, a, b, a):
        ep.save(path)
        ep.step()
        assert timeless(load_episode(path).events) == timeless(ep.events)
    torn = a.read_bytes()[:-20]
    a.write_bytes(torn)
    ep.save(a)
    assert load_episode(a).steps == ep.steps
    loaded = load_episode(a)
    a.write_bytes(torn)
    loaded.save(a)
    loaded.save(a)
    assert timeless(load_episode(a).events) == timeless(ep.events)


def test_a_save_that_fails_leaves_the_old_file_whole(tmp_path, monkeypatch):
    path = tmp_path / "e.jsonl"
    before = b"".join(lines_of(small(1), path))
    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="no space"):
        small(3).save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def full_disk(descriptor: int) -> None:
    raise OSError(28, "no space left on device")


def test_each_finished_step_is_appended_and_only_appended(tmp_path):
    ep = small(1)
    path = tmp_path / "e.jsonl"
    before = b"".join(lines_of(ep, path))
    for steps in (2, 3):
        ep.step()
        after = path.read_bytes()
        assert after.startswith(before)
        assert timeless(load_episode(path).events) == timeless(ep.events)
        assert load_episode(path).steps == steps
        before = after


def test_after_a_failed_write_the_step_is_kept_and_the_next_one_writes_both(tmp_path, monkeypatch):
    ep = small(2)
    path = tmp_path / "e.jsonl"
    ep.save(path)
    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", full_disk)
        with pytest.raises(OSError, match="no space"):
            ep.step()
    assert ep.steps == 3
    ep.step()
    assert timeless(load_episode(path).events) == timeless(ep.events)
    assert not load_episode(path).cut


def test_after_a_write_that_was_torn_the_next_one_starts_the_file_anew(tmp_path, monkeypatch):
    ep = small(2)
    path = tmp_path / "e.jsonl"
    ep.save(path)

    def torn(descriptor: int) -> None:
        with path.open("r+b") as file:
            file.truncate(path.stat().st_size - 100)
        full_disk(descriptor)

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", torn)
        with pytest.raises(OSError, match="no space"):
            ep.step()
    assert load_episode(path).steps == 2
    assert load_episode(path).cut
    ep.step()
    assert timeless(load_episode(path).events) == timeless(ep.events)


def test_a_file_that_was_deleted_is_written_again(tmp_path):
    ep = small(2)
    path = tmp_path / "e.jsonl"
    ep.save(path)
    path.unlink()
    ep.step()
    assert timeless(load_episode(path).events) == timeless(ep.events)


def test_saving_a_loaded_record_again_gives_the_same_bytes(tmp_path, played):
    played.save(tmp_path / "a.jsonl")
    load_episode(tmp_path / "a.jsonl").save(tmp_path / "b.jsonl")
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    assert load_episode(tmp_path / "b.jsonl").header == played.header
