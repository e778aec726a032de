"""Settings that all tests share."""

import pytest
from hypothesis import settings

# The machine may be busy with a model, so an example has no deadline; examples are the same in every run.
settings.register_profile("nesyfs_lab", deadline=None, derandomize=True, database=None)
settings.load_profile("nesyfs_lab")


def pytest_collection_modifyitems(items):
    """Notebooks that run a language model say so, as tests do."""
    for item in items:
        if item.path.suffix == ".ipynb" and "load_model(" in item.path.read_text(encoding="utf-8"):
            item.add_marker(pytest.mark.model)
