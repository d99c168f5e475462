-- Indexes that models cannot declare.

CREATE INDEX stake_by_hour ON games_stake USING brin (at) WITH (pages_per_range='16', autosummarize='on');
