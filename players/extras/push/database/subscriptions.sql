-- A browser is notified for one player: the one who subscribed it last.

-- Whoever subscribes it now has it, so that nobody is notified of what concerns somebody else.
CREATE FUNCTION inbox_browser_has_one_player() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM inbox_pushsubscription WHERE endpoint = NEW.endpoint;
    RETURN NEW;
END $$;
-- Named so that it comes after the law that asks who is there.
CREATE TRIGGER inbox_browser_has_one_player
    BEFORE INSERT ON inbox_pushsubscription
    FOR EACH ROW
    EXECUTE FUNCTION inbox_browser_has_one_player();
