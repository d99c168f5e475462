"""The manifests of deploy/kubernetes: the same processes as in the containers, each with only the keys
that it needs; and what every workload must have.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from casino.services.folder import PROJECT
from tests.deploy.test_alive import LOOPS
from tests.deploy.test_compose import SERVICES, seconds
from tests.deploy.test_systemd_units import READS, WRITES

sys.path.insert(0, str(PROJECT / "deploy"))
import make_keys

FOLDER = PROJECT / "deploy" / "kubernetes"
INSTALL = (PROJECT / "docs" / "operating" / "install.md").read_text()
KUSTOMIZATION = yaml.safe_load((FOLDER / "kustomization.yaml").read_text())
Documents = dict[tuple[str, str], dict[str, Any]]


def by_name(documents: list[dict[str, Any]]) -> Documents:
    named = {(document["kind"], document["metadata"]["name"]): document for document in documents}
    assert len(named) == len(documents)
    return named


DOCUMENTS = by_name([
    document
    for path in sorted(FOLDER.glob("*.yaml"))
    if path.name != "kustomization.yaml"
    for document in yaml.safe_load_all(path.read_text())
])  # fmt: skip
PODS: dict[str, dict[str, Any]] = {
    name: document["spec"]["template"]["spec"]
    for (kind, name), document in DOCUMENTS.items()
    if kind in ("Deployment", "Job")
}
DEPLOYMENTS = {name: document for (kind, name), document in DOCUMENTS.items() if kind == "Deployment"}
PROCESSES = [name for name in DEPLOYMENTS if name != "operator"]


def containers(name: str) -> list[dict[str, Any]]:
    return [*PODS[name].get("initContainers", []), *PODS[name]["containers"]]


def kubectl() -> str:
    program = shutil.which("kubectl")
    if program is None:
        pytest.skip("NOT RUN: no kubectl renders the manifests here")
    return program


def render(folder: Path) -> Documents:
    made = subprocess.run([kubectl(), "kustomize", str(folder)], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    return by_name(list(yaml.safe_load_all(made.stdout)))


def test_every_file_is_applied() -> None:
    assert sorted(KUSTOMIZATION["resources"]) == sorted(
        path.name for path in FOLDER.glob("*.yaml") if path.name != "kustomization.yaml"
    )


def test_the_rendering_is_the_manifests_with_their_image_and_namespace() -> None:
    """So what the other tests find in the manifests holds for what is applied."""
    rendered = render(FOLDER)
    assert rendered.keys() == DOCUMENTS.keys()
    (named,) = KUSTOMIZATION["images"]
    image = f"{named['newName']}@{named['digest']}"
    for key, document in rendered.items():
        own = DOCUMENTS[key]
        if key[0] != "Namespace":
            assert document["metadata"].pop("namespace") == KUSTOMIZATION["namespace"], key
        if key[0] in ("Deployment", "Job"):
            pod = document["spec"]["template"]["spec"]
            for container in [*pod.get("initContainers", []), *pod["containers"]]:
                assert container["image"] == image
                container["image"] = "feltro"
                for variable in container.get("env", []):
                    if variable["name"] == "RELEASE":
                        assert variable["value"] == image
                        variable["value"] = DOCUMENTS[key]["spec"]["template"]["spec"]["containers"][0][
                            "env"
                        ][0]["value"]
        assert document == own, key


def test_the_documented_command_names_the_image_by_its_digest(tmp_path: Path) -> None:
    """Red before: a digest that nobody filled in, and a command of no installed program to do it."""
    shutil.copytree(FOLDER, tmp_path / "deploy" / "kubernetes")
    (command,) = re.findall(r"^sed -i .*kustomization\.yaml$", INSTALL, re.MULTILINE)
    image = f"registry.internal:5000/feltro@sha256:{'1' * 64}"
    subprocess.run(
        ["sh", "-c", command], cwd=tmp_path, env={"image": image, "PATH": "/usr/bin:/bin"}, check=True
    )
    rendered = render(tmp_path / "deploy" / "kubernetes")
    images = {
        container["image"]
        for (kind, _), document in rendered.items()
        if kind in ("Deployment", "Job")
        for container in document["spec"]["template"]["spec"]["containers"]
    }
    assert images == {image}


def test_without_a_digest_no_image_can_be_pulled() -> None:
    """A name without one would mean whatever its tag leads to."""
    (image,) = KUSTOMIZATION["images"]
    assert image["digest"] and "newTag" not in image
    assert not re.fullmatch(r"sha256:[0-9a-f]{64}", image["digest"])


@pytest.mark.parametrize("process", ["web", "croupier", "worker", "beat", "beacon", "migrate"])
def test_a_process_runs_as_it_does_in_the_containers(process: str) -> None:
    command = SERVICES[process]["command"]
    if process == "migrate":  # of the containers it also writes what their proxy shows
        command = command[-1].splitlines()[0].split()
    assert containers(process)[0]["command"] == command


def test_the_release_is_recorded_once_it_is_migrated() -> None:
    """Red before: no manifest was recorded, and the self-check of the generator stayed unknown."""
    (record,) = PODS["migrate"]["containers"]
    assert record["command"] == ["deploy/run", "manage", "manifest", "--record", "release $(RELEASE)"]
    first = [key for key, document in DOCUMENTS.items()
             if document["metadata"].get("labels", {}).get("feltro.example/step") == "first"]  # fmt: skip
    assert sorted(first) == [("ConfigMap", "settings"), ("Job", "migrate"), ("Namespace", "feltro")]


@pytest.mark.parametrize("name", sorted(PODS))
def test_a_workload_has_no_more_rights_than_it_needs(name: str) -> None:
    pod = PODS[name]
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["runAsUser"] == make_keys.IMAGE_USER
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert pod["automountServiceAccountToken"] is False
    for container in containers(name):
        limits = container["securityContext"]
        assert limits["readOnlyRootFilesystem"] is True and limits["allowPrivilegeEscalation"] is False
        assert limits["capabilities"] == {"drop": ["ALL"]}
    secrets = {volume["secret"]["secretName"] for volume in pod["volumes"] if "secret" in volume}
    assert secrets == {"operator" if name == "migrate" else name}
    assert f"for process in {' '.join(make_keys.DATABASE_ROLES)}; do" in INSTALL


@pytest.mark.parametrize("name", sorted(PODS))
def test_a_workload_is_promised_memory_and_ends_there(name: str) -> None:
    """Red before: no workload had either, so one that grew took the host with it."""
    for container in containers(name):
        assert container["resources"]["requests"].keys() == {"cpu", "memory"}
        assert container["resources"]["limits"].keys() == {"memory"}
    (scratch,) = [volume for volume in PODS[name]["volumes"] if volume["name"] == "scratch"]
    assert scratch["emptyDir"].keys() == {"medium", "sizeLimit"}


@pytest.mark.parametrize("name", PROCESSES)
def test_a_process_is_asked_whether_it_starts_works_and_hangs(name: str) -> None:
    """Red before: web alone was."""
    (container,) = containers(name)
    probes = {kind: container[f"{kind}Probe"] for kind in ("startup", "readiness", "liveness")}
    for kind, probe in probes.items():
        assert probe["timeoutSeconds"] > 1, kind
        if name == "web":
            assert probe["httpGet"] == {"path": "/healthz", "port": "http"}
        elif (name, kind) == ("croupier", "readiness"):
            assert probe["exec"]["command"] == ["deploy/run", "alive", "10", "lists"]
        else:
            assert probe["exec"]["command"] == ["deploy/run", "alive", "60", *LOOPS[name]]
    starts = probes["startup"]
    assert starts["periodSeconds"] * starts["failureThreshold"] >= 120
    hangs = probes["liveness"]
    # The worker's loop stands still while it has no broker. Its tasks must not be ended for that.
    assert hangs["periodSeconds"] * hangs["failureThreshold"] >= (600 if name == "worker" else 60)


@pytest.mark.parametrize("name", PROCESSES)
def test_the_loss_of_a_host_stops_no_process(name: str) -> None:
    assert DEPLOYMENTS[name]["spec"]["replicas"] >= 2
    own = {"matchLabels": {"process": name}}
    (spread,) = PODS[name]["topologySpreadConstraints"]
    assert spread["topologyKey"] == "kubernetes.io/hostname" and spread["labelSelector"] == own
    assert DOCUMENTS["PodDisruptionBudget", name]["spec"] == {"maxUnavailable": 1, "selector": own}


@pytest.mark.parametrize("name", PROCESSES)
def test_a_process_has_as_long_to_end_as_in_the_containers(name: str) -> None:
    assert PODS[name]["terminationGracePeriodSeconds"] >= seconds(SERVICES[name]["stop_grace_period"])


@pytest.mark.parametrize("name", sorted(WRITES))
def test_a_process_writes_only_what_is_its_own(name: str) -> None:
    settings = DOCUMENTS["ConfigMap", "settings"]["data"]
    volumes = {volume["name"]: volume for volume in PODS[name]["volumes"]}
    mounts = {
        mount["mountPath"]: mount.get("readOnly", False) for mount in containers(name)[0]["volumeMounts"]
    }
    for setting in WRITES[name]:
        (read_only,) = [mounts[path] for path in mounts if f"{settings[setting]}/".startswith(f"{path}/")]
        assert not read_only, setting
    claims = {volume["persistentVolumeClaim"]["claimName"] for volume in volumes.values()
              if "persistentVolumeClaim" in volume}  # fmt: skip
    assert claims <= {document for kind, document in DOCUMENTS if kind == "PersistentVolumeClaim"}
    if name == "web":
        for setting in READS:
            assert [mounts[path] for path in mounts if settings[setting].startswith(f"{path}/")] == [True]


def test_the_operator_runs_only_when_somebody_needs_it() -> None:
    assert DEPLOYMENTS["operator"]["spec"]["replicas"] == 0


def test_only_web_can_be_reached() -> None:
    policies = {
        name: document["spec"] for (kind, name), document in DOCUMENTS.items() if kind == "NetworkPolicy"
    }
    assert policies["closed"] == {"podSelector": {}, "policyTypes": ["Ingress"]}
    assert [name for name, policy in policies.items() if policy.get("ingress")] == ["web"]


def test_what_monitoring_asks_is_not_public() -> None:
    """Red before: by a server snippet, which ingress-nginx refuses unless its administrator allows them."""
    ingress = DOCUMENTS["Ingress", "web"]
    assert not [name for name in ingress["metadata"]["annotations"] if "snippet" in name]
    (rule,) = ingress["spec"]["rules"]
    leads = {
        path["path"]: (path["pathType"], path["backend"]["service"]["name"]) for path in rule["http"]["paths"]
    }
    assert leads.pop("/") == ("Prefix", "web")
    assert leads == {f"/{path}": ("Exact", "nobody") for path in ("healthz", "readyz", "metrics")}
    nobody = DOCUMENTS["Service", "nobody"]["spec"]["selector"]["process"]
    assert nobody not in PODS
