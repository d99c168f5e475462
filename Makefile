# Two commands: `make run` opens the house, `make test` proves it. The rest is for whoever works on it.

PYTHON ?= $(firstword $(foreach name,python3.11 python3.12 python3.13 python3,$(shell command -v $(name) 2>/dev/null)))
# A house is a dozen processes of the same code: it is compiled once, not by each.
unexport PYTHONDONTWRITEBYTECODE
VENV := .venv
BIN := $(VENV)/bin
# Two at once: tests that share a machine with a database, a house and a browser gain little from more. A file goes to one process, which
# seeds its house once, and the files come in the order that tests/plugin.py gives them.
TESTS := $(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder
KILLS ?= 50
# Formats, lints and type-checks the scripts: one program that a wheel brings, so no Node is needed.
DENO := DENO_DIR=$(VENV)/deno DENO_NO_UPDATE_CHECK=1 $(BIN)/deno
LOCK := $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --quiet --custom-compile-command 'make lock'

.PHONY: setup run test long check bench chaos backup restore lock clean

setup: $(VENV)/house.installed

run: setup
	@$(BIN)/python -m casino.services

test: $(VENV)/development.installed
	@$(BIN)/python -m tests.browser
	@$(TESTS) $(ARGS)

# The first half writes which rule is reached by which test (games/rulebook/matrix/reach.json); some twenty minutes.
long: $(VENV)/development.installed
	@$(BIN)/python -m tests.proofs.reach
	@$(BIN)/python -m pytest -m long $(ARGS)

check: $(VENV)/development.installed
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@HOUSE_PURE=1 SECRET_KEY=unused $(BIN)/mypy
	@$(BIN)/lint-imports
	@$(DENO) fmt --check --quiet
	@$(DENO) lint --quiet
	@$(BIN)/python manage.py makemigrations --check --dry-run

bench: $(VENV)/development.installed
	@$(BIN)/python -m tests.bench

# Pictures of every page and of every phase of every table, in .house/gallery; ARGS="--only blackjack" for some of them.
gallery: $(VENV)/development.installed
	@$(BIN)/python -m tests.browser
	@$(BIN)/python -m tests.gallery $(ARGS)

chaos: $(VENV)/development.installed
	@$(BIN)/python -m tests.proofs.chaos --kills $(KILLS)

# The house may stay open. Where it goes: BACKUP_DIR, else .house/backup; the keys are no part of it.
backup: $(VENV)/house.installed
	@$(BIN)/python -m casino.services.backup $(ARGS)

# make restore FROM=.house/backup TO=/srv/restored AT="2026-11-22 05:30:00+00"
restore: $(VENV)/house.installed
	@$(BIN)/python -m casino.services.restore --backup "$(FROM)" --into "$(TO)" $(if $(AT),--at "$(AT)") $(ARGS)

# The newest versions that go together; what is installed is what these files say, byte for byte.
lock: $(VENV)/development.installed
	@$(LOCK) --upgrade locks/house.in -o requirements.txt
	@$(LOCK) --upgrade locks/development.in -o locks/development.txt
	@$(LOCK) --upgrade locks/uv.in -o locks/uv.txt

clean:
	@rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

$(VENV)/house.installed: requirements.txt locks/uv.txt locks/install
	@PYTHON="$(PYTHON)" sh locks/install $(VENV) requirements.txt
	@$(BIN)/python -m casino.catalogues
	@touch $@

$(VENV)/development.installed: locks/development.txt $(VENV)/house.installed
	@PYTHON="$(PYTHON)" sh locks/install $(VENV) requirements.txt locks/development.txt
	@touch $@
