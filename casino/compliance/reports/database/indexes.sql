-- Indexes for reports.

CREATE INDEX round_of_table_by_end ON games_round USING btree (table_id, ended, id) WHERE ended IS NOT NULL;

CREATE INDEX round_void ON games_round USING btree (ended) WHERE status = 'void';

CREATE INDEX transfer_of_seats ON wallet_transfer USING btree (at, id) WHERE kind = ANY (ARRAY['buy-in',
    'buy-in-commission', 'cash-out']);
