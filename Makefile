# Every target installs what it needs into .venv; nothing but Python and make is assumed.
PYTHON ?= python3
BIN := .venv/bin
ARGS ?=

.PHONY: help play serve test test-slow check bench study lock clean
.DEFAULT_GOAL := play

help:  ## This list; make alone is make play, and ARGS="…" are its arguments
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

play: .venv/installed  ## A round in the terminal (ARGS="--lang fr")
	@$(BIN)/seize play $(ARGS)

serve: .venv/installed  ## The bot, with the tokens in .env
	@$(BIN)/seize serve $(ARGS)

PYTEST := $(BIN)/pytest -n auto --maxprocesses 4 --dist loadscope --no-loadscope-reorder

test: .venv/installed-dev  ## All that needs no other process: about four minutes (ARGS=tests/core/solver)
	@echo 'Testing, about four minutes on two processors…' >&2
	$(PYTEST) $(ARGS)

test-slow: .venv/installed-dev  ## Processes, terminals, PostgreSQL, kills, weeks of dailies
	@echo 'Testing with real processes, some fifteen minutes on two processors…' >&2
	$(PYTEST) -m slow $(ARGS)

check: .venv/installed-dev  ## Lint, format, types, import contracts, languages and catalogues
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python .ci/page_types.py
	$(BIN)/pytest -n 0 --noconftest tests/core/test_languages.py tests/bot/presenters/test_wording.py

bench: .venv/installed-dev  ## The figures of docs/figures.md
	$(BIN)/python -m benchmarks.kernel
	$(BIN)/python -m benchmarks.start
	$(BIN)/python -m benchmarks.load
	$(BIN)/python -m benchmarks.leaderboard
	$(BIN)/python -m benchmarks.chats --minutes 2
	$(BIN)/python -m benchmarks.letters
	$(BIN)/python -m benchmarks.secrets
	$(BIN)/python -m benchmarks.records
	$(BIN)/python -m benchmarks.rates
	$(BIN)/seize optimize prove
	$(BIN)/seize grid --lang fr --histogram --count 1000000 --seed 1 | tail -n 1

study: .venv/installed-dev  ## Write docs/study.md again: some 15 minutes
	$(BIN)/python -m docs.study

lock: .venv/installed-dev  ## Write down the versions that are installed, and the hashes of the image's
	$(BIN)/pip freeze --exclude-editable > requirements-dev.lock
	echo setuptools | $(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
	  --extra postgres --generate-hashes --no-annotate --no-header \
	  --constraint requirements-dev.lock pyproject.toml - --output-file requirements.lock

clean:  ## Delete .venv and all that tools keep; scores stay
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache *.egg-info

# pip is silent while it writes: so the packages are counted.
install = (while sleep 5 && kill -0 $$$$ 2>/dev/null; do \
    echo "  packages in .venv: $$(ls .venv/lib/*/site-packages | grep -c dist-info)"; \
  done) >&2 & \
  $(BIN)/pip install --disable-pip-version-check -c requirements-dev.lock -e $(1) >&2; \
  status=$$?; kill $$!; exit $$status

.venv/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo 'Seize needs Python 3.11 or newer: make PYTHON=python3.12' >&2; exit 1; }
	@echo 'Making .venv…' >&2
	@$(PYTHON) -m venv .venv

.venv/installed: pyproject.toml requirements-dev.lock | .venv/bin/pip
	@echo 'Installing Seize with its libraries into .venv, once: one or two minutes, 470 MB…' >&2
	@$(call install,.)
	@touch $@

.venv/installed-dev: pyproject.toml requirements-dev.lock | .venv/bin/pip
	@echo 'Installing what tests and checks need into .venv, once: two to four minutes…' >&2
	@$(call install,'.[dev]')
	@touch $@ .venv/installed
