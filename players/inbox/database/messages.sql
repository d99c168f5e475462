-- Which messages a web process sends: each kind to the player whose step it follows, or for staff who may take that step. All
-- others, and notices to many players, are the worker's. A test compares the kinds with the texts.

-- Somebody who is not signed in takes these steps. They carry no text of the sender.
CREATE FUNCTION message_before_sign_in(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
    SELECT later ->> 'kind' = 'registration-repeated' AND later -> 'details' = '{}'
        OR later ->> 'kind' = 'security-changed' AND later -> 'details' = '{"what": "password"}'
$$;
GRANT EXECUTE ON FUNCTION message_before_sign_in TO house_app;

-- About a decision of staff.
CREATE FUNCTION message_of_staff(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM (VALUES
            ('account-closed', 'players.change_player'), ('account-restored', 'players.change_player'),
            ('account-suspended', 'players.change_player'), ('account-closed', 'identity.change_identity'),
            ('identity-documents', 'identity.change_identity'), ('identity-refused', 'identity.change_identity'),
            ('identity-verified', 'identity.change_identity'), ('exclusion-listed', 'identity.change_identity'),
            ('balance-corrected', 'cashier.approve_adjustment'), ('withdrawal-refused', 'cashier.release_payment'),
            ('withdrawal-released', 'cashier.release_payment'), ('complaint-answered', 'inbox.change_complaint'),
            ('complaint-decided', 'inbox.change_complaint'), ('session-cancelled', 'games.change_tablesession')
        ) AS sent (kind, permission)
        WHERE sent.kind = later ->> 'kind' AND staff_may(identity_proven_person(), sent.permission)
    )
$$;
GRANT EXECUTE ON FUNCTION message_of_staff TO house_app;

-- About what players have just done themselves.
CREATE FUNCTION message_to_oneself(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
    SELECT later ->> 'kind' IN (
        'access-new-device', 'account-closed', 'account-opened', 'complaint-received', 'email-changed', 'exclusion-begun',
        'exclusion-early-end', 'exclusion-listed', 'exclusion-without-end', 'identity-documents', 'limits-changed',
        'pause-begun', 'security-changed', 'withdrawal-asked'
    )
$$;
GRANT EXECUTE ON FUNCTION message_to_oneself TO house_app;
