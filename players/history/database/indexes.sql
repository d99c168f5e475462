-- Indexes for the money that came in and went out.

CREATE INDEX transfer_cash_in ON wallet_transfer USING btree (target_id, at) WHERE round IS NULL;

CREATE INDEX transfer_cash_out ON wallet_transfer USING btree (source_id, at) WHERE round IS NULL;
