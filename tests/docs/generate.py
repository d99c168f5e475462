"""The parts of docs/ that state facts are written by this program: `python -m tests.docs.generate`.

A page marks such a part with two comments:

    <!-- generated: transfer-kinds -->
    <!-- end of generated part -->

Whatever stands between them is replaced. `--check` changes nothing and ends with 1 where a page is out of
date.

What is long and nobody reviews line by line is not committed: `<!-- built: data-model-games -->` is replaced
when the site is built (`tests/docs/site_hooks.py`).
"""

from __future__ import annotations

import argparse
import os
import re
import secrets
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
BUILT = re.compile(r"<!-- built: (?P<name>[a-z-]+) -->")
PART = re.compile(r"(<!-- generated: (?P<name>[a-z-]+) -->\n).*?(<!-- end of generated part -->)", re.DOTALL)
COMMAND = "python -m tests.docs.generate"

LAYERS = ("players", "games", "casino")
Section = Callable[[], str]


def set_up_django() -> None:
    """Facts are read from the code alone: no database, no server, no key of a real system."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    os.environ["HOUSE_PURE"] = "1"
    os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(64))
    import django

    django.setup()


def sections() -> Mapping[str, Section]:
    """Every generated part that is committed, by name."""
    from tests.docs import (
        accessibility_facts,
        code_facts,
        generator_facts,
        interface_facts,
        job_facts,
        lifecycle_facts,
        money_facts,
        monitoring_facts,
        page_facts,
        process_facts,
        proof_facts,
        regulation_facts,
        warehouse_facts,
    )

    return {
        "accessibility-report": accessibility_facts.accessibility_report,
        "account-kinds": money_facts.account_kinds,
        "account-diagram": money_facts.account_diagram,
        "transfer-kinds": money_facts.transfer_kinds,
        "import-diagrams": code_facts.import_diagrams,
        "games": code_facts.games,
        "shared-files-with-games": code_facts.shared_files_with_games,
        "process-diagram": process_facts.process_diagram,
        "process-table": process_facts.process_table,
        "rule-change-states": lifecycle_facts.rule_change,
        "identity-states": lifecycle_facts.identity,
        "account-states": lifecycle_facts.account,
        "management-commands": code_facts.management_commands,
        "make-targets": code_facts.make_targets,
        "scheduled-tasks": code_facts.scheduled_tasks,
        "roles": interface_facts.roles,
        "api-operations": interface_facts.api_operations,
        "socket-messages": interface_facts.socket_messages,
        "socket-frames": interface_facts.socket_frames,
        "socket-views": interface_facts.socket_views,
        "refusal-codes": interface_facts.refusal_codes,
        "generator-parts": generator_facts.generator_parts,
        "staff-jobs": job_facts.staff_jobs,
        "monitoring-rules": monitoring_facts.shipped_rule_table,
        "monitoring-signals": monitoring_facts.signal_table,
        "bot-signs": monitoring_facts.bot_sign_table,
        "personal-data": monitoring_facts.personal_data_table,
        "decision-list": page_facts.decision_list,
        "pinned-beacons": proof_facts.pinned_beacons,
        "draws-of-games": proof_facts.draws_of_games,
        "wheels": proof_facts.wheels,
        "technical-regulation": regulation_facts.regulation_table,
        "warehouse-columns": warehouse_facts.warehouse_columns,
        "warehouse-publications": warehouse_facts.publication_sql,
        "warehouse-role": warehouse_facts.role_sql,
        "warehouse-subscriber": warehouse_facts.subscriber_sql,
    }


def built_sections() -> Mapping[str, Section]:
    """Every part that is written when the site is built, by name."""
    from tests.docs import model_facts, rights_facts, schema_facts

    return {
        **{f"data-model-{layer}": partial(model_facts.data_model, layer) for layer in LAYERS},
        "database-rights": rights_facts.database_rights,
        "regulator-misprints": schema_facts.misprints,
        "regulator-open-readings": schema_facts.open_readings,
    }


def built(text: str, known: Mapping[str, Section]) -> str:
    """A page as the site shows it."""
    return BUILT.sub(lambda match: known[match["name"]]().strip(), text)


def pages() -> list[Path]:
    return sorted(DOCS.rglob("*.md"))


def regenerated(text: str, known: Mapping[str, Section]) -> str:
    from django.utils import translation

    def replacement(match: re.Match[str]) -> str:
        with translation.override("en"):
            return f"{match[1]}\n{known[match['name']]().strip()}\n\n{match[3]}"

    return PART.sub(replacement, text)


def documents() -> dict[Path, str]:
    """The descriptions of the interfaces for programs, which are files of their own."""
    from tests.docs import interface_facts

    return {
        DOCS / "reference" / "openapi.json": interface_facts.openapi_document(),
        DOCS / "reference" / "asyncapi.json": interface_facts.asyncapi_document(),
    }


def outdated_documents() -> dict[Path, str]:
    return {
        path: text
        for path, text in documents().items()
        if not path.exists() or path.read_text("utf-8") != text
    }


def outdated(known: Mapping[str, Section]) -> dict[Path, str]:
    """The pages whose generated parts differ from the code, each with the text it should have."""
    texts = {page: page.read_text("utf-8") for page in pages()}
    wanted = {page: regenerated(text, known) for page, text in texts.items()}
    return {page: text for page, text in wanted.items() if text != texts[page]}


def main() -> int:
    parser = argparse.ArgumentParser(prog=COMMAND)
    parser.add_argument(
        "--check", action="store_true", help="change nothing; end with 1 where a page is out of date"
    )
    arguments = parser.parse_args()
    set_up_django()
    changed = outdated(sections()) | outdated_documents()
    for page, text in changed.items():
        print(f"{'out of date' if arguments.check else 'written'}: {page.relative_to(ROOT)}")
        if not arguments.check:
            page.write_text(text, "utf-8")
    return 1 if arguments.check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
