"""The faults of a simulation: killed croupiers, lost connections, time jumps, changed rules, held tables, a
beacon that stays away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from players.protection.eligibility import Eligibility
from tests.proofs.memory_faults import Killed, deadlock, lost

if TYPE_CHECKING:
    from tests.proofs.simulation import Simulation

WEIGHTS = {
    "time lost": 3,
    "killed": 6,
    "connection lost": 3,
    "deadlock": 2,
    "sheet": 2,
    "setting": 2,
    "held": 1,
    "released": 2,
    "drained": 1,
    "opened": 2,
    "sweep": 3,
    "shown out": 1,
    "convened": 1,
    "deposit": 2,
    "standing": 2,
    "beacon away": 3,
    "beacon late": 2,
    "slow transaction": 2,
}
FAULTS = tuple(fault for fault, weight in WEIGHTS.items() for _ in range(weight))
JUMPS = (5_000, 14_000, 19_000, 31_000, 90_000, 119_000, 121_000, 400_000)  # milliseconds
AWAY = (2_000, 14_000, 30_000, 30_000)  # milliseconds: within the wait of the sheets, and beyond it
LATE = (0, 0, 60, 700, 4_000)
SLOW = (90, 400, 1_400)
STANDINGS = (None, None, Eligibility("paused"), Eligibility("", 5_000, "day"), Eligibility("", 0, "week"))


class Faults:
    """Injects faults into a simulation."""

    def __init__(self, simulation: Simulation) -> None:
        self.simulation, self.random, self.memory = simulation, simulation.random, simulation.memory

    def inject(self) -> None:
        """Inject one fault at a random table."""
        simulation, random = self.simulation, self.random
        table = random.choice(simulation.tables)
        fault = random.choice(FAULTS)
        simulation.counted[fault] += 1
        simulation.actions += 1
        match fault:
            case "time lost":
                self.memory.now += random.choice(JUMPS)
            case "killed" | "connection lost" | "deadlock":
                self._break(fault)
                if random.random() < 0.5:
                    simulation.send_commands()
                else:
                    simulation.run_due_steps()
                self.memory.fail_in, self.memory.at_commit = None, ""
            case "shown out":
                simulation.remove_player(table, random.choice(simulation.people))
            case "deposit":
                self.memory.deposit(random.choice(simulation.people), random.choice((500, 20_000)))
            case "standing":
                self._standing(random.choice(simulation.people))
            case "beacon away":
                self.memory.beacon.go_away(self.memory.now, random.choice(AWAY))
            case "beacon late":
                self.memory.beacon.late_by = random.choice(LATE)
            case "slow transaction":
                self.memory.slow_by = random.choice(SLOW)
            case _:
                self._change_table(fault, table)

    def _change_table(self, fault: str, table: int) -> None:
        simulation, random, row = self.simulation, self.random, self.memory.tables[table]
        match fault:
            case "sheet" | "setting":
                new = fault == "sheet"
                simulation.change_rules(row["system"], table, simulation.alone[table], new=new)
            case "held":
                self._hold(table)
            case "released":
                simulation.release(random.choice(sorted(simulation.held)) if simulation.held else table)
            case "drained":
                if row["status"] != "held":
                    row["status"] = random.choice(("draining", "closed"))
            case "opened":
                simulation.reopen()
            case "sweep":
                simulation.send_internal(table, {"t": "nudge"})
            case "convened":
                lasts = (60_000, 600_000, 3_600_000)
                self._convene(random.choice(simulation.session_tables), random.choice(lasts))

    def _convene(self, table: int, lasts: int) -> None:
        """Convene a table's session, or repeat that while it runs, with some registered players."""
        simulation, row = self.simulation, self.memory.tables[table]
        live = simulation.checks.shadows[table].live
        if not live.session:
            simulation.sessions += 1
            row["status"] = "open" if row["status"] == "closed" else row["status"]
            simulation.convened[table] = (
                simulation.sessions,
                self.memory.now + lasts,
                self.random.sample([*simulation.people, 999], 3),
            )
        session, ends, players = simulation.convened[table]
        simulation.send_internal(
            table, {"t": "convene", "session": session, "ends": ends, "players": players}
        )

    def _break(self, fault: str) -> None:
        self.memory.failure = {"killed": Killed, "connection lost": lost, "deadlock": deadlock}[fault]
        if self.random.random() < 0.5 or fault == "deadlock":
            self.memory.fail_in = self.random.randrange(14)
        else:
            self.memory.at_commit = self.random.choice(("before", "after"))

    def _hold(self, table: int) -> None:
        table_worker = self.random.choice(self.simulation.croupiers).at(table)
        table_worker._after_commit(table_worker.transaction.hold("a fault"), is_step_due=False)
        self.simulation.held.add(table)
        self.simulation.unpublished.add(table)
        self.simulation.checks.after([table], [])

    def _standing(self, player: int) -> None:
        self.memory.standings.pop(player, None)
        standing = self.random.choice(STANDINGS)
        if standing is not None:
            self.memory.standings[player] = standing
