"""The manifests of deploy/kubernetes: the same processes as in the containers, each with only the keys
that it needs.
"""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from casino.services.folder import PROJECT

FOLDER = PROJECT / "deploy" / "kubernetes"
COMPOSE = yaml.safe_load((PROJECT / "deploy" / "compose.yaml").read_text())["services"]
DOCUMENTS = [
    document
    for path in sorted(FOLDER.glob("*.yaml"))
    if path.name != "kustomization.yaml"
    for document in yaml.safe_load_all(path.read_text())
]
PODS: dict[str, dict[str, Any]] = {
    document["metadata"]["name"]: document["spec"]["template"]["spec"]
    for document in DOCUMENTS
    if document["kind"] in ("Deployment", "Job")
}


def test_every_file_is_applied() -> None:
    listed = yaml.safe_load((FOLDER / "kustomization.yaml").read_text())["resources"]
    assert sorted(listed) == sorted(
        path.name for path in FOLDER.glob("*.yaml") if path.name != "kustomization.yaml"
    )


@pytest.mark.parametrize("process", ["web", "croupier", "worker", "beat", "beacon", "migrate"])
def test_a_process_runs_as_it_does_in_the_containers(process: str) -> None:
    (container,) = PODS[process]["containers"]
    assert container["command"] == COMPOSE[process]["command"]


@pytest.mark.parametrize("process", sorted(PODS))
def test_a_process_has_no_more_rights_than_it_needs(process: str) -> None:
    pod, (container,) = PODS[process], PODS[process]["containers"]
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["automountServiceAccountToken"] is False
    limits = container["securityContext"]
    assert limits["readOnlyRootFilesystem"] is True and limits["allowPrivilegeEscalation"] is False
    assert limits["capabilities"] == {"drop": ["ALL"]}
    (secrets,) = [volume for volume in pod["volumes"] if volume["name"] == "secrets"]
    names = [source["secret"]["name"] for source in secrets["projected"]["sources"]]
    own = "operator" if process == "migrate" else process
    # The croupier sends no tasks. The process that follows the beacon has no key of the house.
    tasks = [] if process == "croupier" else ["tasks"]
    assert names == ([own] if process == "beacon" else ["common", *tasks, own])


def test_a_second_beat_runs_where_the_first_one_is_lost() -> None:
    (beat,) = [document for document in DOCUMENTS if document["metadata"]["name"] == "beat"]
    assert beat["spec"]["replicas"] == 2


def test_only_web_can_be_reached() -> None:
    policies = {
        document["metadata"]["name"]: document["spec"]
        for document in DOCUMENTS
        if document["kind"] == "NetworkPolicy"
    }
    assert policies["closed"] == {"podSelector": {}, "policyTypes": ["Ingress"]}
    assert [name for name, policy in policies.items() if policy.get("ingress")] == ["web"]
