"""Settings that all tests share."""

from hypothesis import settings

# The machine may be busy with a model, so an example has no deadline; examples are the same in every run.
settings.register_profile("nesyfs_lab", deadline=None, derandomize=True, database=None)
settings.load_profile("nesyfs_lab")
