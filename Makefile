# `make lab` opens the first notebook, `make test` checks everything. Each sets up .venv first, once.
#
# What you may set on the command line:
#   PYTHON       the Python (3.11 or newer) that .venv is made with      PYTHON=python3.12
#   LAB_ARGS     arguments of JupyterLab                                 LAB_ARGS="--no-browser --port=8890"
#   PYTEST_ARGS  arguments of pytest                                     PYTEST_ARGS="tests/planning -x"
#   CHROMIUM     the browser of the browser tests                        CHROMIUM=/opt/chrome/chrome
#   CMAKE_ARGS   more switches for llama.cpp                             CMAKE_ARGS=-DGGML_CUDA=ON

PYTHON ?= python3
LAB_ARGS ?=
PYTEST_ARGS ?=
CHROMIUM ?= $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)

PY := .venv/bin/python
PYTEST := CHROMIUM='$(CHROMIUM)' $(PY) -m pytest
READY := .venv/.ready
FIRST_NOTEBOOK := notebooks/01_step_an_episode.ipynb
NOTEBOOKS := $(wildcard notebooks/*.ipynb)

.DEFAULT_GOAL := help
.PHONY: help setup lab test check format notebooks clean

# $(call step,LABEL,WHAT,COMMAND): says what it does, does it, says how long it took. In a COMMAND of several parts, join
# them by `;`: the shell's -e ignores a failure on the left of `&&`.
step = @set -e; begin=$$(date +%s); printf '[%s] %s ...\n' '$(1)' '$(2)'; $(3); \
	printf '[%s] took %s s\n' '$(1)' "$$(( $$(date +%s) - begin ))"

help:
	@echo 'make lab        set up, then open JupyterLab on $(FIRST_NOTEBOOK)'
	@echo '                (LAB_ARGS="--no-browser --port=8890" are arguments of JupyterLab)'
	@echo 'make test       set up, then run all checks and tests'
	@echo 'make check      set up, then run the checks alone: style, types, notebooks without outputs'
	@echo 'make format     set up, then bring code and notebooks into shape'
	@echo 'make notebooks  set up, then run every notebook from top to bottom'
	@echo 'make setup      set up .venv only (the first time takes minutes: llama.cpp is compiled)'
	@echo 'make clean      remove .venv and all caches (models and records stay)'

# -- set-up ----------------------------------------------------------------------------------------------------------

setup: $(READY)
	@echo "[set-up] .venv is ready"

# Tools, then Python: whatever is missing is named in one sentence.
define find_tools
for tool in cc c++; do command -v $$tool >/dev/null || \
	{ echo "A C and C++ compiler is needed; on Debian: sudo apt-get install build-essential"; exit 1; }; done; \
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	{ echo "Python 3.11 or newer is needed; on Debian 12: sudo apt-get install python3 python3-venv (or name one: make PYTHON=python3.12 ...)"; exit 1; }; \
$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	{ echo "The venv module of $(PYTHON) is needed; on Debian: sudo apt-get install python3-venv"; exit 1; }
endef

# A broken or half-made environment is made anew; a whole one is kept with what it holds.
define make_venv
if ! $(PY) -m pip --version >/dev/null 2>&1; then rm -rf .venv; $(PYTHON) -m venv .venv; fi
endef

# Only what the package uses is compiled: libllama and libggml, neither multimodal nor llama.cpp's common library (53 of
# 127 source files, none of which is installed). llama-cpp-python forces the latter on in CMake's cache; a plain variable
# of the same name, set in a file that CMake reads with the project, is what wins over that.
# AMX is left out: virtual machines announce it and then fault on its first instruction (seen on a Sapphire Rapids one).
# Source builds call `python`, hence the PATH. uv runs them side by side; it does not read pip's settings, so it is
# handed pip's index. Where uv cannot be had, pip does the same, one build after the other.
LLAMA_CORE = 'set(LLAMA_BUILD_COMMON OFF)' \
	'include(CheckCCompilerFlag)' 'check_c_compiler_flag(-mno-amx-tile HAS_NO_AMX)' \
	'if(HAS_NO_AMX)' 'add_compile_options(-mno-amx-tile -mno-amx-int8 -mno-amx-bf16)' 'endif()'
define install
rm -f $(READY); \
printf '%s\n' $(LLAMA_CORE) > .venv/llama-core.cmake; \
export CMAKE_ARGS="-DLLAVA_BUILD=OFF '-DCMAKE_PROJECT_INCLUDE=$(CURDIR)/.venv/llama-core.cmake' $$CMAKE_ARGS"; \
export PATH="$(CURDIR)/.venv/bin:$$PATH"; \
index="$${PIP_INDEX_URL:-$$($(PY) -m pip config get global.index-url 2>/dev/null || true)}"; \
if [ -n "$$index" ]; then export UV_DEFAULT_INDEX="$${UV_DEFAULT_INDEX:-$$index}"; fi; \
if $(PY) -m uv --version >/dev/null 2>&1 || $(PY) -m pip install --quiet uv; then \
	$(PY) -m uv pip install --python $(PY) --editable '.[dev]'; \
else \
	echo 'uv cannot be had, so pip installs, one build after the other.'; \
	$(PY) -m pip install --editable '.[dev]'; \
fi
endef

# The notebooks work unplugged from here on. Somebody who brings a model of their own needs no download.
define fetch_model
$(PY) -c 'import sys; sys.tracebacklimit = 0; from nesyfs_lab.models.catalogue import CATALOGUE; \
from nesyfs_lab.models.fetch import ProgressLine, fetch; fetch(CATALOGUE["smollm2-135m"], progress=ProgressLine())' || \
	echo 'The small model is fetched later, when a notebook asks for it.'
endef

# Compilers say nothing for minutes. A newcomer who is told nothing presses Ctrl-C.
define still
(while sleep 60 >/dev/null 2>&1; do echo '      still at it ...'; done) & still=$$!; \
trap "kill $$still 2>/dev/null" EXIT; trap 'exit 130' INT; trap 'exit 143' TERM HUP
endef

# The stamp is written last: a set-up that was interrupted starts again, and finds finished builds in uv's cache.
$(READY): pyproject.toml
	$(call step,1/4,looking for Python and a compiler,$(find_tools))
	$(call step,2/4,making the environment .venv,$(make_venv))
	$(call step,3/4,installing; the first time compiles llama.cpp and the planner of ALFWorld: minutes,$(still); $(install))
	$(call step,4/4,fetching the small language model (98 MB) unless it is here,$(fetch_model))
	@touch $@

# -- use -------------------------------------------------------------------------------------------------------------

# JupyterLab refuses to run as root unless told; nobody else is told anything. Its files are those of the checkout, or the
# notebooks' links to docs/ would lead nowhere.
lab: setup
	@echo 'Opening JupyterLab on $(FIRST_NOTEBOOK); stop it with Ctrl-C.'
	@exec $(PY) -m jupyterlab $$([ "$$(id -u)" -ne 0 ] || echo --allow-root) --ServerApp.root_dir='$(CURDIR)' \
		$(LAB_ARGS) $(FIRST_NOTEBOOK)

# -- checks ----------------------------------------------------------------------------------------------------------

# $(call or_format,COMMAND): what a formatter can mend is said to be mended by it.
or_format = $(1) || { echo 'make format brings code and notebooks into shape; run it and look at what it changed.'; exit 1; }

check: setup
	$(call step,style,ruff check and ruff format --check,$(call or_format,$(PY) -m ruff check); $(call or_format,$(PY) -m ruff format --check))
	$(call step,types,mypy,$(PY) -m mypy)
	$(call step,notebooks,no outputs,$(if $(NOTEBOOKS),$(call or_format,$(PY) -m nbstripout --verify $(NOTEBOOKS)),echo none yet))

# Browsers and models need a machine for themselves; all else shares its cores, a file of tests to a process.
WATCHED := model$(if $(CHROMIUM), or browser)
define PYTEST_PHASES
$(call step,tests,pytest: all but browsers and models,$(PYTEST) -n auto --dist loadfile -m 'not browser and not model')
$(call step,tests,pytest: $(WATCHED),$(PYTEST) -m '$(if $(CHROMIUM),browser or model,model and not browser)')
endef
define PYTEST_CHOSEN
$(call step,tests,pytest $(PYTEST_ARGS),$(PYTEST) $(if $(CHROMIUM),,-m 'not browser') $(PYTEST_ARGS))
endef

test: check
	@[ -n '$(CHROMIUM)' ] || echo '[tests] no Chromium found, so the browser tests are left out; on Debian: sudo apt-get install chromium'
	$(if $(PYTEST_ARGS),$(PYTEST_CHOSEN),$(PYTEST_PHASES))

notebooks: setup
	@$(PY) -m pytest --nbmake $(NOTEBOOKS)

format: setup
	@$(PY) -m ruff check --fix && $(PY) -m ruff format
	@$(if $(NOTEBOOKS),$(PY) -m nbstripout $(NOTEBOOKS))

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
