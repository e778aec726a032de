"""Weights in memory: one copy of a file however many models hold it, and none when nobody does."""

import gc
import os
import shutil
import threading
import time

import pytest

from nesyfs_lab.models.contract import ModelError, Request
from nesyfs_lab.models.llama import LlamaModel, native, weights
from nesyfs_lab.models.llama.weights import Weights

pytestmark = pytest.mark.model

ASKED = [Request("act", ({"role": "user", "content": "Name a colour."},), max_tokens=3)]


@pytest.fixture
def file(small_file, tmp_path):
    """A file that no other test holds: another inode."""
    return shutil.copy(small_file, tmp_path / "copy.gguf")


@pytest.fixture
def freed(file, monkeypatch):
    """The pointers that were given back to llama.cpp."""
    del file
    pointers: list[object] = []
    free = native.library().llama_model_free

    def counted(pointer):
        pointers.append(pointer)
        free(pointer)

    monkeypatch.setattr(native.library(), "llama_model_free", counted)
    return pointers


def test_models_of_one_file_share_its_weights_until_the_last_is_closed(file, freed):
    first, second = (LlamaModel(file, threads=1, n_ctx=256) for _ in range(2))
    pointer = first._weights.pointer
    assert pointer is not None
    assert second._weights.pointer is pointer
    (group,) = first.complete(ASKED)
    first.close()
    first.close()
    assert freed == []
    with pytest.raises(ModelError, match="closed"):
        first.complete(ASKED)
    assert second.complete(ASKED)[0][0].text == group[0].text
    second.close()
    second.close()
    assert freed == [pointer]


def test_a_file_is_the_same_by_another_path(file, freed, tmp_path):
    link = tmp_path / "link.gguf"
    link.symlink_to(file)
    one, two = Weights(file), Weights(link)
    assert one.pointer is two.pointer
    two.close()
    one.close()
    assert len(freed) == 1


def test_other_gpu_layers_are_other_weights(file, freed):
    one, two = Weights(file), Weights(file, gpu_layers=1)
    assert one.pointer is not two.pointer
    one.close()
    two.close()
    assert len(freed) == 2


@pytest.mark.parametrize("change", ["replaced", "written to"])
def test_a_file_that_changed_on_disk_is_loaded_anew(file, freed, small_file, change):
    old = Weights(file)
    if change == "replaced":
        shutil.copy(small_file, file.with_suffix(".new"))
        shutil.copystat(file, file.with_suffix(".new"))  # of the same size and time
        file.with_suffix(".new").replace(file)
    else:
        os.utime(file, ns=(time.time_ns(), file.stat().st_mtime_ns + 1))
    new, newer = Weights(file), Weights(file)
    assert new.pointer is not old.pointer
    assert newer.pointer is new.pointer
    pointers = [old.pointer, new.pointer]
    for one in (old, new, newer):
        assert one.chat_template
        one.close()
    assert freed == pointers


def test_a_closed_file_can_be_loaded_again(file, freed):
    for count in (1, 2):
        one = Weights(file)
        one.close()
        one.close()
        assert len(freed) == count


def test_a_dropped_model_lets_go_of_what_others_hold(file, freed):
    kept, dropped = (LlamaModel(file, threads=1, n_ctx=256) for _ in range(2))
    dropped.progress = lambda progress, bench=dropped: None  # a circle, as a workbench makes it
    with native.LOADING:  # as if it were noticed while another one is loaded
        del dropped
        gc.collect()
    assert freed == []
    assert kept.complete(ASKED)
    kept.close()
    assert len(freed) == 1


def test_the_last_holder_may_be_dropped_while_another_model_takes_hold(file, freed, monkeypatch):
    """Python collects at any moment: here just after the copy was found and before it is held."""
    last = Weights(file)

    class Dropping(dict):  # type: ignore[type-arg]
        def get(self, key, default=None):
            found = super().get(key, default)
            if found is last._copy and last.pointer is not None:
                last.close()
            return found

    monkeypatch.setattr(weights, "_COPIES", Dropping(weights._COPIES))
    new = Weights(file)
    assert len(freed) == 1
    assert new.chat_template
    assert new._copy is not last._copy
    new.close()
    assert len(freed) == 2


def test_many_threads_load_and_close_one_file(file, freed):
    failures: list[Exception] = []

    def work():
        try:
            for _ in range(20):
                one = Weights(file)
                assert one.trained_context > 0
                one.close()
        except Exception as error:
            failures.append(error)

    kept = Weights(file)
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert freed == []
    kept.close()
    assert len(freed) == 1


def test_a_file_that_cannot_be_loaded_is_not_kept(file, freed):
    with file.open("r+b") as opened:
        opened.truncate(100_000)
    before = dict(weights._COPIES)
    for _ in range(2):
        with pytest.raises(ModelError, match=r"copy\.gguf"):
            Weights(file)
    assert before == weights._COPIES
    assert freed == []
