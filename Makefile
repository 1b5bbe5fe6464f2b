# Needs Python 3.11 or newer with venv, and nothing else: everything goes into .venv, from the lock files, by hash.

PYTHON ?= python3
BIN := .venv/bin
# One more than processors: some tests wait for daemons that are killed, frozen or silent.
WORKERS ?= $(shell expr 1 + $$(getconf _NPROCESSORS_ONLN))
PYTHONS ?= python3.11 python3.12 python3.13
FUZZ_SECONDS ?= 600
TROUBLE_MINUTES ?= 60
TARGETS ?= address arena computer html mail practice profile programs-press quoting reports sheet-diplomacy \
	sheet-empires sheet-exchange sheet-machiavelli sheet-payola sheet-pirates upstream

.DEFAULT_GOAL := help
.PHONY: help install demo serve test matrix check format soak pictures bench readability fuzz interop lock clean

help:  ## say what there is to make
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: .venv/installed  ## set up the judge: leaves .venv/bin/judge

demo: install  ## play a phase of Payola by real mail on this machine and show what each player gets
	$(BIN)/judge demo

serve: install  ## run the judge (settings: JUDGE_*, see README.md)
	$(BIN)/judge migrate
	$(BIN)/judge serve

test: .venv/developing  ## run all tests, on SQLite and on a PostgreSQL server of their own
	$(KEPT) $(BIN)/pytest -n $(WORKERS) --dist worksteal $(PYTEST_ARGS)

matrix:  ## run all tests with each Python of PYTHONS that is here (Debian's, or what `uv python install 3.13` leaves)
	@for python in $(PYTHONS); do \
		$$python -c '' 2> /dev/null || { echo "== no $$python here"; continue; }; \
		echo "== $$python"; own=build/matrix/$$(basename $$python); \
		$$python -m venv $$own && \
		$$own/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes \
			--requirement requirements.lock --requirement requirements-dev.lock && \
		$$own/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable . && \
		$(KEPT) $$own/bin/pytest -n $(WORKERS) --dist worksteal $(PYTEST_ARGS) || exit 1; \
	done

check: .venv/developing  ## everything that CI runs: format, lint, types, imports, tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(MAKE) test

format: .venv/developing  ## format the code and mend what the linter can
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

soak: .venv/developing  ## ten years at random of every game, variation and board; all tests, with nothing sampled; then hours of trouble (Debian, root)
	$(BIN)/python -m tests.soak $(SOAK_ARGS)
	$(KEPT) JUDGE_SOAK=1 $(BIN)/pytest -n $(WORKERS) --dist worksteal --timeout 1800 $(PYTEST_ARGS)
	tests/soak/install.sh
	JUDGE_SOAK=1 $(BIN)/python -m tests.soak.trouble postgresql --minutes $(TROUBLE_MINUTES)
	JUDGE_SOAK=1 $(BIN)/python -m tests.soak.trouble sqlite --minutes $(TROUBLE_MINUTES)

pictures: .venv/browsing  ## paint the maps of the manual anew, and take its pages with Chromium
	$(BIN)/python -m tests.maps.manual
	$(BIN)/python -m tests.interop.pictures

bench: .venv/developing  ## measure, beside the targets
	$(BIN)/python -m bench

readability: .venv/reading  ## measure how docs, help, letters and messages read
	$(BIN)/python -m bench.readability

fuzz: .venv/fuzzing  ## look for inputs that break the readers (FUZZ_SECONDS: 600 a target)
	for target in $(TARGETS); do echo "== $$target"; $(BIN)/python -m tests.fuzz.run $$target $(FUZZ_SECONDS) || exit 1; done
	$(BIN)/python -m tests.fuzz.climb $(FUZZ_SECONDS)

interop: .venv/browsing  ## real mail programs, Postfix, and a browser on every page (Debian, root; installs them)
	tests/interop/install.sh
	$(BIN)/python -m tests.interop build/interop/mail
	$(BIN)/python -m tests.interop.relayhost build/interop/relayhost
	$(BIN)/python -m tests.interop.mailboxes build/interop/mailboxes
	$(BIN)/python -m tests.interop.hosted build/interop/hosted
	$(BIN)/python -m tests.interop.milters build/interop/milters
	$(BIN)/python -m tests.interop.web_servers build/interop/web
	$(BIN)/python -m tests.interop.failover
	$(BIN)/python -m tests.interop.boards build/interop/peers
	$(BIN)/python -m tests.interop.browser build/interop
	$(BIN)/python -m tests.interop.composer
	$(BIN)/python -m tests.interop.quick_start build/interop/quick-start.png

lock: .venv/developing  ## resolve the dependencies of pyproject.toml again, to their newest versions
	@mkdir -p build
	$(BIN)/python -c "$$LIST" dependencies build > build/runtime.in
	$(BIN)/python -c "$$LIST" dev > build/developing.in
	$(COMPILE) -o build/runtime.txt build/runtime.in
	$(COMPILE) -c build/runtime.txt -o build/developing.txt build/developing.in
	$(BIN)/python -c "$$LIST" png > build/pictures.in
	$(COMPILE) -c build/developing.txt -o build/pictures.txt build/pictures.in
	$(BIN)/python -c "$$LIST" mailbox > build/mailbox.in
	$(COMPILE) -c build/developing.txt -o build/mailbox.txt build/mailbox.in
	$(BIN)/python -c "$$LIST" fuzz > build/fuzzing.in
	$(COMPILE) -o build/fuzzing.txt build/fuzzing.in
	$(BIN)/python -c "$$LIST" interop > build/browsing.in
	$(COMPILE) -c build/runtime.txt -o build/browsing.txt build/browsing.in
	$(BIN)/python -c "$$LIST" readability > build/reading.in
	$(COMPILE) -c build/developing.txt -o build/reading.txt build/reading.in
	(echo "# Made by: make lock"; cat build/runtime.txt) > requirements.lock
	(echo "# Made by: make lock. Comes on top of requirements.lock."; cat build/developing.txt) > requirements-dev.lock
	(echo "# Made by: make lock. Comes on top of requirements.lock."; cat build/pictures.txt) > requirements-png.lock
	(echo "# Made by: make lock. Comes on top of requirements.lock."; cat build/mailbox.txt) > requirements-mailbox.lock
	(echo "# Made by: make lock. Comes on top of the other two."; cat build/fuzzing.txt) > requirements-fuzz.lock
	(echo "# Made by: make lock. Comes on top of the first two."; cat build/browsing.txt) > requirements-interop.lock
	(echo "# Made by: make lock. Comes on top of the first two."; cat build/reading.txt) > requirements-readability.lock

clean:  ## remove what was set up or built here
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# What Python has compiled is kept, whatever the environment says: the tests start it hundreds of times.
KEPT := PYTHONDONTWRITEBYTECODE=

# Without the header, which would repeat the options of this machine's pip.
COMPILE := $(BIN)/pip-compile --quiet --upgrade --generate-hashes --no-header --no-annotate --no-emit-options \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host --allow-unsafe --strip-extras

define LIST
import sys, tomllib
with open("pyproject.toml", "rb") as file:
    project = tomllib.load(file)
extras = project["project"]["optional-dependencies"]
lists = {**project["dependency-groups"], **extras, "dependencies": project["project"]["dependencies"]}
print(*(line for name in sys.argv[1:] for line in lists[name]), sep="\n")
endef
export LIST

fetch = $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement $(1)

# Stamps: a set-up runs once, and again when a lock file or the project's own metadata have changed.

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "The judge needs Python 3.11 or newer; name one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "Python's venv is missing (Debian: apt install python3-venv)" >&2; exit 1; }

.venv/installed: .venv/bin/python requirements.lock pyproject.toml
	$(call fetch,requirements.lock)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

.venv/developing: .venv/installed requirements-dev.lock
	$(call fetch,requirements-dev.lock)
	@touch $@

.venv/fuzzing: .venv/developing requirements-fuzz.lock
	$(call fetch,requirements-fuzz.lock)
	@touch $@

.venv/reading: .venv/developing requirements-readability.lock
	$(call fetch,requirements-readability.lock)
	@touch $@

.venv/browsing: .venv/developing requirements-interop.lock
	$(call fetch,requirements-interop.lock)
	@touch $@
