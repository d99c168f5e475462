"""Everything that README, CONTRIBUTING, docs/ and deploy/ refer to exists: files, pages, headings,
commands, rules, readings, pictures.
"""

from __future__ import annotations

import pkgutil
import re
import unicodedata
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml
from django.core.management import get_commands

from tests.docs import code_facts, pictures
from tests.docs.generate import DOCS, ROOT
from tests.docs.page_facts import decisions
from tests.docs.test_readings import CITED, entries

PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "deploy/README.md")),
    *sorted(DOCS.rglob("*.md")),
]
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!\!)\[[^\]]*\]\((?!https?:)([^)\s]+)\)")
IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)|<img [^>]*src=\"([^\"]+)\"")
NAMED_FILE = re.compile(
    r"`((?:tests|casino|games|players|deploy|docs|locks|static|templates|\.ci|\.github)/[\w./@-]+\.\w+)`"
)
NAMED_FOLDER = re.compile(r"`((?:tests|casino|games|players|deploy|docs|locks|static|templates)/[\w/-]+?)/?`")
SCRIPT = re.compile(r"(?:python|sh|psql -f) ((?:casino|games|players|deploy|locks)/[\w./-]+\.\w+)")
DOTTED = re.compile(r"`((?:casino|games|players)(?:\.\w+)+)`")
DECISION = re.compile(r"(?:decisions/|[Dd]ecision\s+)(\d{4})")
MAKE = re.compile(r"(?:`|^|&& )make ([a-z]+)", re.MULTILINE)
MANAGE = re.compile(r"manage\.py ([a-z_]+)")
MODULE = re.compile(r"python -m ([a-z_][\w.]*)")
RULE = re.compile(r"(?<![\w-])(?:AR|FR|BJ|PB|HE|CS|MS)-[A-Z]?\d+[a-z]?(?:-[ivx]+)?(?![\w-])")
# Commands of Django and of the libraries that run inside manage.py.
OTHER_COMMANDS = {"migrate", "check", "collectstatic", "makemigrations", "version"}
OTHER_MODULES = {"pytest", "venv"}
# What `deploy/make_keys.py` writes.
MADE = ("deploy/house.env", "deploy/keys")


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def anchor(heading: str) -> str:
    """As the site generator makes it."""
    plain = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    ascii_only = unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", ascii_only).strip().lower())


@cache
def anchors(page: Path) -> frozenset[str]:
    text = FENCE.sub("", page.read_text("utf-8"))
    return frozenset(anchor(heading) for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE))


@cache
def rule_ids() -> frozenset[str]:
    text = (ROOT / "games" / "rulebook" / "matrix" / "rules.yaml").read_text("utf-8")
    ids = frozenset(rule["id"] for rule in yaml.safe_load(text))
    # Rules of the operator's own have an E, and are named where a sheet chooses them.
    own = {
        rule
        for path in (ROOT / "games" / "rules").rglob("*.py")
        for rule in re.findall(r'"([A-Z]{2}-E\d)"', path.read_text("utf-8"))
    }
    # "BJ-20" stands for BJ-20a, BJ-20b and BJ-20c together.
    return ids | own | {match[0] for rule in ids if (match := re.match(r"[A-Z]{2}-[A-Z]?\d+", rule))}


def make_targets() -> set[str]:
    return {target for target, _ in code_facts.TARGET.findall((ROOT / "Makefile").read_text("utf-8"))}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_link_leads_to_a_page_and_a_heading(page: Path) -> None:
    broken = []
    for link in LINK.findall(FENCE.sub("", page.read_text("utf-8"))):
        path, _, heading = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (heading and heading not in anchors(target)):
            broken.append(link)
    assert broken == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_file_and_folder_that_a_page_names_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    named = {*NAMED_FILE.findall(text), *NAMED_FOLDER.findall(text), *SCRIPT.findall(text)}
    missing = [file for file in sorted(named) if not (ROOT / file).exists() and not file.startswith(MADE)]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_module_and_class_that_a_page_names_exists(page: Path) -> None:
    dotted = set(DOTTED.findall(FENCE.sub("", page.read_text("utf-8"))))
    assert [dotted_name for dotted_name in sorted(dotted) if not importable(dotted_name)] == []


def importable(dotted: str) -> bool:
    """Whether it is a module, or something in one."""
    try:
        pkgutil.resolve_name(dotted)
    except (ImportError, AttributeError):
        return False
    return True


@pytest.mark.whole
@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_command_that_a_page_names_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    wrong = [f"make {target}" for target in MAKE.findall(text) if target not in make_targets()]
    wrong += [
        f"manage.py {command}"
        for command in MANAGE.findall(text)
        if command not in OTHER_COMMANDS | set(get_commands())
    ]
    wrong += [
        f"python -m {module}"
        for module in MODULE.findall(text)
        if module not in OTHER_MODULES and not find_spec(module)
    ]
    assert wrong == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_rule_and_reading_that_a_page_cites_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    assert {rule for rule in RULE.findall(text) if rule not in rule_ids()} == set()
    assert set(CITED.findall(text)) <= set(entries())


def test_make_help_lists_every_phony_target() -> None:
    [phony] = re.findall(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert set(phony.split()) == make_targets()


def test_every_attack_has_its_place_in_the_threat_model() -> None:
    written = (DOCS / "threat-model.md").read_text("utf-8")
    left_out = {"__init__.py", "conftest.py", "test_origin_of_a_house.py", "test_security_notices.py"}
    attacks = {path.name for path in (ROOT / "tests" / "security").glob("*.py")} - left_out
    unnamed = sorted(name for name in attacks if f"tests/security/{name}" not in written)
    assert unnamed == [], (
        f"Name these files of tests/security in docs/threat-model.md, beside the attack they try: {unnamed}"
    )


# --- README and pictures


def images(page: Path) -> list[Path]:
    return [
        (page.parent / (match[1] or match[2])).resolve() for match in IMAGE.findall(page.read_text("utf-8"))
    ]


def test_the_readme_is_short_and_shows_three_pictures() -> None:
    readme = ROOT / "README.md"
    assert len(readme.read_text("utf-8").splitlines()) < 80
    assert len(images(readme)) == 3


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_picture_is_there_and_described(page: Path) -> None:
    assert [str(image) for image in images(page) if not image.exists()] == []
    assert all(text for text, source, _ in IMAGE.findall(page.read_text("utf-8")) if source)


def test_every_picture_is_small_listed_and_used() -> None:
    taken = {path.stem: path for path in pictures.FOLDER.glob("*.webp")}
    assert set(taken) == set(pictures.listed())
    assert [path.name for path in taken.values() if path.stat().st_size > pictures.LARGEST] == []
    assert set(taken.values()) == {image for page in PAGES for image in images(page)}


# --- pages that must be complete


def test_every_setting_that_is_read_from_the_environment_is_documented() -> None:
    documented = set(
        re.findall(r"`([A-Z][A-Z_]+)(?:_FILE)?`", (DOCS / "operating" / "settings.md").read_text("utf-8"))
    )
    source = (ROOT / "casino" / "settings.py").read_text("utf-8")
    read = set(re.findall(r"env\.(?:flag|text|words|number|secret|key)\(\"([A-Z_]+)\"", source))
    undocumented = {setting.removesuffix("_FILE") for setting in read} - {
        setting.removesuffix("_FILE") for setting in documented
    }
    assert not undocumented, (
        "Write a row with default and meaning into the table of the process that reads it, in "
        f"docs/operating/settings.md: {sorted(undocumented)}"
    )


def test_every_documented_setting_is_read_somewhere() -> None:
    rows = re.findall(
        r"^\| (`[A-Z].*?) \|", (DOCS / "operating" / "settings.md").read_text("utf-8"), re.MULTILINE
    )
    documented = {setting for row in rows for setting in re.findall(r"`([A-Z][A-Z_]+)`", row)}
    packages = [path for top in ("casino", "games", "players") for path in (ROOT / top).rglob("*.py")]
    source = "".join(path.read_text("utf-8") for path in [*packages, ROOT / "tests" / "browser.py"])
    source += (ROOT / "deploy" / "run").read_text("utf-8").replace('"${', '"').replace('"$', '"')
    unread = {setting for setting in documented if f'"{setting.removesuffix("_FILE")}' not in source}
    assert {setting for setting in unread if f'"{setting}"' not in source} == set()


def test_every_self_check_has_a_runbook() -> None:
    from casino.record_checks.labels import TITLES

    without = sorted(set(TITLES) - anchors(DOCS / "operating" / "alarms.md"))
    assert without == [], (
        f"Write a heading of this name into docs/operating/alarms.md, and what to do when it fails: {without}"
    )


def test_every_role_has_a_guide() -> None:
    from casino.backoffice.roles import ROLES

    assert {path.stem for path in (DOCS / "staff").glob("*.md")} == {
        "index",
        *(role.replace(" ", "-") for role in ROLES),
    }


@pytest.mark.parametrize("page", decisions(), ids=name)
def test_a_decision_has_context_decision_and_consequences(page: Path) -> None:
    headings = re.findall(r"^## (.+)$", page.read_text("utf-8"), re.MULTILINE)
    assert headings == ["Context", "Decision", "Consequences"]


def test_every_decision_has_a_number_of_its_own() -> None:
    numbers = [page.name[:4] for page in decisions()]
    assert numbers
    assert sorted(set(numbers)) == numbers


def test_every_decision_that_is_cited_exists() -> None:
    """Code and tests cite them by number alone: `decision 0071`."""
    numbers = {page.name[:4] for page in decisions()}
    folders = [ROOT / folder for folder in ("casino", "games", "players", "tests", "deploy")]
    sources = [path for folder in folders for path in folder.rglob("*") if path.suffix in {".py", ".sql"}]
    cited = {number for path in [*sources, *PAGES] for number in DECISION.findall(path.read_text("utf-8"))}
    assert "0071" in cited
    assert cited - numbers == set()
