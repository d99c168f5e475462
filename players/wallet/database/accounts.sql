-- An account is opened by a function, begins empty, and keeps its kind, currency and owner.

-- A practice partner plays for credits.
CREATE FUNCTION a_partner_holds_credits_only() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.currency <> 'DEMO' AND EXISTS (SELECT FROM players_player WHERE id = NEW.player_id AND status = 'partner') THEN
        RAISE EXCEPTION 'a practice partner may hold only demonstration credits' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER a_partner_holds_credits_only
    BEFORE INSERT ON wallet_account
    FOR EACH ROW
    WHEN (new.player_id IS NOT NULL)
    EXECUTE FUNCTION a_partner_holds_credits_only();

-- Balance and number of moves start at zero.
CREATE FUNCTION wallet_account_is_born_empty() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.balance <> 0 OR NEW.moves <> 0 THEN
        RAISE EXCEPTION 'a new account must be empty' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER wallet_account_is_born_empty
    BEFORE INSERT ON wallet_account
    FOR EACH ROW
    EXECUTE FUNCTION wallet_account_is_born_empty();

-- What an account is, it stays.
CREATE FUNCTION wallet_account_keeps_its_nature() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the kind, currency and owner of an account cannot change' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER wallet_account_keeps_its_nature
    BEFORE UPDATE OF id, kind, currency, player_id, "table" ON wallet_account
    FOR EACH STATEMENT
    EXECUTE FUNCTION wallet_account_keeps_its_nature();

-- Credits for a new player or visitor, once.
CREATE FUNCTION wallet_give_credits(the_player bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    cash bigint := wallet_open('cash', 'DEMO', NULL, NULL);
    wallet bigint := wallet_open('wallet', 'DEMO', the_player, NULL);
BEGIN
    IF NOT wallet_is_opened_by_others()
        AND NOT EXISTS (SELECT FROM players_player WHERE id = the_player AND identity_is_new(person_id)) THEN
        RAISE EXCEPTION 'no proof that player % is new', the_player USING ERRCODE = 'insufficient_privilege';
    END IF;
    INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents)
    SELECT new.id, 'opening', cash, wallet, 'DEMO', 500000 FROM (SELECT md5('credits of ' || the_player)::uuid) AS new (id)
    WHERE NOT EXISTS (SELECT FROM wallet_transferid AS t WHERE t.id = new.id);
END $$;
GRANT EXECUTE ON FUNCTION wallet_give_credits TO house_web;

-- Others than web processes open what they need: the law below asks nothing of them.
CREATE FUNCTION wallet_is_opened_by_others() RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT NOT pg_has_role(session_user, 'house_web', 'USAGE')
        OR pg_has_role(session_user, (SELECT relowner FROM pg_class WHERE oid = 'wallet_account'::regclass), 'USAGE')
$$;

-- A web process opens a wallet for its player or for staff who pay into it, the accounts of a new table for a person who may make one,
-- and those of the house, of which there is one of each.
CREATE FUNCTION wallet_may_be_opened(the_kind text, the_player bigint, the_table bigint) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT CASE
        WHEN the_player IS NOT NULL THEN the_kind = 'wallet' AND the_table IS NULL AND EXISTS (
            SELECT FROM players_player WHERE id = the_player AND (
                identity_is_new(person_id) OR identity_proves(person_id)
                OR staff_may(identity_proven_person(), 'cashier.approve_adjustment')
                OR staff_may(identity_proven_person(), 'cashier.release_payment')
            )
        )
        WHEN the_table IS NOT NULL THEN staff_may(identity_proven_person(), 'games.add_table')
        ELSE the_kind IN ('cash', 'withdrawal', 'adjustment')
    END
$$;

-- The account, which is made if it is not there.
CREATE FUNCTION wallet_open(the_kind text, the_currency text, the_player bigint, the_table bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    account bigint;
BEGIN
    IF NOT wallet_is_opened_by_others() AND NOT wallet_may_be_opened(the_kind, the_player, the_table) THEN
        RAISE EXCEPTION 'no proof of being allowed to open an account of the kind %', the_kind
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    INSERT INTO wallet_account (kind, currency, player_id, "table", balance, moves, latch)
    VALUES (the_kind, the_currency, the_player, the_table, 0, 0, 0) ON CONFLICT DO NOTHING RETURNING id INTO account;
    IF account IS NULL THEN
        SELECT id INTO account FROM wallet_account
        WHERE kind = the_kind AND currency = the_currency
            AND (player_id = the_player OR the_player IS NULL AND player_id IS NULL)
            AND ("table" = the_table OR the_table IS NULL AND "table" IS NULL);
    END IF;
    RETURN account;
END $$;
GRANT EXECUTE ON FUNCTION wallet_open TO house_app;
