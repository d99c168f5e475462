-- An index for the hourly files.

CREATE INDEX round_by_end ON games_round USING brin (ended) WITH (pages_per_range='16', autosummarize='on');
