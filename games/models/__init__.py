"""The tables of the database that belong to games."""

from games.models.attendance import Attendance as Attendance
from games.models.beacons import BeaconChain as BeaconChain
from games.models.beacons import BeaconValue as BeaconValue
from games.models.beacons import BeaconWatch as BeaconWatch
from games.models.chat import ChatLine as ChatLine
from games.models.chat import ChatMute as ChatMute
from games.models.chat import OpponentNote as OpponentNote
from games.models.house_keys import HouseKey as HouseKey
from games.models.incidents import Incident as Incident
from games.models.process_keys import ProcessKey as ProcessKey
from games.models.proven_states import ProvenState as ProvenState
from games.models.rounds import Command as Command
from games.models.rounds import Event as Event
from games.models.rounds import Round as Round
from games.models.rounds import RoundNote as RoundNote
from games.models.rounds import Stake as Stake
from games.models.rule_sheets import RuleSheet as RuleSheet
from games.models.session_lease import SessionLease as SessionLease
from games.models.session_lease import stopped_reports as stopped_reports
from games.models.table_sessions import Registration as Registration
from games.models.table_sessions import TableSession as TableSession
from games.models.tables import SHARDS as SHARDS
from games.models.tables import Favourite as Favourite
from games.models.tables import Table as Table
from games.models.tables import TableSetting as TableSetting
