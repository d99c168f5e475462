-- A ledger in SQL functions, of the shape of pgledger: accounts with a balance and a version, transfers, and for each
-- of them an entry on both accounts with the balance before and after. Written for the bench, after its documentation.
-- Keys are numbers and UUIDs and amounts are cents, where pgledger has texts and decimals: this one is the faster.
CREATE SCHEMA peer;
CREATE TABLE peer.account (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    currency text NOT NULL,
    balance bigint NOT NULL DEFAULT 0,
    version bigint NOT NULL DEFAULT 0,
    may_owe boolean NOT NULL,
    made timestamptz NOT NULL DEFAULT now(),
    changed timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE peer.transfer (
    id uuid PRIMARY KEY,
    source bigint NOT NULL REFERENCES peer.account,
    target bigint NOT NULL REFERENCES peer.account,
    cents bigint NOT NULL,
    made timestamptz NOT NULL,
    happened timestamptz NOT NULL,
    metadata jsonb,
    CHECK (cents > 0 AND source <> target)
);
CREATE INDEX ON peer.transfer (source);
CREATE INDEX ON peer.transfer (target);
CREATE INDEX ON peer.transfer (happened);
CREATE TABLE peer.entry (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    account bigint NOT NULL REFERENCES peer.account,
    transfer uuid NOT NULL REFERENCES peer.transfer,
    cents bigint NOT NULL,
    balance_before bigint NOT NULL,
    balance_after bigint NOT NULL,
    version bigint NOT NULL,
    made timestamptz NOT NULL
);
CREATE INDEX ON peer.entry (account);
CREATE INDEX ON peer.entry (transfer);

-- One transfer, and its id.
CREATE FUNCTION peer.post(from_account bigint, to_account bigint, amount bigint) RETURNS uuid
    LANGUAGE plpgsql AS $$
DECLARE
    posted uuid := uuidv7();
    payer peer.account;
    payee peer.account;
BEGIN
    IF amount <= 0 OR from_account = to_account THEN
        RAISE EXCEPTION 'a transfer moves an amount from one account to another';
    END IF;
    -- In the order of their keys, so that no two transfers wait for each other.
    PERFORM FROM peer.account WHERE id IN (from_account, to_account) ORDER BY id FOR UPDATE;
    UPDATE peer.account SET balance = balance - amount, version = version + 1, changed = now()
    WHERE id = from_account RETURNING * INTO STRICT payer;
    UPDATE peer.account SET balance = balance + amount, version = version + 1, changed = now()
    WHERE id = to_account RETURNING * INTO STRICT payee;
    IF payer.balance < 0 AND NOT payer.may_owe THEN
        RAISE EXCEPTION 'account % may not owe', from_account;
    END IF;
    IF payer.currency <> payee.currency THEN
        RAISE EXCEPTION 'a transfer keeps its currency';
    END IF;
    INSERT INTO peer.transfer (id, source, target, cents, made, happened)
    VALUES (posted, from_account, to_account, amount, now(), now());
    INSERT INTO peer.entry (account, transfer, cents, balance_before, balance_after, version, made)
    VALUES (from_account, posted, -amount, payer.balance + amount, payer.balance, payer.version, now()),
        (to_account, posted, amount, payee.balance - amount, payee.balance, payee.version, now());
    RETURN posted;
END $$;
