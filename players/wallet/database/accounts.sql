-- An account begins empty and keeps its kind, currency and owner.

-- A practice partner plays for credits.
CREATE FUNCTION a_partner_holds_credits_only() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.currency <> 'DEMO' AND EXISTS (SELECT FROM players_player WHERE id = NEW.player_id AND status = 'partner') THEN
        RAISE EXCEPTION 'a practice partner holds demonstration credits only' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER a_partner_holds_credits_only
    BEFORE INSERT ON wallet_account
    FOR EACH ROW
    WHEN (new.player_id IS NOT NULL)
    EXECUTE FUNCTION a_partner_holds_credits_only();

-- Balance and number of moves begin at nought.
CREATE FUNCTION wallet_account_is_born_empty() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.balance <> 0 OR NEW.moves <> 0 THEN
        RAISE EXCEPTION 'an account is born empty' USING ERRCODE = 'integrity_constraint_violation';
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
    RAISE EXCEPTION 'an account keeps its kind, currency and owner' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER wallet_account_keeps_its_nature
    BEFORE UPDATE OF id, kind, currency, player_id, "table" ON wallet_account
    FOR EACH STATEMENT
    EXECUTE FUNCTION wallet_account_keeps_its_nature();
