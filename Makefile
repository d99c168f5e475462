# `make help` lists the targets. `make run` and `make test` are all that a first visit needs.

PYTHON ?= $(firstword $(foreach name,python3.11 python3.12 python3.13 python3,$(shell command -v $(name) 2>/dev/null)))
# The system is a dozen processes of the same code: compile it once.
unexport PYTHONDONTWRITEBYTECODE
VENV := .venv
BIN := $(VENV)/bin
# Two workers compute, and one waits for what happens in a running house (tests/house_worker.py). Each file runs in one
# worker, and tests/plugin.py orders the files.
TESTS := $(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder
KILLS ?= 50
# What `make run` opens: lively has a simulated past and house players, empty has neither.
DEMO ?= lively
# Formats, lints and type-checks the scripts: one program that a wheel brings, so no Node is needed.
DENO := DENO_DIR=$(VENV)/deno DENO_NO_UPDATE_CHECK=1 $(BIN)/deno
LOCK := $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --quiet \
	--custom-compile-command 'make lock'

.DEFAULT_GOAL := help
.PHONY: help setup run reset test bare long check reach mutants audit docs release verify evidence bench gallery pictures chaos cluster containers backup restore lock clean

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(VENV)/house.installed $(EXTRAS:%=$(VENV)/%.extra) ## Create .venv from the locked requirements

run: setup ## Start a demonstration house at http://127.0.0.1:8000; DEMO=empty without a past
	@DEMO=$(DEMO) $(BIN)/python -m casino.services

# Refuses while the house runs, and asks first; ARGS=--yes answers. Backups in the folder stay.
reset: $(VENV)/house.installed ## Delete the demonstration's data: the next make run starts over
	@$(BIN)/python -m casino.services.reset $(ARGS)

# ARGS goes to pytest: make test ARGS="tests/rules -k insurance". CHANGED=1: tests/changed.py says which.
test: $(VENV)/development.installed ## Run the tests; ARGS="tests/rules -k insurance" or CHANGED=1 selects some
	@$(BIN)/python locks/fetch_npm.py $(VENV)/npm iframe-worker axe-core age-encryption @noble @scure || true
	@$(BIN)/python locks/fetch_wheels.py $(VENV)/witness || true
	@$(BIN)/python -m tests.browser
	@$(if $(CHANGED),paths=$$($(BIN)/python -m tests.changed) && )$(TESTS) $(if $(CHANGED),$$paths) $(ARGS)

# ARGS="--user root --suite trixie" chooses; it needs root and debootstrap.
bare: ## Run both commands of the README in an empty Debian
	@$(PYTHON) -m tests.proofs.bare $(ARGS)

# The first half records which test reaches which rule (.house/reach.json): 27 minutes on two free cores.
# The last part writes docs/evidence with the programs that are installed: dieharder takes hours.
long: $(VENV)/development.installed ## Run the tests that take too long for every run
	@$(BIN)/python -m tests.proofs.reach
	@$(BIN)/python -m tests.proofs.reach --check
	@$(BIN)/python -m pytest -m long $(ARGS)
	@$(BIN)/python -m tests.proofs.generator_evidence
	@CLUSTER_UPGRADES=50 $(MAKE) --no-print-directory cluster DRILL="rolling upgrade"

check: $(VENV)/development.installed ## Lint, format, types, import contracts, migrations
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@HOUSE_PURE=1 SECRET_KEY=unused $(BIN)/mypy
	@$(BIN)/lint-imports
	@$(DENO) fmt --check --quiet
	@$(DENO) lint --quiet
	@$(DENO) check --quiet static/js
	@$(BIN)/python manage.py makemigrations --check --dry-run

# The first time half an hour, then a few minutes after a change of code that cites rules. Fails if a rule is unreached.
reach: $(VENV)/development.installed ## Before a release: renew the record of reached rules, and check it
	@$(BIN)/python -m tests.proofs.reach --changed
	@$(BIN)/python -m tests.proofs.reach --check

# About an hour on two free cores; at least 95 of a hundred mutants must be noticed.
mutants: $(VENV)/development.installed ## Before a release: change 200 lines that cite a rule; tests must notice
	@$(BIN)/python -m tests.proofs.mutants --citing 200 $(ARGS)

# Vulnerability data comes from the network; ARGS=--offline leaves that part out.
audit: $(VENV)/development.installed ## Find weaknesses, secrets and vulnerable packages; write the bill of materials
	@$(BIN)/python -m tests.proofs.audit $(ARGS)

docs: $(VENV)/development.installed ## Build the documentation into site/; any warning is an error
	@$(BIN)/python locks/fetch_npm.py $(VENV)/npm mermaid iframe-worker
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo "Open site/index.html, or run $(BIN)/mkdocs serve while you write."

# PART=upgrade runs one part, PART=all every one; LIST=1 lists them. RECORD=1.0.0 records a release (docs/operating/releases.md).
release: $(VENV)/development.installed ## Make the artefacts of a release and list its parts; PART=upgrade runs one
	@$(BIN)/python locks/fetch_npm.py $(VENV)/npm mermaid iframe-worker || true
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m tests.release $(if $(PART),--part "$(PART)") $(if $(LIST),--list) \
		$(if $(RECORD),--record "$(RECORD)") $(if $(ACCEPT),--accept "$(ACCEPT)") $(if $(RESULTS),--results "$(RESULTS)") \
		$(if $(RELEASE_KEY),--key "$(RELEASE_KEY)") $(ARGS)

# A package of its own, which needs nothing of the house (docs/reference/anybody-can-check.md).
verify: $(VENV)/development.installed ## Build the outsider's tool, feltro-verify, as a wheel into dist/
	@$(BIN)/uv build --wheel --quiet verify -o dist
	@echo "pipx install $$(ls dist/feltro_verify-*.whl)"

# ARGS="--run simulation,chaos" also runs long parts; ARGS=--house replays the rounds of the running house.
evidence: $(VENV)/development.installed ## Write what the house claims of itself into dist/evidence, with its dates
	@$(BIN)/python -m tests.proofs.evidence $(ARGS)

bench: $(VENV)/development.installed ## Measure speed, each figure beside its peer; QUICK=1 in three minutes
	@$(BIN)/python -m tests.bench $(if $(QUICK),--quick) $(ARGS)

gallery: $(VENV)/development.installed ## Photograph every page into .house/gallery; ARGS="--only blackjack" for some
	@$(BIN)/python -m tests.browser
	@$(BIN)/python -m tests.gallery $(ARGS)

pictures: $(VENV)/development.installed ## Take the pictures of the documentation again; ARGS="--only cashier" for some
	@$(BIN)/python -m tests.browser
	@$(BIN)/python -m tests.docs.pictures $(ARGS)

chaos: $(VENV)/development.installed ## Kill processes under load and check the record; KILLS=50, ARGS=--beacon
	@$(BIN)/python -m tests.proofs.chaos --kills $(KILLS) $(ARGS)

# DRILL="leader,standby" runs some. It needs root and packages of Debian, which it names (docs/operating/cluster.md).
cluster: $(VENV)/cluster.installed ## Open three hosts on this machine; DRILL=all runs the drills on them
	@$(BIN)/python -m tests.proofs.cluster $(if $(DRILL),--drill "$(DRILL)")

# ARGS="--only lint" for a part. It needs root and packages of Debian, which it names.
containers: $(VENV)/containers.installed ## Build the image, and follow the guide for containers
	@$(BIN)/python -m tests.proofs.containers $(ARGS)

# The system may keep running. The backup goes to BACKUP_DIR, else to .house/backup; it never contains the keys.
backup: $(VENV)/house.installed ## Back up the embedded database, encrypted
	@$(BIN)/python -m casino.services.backup $(ARGS)

# make restore FROM=.house/backup TO=/srv/restored AT="2026-11-22 05:30:00+00"
restore: $(VENV)/house.installed ## Restore a backup: FROM=.house/backup TO=/srv/restored AT="2026-11-22 05:30:00+00"
	@$(BIN)/python -m casino.services.restore --backup "$(FROM)" --into "$(TO)" $(if $(AT),--at "$(AT)") $(ARGS)

# The newest versions that work together. Installation uses exactly these files, with their hashes.
lock: $(VENV)/development.installed ## Update the locked requirements
	@$(LOCK) --upgrade locks/house.in -o requirements.txt
	@$(LOCK) --constraint requirements.txt locks/production.in -o locks/production.txt
	@$(LOCK) --upgrade locks/s3.in -o locks/s3.txt
	@$(LOCK) --upgrade locks/traces.in -o locks/traces.txt
	@$(LOCK) --upgrade locks/warehouse.in -o locks/warehouse.txt
	@$(LOCK) --upgrade locks/development.in -o locks/development.txt
	@$(LOCK) --upgrade locks/cluster.in -o locks/cluster.txt
	@$(LOCK) --upgrade locks/containers.in -o locks/containers.txt
	@$(LOCK) --upgrade locks/uv.in -o locks/uv.txt

clean: ## Remove .venv and caches; .house stays
	@rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis site dist

$(VENV)/house.installed: requirements.txt locks/uv.txt locks/npm.txt locks/install
	@PYTHON="$(PYTHON)" sh locks/install $(VENV) requirements.txt
	@$(BIN)/python locks/fetch_npm.py $(VENV)/npm @alpinejs/csp \
		|| echo "The menus of the back office stay closed without it; run make setup again when the registry answers."
	@$(BIN)/python locks/fetch_npm.py $(VENV)/npm @esbuild \
		|| echo "Tables load their scripts file by file without it; run make setup again when the registry answers."
	@$(BIN)/python locks/fetch_npm.py $(VENV)/npm @noble/curves @noble/hashes && $(BIN)/python locks/bundle_npm.py $(VENV)/npm \
		|| echo "Browsers cannot check beacons without it; run make setup again when the registry answers."
	@$(BIN)/python -m casino.languages.translations --compile
	@touch $@

# EXTRAS="s3 traces warehouse" also installs locks/s3.txt, locks/traces.txt and locks/warehouse.txt, now or later.
$(VENV)/%.extra: locks/%.txt $(VENV)/house.installed
	@PYTHON="$(PYTHON)" sh locks/install $(VENV) $<
	@touch $@

$(VENV)/development.installed: locks/development.txt locks/npm.txt locks/witness.txt $(VENV)/house.installed
	@PYTHON="$(PYTHON)" sh locks/install $(VENV) requirements.txt locks/development.txt
	@$(BIN)/python locks/fetch_wheels.py $(VENV)/witness || echo "Tests of the log need it; run make setup again."
	@$(BIN)/python locks/fetch_npm.py $(VENV)/npm mermaid iframe-worker axe-core age-encryption @noble @scure \
		|| echo "The documentation and some tests need it; make docs and make test try again."
	@touch $@

# The embedded Valkey has no TLS; VALKEY_SERVER names another one.
ifndef VALKEY_SERVER
cluster: $(VENV)/valkey/valkey-server
endif
$(VENV)/valkey/valkey-server: deploy/cluster/build-valkey
	@deploy/cluster/build-valkey $(dir $@)

$(VENV)/cluster.installed: locks/cluster.txt $(VENV)/development.installed
	@PYTHON="$(PYTHON)" sh locks/install $(VENV) locks/cluster.txt
	@touch $@

$(VENV)/containers.installed: locks/containers.txt $(VENV)/development.installed
	@PYTHON="$(PYTHON)" sh locks/install $(VENV) locks/containers.txt
	@touch $@
