-- An index that the audit's hours need.

CREATE INDEX transfer_by_hour ON wallet_transfer USING brin (at) WITH (pages_per_range='16', autosummarize='on');
