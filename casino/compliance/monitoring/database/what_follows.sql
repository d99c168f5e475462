-- What follows an alert says to players only what an alert of player protection asked for, whatever the worker says.

-- The alert is about this player and of the kind «care». About laundering and bots nobody is told anything.
CREATE FUNCTION monitoring_follows_an_alert_of_care() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM monitoring_alert WHERE id = NEW.alert AND player_id = NEW.player_id AND kind = 'care') THEN
        RAISE EXCEPTION 'no alert % of player protection is about player %', NEW.alert, NEW.player_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER monitoring_follows_an_alert_of_care
    BEFORE INSERT ON protection_caremessage
    FOR EACH ROW
    EXECUTE FUNCTION monitoring_follows_an_alert_of_care();
CREATE TRIGGER monitoring_follows_an_alert_of_care
    BEFORE INSERT ON protection_deposithold
    FOR EACH ROW
    EXECUTE FUNCTION monitoring_follows_an_alert_of_care();
