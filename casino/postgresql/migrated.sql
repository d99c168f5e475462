-- The tables, laws and rights of a new house as the migrations leave them.
-- Written by `python -m tests.migrated_schema`; do not edit.
-- PostgreSQL 18

SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;

CREATE FUNCTION public.a_partner_cannot_sign_in() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    signs_in boolean;
BEGIN
    IF TG_TABLE_NAME = 'players_person' THEN
        signs_in := EXISTS (SELECT FROM players_player WHERE person_id = NEW.id AND status = 'partner');
    ELSE
        signs_in := EXISTS (SELECT FROM players_person WHERE id = NEW.person_id AND is_active);
    END IF;
    IF signs_in THEN
        RAISE EXCEPTION 'nobody can sign in as a house player' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.a_partner_holds_credits_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NEW.currency <> 'DEMO' AND EXISTS (SELECT FROM players_player WHERE id = NEW.player_id AND status = 'partner') THEN
        RAISE EXCEPTION 'a practice partner may hold only demonstration credits' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.a_partner_stays_one() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'the status of a practice partner cannot be given or taken away' USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE FUNCTION public.absence_has_begun(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT CASE later ->> 'kind'
        WHEN 'pause' THEN EXISTS (
            SELECT FROM protection_pause
            WHERE player_id = (later ->> 'player_id')::bigint AND ends > clock_timestamp()
        )
        ELSE EXISTS (
            SELECT FROM protection_exclusion
            WHERE player_id = (later ->> 'player_id')::bigint AND source = 'own' AND (ends IS NULL OR ends > clock_timestamp())
        )
    END
$$;

CREATE FUNCTION public.absence_is_longer(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT earlier ->> 'length' IS NOT NULL
        AND coalesce((later ->> 'length')::integer > (earlier ->> 'length')::integer, true)
$$;

CREATE FUNCTION public.address_is_being_changed(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM identity_addresschange
        WHERE person_id = coalesce(later ->> 'user_id', later ->> 'id')::bigint AND after = later ->> 'email'
            AND confirmed IS NULL AND NOT withdrawn AND code <> '' AND code_until > clock_timestamp()
    )
$$;

CREATE FUNCTION public.allowed_to_write() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    before jsonb;
    after jsonb;
    law text;
    what text;
    answer text;
    objection text;
    allowed text[] := '{}';
    refused text;
BEGIN
    IF NOT identity_is_bound(TG_RELID) THEN
        RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    END IF;
    before := to_jsonb(OLD);
    after := to_jsonb(NEW);
    FOREACH law IN ARRAY TG_ARGV LOOP
        what := split_part(law, ': ', 1);
        CONTINUE WHEN NOT write_is_covered(what, lower(TG_OP), before, after);
        answer := write_objection(substr(law, length(what) + 3), before, coalesce(after, before));
        IF answer IS NULL THEN
            allowed := allowed || write_columns(what);
        END IF;
        objection := coalesce(objection, answer);
    END LOOP;
    IF TG_OP = 'UPDATE' THEN
        SELECT string_agg(key, ', ' ORDER BY key) INTO refused FROM jsonb_each(after)
        WHERE value IS DISTINCT FROM before -> key AND key <> ALL (allowed);
    ELSIF allowed = '{}' THEN
        refused := '';
    END IF;
    IF refused IS NOT NULL THEN
        RAISE EXCEPTION '% in %: % %', coalesce(objection, 'no law allows this'), TG_TABLE_NAME, lower(TG_OP), refused
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE FUNCTION public.api_token_only_ends() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'INSERT' THEN
        NEW.made := clock_timestamp();
        NEW.used := NULL;
        NEW.revoked := NULL;
        NEW.epoch := (SELECT credential_epoch FROM players_person WHERE id = NEW.person_id);
        IF NEW.expires > NEW.made + interval '366 days' THEN
            RAISE EXCEPTION 'an API token lasts a year at most' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    ELSIF OLD.revoked IS NOT NULL AND NEW.revoked IS DISTINCT FROM OLD.revoked THEN
        RAISE EXCEPTION 'a revoked API token stays revoked' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.audit_line_before_sign_in(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT CASE WHEN later ->> 'person_id' IS NULL
        THEN later ->> 'kind' IN ('access.failed', 'access.locked', 'payments.word-not-followed', 'registration.refused')
        ELSE later ->> 'kind' IN ('access.password-reset', 'access.unlocked')
    END
$$;

CREATE FUNCTION public.audit_line_is_about_its_person(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT later ->> 'player_id' IS NULL OR identity_proves_staff() OR EXISTS (
        SELECT FROM players_player
        WHERE id = (later ->> 'player_id')::bigint AND person_id = (later ->> 'person_id')::bigint
    )
$$;

CREATE FUNCTION public.audit_line_of_the_session(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT later ->> 'kind' IN ('access.ended', 'access.signed-out') AND EXISTS (
        SELECT FROM identity_signin
        WHERE later ->> 'about' = 'sign-in:' || id AND person_id = (later ->> 'person_id')::bigint
            AND session = identity_proof_digest(current_setting('feltro.session_proof', true))
    )
$$;

CREATE FUNCTION public.audit_line_of_the_token(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT later ->> 'kind' = 'api-token.used' AND EXISTS (
        SELECT FROM identity_apitoken
        WHERE later ->> 'about' = 'api-token:' || id AND person_id = (later ->> 'person_id')::bigint
            AND revoked IS NULL AND expires > clock_timestamp()
    )
$$;

CREATE FUNCTION public.audit_line_without_author(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT later ->> 'kind' IN (
        'exclusions.listed', 'exclusions.unlisted', 'integrity.case-opened', 'integrity.report-taken', 'tables.registered',
        'tables.unregistered'
    )
$$;

CREATE FUNCTION public.bank_chargeback_holds_withdrawals() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
        AND bank_chargeback_is_open(NEW.player_id) AND NOT cashier_is_released(NEW.id) THEN
        RAISE EXCEPTION 'a chargeback holds the withdrawals of player %', NEW.player_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.bank_chargeback_is_open(the_player bigint) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM bank_chargeback AS c WHERE c.player_id = the_player AND c.state = 'loss'
            AND NOT EXISTS (SELECT FROM bank_recovery AS r WHERE r.chargeback_id = c.id AND r.state = 'refused')
    ) OR EXISTS (
        SELECT FROM cashier_payment AS p JOIN cashier_notification AS n ON n.payment = p.id AND n.outcome = 'chargeback'
        WHERE p.player_id = the_player AND p.direction = 'deposit' AND p.status = 'paid'
            AND NOT EXISTS (SELECT FROM bank_chargeback AS c WHERE c.payment_id = p.id)
    )
$$;

CREATE FUNCTION public.bank_day_closes() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.closed IS NOT NULL THEN
            RAISE EXCEPTION 'a new day must be open' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    ELSIF OLD.closed IS NOT NULL AND OLD IS DISTINCT FROM NEW THEN
        RAISE EXCEPTION 'the day % is closed', OLD.day USING ERRCODE = 'integrity_constraint_violation';
    ELSIF OLD.closed IS NULL AND NEW.closed IS NOT NULL AND (
        NEW.waiting <> 0 OR EXISTS (SELECT FROM bank_match WHERE day_id = NEW.day AND state = 'open')
    ) THEN
        RAISE EXCEPTION 'the day % is not level', NEW.day USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.bank_decision_decides() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    UPDATE bank_match SET state = 'decided' WHERE id = NEW.match_id AND state = 'open';
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the match % is not to be decided', NEW.match_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.bank_match_is_open(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (SELECT FROM bank_match WHERE id = (later ->> 'match_id')::bigint AND state = 'open')
$$;

CREATE FUNCTION public.bank_match_steps() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    is_owner boolean := pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE');
BEGIN
    IF EXISTS (SELECT FROM bank_reconciliationday WHERE day = NEW.day_id AND closed IS NOT NULL) THEN
        RAISE EXCEPTION 'the day % is closed', NEW.day_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF TG_OP = 'INSERT' AND NEW.state NOT IN ('matched', 'open') THEN
        RAISE EXCEPTION 'a new match is not decided' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF TG_OP = 'UPDATE' AND NOT is_owner AND 'decided' IN (OLD.state, NEW.state) THEN
        RAISE EXCEPTION 'only a decision decides a match' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.bank_one_person_decides(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM bank_match
        WHERE id = (later ->> 'match_id')::bigint AND cents < cashier_ceiling_now('match', '', (later ->> 'author_id')::bigint)
    )
$$;

CREATE FUNCTION public.bank_post(row_id bigint, the_kind text, from_account bigint, to_account bigint, the_cents bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    posted bigint;
BEGIN
    INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents)
    SELECT new.id, the_kind, from_account, to_account, 'EUR', the_cents
    FROM cashier_transfer_id(row_id::text, the_kind) AS new (id)
    WHERE NOT EXISTS (SELECT FROM wallet_transferid AS t WHERE t.id = new.id);
    GET DIAGNOSTICS posted = ROW_COUNT;
    RETURN posted;
END $$;

CREATE FUNCTION public.bank_post_chargeback(chargeback bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    c bank_chargeback;
BEGIN
    SELECT * INTO c FROM bank_chargeback WHERE id = chargeback FOR UPDATE;
    IF NOT EXISTS (
        SELECT FROM bank_settlementline AS l JOIN cashier_payment AS p ON p.id = c.payment_id
        WHERE l.id = c.line_id AND l.kind = 'chargeback' AND l.currency = 'EUR' AND l.cents = -c.cents
            AND l.reference = replace(p.id::text, '-', '') AND p.player_id = c.player_id
            AND p.direction = 'deposit' AND p.status = 'paid' AND p.cents >= c.cents
    ) THEN
        RAISE EXCEPTION 'the provider reports no such chargeback: %', chargeback USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN bank_post(c.id, 'chargeback', cashier_account('adjustment', NULL), cashier_account('cash', NULL), c.cents);
END $$;

CREATE FUNCTION public.bank_post_chargeback_won(chargeback bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    c bank_chargeback;
BEGIN
    SELECT * INTO c FROM bank_chargeback WHERE id = chargeback FOR UPDATE;
    IF c.state IS DISTINCT FROM 'won' OR NOT EXISTS (
        SELECT FROM bank_settlementline AS l
        WHERE l.id = c.won_line_id AND l.kind = 'chargeback-won' AND l.currency = 'EUR' AND l.cents = c.cents
            AND l.reference = replace(c.payment_id::text, '-', '')
    ) THEN
        RAISE EXCEPTION 'the provider reports nothing won back: %', chargeback USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN bank_post(c.id, 'chargeback-won', cashier_account('cash', NULL), cashier_account('adjustment', NULL), c.cents);
END $$;

CREATE FUNCTION public.bank_post_recovery(recovery bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    r bank_recovery;
    c bank_chargeback;
BEGIN
    SELECT * INTO r FROM bank_recovery WHERE id = recovery FOR UPDATE;
    SELECT * INTO c FROM bank_chargeback WHERE id = r.chargeback_id FOR UPDATE;
    IF r.state IS DISTINCT FROM 'done' OR r.decider_id = r.author_id OR r.taken NOT BETWEEN 1 AND c.cents
        OR c.state = 'won' OR NOT staff_may(r.decider_id, 'bank.approve_recovery') THEN
        RAISE EXCEPTION 'the recovery % was not decided by two people', recovery USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    UPDATE bank_chargeback SET state = 'recovered' WHERE id = c.id;
    RETURN bank_post(
        r.id, 'chargeback-recovered', cashier_account('wallet', c.player_id), cashier_account('adjustment', NULL), r.taken
    );
END $$;

CREATE FUNCTION public.case_of_own_report(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM inbox_complaint AS c JOIN players_player AS p ON p.id = c.player_id
        WHERE later ->> 'key' = 'report-' || c.number AND c.category = 'player' AND p.person_id = identity_proven_person()
    )
$$;

CREATE FUNCTION public.cashier_account(the_kind text, the_player bigint) RETURNS bigint
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT id FROM wallet_account
    WHERE kind = the_kind AND currency = 'EUR' AND player_id IS NOT DISTINCT FROM the_player AND "table" IS NULL
$$;

CREATE FUNCTION public.cashier_ceiling_now(the_what text, the_method text, the_person bigint) RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT coalesce((
        SELECT cents FROM cashier_ceilings_now() AS c
        WHERE what = the_what AND cents IS NOT NULL AND method IN ('', the_method) AND (role_id IS NULL OR EXISTS (
            SELECT FROM players_person_groups AS g
            WHERE g.person_id = the_person AND g.group_id = c.role_id AND players_role_counts(g.person_id, g.group_id)
        ))
        ORDER BY role_id IS NULL, method = '', cents DESC LIMIT 1
    ), cashier_first_ceiling(the_what))
$$;


SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.cashier_ceiling (
    id bigint NOT NULL,
    what character varying(16) NOT NULL,
    method character varying(16) NOT NULL,
    cents bigint,
    begins timestamp with time zone,
    state character varying(10) NOT NULL,
    reason character varying(200) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    decided timestamp with time zone,
    answer character varying(200) NOT NULL,
    author_id bigint NOT NULL,
    decider_id bigint,
    role_id integer,
    CONSTRAINT a_ceiling_is_an_amount CHECK ((cents > 0)),
    CONSTRAINT a_ceiling_of_methods CHECK ((((method)::text = ''::text) OR ((what)::text = ANY (ARRAY[('review'::character varying)::text, ('two'::character varying)::text])))),
    CONSTRAINT a_ceiling_of_roles CHECK (((role_id IS NULL) OR ((what)::text = ANY (ARRAY[('two'::character varying)::text, ('correction'::character varying)::text, ('match'::character varying)::text]))))
);

CREATE FUNCTION public.cashier_ceilings_now() RETURNS SETOF public.cashier_ceiling
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT DISTINCT ON (what, role_id, method) * FROM cashier_ceiling
    WHERE state = 'in-force' AND greatest(begins, decided) <= clock_timestamp()
    ORDER BY what, role_id, method, greatest(begins, decided) DESC, id DESC
$$;

CREATE FUNCTION public.cashier_correction_is_within(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT abs((later ->> 'cents')::bigint) <= cashier_ceiling_now('correction', '', (later ->> 'requested_by_id')::bigint)
$$;

CREATE FUNCTION public.cashier_decision_by_staff() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    NEW.suffices := NEW.verb = 'release' AND EXISTS (
        SELECT FROM cashier_payment AS p WHERE p.id = NEW.payment_id
            AND cashier_requested(p.id) < cashier_ceiling_now('two', p.method, NEW.person_id)
    );
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NEW;
    END IF;
    NEW.at := clock_timestamp();
    IF NOT EXISTS (SELECT FROM cashier_payment WHERE id = NEW.payment_id AND direction = 'withdrawal' AND status = 'held') THEN
        RAISE EXCEPTION 'only a withdrawal on hold can be decided' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.cashier_deposits_are_held() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF NEW.direction = 'deposit' AND (TG_OP = 'INSERT' AND NEW.status = 'asked' OR TG_OP = 'UPDATE' AND NEW.status = 'paid')
        AND EXISTS (SELECT FROM protection_deposithold WHERE player_id = NEW.player_id AND released IS NULL) THEN
        RAISE EXCEPTION 'the deposits of player % are held', NEW.player_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.cashier_first_ceiling(the_what text) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT CASE the_what
        WHEN 'review' THEN 50000
        WHEN 'two' THEN 500000
        WHEN 'correction' THEN 100000
        WHEN 'correction-day' THEN 200000
        WHEN 'match' THEN 50000
    END::bigint
$$;

CREATE FUNCTION public.cashier_forget(who bigint) RETURNS void
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
    UPDATE cashier_payment SET instrument = '', token = '', payer = '', payer_digest = NULL, sealed = NULL, iban = '', holder = ''
    WHERE player_id = who
$$;

CREATE FUNCTION public.cashier_goes_back(payment uuid) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT p.direction = 'withdrawal' AND p.instrument <> '' AND COALESCE((
        SELECT sum(d.cents) FROM cashier_payment AS d
        WHERE d.player_id = p.player_id AND d.direction = 'deposit' AND d.status = 'paid'
            AND d.instrument = p.instrument AND d.token = p.token
            AND CASE p.method
                WHEN 'card' THEN d.method = 'card' AND d.token <> ''
                WHEN 'sepa-instant' THEN d.method = 'transfer' AND d.payer <> '' AND (p.account_id IS NOT NULL OR d.instrument = p.iban)
                ELSE false
            END
            AND NOT EXISTS (SELECT FROM cashier_notification AS n WHERE n.payment = d.id AND n.outcome = 'chargeback')
    ), 0) >= (
        SELECT sum(w.cents) FROM cashier_payment AS w
        WHERE w.player_id = p.player_id AND w.direction = 'withdrawal' AND w.instrument = p.instrument AND w.token = p.token
            AND w.status IN ('held', 'released', 'sent', 'paid')
    )
    FROM cashier_payment AS p WHERE p.id = payment
$$;

CREATE TABLE public.cashier_payment (
    id uuid NOT NULL,
    direction character varying(10) NOT NULL,
    cents bigint NOT NULL,
    status character varying(10) NOT NULL,
    cause character varying(10) NOT NULL,
    reason character varying(40) NOT NULL,
    held character varying(40) DEFAULT ''::character varying NOT NULL,
    method character varying(16) DEFAULT ''::character varying NOT NULL,
    instrument character varying(60) DEFAULT ''::character varying NOT NULL,
    token character varying(60) DEFAULT ''::character varying NOT NULL,
    payer character varying(200) DEFAULT ''::character varying NOT NULL,
    instructions jsonb DEFAULT '{}'::jsonb NOT NULL,
    expires timestamp with time zone,
    reference character varying(60) NOT NULL,
    url character varying(300) NOT NULL,
    iban character varying(34) NOT NULL,
    holder character varying(200) NOT NULL,
    made timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    changed timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    credited timestamp with time zone,
    before bigint,
    after bigint,
    next_query timestamp with time zone,
    promised timestamp with time zone,
    player_id bigint NOT NULL,
    account_id bigint,
    sealed bytea,
    payer_digest character varying(40),
    CONSTRAINT a_payment_moves_something CHECK ((cents > 0)),
    CONSTRAINT before_movement_after CHECK ((((after IS NULL) AND (before IS NULL)) OR ((after = (before + cents)) AND ((direction)::text = 'deposit'::text)) OR ((after = (before - cents)) AND ((direction)::text = 'withdrawal'::text))))
);

CREATE TABLE public.identity_paymentaccount (
    id bigint NOT NULL,
    iban character varying(34) NOT NULL,
    holder character varying(200) NOT NULL,
    since timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    until timestamp with time zone,
    usable timestamp with time zone,
    owner character varying(12) DEFAULT ''::character varying NOT NULL,
    owner_name character varying(140) DEFAULT ''::character varying NOT NULL,
    owner_answered timestamp with time zone,
    owner_due timestamp with time zone DEFAULT statement_timestamp(),
    player_id bigint NOT NULL,
    sealed bytea,
    owner_sealed bytea,
    iban_digest character varying(40),
    ending character varying(4),
    CONSTRAINT a_bank_names_a_close_match_alone CHECK ((((owner_name)::text = ''::text) OR ((owner)::text = 'close-match'::text))),
    CONSTRAINT an_iban_is_normalised CHECK (((iban)::text ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'::text)),
    CONSTRAINT an_owner_was_answered CHECK (((((owner)::text = ''::text) AND (owner_answered IS NULL)) OR ((NOT ((owner)::text = ''::text)) AND (owner_answered IS NOT NULL))))
);

CREATE FUNCTION public.cashier_goes_to(p public.cashier_payment, a public.identity_paymentaccount) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT p.direction = 'withdrawal' AND p.instrument = '' AND p.player_id = a.player_id AND (
        p.account_id = a.id OR p.account_id IS NULL AND a.sealed IS NULL AND p.iban = a.iban AND p.holder = a.holder
    )
$$;

CREATE FUNCTION public.cashier_is_declined(payment uuid) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (SELECT FROM cashier_decision WHERE payment_id = payment AND verb = 'refuse')
$$;

CREATE FUNCTION public.cashier_is_released(payment uuid) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT (count(*) FILTER (WHERE suffices) >= 1 OR count(*) FILTER (WHERE verb = 'release') >= 2)
        AND count(*) FILTER (WHERE verb = 'refuse') = 0
    FROM cashier_decision WHERE payment_id = payment
$$;

CREATE FUNCTION public.cashier_may_be_sent(payment uuid) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT cashier_on_its_way(payment) AND (cashier_goes_back(payment) OR EXISTS (
        SELECT FROM cashier_payment AS p JOIN identity_paymentaccount AS a
            ON a.player_id = p.player_id AND a.until IS NULL AND cashier_goes_to(p, a)
            AND (a.usable IS NULL OR a.usable <= clock_timestamp()) AND cashier_owner_allows(a.id)
        WHERE p.id = payment
    )) AND (cashier_is_released(payment) OR EXISTS (
        SELECT FROM cashier_payment AS p
        WHERE p.id = payment AND cashier_requested(p.id) < cashier_ceiling_now('review', p.method, NULL)
    ))
$$;

CREATE FUNCTION public.cashier_note_payout_step() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    step text := cashier_payout_step(NEW.status, NEW.reason);
BEGIN
    IF TG_OP = 'UPDATE' AND step = cashier_payout_step(OLD.status, OLD.reason) THEN
        RETURN NULL;
    END IF;
    INSERT INTO cashier_payoutstep (payment_id, code, at, promised)
    VALUES (NEW.id, step, NEW.changed, CASE WHEN step IN ('paid', 'back') THEN NULL ELSE NEW.promised END);
    RETURN NULL;
END $$;

CREATE FUNCTION public.cashier_on_its_way(payment uuid) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT array_agg(kind::text) = ARRAY['withdrawal'] FROM wallet_transfer
    WHERE id = ANY (ARRAY[
        cashier_transfer_id(payment::text, 'withdrawal'), cashier_transfer_id(payment::text, 'withdrawal-paid'),
        cashier_transfer_id(payment::text, 'withdrawal-back')
    ])
$$;

CREATE FUNCTION public.cashier_owner_allows(account bigint) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT a.owner = 'match' OR a.owner IN ('close-match', 'unavailable') AND EXISTS (
        SELECT FROM cashier_decision AS d JOIN cashier_payment AS p ON p.id = d.payment_id
        WHERE cashier_goes_to(p, a) AND p.made >= a.since AND d.verb = 'release' AND d.at >= a.owner_answered
    )
    FROM identity_paymentaccount AS a WHERE a.id = account
$$;

CREATE FUNCTION public.cashier_payment_steps() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    is_worker boolean := pg_has_role(current_user, 'house_worker', 'USAGE');
    step text := NEW.direction || ' ' || NEW.status;
    lawful boolean;
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'INSERT' THEN
        lawful := step IN ('deposit refused', 'deposit asked', 'withdrawal refused', 'withdrawal held', 'withdrawal released')
            AND NEW.credited IS NULL AND NEW.reference = '' AND NEW.url = ''
            AND (NEW.cause = 'player' OR is_worker)
            -- The worker counts the withdrawals of a day by this time.
            AND NEW.made BETWEEN clock_timestamp() - interval '1 minute' AND clock_timestamp() + interval '1 minute';
    ELSIF NEW.status = OLD.status THEN
        lawful := true;
    ELSE
        step := OLD.direction || ' ' || OLD.status || ' ' || NEW.status;
        lawful := CASE
            WHEN step IN ('deposit asked pending', 'withdrawal held cancelled', 'withdrawal released cancelled') THEN true
            WHEN step = 'withdrawal held declined' THEN cashier_is_declined(NEW.id)
            WHEN step = 'withdrawal held released' THEN is_worker OR cashier_is_released(NEW.id)
            WHEN NOT is_worker THEN false
            WHEN step = 'withdrawal released sent' THEN cashier_may_be_sent(NEW.id)
            WHEN OLD.direction = 'withdrawal' THEN step IN (
                'withdrawal released held', 'withdrawal sent paid', 'withdrawal sent failed'
            )
            ELSE OLD.status IN ('asked', 'pending', 'failed', 'cancelled') AND NEW.status IN ('paid', 'returned', 'failed', 'cancelled')
        END;
    END IF;
    IF lawful IS NOT TRUE THEN
        RAISE EXCEPTION 'the role % may not take this step of a payment: %', current_user, step
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    -- Players are told since when their money waits: the database dates it.
    NEW.changed := clock_timestamp();
    NEW.promised := cashier_promise(
        cashier_payout_step(NEW.status, NEW.reason), NEW.promised,
        CASE WHEN TG_OP = 'UPDATE' THEN cashier_payout_step(OLD.status, OLD.reason) END, CASE WHEN TG_OP = 'UPDATE' THEN OLD.promised END
    );
    RETURN NEW;
END $$;

CREATE FUNCTION public.cashier_payout_step(status text, reason text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
    SELECT CASE status
        WHEN 'held' THEN CASE reason WHEN 'new-account' THEN 'account' ELSE 'review' END
        WHEN 'released' THEN 'queue'
        WHEN 'sent' THEN 'bank'
        WHEN 'paid' THEN 'paid'
        ELSE 'back'
    END
$$;

CREATE FUNCTION public.cashier_post(payment uuid, the_kind text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    p cashier_payment;
    lawful boolean;
    source bigint;
    target bigint;
    posted bigint;
BEGIN
    SELECT * INTO p FROM cashier_payment WHERE id = payment FOR UPDATE;
    CASE the_kind
        WHEN 'deposit' THEN
            lawful := p.direction = 'deposit' AND p.status = 'paid';
            source := cashier_account('cash', NULL); target := cashier_account('wallet', p.player_id);
        WHEN 'withdrawal' THEN
            lawful := p.direction = 'withdrawal' AND p.status IN ('held', 'released');
            source := cashier_account('wallet', p.player_id); target := cashier_account('withdrawal', NULL);
        WHEN 'withdrawal-paid' THEN
            lawful := p.direction = 'withdrawal' AND p.status = 'paid' AND cashier_on_its_way(payment);
            source := cashier_account('withdrawal', NULL); target := cashier_account('cash', NULL);
        WHEN 'withdrawal-back' THEN
            lawful := p.direction = 'withdrawal' AND p.status IN ('cancelled', 'declined', 'failed') AND cashier_on_its_way(payment);
            source := cashier_account('withdrawal', NULL); target := cashier_account('wallet', p.player_id);
    END CASE;
    IF lawful IS NOT TRUE THEN
        RAISE EXCEPTION 'the payment % does not allow a %', payment, the_kind USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents)
    SELECT new.id, the_kind, source, target, 'EUR', p.cents FROM cashier_transfer_id(payment::text, the_kind) AS new (id)
    WHERE NOT EXISTS (SELECT FROM wallet_transferid AS t WHERE t.id = new.id);
    GET DIAGNOSTICS posted = ROW_COUNT;
    RETURN posted;
END $$;

CREATE FUNCTION public.cashier_post_adjustment(adjustment bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    a cashier_adjustment;
    wallet bigint;
    operator bigint;
    posted bigint;
    most bigint;
BEGIN
    SELECT * INTO a FROM cashier_adjustment WHERE id = adjustment FOR UPDATE;
    most := least(
        cashier_ceiling_now('correction', '', a.requested_by_id), cashier_ceiling_now('correction', '', a.decided_by_id)
    );
    IF a.status IS DISTINCT FROM 'done' OR a.decided_by_id = a.requested_by_id
        OR NOT EXISTS (SELECT FROM players_person WHERE id = a.requested_by_id AND is_staff AND is_active)
        OR NOT staff_may(a.decided_by_id, 'cashier.approve_adjustment') THEN
        RAISE EXCEPTION 'the correction % was not decided by two people', adjustment USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    wallet := cashier_account('wallet', a.player_id);
    operator := cashier_account('adjustment', NULL);
    INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents)
    SELECT new.id, 'adjustment',
        CASE WHEN a.cents > 0 THEN operator ELSE wallet END, CASE WHEN a.cents > 0 THEN wallet ELSE operator END,
        'EUR', abs(a.cents)
    FROM cashier_transfer_id(a.id::text, 'adjustment') AS new (id)
    WHERE NOT EXISTS (SELECT FROM wallet_transferid AS t WHERE t.id = new.id);
    GET DIAGNOSTICS posted = ROW_COUNT;
    -- Counted with this one, which has the account now: nobody corrects it at the same time.
    IF posted > 0 AND (abs(a.cents) > most OR (
        SELECT sum(cents) FROM wallet_transfer
        WHERE kind = 'adjustment' AND wallet IN (source_id, target_id) AND at > clock_timestamp() - interval '24 hours'
    ) > cashier_ceiling_now('correction-day', '', NULL)) THEN
        RAISE EXCEPTION 'the correction % is above a ceiling', adjustment USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN posted;
END $$;

CREATE FUNCTION public.cashier_post_deposit(payment uuid) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$ SELECT cashier_post(payment, 'deposit') $$;

CREATE FUNCTION public.cashier_post_withdrawal(payment uuid) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$ SELECT cashier_post(payment, 'withdrawal') $$;

CREATE FUNCTION public.cashier_post_withdrawal_back(payment uuid) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$ SELECT cashier_post(payment, 'withdrawal-back') $$;

CREATE FUNCTION public.cashier_post_withdrawal_paid(payment uuid) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$ SELECT cashier_post(payment, 'withdrawal-paid') $$;

CREATE FUNCTION public.cashier_promise(step text, said timestamp with time zone, earlier_step text, earlier timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE sql
    AS $$
    SELECT CASE
        WHEN step IN ('paid', 'back') THEN NULL
        WHEN step = earlier_step THEN earlier
        -- The longest that the settings allow, also where nothing is said.
        ELSE least(said, clock_timestamp() + CASE WHEN step IN ('account', 'review') THEN interval '7 days' ELSE interval '1 day' END)
    END
$$;

CREATE FUNCTION public.cashier_requested(payment uuid) RETURNS bigint
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT sum(part.cents)::bigint FROM cashier_payment AS p JOIN cashier_payment AS part
        ON part.player_id = p.player_id AND part.direction = p.direction AND part.made = p.made
    WHERE p.id = payment AND p.direction = 'withdrawal'
$$;

CREATE FUNCTION public.cashier_transfer_id(of text, the_kind text) RETURNS uuid
    LANGUAGE sql IMMUTABLE
    AS $$
    SELECT md5(of || ':' || the_kind)::uuid
$$;

CREATE FUNCTION public.cashier_withdrawal_is_debited() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
        AND NOT EXISTS (SELECT FROM wallet_transfer WHERE id = cashier_transfer_id(NEW.id::text, 'withdrawal')) THEN
        RAISE EXCEPTION 'the withdrawal % has not left the wallet', NEW.id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.collusion_case_keeps_the_law() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    last record;
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.state <> 'open' OR NEW.proposer_id IS NOT NULL OR NEW.signer_id IS NOT NULL OR NEW.decision <> '' THEN
            RAISE EXCEPTION 'a new case must be open' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF (OLD.id, OLD.kind, OLD.key, OLD.opened) IS DISTINCT FROM (NEW.id, NEW.kind, NEW.key, NEW.opened) THEN
        RAISE EXCEPTION 'the id, kind, key and opening time of a case cannot change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.state = 'closed' THEN
        RAISE EXCEPTION 'this case is already closed' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.state = 'open' AND NEW.state = 'closed' OR OLD.state = 'looked-at' AND NEW.state = 'open' THEN
        RAISE EXCEPTION 'a case goes from open to looked-at to closed, without skipping a state' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    SELECT verb, person_id, decision, reason INTO last FROM collusion_step
    WHERE case_id = NEW.id AND verb IN ('take', 'propose', 'return', 'sign') ORDER BY id DESC LIMIT 1;
    IF last.verb IS NULL
        OR NEW.state <> OLD.state AND last.verb <> (CASE NEW.state WHEN 'closed' THEN 'sign' ELSE 'take' END)
        OR NEW.state = 'closed' AND (NEW.signer_id, NEW.proposer_id, NEW.decision) IS DISTINCT FROM (last.person_id, OLD.proposer_id, OLD.decision)
        OR NEW.state <> 'closed' AND NEW.proposer_id IS NOT NULL AND (OLD.proposer_id IS NOT NULL
            OR last.verb <> 'propose' OR (NEW.proposer_id, NEW.decision, NEW.reason) IS DISTINCT FROM (last.person_id, last.decision, last.reason))
        OR NEW.state <> 'closed' AND NEW.proposer_id IS NULL AND OLD.proposer_id IS NOT NULL AND last.verb <> 'return' THEN
        RAISE EXCEPTION 'the state of a case must match its last step' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.collusion_step_is_of_staff() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM players_person WHERE id = NEW.person_id AND is_staff AND is_active) THEN
        RAISE EXCEPTION 'only staff may take a step of a case' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF length(btrim(NEW.reason)) < 8 THEN
        RAISE EXCEPTION 'a step of a case needs a reason' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.complaint_is_open(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (SELECT FROM inbox_complaint WHERE id = (later ->> 'complaint_id')::bigint AND state <> 'decided')
$$;

CREATE FUNCTION public.complaint_of_the_author(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM inbox_complaint AS c JOIN players_player AS p ON p.id = c.player_id
        WHERE c.id = (later ->> 'complaint_id')::bigint AND p.person_id = (later ->> 'author_id')::bigint
    )
$$;

CREATE FUNCTION public.correction_is_counted(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT (later ->> 'corrected')::integer = (earlier ->> 'corrected')::integer + 1
$$;

CREATE FUNCTION public.data_are_erased(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT alias = 'erased' || id FROM players_player WHERE id = (later ->> 'player_id')::bigint
$$;

CREATE FUNCTION public.decision_takes_its_steps() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    state CONSTANT text := TG_ARGV[0];
    taker CONSTANT text := CASE
        WHEN pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN 'owner'
        WHEN pg_has_role(current_user, 'house_worker', 'USAGE') THEN 'worker'
        ELSE 'person' END;
    after CONSTANT jsonb := to_jsonb(NEW);
    before jsonb;
    step text[];
    allowed text[];
    changed text;
BEGIN
    IF TG_OP = 'INSERT' THEN
        step := regexp_split_to_array(TG_ARGV[1], '[ >:]+');
        IF after ->> state <> step[2] THEN
            RAISE EXCEPTION 'a new decision must be a proposal in %', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    ELSE
        before := to_jsonb(OLD);
    END IF;
    FOR argument IN 1 .. TG_NARGS - 1 LOOP
        step := regexp_split_to_array(TG_ARGV[argument], '[ >:]+');
        IF TG_OP = 'INSERT' OR step[2:3] = ARRAY[before ->> state, after ->> state] AND taker IN ('owner', step[1]) THEN
            allowed := allowed || state || step[4:];
        END IF;
    END LOOP;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(key, ', ' ORDER BY key) INTO changed FROM jsonb_each(after)
        WHERE key <> state AND key = ANY (allowed) AND value NOT IN ('null', '""', '0', '{}', '[]', 'false');
    ELSIF allowed IS NULL AND before <> after THEN
        RAISE EXCEPTION 'the % may not take this step in %: % to %', taker, TG_TABLE_NAME, before ->> state, after ->> state
            USING ERRCODE = 'integrity_constraint_violation';
    ELSE
        SELECT string_agg(key, ', ' ORDER BY key) INTO changed FROM jsonb_each(after)
        WHERE value IS DISTINCT FROM before -> key AND key <> ALL (allowed);
    END IF;
    IF changed IS NOT NULL THEN
        RAISE EXCEPTION 'a proposal keeps its content and is decided once, in %: %', TG_TABLE_NAME, changed
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.document_marks_forget() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    DELETE FROM protection_documentmark WHERE player_id = NEW.player_id;
    RETURN NULL;
END $$;

CREATE FUNCTION public.documents_are_wanted(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM identity_identity
        WHERE player_id = (later ->> 'player_id')::bigint
          AND (state IN ('documents', 'queued') OR state = 'verified' AND later ->> 'kind' = 'change')
    )
$$;

CREATE FUNCTION public.duties_entry_keeps_the_law() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    about duties_occurrence%ROWTYPE;
    known text[];
    needed text[];
BEGIN
    SELECT * INTO about FROM duties_occurrence WHERE id = NEW.occurrence_id;
    PERFORM pg_advisory_xact_lock(hashtextextended('duties_occurrence', NEW.occurrence_id));
    known := ARRAY(SELECT kind FROM duties_occurrenceentry WHERE occurrence_id = NEW.occurrence_id);
    IF 'closed' = ANY (known) THEN
        RAISE EXCEPTION 'a closed occurrence takes no entry' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.done < about.noticed OR NEW.done > clock_timestamp() + interval '1 minute' THEN
        RAISE EXCEPTION 'nothing is done before it was noticed, nor in the future' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    needed := ARRAY['reported', 'cause', 'solution'];
    IF about.kind = 'weakness' THEN
        needed := CASE
            WHEN EXISTS (
                SELECT FROM duties_occurrenceentry
                WHERE occurrence_id = NEW.occurrence_id AND kind = 'solution' AND done <= about.solve_by
            ) THEN ARRAY['cause', 'solution']
            ELSE ARRAY['reported', 'plan', 'cause', 'solution']
        END;
    END IF;
    IF NEW.kind = 'closed' AND (NEW.person_id = about.person_id OR NOT known @> needed) THEN
        RAISE EXCEPTION 'a second person closes an occurrence that was reported, explained and solved'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.duties_question_keeps_the_law() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    about duties_question%ROWTYPE;
    known text[];
BEGIN
    SELECT * INTO about FROM duties_question WHERE id = NEW.question_id;
    PERFORM pg_advisory_xact_lock(hashtextextended('duties_question', NEW.question_id));
    known := ARRAY(SELECT kind FROM duties_questionentry WHERE question_id = NEW.question_id);
    IF known && ARRAY['refused', 'answered'] THEN
        RAISE EXCEPTION 'a question that ended takes no entry' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.kind IN ('released', 'refused') AND (NEW.person_id = about.person_id OR NOT about.is_personal) THEN
        RAISE EXCEPTION 'a second person decides about a question with personal data'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.kind = 'run' AND about.is_personal AND NOT 'released' = ANY (known) THEN
        RAISE EXCEPTION 'a question with personal data is released before it is run'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.kind = 'answered' AND NOT 'run' = ANY (known) THEN
        RAISE EXCEPTION 'a question is run before it is answered' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.duties_span_keeps_the_law() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF EXISTS (
            SELECT FROM duties_componentspan
            WHERE component = NEW.component AND (until > NEW.since OR (until = NEW.since AND is_up = NEW.is_up))
        ) THEN
            RAISE EXCEPTION 'a component is measured once at a time' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    ELSIF (OLD.id, OLD.component, OLD.is_up, OLD.since) IS DISTINCT FROM (NEW.id, NEW.component, NEW.is_up, NEW.since)
        OR NEW.until < OLD.until
        OR EXISTS (SELECT FROM duties_componentspan WHERE component = NEW.component AND since > OLD.since)
    THEN
        RAISE EXCEPTION 'a measured time only grows, and only the last one' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.early_end_is_asked_now(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT abs(extract(epoch FROM (later ->> 'noticed')::timestamptz - clock_timestamp())) < 60
$$;

CREATE FUNCTION public.end_keeping(who bigint, what text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    PERFORM FROM players_player AS p JOIN audit_line AS l ON l.player_id = p.id AND l.kind = 'account.closed'
    WHERE p.id = who AND p.status = 'closed' AND keeping_ends(what, l.at) <= clock_timestamp()
      AND NOT is_under_legal_hold(p.id);
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the data of account % have to be kept', who USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    UPDATE players_personkey SET destroyed = clock_timestamp() WHERE player_id = who AND keeping = what AND destroyed IS NULL;
    -- With what is sealed goes what was made of it: digests, marks, month of birth, postal area, last digits of an account. And
    -- what stands beside it in clear: with what somebody paid.
    IF what = 'record' THEN
        PERFORM set_config('feltro.erasing', 'yes', true);
        UPDATE identity_paymentaccount SET sealed = NULL, owner_sealed = NULL, iban_digest = NULL, ending = NULL
        WHERE player_id = who AND sealed IS NOT NULL;
        PERFORM cashier_forget(who);
        PERFORM set_config('feltro.erasing', '', true);
        UPDATE identity_identity SET sealed = NULL, papers = NULL, nif_digest = NULL, document_digest = NULL,
            name_digests = NULL, birth_month = NULL, postal_area = NULL
        WHERE player_id = who AND papers IS NOT NULL;
    END IF;
END $$;

CREATE FUNCTION public.erasure_of_noted_player_is_approved(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM identity_erasure WHERE player_id = (later ->> 'about_id')::bigint AND status IN ('approved', 'done')
    )
$$;

CREATE FUNCTION public.erasure_waits_for_legal_holds() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF is_under_legal_hold(NEW.player_id) THEN
        RAISE EXCEPTION 'the data of account % have to be kept', NEW.player_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.evidence_of_own_report(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM inbox_complaint AS c JOIN players_player AS p ON p.id = c.player_id
        JOIN collusion_case AS k ON k.id = (later ->> 'case_id')::bigint AND k.state <> 'closed'
            AND (k.kind = 'pair' OR k.key = 'report-' || c.number)
        WHERE c.id = (later -> 'figures' ->> 'complaint')::bigint AND c.category = 'player' AND p.person_id = identity_proven_person()
    ) AND NOT EXISTS (
        SELECT FROM collusion_evidence
        WHERE kind = 'report' AND figures -> 'complaint' = later -> 'figures' -> 'complaint'
    )
$$;

CREATE FUNCTION public.exclusion_follows_the_list(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM protection_nationalentry AS e
        WHERE e.reference = later ->> 'reference' AND CASE
            WHEN e.removed IS NULL AND e.ends IS NULL THEN later ->> 'ends' IS NULL
            ELSE (later ->> 'ends')::timestamptz BETWEEN coalesce(e.removed, e.ends) AND greatest(
                coalesce(e.removed, e.ends), clock_timestamp(), (later ->> 'starts')::timestamptz + interval '1 microsecond'
            )
        END
    )
$$;

CREATE FUNCTION public.exclusion_is_listed(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM protection_nationalentry AS e JOIN protection_documentmark AS m ON m.mark = e.mark
        WHERE e.reference = later ->> 'reference' AND m.player_id = (later ->> 'player_id')::bigint AND e.removed IS NULL
            AND e.starts = (later ->> 'starts')::timestamptz AND e.ends IS NOT DISTINCT FROM (later ->> 'ends')::timestamptz
    )
$$;

CREATE FUNCTION public.exclusion_of_the_player(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM protection_exclusion AS e JOIN players_player AS p ON p.id = e.player_id
        WHERE e.id = (later ->> 'exclusion_id')::bigint AND e.source = 'own' AND p.person_id = identity_proven_person()
    )
$$;

CREATE FUNCTION public.floor_change_is_of_a_bulk_change(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM floor_bulkchange AS b
        LEFT JOIN games_tablesetting AS s ON s.id = b.source_id
        LEFT JOIN games_table AS t ON t.id = (later ->> 'table_id')::bigint
        LEFT JOIN games_tablesetting AS own ON own.id = t.setting_id
        WHERE b.author_id = (later ->> 'author_id')::bigint AND b.author_id <> identity_proven_person()
            AND b.state = 'proposed' AND b.tables @> (later -> 'table_id')
            AND CASE b.kind
                WHEN 'setting' THEN s.digest = later ->> 'digest'
                WHEN 'minimum' THEN (later ->> 'data')::jsonb = own.data::jsonb || jsonb_build_object('minimum', b.value)
                ELSE false
            END
    )
$$;

CREATE FUNCTION public.floor_change_keeps_the_law() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    pace CONSTANT text[] := ARRAY['betting_seconds', 'decision_seconds', 'extra_seconds', 'rest_seconds', 'card_ms', 'languages'];
    was text;
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.digest <> encode(sha256(convert_to(NEW.data, 'UTF8')), 'hex') THEN
            RAISE EXCEPTION 'the digest does not match the content of the change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF NEW.base_id IS NOT NULL THEN
            SELECT data INTO was FROM games_tablesetting WHERE id = NEW.base_id AND table_id = NEW.table_id;
            IF was IS NULL THEN
                RAISE EXCEPTION 'the setting before the change belongs to another table' USING ERRCODE = 'integrity_constraint_violation';
            END IF;
        END IF;
        IF NEW.alone AND (was IS NULL OR was::jsonb - pace <> NEW.data::jsonb - pace) THEN
            RAISE EXCEPTION 'one person may change only pace and languages' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF NOT EXISTS (SELECT FROM players_person WHERE id = NEW.author_id AND is_staff AND is_active) THEN
            RAISE EXCEPTION 'only staff may propose a change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF NEW.state = 'confirmed' AND floor_change_touches_a_jackpot(OLD.base_id, NEW.data, NEW.table_id, OLD.state = 'deferred', OLD.decided) THEN
        RAISE EXCEPTION 'players have paid into this jackpot on the announced terms' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.setting_id IS NOT NULL AND (NEW.state NOT IN ('confirmed', 'applied') OR NOT EXISTS (
        SELECT FROM games_tablesetting WHERE id = NEW.setting_id AND table_id = NEW.table_id AND data = NEW.data AND digest = NEW.digest
    )) THEN
        RAISE EXCEPTION 'the setting made from a change must have the content of the change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.confirmer_id IS NOT NULL AND NOT EXISTS (SELECT FROM players_person WHERE id = NEW.confirmer_id AND is_staff AND is_active) THEN
        RAISE EXCEPTION 'only staff may decide a change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.floor_change_touches_a_jackpot(base bigint, will text, place bigint, deferred boolean, since timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    was jsonb;
    next jsonb;
BEGIN
    SELECT data::jsonb -> 'jackpot' INTO was FROM games_tablesetting WHERE id = base;
    IF was IS NULL OR jsonb_typeof(was) <> 'object' THEN
        RETURN false;
    END IF;
    next := will::jsonb -> 'jackpot';
    IF was = next OR NOT floor_pot_has_contributions(place) THEN
        RETURN false;
    END IF;
    IF deferred AND EXISTS (
        SELECT FROM wallet_transfer AS w JOIN wallet_account AS a ON a.id = w.target_id
        WHERE a.kind = 'jackpot' AND a."table" = place AND w.kind = 'jackpot-fill' AND w.at > since
    ) THEN
        RETURN false;
    END IF;
    RETURN jsonb_typeof(next) IS DISTINCT FROM 'object' OR was - 'fixed' <> next - 'fixed' OR EXISTS (
        SELECT FROM jsonb_each_text(was -> 'fixed') AS f WHERE (next -> 'fixed' ->> f.key)::bigint < f.value::bigint
    );
END $$;

CREATE FUNCTION public.floor_pot_has_contributions(place bigint) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    WITH pot AS (
        SELECT a.id, (
            SELECT w.at FROM wallet_transfer AS w WHERE w.target_id = a.id AND w.kind = 'jackpot-fill' ORDER BY w.at DESC LIMIT 1
        ) AS began
        FROM wallet_account AS a WHERE a.kind = 'jackpot' AND a."table" = place AND a.balance > 0
    )
    SELECT EXISTS (
        SELECT FROM pot JOIN wallet_transfer AS w ON w.target_id = pot.id AND w.at > coalesce(pot.began, '-infinity')
            AND w.kind IN ('jackpot-share', 'jackpot-held-share')
    ) OR EXISTS (
        SELECT FROM pot JOIN wallet_detachedsum AS d ON d.account_id = pot.id AND pot.began IS NULL
            AND d.kind IN ('jackpot-share', 'jackpot-held-share') AND d.moves > 0
    )
$$;

CREATE FUNCTION public.floor_suspended_stays_shut() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF EXISTS (SELECT FROM floor_tablesuspension WHERE table_id = NEW.id AND ended IS NULL) THEN
        NEW.status := 'draining';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.games_commands_are_kept() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    INSERT INTO games_command (player, command, seq, digest)
    SELECT player, command, seq, digest FROM added WHERE command IS NOT NULL;
    RETURN NULL;
END $$;

CREATE FUNCTION public.games_event_of_transfer(id uuid) RETURNS bigint
    LANGUAGE sql IMMUTABLE STRICT
    AS $$
    SELECT (substring(bits FROM 53 FOR 12) || substring(bits FROM 67 FOR 42))::bit(54)::bigint
    FROM (SELECT ('x' || replace(id::text, '-', ''))::bit(128) AS bits) AS read
$$;

CREATE FUNCTION public.games_events_follow_the_last() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NULL;
    END IF;
    -- Events of one moment lie in one month, whose own index refuses a number twice.
    IF EXISTS (
        SELECT FROM (
            SELECT table_id, min(seq) AS least, max(seq) AS greatest, count(*) AS events, min(at) AS since, max(at) AS until
            FROM added GROUP BY table_id
        ) AS a
        LEFT JOIN games_table AS t ON t.id = a.table_id
        WHERE a.least IS DISTINCT FROM t.version + 1 OR a.greatest <> a.least + a.events - 1 OR a.since <> a.until
    ) THEN
        RAISE EXCEPTION 'the events of a transaction must follow the last event of their table' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.games_payment_has_an_event() RETURNS trigger
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
        AND NOT EXISTS (
            SELECT FROM games_event AS e
            WHERE e.table_id = (SELECT a."table" FROM wallet_account AS a WHERE a.id = NEW.source_id)
                AND e.table_id = ('x' || left(replace(NEW.id::text, '-', ''), 12))::bit(48)::bigint
                AND e.seq = games_event_of_transfer(NEW.id)
                -- Both are written by one transaction.
                AND e.at >= NEW.at - interval '1 day' AND e.at < NEW.at + interval '1 day'
                AND (NEW.kind = 'jackpot-fill' OR e.round_id = NEW.round)  -- a jackpot may be filled between rounds
        ) THEN
        RAISE EXCEPTION 'a transfer of the kind % needs its event in the record', NEW.kind USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.games_payments_follow_a_stake() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM posted WHERE kind IN ('prize', 'lost-back', 'jackpot-prize'))
        OR pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NULL;
    END IF;
    PERFORM games_refuse_unfounded_payment(payment.paying_table, payment.round) FROM (
        SELECT DISTINCT p.round, (SELECT a."table" FROM wallet_account AS a WHERE a.id = p.source_id) AS paying_table
        FROM posted AS p WHERE p.kind IN ('prize', 'lost-back', 'jackpot-prize')
    ) AS payment;
    RETURN NULL;
END $$;

CREATE FUNCTION public.games_processkey_belongs_to_its_role() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    of_the_owner boolean := pg_has_role(session_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE');
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF OLD.until > clock_timestamp() - interval '1 minute' AND NOT of_the_owner THEN
            RAISE EXCEPTION 'the key of a running process cannot be deleted' USING ERRCODE = 'insufficient_privilege';
        END IF;
        RETURN OLD;
    END IF;
    IF session_user <> 'house_' || NEW.kind AND NOT of_the_owner THEN
        RAISE EXCEPTION 'the role % may not register a key of the kind %', session_user, NEW.kind
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF TG_OP = 'UPDATE' AND (NEW.id, NEW.kind, NEW.key, NEW.started) IS DISTINCT FROM (OLD.id, OLD.kind, OLD.key, OLD.started) THEN
        RAISE EXCEPTION 'the key of a process cannot change' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF length(NEW.key) <> 32 THEN
        RAISE EXCEPTION 'a public key has 32 bytes' USING ERRCODE = 'check_violation';
    END IF;
    NEW.until := clock_timestamp() + interval '15 seconds';
    RETURN NEW;
END $$;

CREATE FUNCTION public.games_refuse_unfounded_payment(paying_table bigint, the_round bigint) RETURNS void
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
DECLARE
    since timestamptz;
    excess bigint;
BEGIN
    SELECT r.opened - interval '1 minute' INTO since
    FROM games_round AS r WHERE r.id = the_round AND r.table_id = paying_table AND r.status = 'open';
    IF NOT FOUND THEN
        RAISE EXCEPTION 'a table may pay players only in its own open round' USING ERRCODE = 'insufficient_privilege';
    END IF;
    SELECT account INTO excess FROM (
        SELECT CASE WHEN w.kind IN ('stake', 'jackpot-bet') THEN w.source_id ELSE w.target_id END AS account,
            coalesce(sum(w.cents) FILTER (WHERE w.kind IN ('stake', 'jackpot-bet')), 0) AS staked,
            coalesce(sum(w.cents) FILTER (WHERE w.kind = 'prize'), 0) AS prizes,
            coalesce(sum(w.cents) FILTER (WHERE w.kind = 'lost-back'), 0) AS undone,
            coalesce(sum(w.cents) FILTER (WHERE w.kind = 'jackpot-prize'), 0) AS jackpot
        FROM wallet_transfer AS w
        WHERE w.round = the_round AND w.at >= since
            AND w.kind IN ('stake', 'jackpot-bet', 'prize', 'lost-back', 'jackpot-prize')
        GROUP BY 1
    ) AS sums
    -- No bet of the regulation pays more than 100 to 1. What a jackpot pays is in its account.  [CS-28a] [MS-9.2]
    WHERE prizes > 100 * staked OR undone > staked OR (jackpot > 0 AND staked = 0)
    LIMIT 1;
    IF excess IS NOT NULL THEN
        RAISE EXCEPTION 'the account % is paid more than its stake in round % can win', excess, the_round
            USING ERRCODE = 'insufficient_privilege';
    END IF;
END $$;

CREATE FUNCTION public.games_stakes_add_up() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    INSERT INTO protection_staked AS s (player_id, currency, day, cents, lost)
    SELECT posted.player_id, t.currency, (posted.at AT TIME ZONE 'Europe/Lisbon')::date,
           coalesce(sum(posted.staked) FILTER (WHERE r.status <> 'void'), 0),
           sum(posted.staked - posted.back - posted.prize + posted.commission)
    FROM posted
    JOIN games_round AS r ON r.id = posted.round_id
    JOIN games_table AS t ON t.id = r.table_id AND t.currency <> 'DEMO'
    GROUP BY 1, 2, 3
    HAVING sum(posted.staked) FILTER (WHERE r.status <> 'void') > 0
        OR sum(posted.staked - posted.back - posted.prize + posted.commission) <> 0
    ORDER BY 1, 2, 3
    ON CONFLICT (player_id, currency, day) DO UPDATE SET cents = s.cents + excluded.cents, lost = s.lost + excluded.lost;
    RETURN NULL;
END $$;

CREATE FUNCTION public.games_table_only_advances() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RAISE EXCEPTION 'the number of the last event of a table cannot decrease' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.games_table_plays_what_was_confirmed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    was bigint;
BEGIN
    IF TG_OP = 'UPDATE' THEN
        was := OLD.setting_id;
        IF NEW.setting_id IS NOT DISTINCT FROM was THEN
            RETURN NEW;
        END IF;
    END IF;
    IF NEW.setting_id IS NULL THEN
        IF was IS NOT NULL THEN
            RAISE EXCEPTION 'a table cannot be left without a setting' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF EXISTS (
        SELECT FROM floor_tablechange AS c JOIN games_tablesetting AS s ON s.id = c.setting_id
        WHERE c.setting_id = NEW.setting_id AND c.table_id = NEW.id AND c.base_id IS NOT DISTINCT FROM was
          AND s.table_id = NEW.id AND s.data = c.data AND s.digest = c.digest
          AND (c.state = 'confirmed' AND c.confirmer_id <> c.author_id OR c.state = 'applied' AND c.alone)
    ) THEN
        RETURN NEW;
    END IF;
    -- The tables that a house opens with, set by the process that made the house, before anything was played at them.
    IF was IS NULL AND pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = 'games_table'::regclass), 'MEMBER')
        AND EXISTS (SELECT FROM games_tablesetting WHERE id = NEW.setting_id AND table_id = NEW.id AND version = 1 AND author_id IS NULL)
        AND NOT EXISTS (SELECT FROM games_round WHERE table_id = NEW.id) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the setting of this table has not been confirmed' USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE FUNCTION public.gateway_request_of_the_player(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM cashier_payment AS p JOIN players_player AS a ON a.id = p.player_id
        WHERE p.id = (later ->> 'payment_id')::uuid AND a.person_id = identity_proven_person()
    )
$$;

CREATE FUNCTION public.handover_is_for_reader(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT earlier ->> 'ended' IS NOT NULL AND later ->> 'read_by_id' <> later ->> 'person_id' AND CASE
        WHEN later ->> 'successor_id' IS NOT NULL THEN later ->> 'successor_id' = later ->> 'read_by_id'
        ELSE EXISTS (
            SELECT FROM players_person_groups AS own JOIN players_person_groups AS same USING (group_id)
            WHERE own.person_id = (later ->> 'person_id')::bigint AND same.person_id = (later ->> 'read_by_id')::bigint
        )
    END
$$;

CREATE FUNCTION public.house_replication_lag() RETURNS double precision
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    -- No standby, no lag. A standby that has replayed everything reports none. Without the right to look, every state is NULL.
    SELECT CASE WHEN count(state) > 0 THEN coalesce(extract(epoch FROM max(replay_lag)), 0) END FROM pg_stat_replication
$$;

CREATE FUNCTION public.identity_code_answer(proof text, who bigint, the_code text, OUT attempt bigint, OUT limited boolean) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    the_session text := identity_proof_digest(proof);
    wrong bigint;
BEGIN
    limited := false;
    IF NOT EXISTS (
        SELECT FROM identity_signinevidence WHERE person_id = who AND session = the_session AND until > clock_timestamp()
    ) AND NOT EXISTS (
        SELECT FROM identity_signin AS entry
        JOIN players_person AS p ON p.id = entry.person_id AND p.credential_epoch = entry.epoch
        WHERE entry.session = the_session AND entry.person_id = who AND entry.ended IS NULL
    ) THEN
        RETURN;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended('identity_code_answer ' || who, 0));
    DELETE FROM identity_codeattempt WHERE person_id = who AND at < clock_timestamp() - interval '1 hour';
    SELECT count(*) INTO wrong FROM identity_codeattempt AS tried
    WHERE tried.person_id = who AND tried.at > clock_timestamp() - interval '15 minutes'
        AND (tried.is_right = false OR tried.is_right IS NULL AND tried.at > clock_timestamp() - interval '1 minute')
        AND tried.id > coalesce(
            (SELECT max(proven.id) FROM identity_codeattempt AS proven WHERE proven.person_id = who AND proven.is_right), 0
        );
    IF wrong >= 3 THEN
        limited := true;
        RETURN;
    END IF;
    INSERT INTO identity_codeattempt (person_id, session, code) VALUES (who, the_session, the_code) RETURNING id INTO attempt;
END $$;

CREATE FUNCTION public.identity_code_outcome(proof text, tried bigint, OUT waits boolean, OUT factor integer) RETURNS record
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT is_right IS NULL, factor_id FROM identity_codeattempt WHERE id = tried AND session = identity_proof_digest(proof)
$$;

CREATE FUNCTION public.identity_code_verified(attempt bigint, factor integer, mark bigint) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    shown identity_codeattempt;
    kind text;
    accepted boolean := false;
BEGIN
    SELECT * INTO shown FROM identity_codeattempt WHERE id = attempt AND is_right IS NULL FOR UPDATE;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    IF shown.at > clock_timestamp() - interval '1 minute'
        AND EXISTS (SELECT FROM players_person WHERE id = shown.person_id AND is_active) THEN
        kind := (SELECT type FROM mfa_authenticator WHERE id = factor AND user_id = shown.person_id);
        IF kind = 'totp' THEN
            UPDATE identity_factorsecret AS kept SET step = mark FROM mfa_authenticator AS a
            WHERE a.id = factor AND 'kept:' || kept.id = a.data ->> 'secret' AND kept.step < mark;
            accepted := FOUND;
        ELSIF kind = 'recovery_codes' AND mark BETWEEN 0 AND 61 THEN
            UPDATE mfa_authenticator
            SET data = jsonb_set(data, '{used_mask}', to_jsonb((data ->> 'used_mask')::bigint | (1::bigint << mark::integer)))
            WHERE id = factor AND (data ->> 'used_mask')::bigint & (1::bigint << mark::integer) = 0;
            accepted := FOUND;
        END IF;
    END IF;
    UPDATE identity_codeattempt SET is_right = accepted, factor_id = CASE WHEN accepted THEN factor END, code = '' WHERE id = attempt;
    IF accepted THEN
        PERFORM identity_factor_enter(shown.person_id, shown.session);
    END IF;
    RETURN accepted;
END $$;

CREATE FUNCTION public.identity_confirm_password(who bigint, password_proof text, proof text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF identity_has_factor(who) OR NOT identity_password_is(who, password_proof) THEN
        RETURN false;
    END IF;
    UPDATE identity_signin SET confirmed = clock_timestamp()
    WHERE session = identity_proof_digest(proof) AND person_id = who AND ended IS NULL;
    RETURN FOUND;
END $$;

CREATE FUNCTION public.identity_confirms(who bigint) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM identity_proven_sessions()
        WHERE person_id = who AND confirmed > clock_timestamp() - interval '6 minutes'
    )
$$;

CREATE FUNCTION public.identity_erase(who bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE human bigint;
BEGIN
    SELECT p.person_id INTO human FROM players_player AS p JOIN identity_erasure AS e ON e.player_id = p.id
    WHERE p.id = who AND p.status = 'closed' AND e.status = 'approved' AND e.requested_by_id <> e.decided_by_id
      AND NOT is_under_legal_hold(p.id)
      AND EXISTS (
          SELECT FROM audit_line AS l WHERE l.player_id = who AND l.kind = 'account.closed'
            AND (l.at AT TIME ZONE 'Europe/Lisbon') + interval '10 years' <= (clock_timestamp() AT TIME ZONE 'Europe/Lisbon')
      );
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the data of account % have to be kept', who USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    PERFORM set_config('feltro.erasing', 'yes', true);
    -- Pseudonyms that pass every constraint and are nobody's: no tax number begins with a zero, no country is called XX.
    UPDATE identity_identity SET name = '–', birth = date '1900-01-01', nationality = 'XX', profession = '–', address = '–',
        postcode = '–', town = '–', telephone = '–', district = '', country = 'XX', document_country = 'XX', document_number = 'ERASED' || who,
        nif = lpad((who % 100000000)::text, 9, '0'), reference = '', sealed = NULL, papers = NULL,
        nif_digest = NULL, document_digest = NULL, name_digests = NULL, birth_month = NULL, postal_area = NULL WHERE player_id = who;
    UPDATE identity_paymentaccount SET iban = 'XX00' || lpad(id::text, 11, '0'), holder = '–', owner_name = '', sealed = NULL,
        owner_sealed = NULL, iban_digest = NULL, ending = NULL WHERE player_id = who;
    PERFORM cashier_forget(who);
    UPDATE identity_uploadeddocument SET name = '–', digest = '', sealed = NULL WHERE player_id = who;
    UPDATE identity_signin SET address = NULL, device = '' WHERE person_id = human;
    UPDATE identity_addresschange SET before = 'erased-' || who || '@erased.invalid', after = 'erased-' || who || '@erased.invalid' WHERE person_id = human;
    UPDATE identity_draft SET email = '', password = '', answers = '{}', code = '' WHERE player_id = who;
    UPDATE players_player SET alias = 'erased' || who WHERE id = who;
    UPDATE players_person SET email = 'erased-' || who || '@erased.invalid', first_name = '', last_name = '', password = '!',
        is_active = false WHERE id = human;
    DELETE FROM account_emailaddress WHERE user_id = human;
    DELETE FROM protection_documentmark WHERE player_id = who;
    -- What is sealed anywhere, in chains and backups too, cannot be read without the keys.
    UPDATE players_personkey SET destroyed = clock_timestamp() WHERE player_id = who AND destroyed IS NULL;
    PERFORM set_config('feltro.erasing', '', true);
END $$;

CREATE FUNCTION public.identity_erasure_takes_credentials() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE human bigint := (SELECT person_id FROM players_player WHERE id = NEW.player_id);
BEGIN
    UPDATE players_person SET password = '!' || encode(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'hex') WHERE id = human;
    DELETE FROM mfa_authenticator WHERE user_id = human;
    RETURN NULL;
END $$;

CREATE FUNCTION public.identity_evidence_enter(who bigint, proof text) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    DELETE FROM identity_signinevidence WHERE person_id = who AND until < clock_timestamp();
    INSERT INTO identity_signinevidence (person_id, session, until)
    VALUES (who, identity_proof_digest(proof), clock_timestamp() + interval '20 minutes');
$$;

CREATE FUNCTION public.identity_factor_enter(who bigint, the_session text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    UPDATE identity_signin SET confirmed = clock_timestamp()
    WHERE session = the_session AND person_id = who AND ended IS NULL;
    IF NOT FOUND THEN
        UPDATE identity_signinevidence SET factor = true
        WHERE session = the_session AND person_id = who AND until > clock_timestamp();
    END IF;
END $$;

CREATE FUNCTION public.identity_factors_are_proven() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
        OR TG_OP = 'INSERT' AND (NEW.type = 'webauthn' OR identity_secret_is_of(NEW.user_id, NEW.data))
        OR TG_OP = 'UPDATE' AND NEW.data - ARRAY['name', 'viewed_at'] IS NOT DISTINCT FROM OLD.data - ARRAY['name', 'viewed_at'] THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a second factor can change only with a proof' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION public.identity_has_factor(who bigint) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (SELECT FROM mfa_authenticator WHERE user_id = who AND type IN ('totp', 'webauthn'))
$$;

CREATE FUNCTION public.identity_is_bound(place oid) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT pg_has_role(current_user, 'house_web', 'USAGE')
        AND NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = place), 'USAGE')
$$;

CREATE FUNCTION public.identity_is_new(who bigint) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM players_person WHERE id = who AND NOT is_staff AND date_joined > clock_timestamp() - interval '1 hour'
    ) AND NOT EXISTS (SELECT FROM identity_signin WHERE person_id = who)
$$;

CREATE FUNCTION public.identity_is_refused(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (SELECT FROM identity_identity WHERE player_id = (later ->> 'id')::bigint AND state = 'refused')
$$;

CREATE FUNCTION public.identity_is_verified(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT NOT EXISTS (
        SELECT FROM identity_identity
        WHERE player_id = (later ->> 'id')::bigint AND (state <> 'verified' OR verified IS NULL)
    )
$$;

CREATE FUNCTION public.identity_keep_secret(the_secret text) RETURNS uuid
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    who bigint := (SELECT person_id FROM identity_proven_sessions());
    entered uuid;
BEGIN
    IF who IS NULL AND NOT pg_has_role(
        session_user, (SELECT relowner FROM pg_class WHERE oid = 'identity_factorsecret'::regclass), 'USAGE'
    ) THEN
        RAISE EXCEPTION 'no proof of whose secret this is' USING ERRCODE = 'insufficient_privilege';
    END IF;
    DELETE FROM identity_factorsecret AS kept WHERE person_id = who AND made < clock_timestamp() - interval '1 hour'
        AND NOT EXISTS (SELECT FROM mfa_authenticator WHERE user_id = who AND 'kept:' || kept.id IN (data ->> 'secret', data ->> 'seed'));
    INSERT INTO identity_factorsecret (person_id, sealed) VALUES (who, the_secret) RETURNING id INTO entered;
    RETURN entered;
END $$;

CREATE FUNCTION public.identity_passkey_answer(proof text, who bigint, the_answer text) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    UPDATE identity_passkeyattempt SET person_id = who, answer = the_answer
    WHERE session = identity_proof_digest(proof) AND person_id IS NULL AND until > clock_timestamp() RETURNING id
$$;

CREATE FUNCTION public.identity_passkey_challenge(proof text) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    made text := encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex');
BEGIN
    DELETE FROM identity_passkeyattempt WHERE until < clock_timestamp() OR session = identity_proof_digest(proof);
    INSERT INTO identity_passkeyattempt (session, challenge, answer, until)
    VALUES (identity_proof_digest(proof), made, '', clock_timestamp() + interval '10 minutes');
    RETURN made;
END $$;

CREATE FUNCTION public.identity_passkey_outcome(proof text, who bigint, OUT waits boolean, OUT proven boolean) RETURNS record
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (SELECT FROM identity_passkeyattempt WHERE session = identity_proof_digest(proof) AND person_id = who),
        EXISTS (
            SELECT FROM identity_signinevidence
            WHERE session = identity_proof_digest(proof) AND person_id = who AND until > clock_timestamp() AND factor
        ) OR EXISTS (
            SELECT FROM identity_signin
            WHERE session = identity_proof_digest(proof) AND person_id = who AND ended IS NULL
                AND confirmed > clock_timestamp() - interval '1 minute'
        )
$$;

CREATE FUNCTION public.identity_passkey_verified(attempt bigint, is_right boolean) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    shown identity_passkeyattempt;
BEGIN
    DELETE FROM identity_passkeyattempt WHERE id = attempt AND person_id IS NOT NULL RETURNING * INTO shown;
    IF NOT is_right OR shown.until < clock_timestamp()
        OR NOT EXISTS (SELECT FROM players_person WHERE id = shown.person_id AND is_active) THEN
        RETURN false;
    END IF;
    IF NOT EXISTS (
        SELECT FROM identity_signin WHERE session = shown.session AND person_id = shown.person_id AND ended IS NULL
    ) THEN
        INSERT INTO identity_signinevidence (person_id, session, until)
        VALUES (shown.person_id, shown.session, clock_timestamp() + interval '20 minutes');
    END IF;
    PERFORM identity_factor_enter(shown.person_id, shown.session);
    RETURN true;
END $$;

CREATE FUNCTION public.identity_password_change(who bigint, password_proof text, encoded text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    changed bigint;
BEGIN
    UPDATE players_person SET password = encoded WHERE id = who AND CASE
        WHEN password LIKE '!%' THEN identity_proves(who)
        ELSE identity_password_is(who, password_proof)
    END;
    GET DIAGNOSTICS changed = ROW_COUNT;
    RETURN changed > 0;
END $$;

CREATE FUNCTION public.identity_password_is(who bigint, proof text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $_$
    SELECT EXISTS (
        SELECT FROM players_person
        WHERE id = who AND password ~ '^[a-z0-9_]+_proven\$'
            AND substring(password FROM '[^$]*$') = encode(sha256(convert_to(proof, 'UTF8')), 'hex')
    )
$_$;

CREATE FUNCTION public.identity_password_reset(token text, encoded text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    who bigint;
BEGIN
    DELETE FROM identity_resettoken
    WHERE digest = encode(sha256(convert_to(token, 'UTF8')), 'hex') AND until > clock_timestamp()
    RETURNING person_id INTO who;
    IF who IS NULL THEN
        RETURN false;
    END IF;
    UPDATE players_person SET password = encoded WHERE id = who;
    RETURN true;
END $$;

CREATE FUNCTION public.identity_proof_digest(proof text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT left(encode(sha256(convert_to(proof, 'UTF8')), 'hex'), 40) WHERE proof <> ''
$$;

CREATE FUNCTION public.identity_prove_new(who bigint, proof text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF identity_is_new(who) THEN
        INSERT INTO identity_signinevidence (person_id, session, until, lasting)
        VALUES (who, identity_proof_digest(proof), clock_timestamp() + interval '1 minute', true);
    END IF;
    RETURN EXISTS (
        SELECT FROM identity_signinevidence
        WHERE person_id = who AND session = identity_proof_digest(proof) AND until > clock_timestamp() AND lasting
    );
END $$;

CREATE FUNCTION public.identity_prove_password(who bigint, password_proof text, proof text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF identity_password_is(who, password_proof) AND EXISTS (SELECT FROM players_person WHERE id = who AND is_active) THEN
        PERFORM identity_evidence_enter(who, proof);
        RETURN true;
    END IF;
    RETURN false;
END $$;

CREATE FUNCTION public.identity_proven_person() RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT person_id FROM identity_proven_sessions() LIMIT 1
$$;

CREATE TABLE public.identity_signin (
    id bigint NOT NULL,
    session character varying(40) NOT NULL,
    began timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    seen timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    ended timestamp with time zone,
    cause character varying(10) NOT NULL,
    address inet,
    device character varying(200) NOT NULL,
    method character varying(40) NOT NULL,
    epoch integer DEFAULT 0 NOT NULL,
    confirmed timestamp with time zone,
    person_id bigint NOT NULL
);

CREATE FUNCTION public.identity_proven_sessions() RETURNS SETOF public.identity_signin
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT entry.* FROM identity_signin AS entry
    JOIN django_session AS live ON live.session_key = entry.session AND live.expire_date > clock_timestamp()
    JOIN players_person AS p ON p.id = entry.person_id AND p.credential_epoch = entry.epoch
    WHERE entry.session = identity_proof_digest(current_setting('feltro.session_proof', true)) AND entry.ended IS NULL
$$;

CREATE FUNCTION public.identity_proves(who bigint) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (SELECT FROM identity_proven_sessions() WHERE person_id = who)
$$;

CREATE FUNCTION public.identity_proves_staff() RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM identity_proven_sessions() AS entry
        JOIN players_person AS p ON p.id = entry.person_id AND p.is_staff AND p.is_active
    )
$$;

CREATE FUNCTION public.identity_secret_goes() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    DELETE FROM identity_factorsecret AS kept WHERE 'kept:' || kept.id = coalesce(OLD.data ->> 'secret', OLD.data ->> 'seed');
    RETURN NULL;
END $$;

CREATE FUNCTION public.identity_secret_is_of(who bigint, data jsonb) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM identity_factorsecret AS kept
        WHERE 'kept:' || kept.id = coalesce(data ->> 'secret', data ->> 'seed') AND kept.person_id = who
    )
$$;

CREATE FUNCTION public.identity_session_goes_on() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    UPDATE identity_signin SET epoch = NEW.credential_epoch
    WHERE session = identity_proof_digest(current_setting('feltro.session_proof', true))
        AND person_id = NEW.id AND ended IS NULL AND epoch = OLD.credential_epoch;
    RETURN NULL;
END $$;

CREATE FUNCTION public.identity_session_move(entry bigint, proof text, the_session text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    moved bigint;
BEGIN
    UPDATE identity_signin SET session = the_session
    WHERE id = entry AND session = identity_proof_digest(proof) AND ended IS NULL;
    GET DIAGNOSTICS moved = ROW_COUNT;
    RETURN moved > 0;
END $$;

CREATE FUNCTION public.identity_show_secret(the_secret uuid) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT kept.sealed FROM identity_factorsecret AS kept WHERE kept.id = the_secret AND (
        pg_has_role(session_user, 'house_worker', 'USAGE') OR EXISTS (
            SELECT FROM mfa_authenticator AS factor
            WHERE factor.type = 'recovery_codes' AND factor.data ->> 'seed' = 'kept:' || kept.id AND identity_confirms(factor.user_id)
        )
    )
$$;

CREATE FUNCTION public.identity_sign_in(who bigint, proof text, the_session text, the_address inet, the_device text, the_method text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    entry bigint;
    shown boolean;
    shown_factor boolean;
BEGIN
    WITH used AS (
        DELETE FROM identity_signinevidence
        WHERE person_id = who AND session = identity_proof_digest(proof) AND until > clock_timestamp() AND NOT lasting
        RETURNING factor
    )
    SELECT count(*) > 0, coalesce(bool_or(factor), false) INTO shown, shown_factor FROM used;
    IF NOT pg_has_role(session_user, (SELECT relowner FROM pg_class WHERE oid = 'identity_signin'::regclass), 'USAGE') THEN
        IF NOT shown AND NOT EXISTS (
            SELECT FROM identity_signinevidence
            WHERE person_id = who AND session = identity_proof_digest(proof) AND until > clock_timestamp() AND lasting
        ) THEN
            RAISE EXCEPTION 'no proof that this is person %', who USING ERRCODE = 'insufficient_privilege';
        END IF;
        IF identity_has_factor(who) AND NOT shown_factor THEN
            RAISE EXCEPTION 'no proof of the second factor of person %', who USING ERRCODE = 'insufficient_privilege';
        END IF;
    END IF;
    INSERT INTO identity_signin (person_id, session, cause, address, device, method, confirmed)
    VALUES (who, the_session, '', the_address, left(the_device, 200), left(the_method, 40), clock_timestamp())
    RETURNING id INTO entry;
    UPDATE players_person SET last_login = clock_timestamp() WHERE id = who;
    RETURN entry;
END $$;

CREATE FUNCTION public.identity_sign_in_ends() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
        AND (NEW.session NOT IN (OLD.session, '') OR OLD.ended IS NOT NULL AND NEW.ended IS DISTINCT FROM OLD.ended) THEN
        RAISE EXCEPTION 'a sign-in can only end' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.identity_sign_in_epoch() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    NEW.epoch := (SELECT credential_epoch FROM players_person WHERE id = NEW.person_id);
    RETURN NEW;
END $$;

CREATE FUNCTION public.identity_tokens_end() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    DELETE FROM identity_resettoken WHERE person_id = NEW.id;
    DELETE FROM identity_signinevidence WHERE person_id = NEW.id;
    RETURN NULL;
END $$;

CREATE FUNCTION public.identity_visit(who bigint, the_session text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    entry bigint;
BEGIN
    IF NOT identity_is_new(who) OR NOT EXISTS (
        SELECT FROM players_person AS p JOIN players_player AS v ON v.person_id = p.id AND v.status = 'visitor'
        WHERE p.id = who AND NOT p.is_active
    ) THEN
        RAISE EXCEPTION 'person % is not a new visitor', who USING ERRCODE = 'insufficient_privilege';
    END IF;
    INSERT INTO identity_signin (person_id, session, cause, device, method)
    VALUES (who, the_session, '', '', 'visit') RETURNING id INTO entry;
    RETURN entry;
END $$;

CREATE FUNCTION public.impact_is_final() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'a finished calculation cannot change' USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE FUNCTION public.inbox_browser_has_one_player() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    DELETE FROM inbox_pushsubscription WHERE endpoint = NEW.endpoint;
    RETURN NEW;
END $$;

CREATE FUNCTION public.is_on_duty(person bigint) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM backoffice_shift AS s JOIN players_person AS p ON p.id = s.person_id
        WHERE s.person_id = person AND s.ended IS NULL AND p.is_active AND p.is_staff
    )
$$;

CREATE FUNCTION public.is_under_legal_hold(who bigint) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM identity_legalhold AS h WHERE h.player_id = who AND h.state = 'in-force' AND h.lifts_id IS NULL
          AND NOT EXISTS (SELECT FROM identity_legalhold AS l WHERE l.lifts_id = h.id AND l.state = 'in-force')
    )
$$;

CREATE FUNCTION public.keeping_ends(what text, closed timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT (closed AT TIME ZONE 'Europe/Lisbon' + make_interval(years => r.years)) AT TIME ZONE 'Europe/Lisbon'
    FROM (VALUES
        ('record', date '2015-01-01', 10),
        ('diligence', date '2015-01-01', 7),
        ('diligence', date '2027-07-10', 5)
    ) AS r(keeping, since, years)
    WHERE r.keeping = what AND r.since <= (closed AT TIME ZONE 'Europe/Lisbon')::date
    ORDER BY r.since DESC LIMIT 1
$$;

CREATE FUNCTION public.laundering_erased() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    DELETE FROM laundering_access WHERE player_id = NEW.player_id;
    DELETE FROM laundering_measure WHERE player_id = NEW.player_id;
    DELETE FROM laundering_report WHERE player_id = NEW.player_id;
    RETURN NULL;
END $$;

CREATE FUNCTION public.laundering_holds_payouts() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF EXISTS (SELECT FROM laundering_measure WHERE player_id = NEW.player_id AND ended IS NULL AND kind <> 'risk') THEN
        RAISE EXCEPTION 'the withdrawal % is under review', NEW.id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.legal_hold_lifts_its_own() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM identity_legalhold AS h
        WHERE h.id = NEW.lifts_id AND h.player_id = NEW.player_id AND h.lifts_id IS NULL AND h.state = 'in-force'
    ) THEN
        RAISE EXCEPTION 'no legal hold in force to lift' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.limit_still_waits(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT (earlier ->> 'starts')::timestamptz > clock_timestamp()
$$;

CREATE FUNCTION public.limit_waits_if_higher(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT (later ->> 'starts')::timestamptz >= clock_timestamp() + interval '23 hours 59 minutes'
        OR (later ->> 'starts')::timestamptz < clock_timestamp() + interval '1 minute' AND NOT EXISTS (
            SELECT FROM (
                SELECT value FROM protection_limit
                WHERE player_id = (later ->> 'player_id')::bigint AND kind = later ->> 'kind' AND period = later ->> 'period'
                    AND starts <= clock_timestamp() AND cancelled IS NULL
                ORDER BY starts DESC, id DESC LIMIT 1
            ) AS in_force
            WHERE (later ->> 'value')::bigint > in_force.value OR later ->> 'value' IS NULL AND in_force.value IS NOT NULL
        )
$$;

CREATE FUNCTION public.member_of_own_report(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM collusion_case AS k JOIN inbox_complaint AS c ON k.key = 'report-' || c.number AND k.kind = 'report'
        JOIN players_player AS p ON p.id = c.player_id
        WHERE k.id = (later ->> 'case_id')::bigint AND c.reported_id = (later ->> 'player_id')::bigint
            AND p.person_id = identity_proven_person()
    )
$$;

CREATE FUNCTION public.mention_is_of_colleague(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM backoffice_worknote
        WHERE id = (later ->> 'note_id')::bigint AND person_id = identity_proven_person()
            AND person_id <> (later ->> 'person_id')::bigint
            AND staff_may((later ->> 'person_id')::bigint, work_permission(source))
    )
$$;

CREATE FUNCTION public.message_before_sign_in(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT later ->> 'kind' = 'registration-repeated' AND later -> 'details' = '{}'
        OR later ->> 'kind' = 'security-changed' AND later -> 'details' = '{"what": "password"}'
$$;

CREATE FUNCTION public.message_of_staff(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.message_to_oneself(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT later ->> 'kind' IN (
        'access-new-device', 'account-closed', 'account-opened', 'complaint-received', 'email-changed', 'exclusion-begun',
        'exclusion-early-end', 'exclusion-listed', 'exclusion-without-end', 'identity-documents', 'limits-changed',
        'pause-begun', 'security-changed', 'withdrawal-asked'
    )
$$;

CREATE FUNCTION public.monitoring_first_version() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
        AND pg_has_role(current_user, 'house_worker', 'USAGE')
        AND (
            NEW.number <> 1 OR NEW.author_id IS NOT NULL OR NEW.decider_id IS NOT NULL OR NEW.decided IS NOT NULL
            OR NEW.name NOT IN (
                'bots', 'cancelled', 'chasing', 'closer-deposits', 'closer-deposits-young', 'declined', 'dormant',
                'dumping-lost', 'dumping-won', 'even', 'first-day', 'growth', 'instrument', 'linked', 'long', 'losses', 'methods',
                'mules', 'night', 'quick-losses', 'raised', 'refused', 'rising-stakes', 'stopped', 'structuring', 'unplayed',
                'velocity', 'young'
            )
        ) THEN
        RAISE EXCEPTION 'only people decide about version % of the rule %', NEW.number, NEW.name USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.monitoring_follows_an_alert_of_care() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM monitoring_alert WHERE id = NEW.alert AND player_id = NEW.player_id AND kind = 'care') THEN
        RAISE EXCEPTION 'no alert % of player protection is about player %', NEW.alert, NEW.player_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.monitoring_is_next_version(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT (later ->> 'number')::integer = 1 + coalesce(max(number), 0)
    FROM monitoring_ruleversion WHERE name = later ->> 'name' AND id <> (later ->> 'id')::bigint
$$;

CREATE FUNCTION public.monitoring_replay_allows(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM monitoring_rulereplay
        WHERE version_id = (later ->> 'id')::bigint AND state = 'finished' AND (players < 200 OR flagged * 10 <= players)
    )
$$;

CREATE FUNCTION public.monitoring_settled_until() RETURNS timestamp with time zone
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    present timestamptz := clock_timestamp();
    oldest timestamptz;
    is_unknown boolean;
BEGIN
    -- Within a transaction PostgreSQL would go on showing what it showed first.
    PERFORM pg_stat_clear_snapshot();
    SELECT min(CASE WHEN backend_xid IS NULL THEN greatest(xact_start, present - interval '5 seconds') ELSE xact_start END),
        coalesce(bool_or(state IS NULL OR state = 'disabled'), false)
    FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
        AND (xact_start IS NOT NULL OR state IS NULL OR state = 'disabled')
    INTO oldest, is_unknown;
    IF is_unknown THEN
        RETURN NULL;
    END IF;
    -- Between taking the time and showing its transaction to others, a process may wait for the processor.
    RETURN least(oldest, present) - interval '1 second';
END $$;

CREATE FUNCTION public.month_is_signed(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT count(*) = 2 FROM reports_closingsignature WHERE month = (later ->> 'since')::date
$$;

CREATE FUNCTION public.payment_account_has_its_age() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'UPDATE' THEN
        IF NEW.usable IS DISTINCT FROM OLD.usable OR OLD.until IS NOT NULL THEN
            RAISE EXCEPTION 'the start and the end of a payment account cannot change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END IF;
    NEW.since := clock_timestamp();
    IF NEW.until IS NOT NULL THEN
        RAISE EXCEPTION 'a new payment account must be open' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    -- Once a player has another account, or money has moved, a new account waits. The worker measures the wait from `since`.
    IF NEW.usable IS NULL AND (
        EXISTS (SELECT FROM identity_paymentaccount WHERE player_id = NEW.player_id)
        OR EXISTS (SELECT FROM wallet_account WHERE player_id = NEW.player_id AND currency = 'EUR' AND moves > 0)
    ) THEN
        RAISE EXCEPTION 'a changed payment account must wait before it receives money' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.payment_account_is_told() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    INSERT INTO inbox_message (player_id, kind, details, mail, tries)
    VALUES (
        NEW.player_id, 'payment-account-changed',
        jsonb_build_object('ending', coalesce(NEW.ending, right(NEW.iban, 4)), 'usable', NEW.usable), 'waiting', 0
    );
    RETURN NULL;
END $$;

CREATE FUNCTION public.payment_account_owner_stays() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NEW;
    END IF;
    IF OLD.owner NOT IN ('', 'unavailable') OR NEW.owner = '' THEN
        RAISE EXCEPTION 'the answer about the owner of a payment account stays' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    NEW.owner_answered := clock_timestamp();
    RETURN NEW;
END $$;

CREATE FUNCTION public.payout_is_released(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM cashier_payment WHERE id = (later ->> 'payment_id')::uuid AND direction = 'withdrawal' AND status = 'released'
    ) AND identity_proves_staff()
$$;

CREATE FUNCTION public.player_confirms_withdrawal() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF identity_is_bound(TG_RELID) AND NOT EXISTS (
        SELECT FROM players_player WHERE id = NEW.player_id AND identity_confirms(person_id)
    ) AND EXISTS (
        SELECT FROM identity_paymentaccount WHERE player_id = NEW.player_id AND until IS NULL AND usable IS NOT NULL
    ) THEN
        RAISE EXCEPTION 'player % has not confirmed who they are in %', NEW.player_id, TG_TABLE_NAME
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.player_erasure_is_approved(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM identity_erasure WHERE player_id = (later ->> 'player_id')::bigint AND status IN ('approved', 'done')
    )
$$;

CREATE FUNCTION public.players_credential_epoch_grows() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    NEW.credential_epoch := greatest(OLD.credential_epoch, NEW.credential_epoch);
    RETURN NEW;
END $$;

CREATE FUNCTION public.players_credentials_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    NEW.credential_epoch := OLD.credential_epoch + 1;
    RETURN NEW;
END $$;

CREATE FUNCTION public.players_factor_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    UPDATE players_person SET credential_epoch = credential_epoch + 1
    WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END;
    RETURN NULL;
END $$;

CREATE FUNCTION public.players_funds_total_stays() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF OLD.entry IS NOT NULL OR to_jsonb(NEW) - 'entry' <> to_jsonb(OLD) - 'entry' THEN
        RAISE EXCEPTION 'a total of players'' money stays as it was published' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.players_role_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE players_person SET credential_epoch = credential_epoch + 1
    WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.person_id ELSE NEW.person_id END;
    RETURN NULL;
END $$;

CREATE FUNCTION public.players_role_counts(person bigint, role integer) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT NOT EXISTS (
        SELECT FROM players_roleend AS e
        WHERE e.person_id = person AND e.role_id = role AND e.last_day < (now() AT TIME ZONE 'Europe/Lisbon')::date
    )
$$;

CREATE FUNCTION public.players_role_end_goes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    DELETE FROM players_roleend WHERE person_id = OLD.person_id AND role_id = OLD.group_id;
    RETURN NULL;
END $$;

CREATE FUNCTION public.players_staff_do_not_play() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    -- The person's row is locked by whichever comes first, so that two at once cannot pass each other.
    IF TG_TABLE_NAME = 'players_player' THEN
        IF (SELECT is_staff OR is_superuser FROM players_person WHERE id = NEW.person_id FOR NO KEY UPDATE) THEN
            RAISE EXCEPTION 'staff may not hold a player account' USING ERRCODE = 'check_violation', CONSTRAINT = 'staff_do_not_play';
        END IF;
    ELSIF (NEW.is_staff OR NEW.is_superuser) AND EXISTS (SELECT FROM players_player WHERE person_id = NEW.id AND status <> 'closed') THEN
        RAISE EXCEPTION 'a player may not be staff' USING ERRCODE = 'check_violation', CONSTRAINT = 'staff_do_not_play';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.practice_partner_make(address text, name_at_tables text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $_$
DECLARE
    made bigint;
BEGIN
    IF address !~ '^partner-[0-9]+@partner\.invalid$' THEN
        RAISE EXCEPTION 'this is not the address of a practice partner' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (SELECT FROM players_person WHERE email = address) THEN
        RETURN NULL;
    END IF;
    INSERT INTO players_person (password, is_superuser, first_name, last_name, is_staff, is_active, date_joined, email, language)
    VALUES ('!', false, '', '', false, false, clock_timestamp(), address, 'pt-pt') RETURNING id INTO made;
    INSERT INTO players_player (person_id, alias, status, since, testing)
    VALUES (made, name_at_tables, 'partner', clock_timestamp(), false) RETURNING id INTO made;
    RETURN made;
END $_$;

CREATE FUNCTION public.protection_eligibility(players bigint[], wanted text, moment timestamp with time zone, named_sessions text[], known_tables bigint[]) RETURNS TABLE(player bigint, status text, excluded boolean, paused boolean, day_limit bigint, week_limit bigint, month_limit bigint, day_loss_limit bigint, week_loss_limit bigint, month_loss_limit bigint, time_limit bigint, on_day bigint, in_week bigint, in_month bigint, lost_on_day bigint, lost_in_week bigint, lost_in_month bigint, on_tables bigint, minutes integer, list_loaded boolean, owes_terms boolean, owes_answer boolean, credential_epoch integer, sessions text[])
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT s.*, EXISTS (SELECT FROM protection_nationalfeed WHERE loaded IS NOT NULL),
           EXISTS (
               SELECT FROM identity_terms AS t
               WHERE t.version = (SELECT max(version) FROM identity_terms) AND NOT EXISTS (
                   SELECT FROM identity_acceptance AS x WHERE x.player_id = s.player AND x.terms_id = t.version)
           ),
           EXISTS (SELECT FROM protection_caremessage AS c WHERE c.player_id = s.player AND c.answered IS NULL AND c.required),
           person.credential_epoch, proven.sessions
    FROM protection_standing(players, wanted, moment, known_tables) AS s
    JOIN players_player AS player_row ON player_row.id = s.player
    JOIN players_person AS person ON person.id = player_row.person_id
    LEFT JOIN (
        SELECT entry.person_id, array_agg(entry.session::text) AS sessions
        FROM identity_signin AS entry
        JOIN django_session AS live ON live.session_key = entry.session AND live.expire_date > clock_timestamp()
        JOIN players_person AS holder ON holder.id = entry.person_id AND holder.credential_epoch = entry.epoch
        WHERE entry.session = ANY(named_sessions) AND entry.ended IS NULL
        GROUP BY entry.person_id
    ) AS proven ON proven.person_id = person.id;
END $$;

CREATE FUNCTION public.protection_stakes_in_play(players bigint[], wanted text, known_tables bigint[]) RETURNS TABLE(player bigint, cents bigint)
    LANGUAGE plpgsql STABLE
    AS $$
#variable_conflict use_column
DECLARE
    people bigint[];
    accounts bigint[];
    tables bigint[];
    rounds bigint[];
    begun timestamptz[];
    since timestamptz;
    until timestamptz;
BEGIN
    IF cardinality(players) = 0 THEN
        RETURN;
    END IF;
    -- A minute of grace: a transfer is dated by its statement, which may have begun before the clock was put right.
    SELECT array_agg(one), array_agg(open.account), array_agg(open.place), array_agg(open.round), array_agg(open.begun),
           min(open.begun), max(open.begun) + interval '31 days'
    INTO people, accounts, tables, rounds, begun, since, until
    FROM unnest(players, known_tables) AS named (one, known)
    -- One player at a time, by indexes (OFFSET 0): no plan may read the accounts or sessions of everybody.
    CROSS JOIN LATERAL (
        SELECT a.id AS account, t.id AS place, r.id AS round, r.opened - interval '1 minute' AS begun
        FROM players_playsession AS session
        JOIN games_table AS t ON t.id = session."table"
        JOIN games_round AS r ON r.table_id = t.id AND r.number = t.round AND r.status = 'open'
        JOIN wallet_account AS a ON a.player_id = one AND a.kind IN ('wallet', 'stack') AND a.currency = wanted
        WHERE session.player_id = one AND session.ended IS NULL AND session.currency = wanted
            AND session."table" IS DISTINCT FROM known
        OFFSET 0
    ) AS open
    WHERE EXISTS (SELECT FROM protection_limit AS x WHERE x.player_id = one AND x.kind IN ('stake', 'loss'));
    IF since IS NULL THEN
        RETURN;
    END IF;
    RETURN QUERY
    SELECT open.player, sum(of_round.cents)::bigint
    FROM unnest(people, accounts, tables, rounds, begun) AS open (player, account, place, round, begun)
    -- One account at a time, too.
    -- `coalesce` keeps the index of rounds out: a round at a crowded table has thousands of transfers of others.
    CROSS JOIN LATERAL (
        SELECT sum(CASE WHEN paid THEN moved.cents ELSE -moved.cents END) AS cents FROM (
            SELECT w.cents, true AS paid FROM wallet_transfer AS w
            WHERE w.source_id = open.account AND w.at >= since AND w.at < until AND w.at >= open.begun
              AND coalesce(w.round, 0) = open.round AND w.kind IN ('stake', 'chips', 'jackpot-bet')
            UNION ALL
            SELECT w.cents, false FROM wallet_transfer AS w
            WHERE w.target_id = open.account AND w.at >= since AND w.at < until AND w.at >= open.begun
              AND coalesce(w.round, 0) = open.round
              AND (w.kind = 'chips-back' OR (w.kind = 'stake-back' AND EXISTS (
                  SELECT FROM games_event AS e
                  WHERE e.table_id = open.place AND e.seq = games_event_of_transfer(w.id) AND e.kind = 'bet-taken'
                    AND e.at >= since AND e.at < until
              )))
        ) AS moved
    ) AS of_round
    GROUP BY open.player;
END $$;

CREATE FUNCTION public.protection_standing(players bigint[], wanted text, moment timestamp with time zone, known_tables bigint[]) RETURNS TABLE(player bigint, status text, excluded boolean, paused boolean, day_limit bigint, week_limit bigint, month_limit bigint, day_loss_limit bigint, week_loss_limit bigint, month_loss_limit bigint, time_limit bigint, on_day bigint, in_week bigint, in_month bigint, lost_on_day bigint, lost_in_week bigint, lost_in_month bigint, on_tables bigint, minutes integer)
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH hour AS (
        SELECT at, at AT TIME ZONE 'Europe/Lisbon' AS local FROM (SELECT coalesce(moment, clock_timestamp()) AS at) AS read
    ), first AS (
        SELECT at, date_trunc('day', local)::date AS day, date_trunc('week', local)::date AS week, date_trunc('month', local)::date AS month,
               date_trunc('day', local) AT TIME ZONE 'Europe/Lisbon' AS midnight
        FROM hour
    )
    SELECT p.id, p.status::text,
           EXISTS (SELECT FROM protection_exclusion AS e WHERE e.player_id = p.id AND e.starts <= f.at AND (e.ends IS NULL OR e.ends > f.at)),
           EXISTS (SELECT FROM protection_pause AS e WHERE e.player_id = p.id AND e.starts <= f.at AND e.ends > f.at)
               OR EXISTS (SELECT FROM protection_absenceafterhand AS e WHERE e.player_id = p.id AND e.begun IS NULL),
           l.day, l.week, l.month, l.day_loss, l.week_loss, l.month_loss, l.minutes,
           s.day, s.week, s.month, s.day_lost, s.week_lost, s.month_lost,
           -- Chips in a stack are played without being asked about again: they count from the moment in which they are bought.
           CASE WHEN l.count_stakes THEN (coalesce(in_play.cents, 0) + coalesce((
               SELECT sum(a.balance) FROM wallet_account AS a WHERE a.player_id = p.id AND a.kind = 'stack' AND a.currency = wanted
           ), 0))::bigint END,
           m.minutes
    FROM first AS f CROSS JOIN players_player AS p
    CROSS JOIN LATERAL (
        SELECT max(value) FILTER (WHERE kind = 'stake' AND period = 'day') AS day,
               max(value) FILTER (WHERE kind = 'stake' AND period = 'week') AS week,
               max(value) FILTER (WHERE kind = 'stake' AND period = 'month') AS month,
               max(value) FILTER (WHERE kind = 'loss' AND period = 'day') AS day_loss,
               max(value) FILTER (WHERE kind = 'loss' AND period = 'week') AS week_loss,
               max(value) FILTER (WHERE kind = 'loss' AND period = 'month') AS month_loss,
               coalesce(bool_or(value IS NOT NULL) FILTER (WHERE kind <> 'time'), false) AS count_stakes,
               max(value) FILTER (WHERE kind = 'time') AS minutes
        FROM (
            SELECT DISTINCT ON (kind, period) kind, period, value FROM protection_limit
            WHERE player_id = p.id AND kind IN ('stake', 'loss', 'time') AND starts <= f.at AND cancelled IS NULL
            ORDER BY kind, period, starts DESC, id DESC
        ) AS counting
    ) AS l
    LEFT JOIN LATERAL (
        SELECT coalesce(sum(cents) FILTER (WHERE day = f.day), 0)::bigint AS day,
               coalesce(sum(cents) FILTER (WHERE day >= f.week), 0)::bigint AS week,
               coalesce(sum(cents) FILTER (WHERE day >= f.month), 0)::bigint AS month,
               coalesce(sum(lost) FILTER (WHERE day = f.day), 0)::bigint AS day_lost,
               coalesce(sum(lost) FILTER (WHERE day >= f.week), 0)::bigint AS week_lost,
               coalesce(sum(lost) FILTER (WHERE day >= f.month), 0)::bigint AS month_lost
        FROM protection_staked WHERE player_id = p.id AND currency = wanted AND day BETWEEN least(f.week, f.month) AND f.day
            AND l.count_stakes
    ) AS s ON true
    LEFT JOIN LATERAL (
        -- Time at two tables at once is counted once.
        SELECT floor(extract(epoch FROM sum(upper(span) - lower(span))) / 60)::int AS minutes
        FROM unnest((
            SELECT range_agg(tstzrange(greatest(started, f.midnight), greatest(coalesce(ended, f.at), started, f.midnight)))
            FROM players_playsession
            WHERE player_id = p.id AND currency = wanted AND (ended IS NULL OR ended > f.midnight)
        )) AS span
        WHERE l.minutes IS NOT NULL
    ) AS m ON true
    LEFT JOIN protection_stakes_in_play(players, wanted, known_tables) AS in_play ON in_play.player = p.id
    WHERE p.id = ANY(players);
END $$;

CREATE FUNCTION public.provider_answer(proof text, the_state text, the_code text) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    UPDATE backoffice_providerattempt SET code = the_code
    WHERE session = identity_proof_digest(proof) AND state = encode(sha256(convert_to(the_state, 'UTF8')), 'hex')
        AND code = '' AND outcome = '' AND until > clock_timestamp() AND the_code <> ''
    RETURNING id
$$;

CREATE FUNCTION public.provider_begin(proof text, OUT state text, OUT nonce text, OUT challenge text) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    verifier text := provider_random();
BEGIN
    state := provider_random();
    nonce := provider_random();
    challenge := translate(rtrim(encode(sha256(convert_to(verifier, 'UTF8')), 'base64'), '='), '+/', '-_');
    DELETE FROM backoffice_providerattempt AS a WHERE a.until < clock_timestamp() OR a.session = identity_proof_digest(proof);
    INSERT INTO backoffice_providerattempt (session, state, nonce, verifier, code, outcome, until)
    VALUES (
        identity_proof_digest(proof), encode(sha256(convert_to(state, 'UTF8')), 'hex'), nonce, verifier, '', '',
        clock_timestamp() + interval '10 minutes'
    );
END $$;

CREATE FUNCTION public.provider_may_sign_in(who bigint) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (SELECT FROM players_person WHERE id = who AND is_active AND is_staff)
        AND NOT EXISTS (SELECT FROM players_player WHERE person_id = who)
        AND EXISTS (
            SELECT FROM players_person_groups WHERE person_id = who AND players_role_counts(person_id, group_id)
        )
$$;

CREATE FUNCTION public.provider_outcome(proof text, attempt bigint, OUT waits boolean, OUT result text) RETURNS record
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT outcome = '', outcome FROM backoffice_providerattempt
    WHERE id = attempt AND session = identity_proof_digest(proof)
$$;

CREATE FUNCTION public.provider_person(proof text, attempt bigint, OUT person bigint, OUT has_factor boolean) RETURNS record
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT person_id, factor FROM backoffice_providerattempt
    WHERE id = attempt AND session = identity_proof_digest(proof) AND outcome = 'right'
$$;

CREATE FUNCTION public.provider_random() RETURNS text
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex')
$$;

CREATE FUNCTION public.provider_refused(attempt bigint, reason text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    UPDATE backoffice_providerattempt SET outcome = left(reason, 20), code = ''
    WHERE id = attempt AND code <> '' AND outcome = '' AND reason NOT IN ('', 'right');
    RETURN FOUND;
END $$;

CREATE FUNCTION public.provider_verified(attempt bigint, the_issuer text, the_subject text, the_email text, is_verified boolean, has_factor boolean) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    shown backoffice_providerattempt;
    who bigint;
    linked backoffice_providerlink;
    result text;
BEGIN
    SELECT * INTO shown FROM backoffice_providerattempt WHERE id = attempt AND code <> '' AND outcome = '' FOR UPDATE;
    IF NOT FOUND OR the_subject = '' OR the_issuer = '' THEN
        RETURN 'unknown-attempt';
    END IF;
    SELECT person_id INTO who FROM backoffice_providerlink WHERE issuer = the_issuer AND subject = the_subject;
    IF who IS NULL THEN
        SELECT id INTO who FROM players_person WHERE lower(email) = lower(the_email);
        SELECT * INTO linked FROM backoffice_providerlink WHERE person_id = who;
        result := CASE
            WHEN the_email = '' OR NOT is_verified THEN 'unverified-email'
            WHEN who IS NULL THEN 'unknown-person'
            WHEN linked.id IS NOT NULL THEN 'other-account'
        END;
    END IF;
    result := coalesce(result, CASE
        WHEN shown.until < clock_timestamp() THEN 'expired'
        WHEN NOT provider_may_sign_in(who) THEN 'not-staff'
        ELSE 'right'
    END);
    IF result = 'right' THEN
        INSERT INTO backoffice_providerlink (person_id, issuer, subject) VALUES (who, the_issuer, the_subject)
        ON CONFLICT DO NOTHING;
        IF NOT EXISTS (
            SELECT FROM backoffice_providerlink WHERE person_id = who AND issuer = the_issuer AND subject = the_subject
        ) THEN
            result := 'other-account';
        ELSE
            INSERT INTO identity_signinevidence (person_id, session, until, factor)
            VALUES (who, shown.session, clock_timestamp() + interval '20 minutes', has_factor);
        END IF;
    END IF;
    UPDATE backoffice_providerattempt SET outcome = result, code = '',
        person_id = CASE WHEN result = 'right' THEN who END, factor = has_factor AND result = 'right'
    WHERE id = attempt;
    RETURN result;
END $$;

CREATE FUNCTION public.public_log_only_grows() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NEW.size < OLD.size OR NEW.until < OLD.until OR NEW.published < OLD.published
        OR (NEW.size = OLD.size AND NEW.root <> OLD.root) THEN
        RAISE EXCEPTION 'The public log only grows.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.record_add_months() RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET lock_timeout TO '200ms'
    AS $$
DECLARE
    whole regclass;
    since timestamptz;
    name text;
    added int := 0;
BEGIN
    FOREACH whole IN ARRAY ARRAY['games_event', 'wallet_transfer']::regclass[] LOOP
        FOR months IN 1..3 LOOP
            since := record_month_start(clock_timestamp(), months);
            name := whole::text || to_char(since AT TIME ZONE 'Europe/Lisbon', '_YYYY_MM');
            CONTINUE WHEN to_regclass(name) IS NOT NULL;
            BEGIN
                PERFORM record_add_partition(
                    whole, name, format('FOR VALUES FROM (%L) TO (%L)', since, record_month_start(since, 1))
                );
                added := added + 1;
            EXCEPTION WHEN check_violation OR lock_not_available THEN
                RAISE WARNING 'the partition % was not added: %', name, SQLERRM;
            END;
        END LOOP;
    END LOOP;
    RETURN added;
END $$;

CREATE FUNCTION public.record_add_partition(whole regclass, name text, bounds text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    EXECUTE format('CREATE TABLE %I (LIKE %s INCLUDING ALL)', name, whole);
    EXECUTE format(
        'ALTER TABLE %I ADD PRIMARY KEY (%s)', name, CASE whole::text WHEN 'games_event' THEN 'table_id, seq' ELSE 'id' END
    );
    PERFORM record_close_partition(name::regclass);
    EXECUTE format('ALTER TABLE %s ATTACH PARTITION %I %s', whole, name, bounds);
END $$;

CREATE FUNCTION public.record_analyze() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET statement_timeout TO '0'
    AS $$
BEGIN
    ANALYZE games_event, wallet_transfer;
END $$;

CREATE FUNCTION public.record_close_partition(part regclass) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    receiver text;
BEGIN
    FOR receiver IN
        SELECT DISTINCT CASE WHEN acl.grantee = 0 THEN 'PUBLIC' ELSE acl.grantee::regrole::text END
        FROM pg_class AS c, aclexplode(c.relacl) AS acl WHERE c.oid = part AND acl.grantee <> c.relowner
    LOOP
        EXECUTE format('REVOKE ALL ON %s FROM %s', part, receiver);
    END LOOP;
    EXECUTE format(
        'CREATE TRIGGER partition_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %s'
        ' FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only()', part
    );
END $$;

CREATE FUNCTION public.record_is_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'the record is append-only: % on %', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE FUNCTION public.record_month_start(moment timestamp with time zone, months integer) RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT (date_trunc('month', moment AT TIME ZONE 'Europe/Lisbon') + make_interval(months => months)) AT TIME ZONE 'Europe/Lisbon'
$$;

CREATE FUNCTION public.record_months_ahead(OUT months integer, OUT is_beyond boolean) RETURNS record
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT (
        SELECT count(*)::int FROM generate_series(1, 3) AS n
        WHERE to_regclass('games_event' || to_char(record_month_start(clock_timestamp(), n) AT TIME ZONE 'Europe/Lisbon', '_YYYY_MM')) IS NOT NULL
        AND to_regclass('wallet_transfer' || to_char(record_month_start(clock_timestamp(), n) AT TIME ZONE 'Europe/Lisbon', '_YYYY_MM')) IS NOT NULL
    ), EXISTS (SELECT FROM games_event_later) OR EXISTS (SELECT FROM wallet_transfer_later)
$$;

CREATE FUNCTION public.record_stays_until_erased() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND current_setting('feltro.erasing', true) = 'yes'
       AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID) THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'the record is append-only: % on %', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE FUNCTION public.regulator_answer_keeps_the_law() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.verdict <> '' OR NOT EXISTS (
            SELECT FROM regulator_regulatorfile WHERE id = NEW.file_id AND state = 'delivered'
        ) THEN
            RAISE EXCEPTION 'a file in a new envelope was delivered and not answered' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF (OLD.id, OLD.envelope_id, OLD.file_id) IS DISTINCT FROM (NEW.id, NEW.envelope_id, NEW.file_id) OR OLD.verdict <> '' THEN
        RAISE EXCEPTION 'the regulator answers once, and a file stays in its envelope' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.verdict <> '' AND NOT EXISTS (
        SELECT FROM regulator_envelope WHERE id = NEW.envelope_id AND fetched IS NOT NULL
    ) THEN
        RAISE EXCEPTION 'an envelope is fetched before its files are answered' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.regulator_envelope_keeps_the_law() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.laid_down IS NOT NULL OR NEW.fetched IS NOT NULL THEN
            RAISE EXCEPTION 'a new envelope was not laid down yet' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF (OLD.id, OLD.day, OLD.name, OLD.deadline, OLD.digest, OLD.size, OLD.sealed)
        IS DISTINCT FROM (NEW.id, NEW.day, NEW.name, NEW.deadline, NEW.digest, NEW.size, NEW.sealed)
    THEN
        RAISE EXCEPTION 'an envelope that was sealed cannot change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF (OLD.laid_down IS NOT NULL AND NEW.laid_down IS DISTINCT FROM OLD.laid_down)
        OR (OLD.fetched IS NOT NULL AND NEW.fetched IS DISTINCT FROM OLD.fetched)
        OR (OLD.laid_down IS NULL AND NEW.fetched IS NOT NULL)
    THEN
        RAISE EXCEPTION 'an envelope is laid down once, and then fetched once' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.regulator_file_keeps_the_law() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.state <> 'due' OR NEW.digest <> '' OR NEW.made IS NOT NULL OR NEW.delivered IS NOT NULL THEN
            RAISE EXCEPTION 'a new file must be due, without content' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF NEW.sequence > 0 AND NOT EXISTS (
            SELECT FROM regulator_regulatorfile
            WHERE family = NEW.family AND since = NEW.since AND until = NEW.until AND sequence = NEW.sequence - 1
        ) THEN
            RAISE EXCEPTION 'a file can be made again only after it was made' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF (OLD.id, OLD.family, OLD.day, OLD.hour, OLD.since, OLD.until, OLD.sequence, OLD.name, OLD.deadline, OLD.due_since, OLD.requested_by_id, OLD.reason)
        IS DISTINCT FROM
       (NEW.id, NEW.family, NEW.day, NEW.hour, NEW.since, NEW.until, NEW.sequence, NEW.name, NEW.deadline, NEW.due_since, NEW.requested_by_id, NEW.reason)
    THEN
        RAISE EXCEPTION 'the period, name and deadline of a file cannot change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.digest <> '' AND (OLD.digest, OLD.rows, OLD.size, OLD.totals, OLD.seal, OLD.made)
        IS DISTINCT FROM (NEW.digest, NEW.rows, NEW.size, NEW.totals, NEW.seal, NEW.made) THEN
        RAISE EXCEPTION 'a file that was made cannot change: it is made again under the next number'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.late IS NOT NULL AND NEW.late IS DISTINCT FROM OLD.late THEN
        RAISE EXCEPTION 'the time from which a file was late cannot change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
        ('due', 'made'), ('made', 'validated'), ('validated', 'reconciled'), ('reconciled', 'delivered'),
        ('due', 'failed'), ('made', 'failed'), ('validated', 'failed'), ('reconciled', 'failed')
    ) THEN
        RAISE EXCEPTION 'a file only moves to its next state, or fails' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.returning_erased() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    DELETE FROM returning_resemblance WHERE NEW.player_id IN (player_id, blocked_id);
    DELETE FROM returning_trait WHERE blocked_id = NEW.player_id;
    DELETE FROM returning_blockedperson WHERE player_id = NEW.player_id;
    RETURN NULL;
END $$;

CREATE FUNCTION public.returning_waits_for_a_person() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF EXISTS (SELECT FROM returning_resemblance WHERE player_id = NEW.player_id AND state IN ('open', 'same')) THEN
        RAISE EXCEPTION 'the identity of player % is being checked', NEW.player_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.right_is_held(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT staff_may((later ->> 'person_id')::bigint, later ->> 'permission') AND (later ->> 'at')::timestamptz <= clock_timestamp()
$$;

CREATE FUNCTION public.role_is_held(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM players_person_groups AS g JOIN players_person AS p ON p.id = g.person_id
        WHERE g.person_id = (later ->> 'person_id')::bigint AND g.group_id = (later ->> 'role_id')::bigint AND p.is_active AND p.is_staff
    )
$$;

CREATE FUNCTION public.rule_change_is_lawful() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.state <> 'draft' OR NEW.moment IS NOT NULL OR NEW.earliest IS NOT NULL OR NEW.sheet_id IS NOT NULL OR NEW.reference <> '' THEN
            RAISE EXCEPTION 'a new request must be a draft' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    ELSE
        IF (NEW.id, NEW.system, NEW.author_id, NEW.created) IS DISTINCT FROM (OLD.id, OLD.system, OLD.author_id, OLD.created) THEN
            RAISE EXCEPTION 'the game and the author of a request cannot change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF (NEW.state, NEW.moment, NEW.earliest, NEW.sheet_id, NEW.reference)
            IS DISTINCT FROM (OLD.state, OLD.moment, OLD.earliest, OLD.sheet_id, OLD.reference) AND pg_trigger_depth() < 2 THEN
            RAISE EXCEPTION 'the state of a request changes only through its steps' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF (NEW.content_id, NEW.base_id, NEW.title, NEW.reason, NEW.reinstated_id, NEW.generator, NEW.category, NEW.other_parts, NEW.risk)
            IS DISTINCT FROM (OLD.content_id, OLD.base_id, OLD.title, OLD.reason, OLD.reinstated_id, OLD.generator, OLD.category, OLD.other_parts, OLD.risk)
            AND OLD.state NOT IN ('draft', 'returned') THEN
            RAISE EXCEPTION 'a submitted request can no longer be changed' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    END IF;
    IF NOT EXISTS (SELECT FROM rulebook_rulecontent WHERE id = NEW.content_id AND system = NEW.system) THEN
        RAISE EXCEPTION 'the request and its content belong to different games' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.rule_decision_follows_submission() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF NEW.dated < (
        SELECT (max(s.at) AT TIME ZONE 'Europe/Lisbon')::date FROM rulebook_rulestep AS s
        WHERE s.change_id = NEW.change_id AND s.verb = 'submit'
    ) THEN
        RAISE EXCEPTION 'the decision is dated before the request was submitted' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.rule_endorser(change bigint, content text) RETURNS bigint
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT e.person_id FROM rulebook_rulestep AS e
    WHERE e.change_id = change AND e.verb = 'endorse' AND e.digest = content AND e.id > (
        SELECT max(s.id) FROM rulebook_rulestep AS s WHERE s.change_id = change AND s.verb = 'submit'
    )
    ORDER BY e.id DESC LIMIT 1
$$;

CREATE FUNCTION public.rule_sheet_comes_once() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'a rule sheet takes effect once and cannot change afterwards' USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE FUNCTION public.rule_sheet_is_approved() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF NEW.digest <> encode(sha256(convert_to(NEW.data, 'UTF8')), 'hex') THEN
        RAISE EXCEPTION 'the rules do not match their digest' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    -- The demonstration's rules, before a game has any.
    IF NEW.reference = 'DEMO-1' AND NOT EXISTS (SELECT FROM games_rulesheet WHERE system = NEW.system) THEN
        RETURN NEW;
    END IF;
    IF NOT EXISTS (
        SELECT FROM rulebook_rulechange AS c JOIN rulebook_rulecontent AS k ON k.id = c.content_id
        WHERE c.system = NEW.system AND c.state = 'scheduled' AND c.moment <= clock_timestamp() AND c.reference = NEW.reference
            AND k.digest = NEW.digest AND rule_three_people(c.id, k.digest)
    ) THEN
        RAISE EXCEPTION 'nobody has approved these rules' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.rule_step_is_lawful() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    c rulebook_rulechange;
    content rulebook_rulecontent;
    target text;
    now_in_force bigint;
    made bigint;
    days bigint := 0;
BEGIN
    -- One step at a time: who comes second finds the standing that the first has left.
    SELECT * INTO c FROM rulebook_rulechange WHERE id = NEW.change_id FOR UPDATE;
    SELECT * INTO content FROM rulebook_rulecontent WHERE id = c.content_id;
    NEW.at := clock_timestamp();
    target := (CASE
        WHEN NEW.verb = 'submit' AND c.state IN ('draft', 'returned') THEN 'submitted'
        WHEN NEW.verb = 'endorse' AND c.state = 'submitted' THEN 'endorsed'
        WHEN NEW.verb = 'return' AND c.state IN ('submitted', 'endorsed') THEN 'returned'
        WHEN NEW.verb = 'authorise' AND c.state = 'endorsed' THEN 'authorised'
        WHEN NEW.verb = 'refuse' AND c.state = 'endorsed' THEN 'refused'
        WHEN NEW.verb = 'schedule' AND c.state IN ('authorised', 'scheduled') THEN 'scheduled'
        WHEN NEW.verb = 'withdraw' AND c.state IN ('draft', 'returned', 'submitted', 'endorsed', 'authorised', 'scheduled') THEN 'withdrawn'
        WHEN NEW.verb = 'expire' AND c.state IN ('draft', 'returned', 'submitted', 'endorsed', 'authorised') THEN 'expired'
        WHEN NEW.verb = 'activate' AND c.state = 'scheduled' THEN 'in-force'
        WHEN NEW.verb = 'supersede' AND c.state = 'in-force' AND pg_trigger_depth() > 1 THEN 'superseded'
    END);
    IF target IS NULL THEN
        RAISE EXCEPTION 'the step % is not possible for a request that is %', NEW.verb, coalesce(c.state, 'not there') USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.digest <> content.digest THEN
        RAISE EXCEPTION 'the digest is not that of the request''s content' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF (NEW.verb IN ('expire', 'activate', 'supersede')) <> (NEW.person_id IS NULL) THEN
        RAISE EXCEPTION 'only the steps expire, activate and supersede are taken without a person' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NOT (CASE NEW.verb
        WHEN 'submit' THEN NEW.person_id = c.author_id AND staff_may(NEW.person_id, 'rulebook.add_rulechange')
        WHEN 'endorse' THEN NEW.person_id <> c.author_id AND staff_may(NEW.person_id, 'rulebook.endorse_rulechange')
        WHEN 'schedule' THEN staff_may(NEW.person_id, 'rulebook.add_rulechange') OR staff_may(NEW.person_id, 'rulebook.endorse_rulechange')
        WHEN 'withdraw' THEN NEW.person_id = c.author_id OR staff_may(NEW.person_id, 'rulebook.endorse_rulechange')
        WHEN 'return' THEN NEW.person_id <> c.author_id AND staff_may(
            NEW.person_id, CASE c.state WHEN 'submitted' THEN 'rulebook.endorse_rulechange' ELSE 'rulebook.authorise_rulechange' END)
        WHEN 'authorise' THEN NEW.person_id NOT IN (c.author_id, rule_endorser(c.id, content.digest))
            AND staff_may(NEW.person_id, 'rulebook.authorise_rulechange')
        WHEN 'refuse' THEN NEW.person_id <> c.author_id AND staff_may(NEW.person_id, 'rulebook.authorise_rulechange')
        ELSE true END) IS TRUE THEN
        RAISE EXCEPTION 'this person may not take the step %', NEW.verb USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.verb IN ('return', 'refuse', 'withdraw') AND length(NEW.reason) < 8 THEN
        RAISE EXCEPTION 'a reason is missing' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    SELECT id INTO now_in_force FROM games_rulesheet WHERE system = c.system AND status = 'in-force';
    IF NEW.verb IN ('submit', 'endorse', 'authorise', 'schedule', 'activate') AND c.base_id IS DISTINCT FROM now_in_force THEN
        RAISE EXCEPTION 'the rules in force have changed since the request was started' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.verb = 'endorse' THEN
        -- The figure of a royal flush, when it changes and when it is determined first: the demonstration's was approved by nobody.
        IF c.system = 'macau-stud' AND NOT EXISTS (
            SELECT FROM games_rulesheet AS base WHERE base.id = c.base_id AND base.reference <> 'DEMO-1'
                AND base.data::jsonb -> 'royal_times' = content.data::jsonb -> 'royal_times'
        ) THEN
            days := 3;
        END IF;
        IF c.generator THEN
            days := 5;
        END IF;
        IF days > 0 AND (NEW.moment IS NULL OR rule_weekdays_between(NEW.at, NEW.moment) < days) THEN
            RAISE EXCEPTION 'the moment is earlier than the notice allows' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    ELSIF NEW.verb = 'authorise' AND (
        NEW.reference = '' OR NEW.dated IS NULL OR NEW.dated > (NEW.at AT TIME ZONE 'Europe/Lisbon')::date
        OR NOT EXISTS (SELECT FROM rulebook_ruledocument WHERE id = NEW.document_id AND change_id = c.id AND person_id = NEW.person_id)
    ) THEN
        RAISE EXCEPTION 'an authorisation needs a reference, a date and a document' USING ERRCODE = 'integrity_constraint_violation';
    ELSIF NEW.verb = 'schedule' THEN
        NEW.moment := greatest(NEW.moment, NEW.at);
        IF NEW.moment < c.earliest THEN
            RAISE EXCEPTION 'the moment is earlier than the notice allows' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    ELSIF NEW.verb = 'expire' AND c.changed > NEW.at - interval '90 days' THEN
        RAISE EXCEPTION 'a request expires only after 90 days without a step' USING ERRCODE = 'integrity_constraint_violation';
    ELSIF NEW.verb = 'activate' THEN
        IF c.moment > NEW.at OR NOT rule_three_people(c.id, content.digest) THEN
            RAISE EXCEPTION 'the request is not approved, or its moment has not come' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        INSERT INTO rulebook_rulestep (change_id, at, verb, digest, reason, reference)
            SELECT o.id, NEW.at, 'supersede', k.digest, '', '' FROM rulebook_rulechange AS o
            JOIN rulebook_rulecontent AS k ON k.id = o.content_id WHERE o.system = c.system AND o.state = 'in-force';
        UPDATE games_rulesheet SET status = 'superseded' WHERE id = now_in_force;
        INSERT INTO games_rulesheet (system, version, status, data, digest, reference, since)
            SELECT c.system, coalesce(max(version), 0) + 1, 'in-force', content.data, content.digest, c.reference, NEW.at
            FROM games_rulesheet WHERE system = c.system RETURNING id INTO made;
    END IF;
    UPDATE rulebook_rulechange SET state = target, changed = NEW.at, sheet_id = coalesce(made, sheet_id),
        earliest = CASE NEW.verb WHEN 'endorse' THEN NEW.moment WHEN 'return' THEN NULL ELSE earliest END,
        moment = CASE NEW.verb WHEN 'schedule' THEN NEW.moment ELSE moment END,
        reference = CASE NEW.verb WHEN 'authorise' THEN NEW.reference ELSE reference END
    WHERE id = c.id;
    RETURN NEW;
END $$;

CREATE FUNCTION public.rule_three_people(change bigint, content text) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM rulebook_rulestep AS s
        JOIN rulebook_rulestep AS e ON e.change_id = s.change_id AND e.verb = 'endorse' AND e.digest = content AND e.id > s.id
        JOIN rulebook_rulestep AS a ON a.change_id = s.change_id AND a.verb = 'authorise' AND a.digest = content AND a.id > e.id
        WHERE s.change_id = change AND s.verb = 'submit' AND s.digest = content
            AND s.id = (SELECT max(id) FROM rulebook_rulestep WHERE change_id = change AND verb = 'submit')
            AND e.person_id = rule_endorser(change, content)
            AND s.person_id <> e.person_id AND e.person_id <> a.person_id AND s.person_id <> a.person_id
            AND a.reference <> '' AND a.document_id IS NOT NULL
    )
$$;

CREATE FUNCTION public.rule_weekdays_between(since timestamp with time zone, until timestamp with time zone) RETURNS bigint
    LANGUAGE sql STABLE
    AS $$
    SELECT count(*) FROM generate_series(
        (since AT TIME ZONE 'Europe/Lisbon')::date + 1, (until AT TIME ZONE 'Europe/Lisbon')::date - 1, interval '1 day'
    ) AS day WHERE extract(isodow FROM day) < 6
$$;

CREATE FUNCTION public.screening_erased() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    DELETE FROM screening_match WHERE player_id = NEW.player_id;
    DELETE FROM screening_screened WHERE player_id = NEW.player_id;
    RETURN NULL;
END $$;

CREATE FUNCTION public.search_marks_forget() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF TG_TABLE_NAME = 'identity_identity' THEN
        IF NEW.nif <> OLD.nif OR NEW.papers IS DISTINCT FROM OLD.papers THEN
            DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'nif';
        END IF;
        IF NEW.document_number <> OLD.document_number OR NEW.papers IS DISTINCT FROM OLD.papers THEN
            DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'document';
        END IF;
    -- The number of an account changes only when it is sealed, which keeps its mark, or taken away.
    ELSIF NEW.sealed IS NULL THEN
        DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'iban';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.self_checks_entry_names_an_approved_change() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF NEW.change_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM rulebook_rulechange WHERE id = NEW.change_id AND generator
            AND state IN ('authorised', 'scheduled', 'in-force', 'superseded')
    ) THEN
        RAISE EXCEPTION 'the regulator has not authorised this change of the generator' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.session_of_the_request(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT earlier ->> 'session' = identity_proof_digest(current_setting('feltro.session_proof', true))
$$;

CREATE FUNCTION public.somebody_is_here(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT identity_proven_person() IS NOT NULL
$$;

CREATE FUNCTION public.staff_change_by_two_people() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'INSERT' THEN
        IF NEW.is_staff OR NEW.is_superuser THEN
            RAISE EXCEPTION 'a change of staff needs two people' USING ERRCODE = 'insufficient_privilege';
        END IF;
    ELSIF (OLD.is_staff OR NEW.is_staff)
        AND (NEW.is_staff, NEW.is_active, NEW.email, NEW.date_joined) IS DISTINCT FROM (OLD.is_staff, OLD.is_active, OLD.email, OLD.date_joined)
        OR NEW.is_superuser THEN
        RAISE EXCEPTION 'a change of staff needs two people' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.staff_change_decide(change bigint, person bigint, verdict text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    c backoffice_staffchange;
    subject players_person;
    days integer;
BEGIN
    SELECT * INTO c FROM backoffice_staffchange WHERE id = change FOR UPDATE;
    IF c.state IS DISTINCT FROM 'proposed' THEN
        RAISE EXCEPTION 'this change has already been decided' USING ERRCODE = 'FS001';
    END IF;
    SELECT * INTO subject FROM players_person WHERE lower(email) = lower(c.email) FOR UPDATE;
    IF verdict = 'withdrawn' THEN
        IF person <> c.proposed_by_id THEN
            RAISE EXCEPTION 'only its author may withdraw a proposal' USING ERRCODE = 'FS002';
        END IF;
    ELSIF verdict IN ('approved', 'refused') THEN
        IF person = c.proposed_by_id OR person = subject.id THEN
            RAISE EXCEPTION 'a person may not decide their own proposal or what concerns them' USING ERRCODE = 'FS002';
        END IF;
        IF NOT staff_may(person, 'backoffice.approve_staffchange') OR NOT staff_may(c.proposed_by_id, 'backoffice.propose_staffchange') THEN
            RAISE EXCEPTION 'a role is missing' USING ERRCODE = 'FS003';
        END IF;
        SELECT approver_days INTO STRICT days FROM backoffice_staffpolicy;
        IF (SELECT date_joined FROM players_person WHERE id = person) > clock_timestamp() - make_interval(days => days) THEN
            RAISE EXCEPTION 'the account of the person who decides is younger than % days', days USING ERRCODE = 'FS004';
        END IF;
        IF verdict = 'approved' AND c.last_day < (now() AT TIME ZONE 'Europe/Lisbon')::date THEN
            RAISE EXCEPTION 'the last day of the role has passed' USING ERRCODE = 'FS006';
        END IF;
    ELSE
        RAISE EXCEPTION 'unknown decision' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    UPDATE backoffice_staffchange SET state = verdict, decided_by_id = person, decided = clock_timestamp() WHERE id = change;
    IF verdict = 'approved' THEN
        IF c.kind = 'hire' THEN
            IF subject.id IS NOT NULL THEN
                RAISE EXCEPTION 'this address already has an account' USING ERRCODE = 'FS005';
            END IF;
            -- No password fits this one: the new member sets one by the e-mail for forgotten passwords.
            INSERT INTO players_person (password, is_superuser, first_name, last_name, is_staff, is_active, date_joined, email, language)
            VALUES ('!' || md5(random()::text), false, '', '', true, true, clock_timestamp(), lower(c.email), 'pt-pt')
            RETURNING * INTO subject;
        ELSIF subject.id IS NULL OR NOT subject.is_staff THEN
            RAISE EXCEPTION 'no member of staff has this address' USING ERRCODE = 'FS005';
        END IF;
        IF c.kind IN ('hire', 'grant') THEN
            INSERT INTO players_person_groups (person_id, group_id) VALUES (subject.id, c.role_id) ON CONFLICT DO NOTHING;
            -- The newest decision says when the role ends, also for who had it before.
            DELETE FROM players_roleend WHERE person_id = subject.id AND role_id = c.role_id;
            INSERT INTO players_roleend (person_id, role_id, last_day)
            SELECT subject.id, c.role_id, c.last_day WHERE c.last_day IS NOT NULL;
        ELSIF c.kind = 'revoke' THEN
            DELETE FROM players_person_groups WHERE person_id = subject.id AND group_id = c.role_id;
        ELSE
            UPDATE players_person SET is_active = (c.kind = 'restore') WHERE id = subject.id;
        END IF;
    END IF;
    INSERT INTO audit_line (at, kind, person_id, about, details, device)
    VALUES (
        clock_timestamp(), 'staff.change-' || verdict, person, 'staffchange:' || change,
        jsonb_build_object(
            'kind', c.kind, 'email', c.email, 'role', (SELECT name FROM auth_group WHERE id = c.role_id),
            'reason', c.reason, 'proposed_by', c.proposed_by_id
        ) || CASE WHEN c.last_day IS NULL THEN '{}' ELSE jsonb_build_object('last_day', c.last_day) END, ''
    );
END $$;

CREATE FUNCTION public.staff_change_decider_is_proven() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF pg_has_role(session_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NEW;
    END IF;
    IF NOT identity_proves(NEW.decided_by_id) THEN
        RAISE EXCEPTION 'no proof that this is person %', NEW.decided_by_id USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF NOT identity_confirms(NEW.decided_by_id) THEN
        RAISE EXCEPTION 'person % has not confirmed who they are in %', NEW.decided_by_id, TG_TABLE_NAME
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.staff_change_is_a_proposal() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF NOT staff_may(NEW.proposed_by_id, 'backoffice.propose_staffchange') THEN
        RAISE EXCEPTION 'this person may not propose a change of staff' USING ERRCODE = 'FS003';
    END IF;
    IF NEW.last_day IS NOT NULL AND NEW.kind NOT IN ('hire', 'grant') THEN
        RAISE EXCEPTION 'a last day is possible only for giving a role' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.last_day < (now() AT TIME ZONE 'Europe/Lisbon')::date THEN
        RAISE EXCEPTION 'the last day of the role has passed' USING ERRCODE = 'FS006';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.staff_may(person bigint, permission text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM players_person AS p
        JOIN players_person_groups AS g ON g.person_id = p.id AND players_role_counts(g.person_id, g.group_id)
        JOIN auth_group_permissions AS gp ON gp.group_id = g.group_id
        JOIN auth_permission AS a ON a.id = gp.permission_id
        JOIN django_content_type AS t ON t.id = a.content_type_id
        WHERE p.id = person AND p.is_active AND p.is_staff AND permission = t.app_label || '.' || a.codename
    )
$$;

CREATE FUNCTION public.staff_roles_end() RETURNS TABLE(ended_email text, ended_language text, ended_role text, ended_day date)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    e record;
BEGIN
    FOR e IN
        SELECT r.id, r.person_id, r.role_id, r.last_day, p.email, p.language, g.name
        FROM players_roleend AS r
        JOIN players_person AS p ON p.id = r.person_id
        JOIN auth_group AS g ON g.id = r.role_id
        WHERE NOT players_role_counts(r.person_id, r.role_id)
        ORDER BY r.id FOR UPDATE OF r SKIP LOCKED
    LOOP
        DELETE FROM players_person_groups WHERE person_id = e.person_id AND group_id = e.role_id;
        DELETE FROM players_roleend WHERE id = e.id;
        INSERT INTO audit_line (at, kind, about, details, device)
        VALUES (
            clock_timestamp(), 'staff.role-ended', 'person:' || e.person_id,
            jsonb_build_object('email', e.email, 'role', e.name, 'last_day', e.last_day), ''
        );
        ended_email := e.email;
        ended_language := e.language;
        ended_role := e.name;
        ended_day := e.last_day;
        RETURN NEXT;
    END LOOP;
END $$;

CREATE FUNCTION public.successor_is_on_duty(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT later ->> 'successor_id' <> later ->> 'person_id' AND is_on_duty((later ->> 'successor_id')::bigint)
$$;

CREATE FUNCTION public.system_change_keeps_the_law() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    about self_checks_systemchange%ROWTYPE;
    known text[];
    not_before timestamp with time zone;
    maker bigint;
    objection text;
BEGIN
    SELECT * INTO about FROM self_checks_systemchange WHERE id = NEW.change_id;
    PERFORM pg_advisory_xact_lock(hashtextextended('self_checks_systemchange', NEW.change_id));
    known := ARRAY(SELECT kind FROM self_checks_systemchangestep WHERE change_id = NEW.change_id);
    SELECT earliest INTO not_before FROM self_checks_systemchangestep WHERE change_id = NEW.change_id AND kind = 'notified';
    SELECT person_id INTO maker FROM self_checks_systemchangestep WHERE change_id = NEW.change_id AND kind = 'made';
    objection := CASE
        WHEN 'rejected' = ANY (known) THEN 'a rejected change takes no step'
        WHEN NEW.kind IN ('approved', 'rejected') AND NEW.person_id = about.person_id THEN 'a second person approves a change'
        WHEN NEW.kind = 'rejected' AND 'approved' = ANY (known) THEN 'an approved change is not rejected'
        WHEN NEW.kind NOT IN ('approved', 'rejected') AND NOT 'approved' = ANY (known) THEN 'a change is approved first'
        WHEN NEW.kind = 'authorised' AND NOT 'notified' = ANY (known) THEN 'the regulator sees a change before it authorises it'
        WHEN NEW.kind = 'made' AND about.category <> 'urgent' AND (about.relevance = 3 OR about.changes_data_model)
            AND NOT 'authorised' = ANY (known) THEN 'the regulator authorises a change before it is made'
        WHEN NEW.kind = 'made' AND about.category <> 'urgent' AND about.changes_data_model AND clock_timestamp() < not_before
            THEN 'the notice of a change of the data model has not ended'
        WHEN NEW.kind = 'verified' AND (maker IS NULL OR maker = NEW.person_id) THEN 'another person verifies what was made'
    END;
    IF objection IS NOT NULL THEN
        RAISE EXCEPTION '%', objection USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.table_has_a_setting(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT later ->> 'setting_id' IS NOT NULL
$$;

CREATE FUNCTION public.table_incidents_are_closed(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT NOT EXISTS (SELECT FROM games_incident WHERE table_id = (later ->> 'id')::bigint AND closed IS NULL)
$$;

CREATE FUNCTION public.table_is_empty(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT later ->> 'seated' = '0' AND NOT EXISTS (
        SELECT FROM games_round
        WHERE table_id = (later ->> 'id')::bigint AND number = (later ->> 'round')::int AND status = 'open'
    )
$$;

CREATE FUNCTION public.table_is_new(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT later - ARRAY['id', 'name', 'system', 'currency'] = jsonb_build_object(
        'status', 'closed', 'reason', '', 'setting_id', NULL, 'version', 0, 'chain', '\x', 'round', 0, 'seated', 0, 'partners', 0,
        'waiting', 0, 'due', NULL, 'inactivity_due', NULL, 'phase', '', 'recent', '', 'snapshot', '\x', 'snapshot_version', 0
    )
$$;

CREATE FUNCTION public.table_is_suspended(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (SELECT FROM floor_tablesuspension WHERE table_id = (later ->> 'id')::bigint AND ended IS NULL)
$$;

CREATE FUNCTION public.table_session_is_announced(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (SELECT FROM games_tablesession WHERE id = (later ->> 'session_id')::bigint AND status = 'announced')
$$;

CREATE FUNCTION public.table_setting_is_decided(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM floor_tablechange AS c
        WHERE c.table_id = (later ->> 'table_id')::bigint AND c.state = 'proposed' AND c.data = later ->> 'data'
            AND c.digest = later ->> 'digest' AND c.author_id = (later ->> 'author_id')::bigint
            AND CASE
                WHEN c.alone AND c.author_id = identity_proven_person() THEN true
                WHEN c.alone THEN identity_confirms(identity_proven_person()) AND floor_change_is_of_a_bulk_change(NULL, to_jsonb(c))
                ELSE identity_confirms(identity_proven_person()) AND c.author_id <> identity_proven_person()
            END
    ) AND (later ->> 'version')::int = 1 + coalesce((
        SELECT max(version) FROM games_tablesetting WHERE table_id = (later ->> 'table_id')::bigint
    ), 0)
$$;

CREATE FUNCTION public.table_suspension_ends(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM floor_tablesuspension
        WHERE table_id = coalesce(later ->> 'table_id', later ->> 'id')::bigint
            AND ended >= transaction_timestamp() AND released_by_id = identity_proven_person()
    )
$$;

CREATE FUNCTION public.test_account_is_authorised(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (SELECT FROM identity_testaccount WHERE player_id = (later ->> 'id')::bigint)
$$;

CREATE FUNCTION public.wallet_account_is_born_empty() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NEW.balance <> 0 OR NEW.moves <> 0 THEN
        RAISE EXCEPTION 'a new account must be empty' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.wallet_account_keeps_its_nature() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'the kind, currency and owner of an account cannot change' USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE FUNCTION public.wallet_balances_follow() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    reached bigint;
    wanted bigint;
    house bigint[];
BEGIN
    -- An account of the other currency, or none at all, is not reached, and then the whole set falls.
    WITH moved AS (
        SELECT account, currency, sum(cents) AS cents, count(*) AS moves
        FROM (
            SELECT source_id AS account, currency, -cents AS cents FROM posted
            UNION ALL
            SELECT target_id, currency, cents FROM posted
        ) AS sides
        GROUP BY account, currency
    ), written AS (
        UPDATE wallet_account AS a SET balance = a.balance + moved.cents, moves = a.moves + moved.moves
        FROM moved WHERE a.id = moved.account AND a.currency = moved.currency
        RETURNING a.id, a.player_id
    ), ids AS (
        INSERT INTO wallet_transferid (id) SELECT id FROM posted
        WHERE kind IN (
            'opening', 'deposit', 'withdrawal', 'withdrawal-paid', 'withdrawal-back', 'adjustment',
            'chargeback', 'chargeback-won', 'chargeback-recovered'
        )
    )
    SELECT count(*), (SELECT count(*) FROM moved), coalesce(array_agg(id) FILTER (WHERE player_id IS NULL), '{}')
    FROM written INTO reached, wanted, house;
    IF reached <> wanted THEN
        RAISE EXCEPTION 'a transfer names an account that does not exist, or joins two currencies'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    -- Nearly every transfer has an account of the house on one side; only the others are looked at one by one.
    IF EXISTS (SELECT FROM posted WHERE source_id <> ALL (house) AND target_id <> ALL (house)) AND EXISTS (
        SELECT FROM posted
        JOIN wallet_account AS source ON source.id = posted.source_id
        JOIN wallet_account AS target ON target.id = posted.target_id
        WHERE source.player_id <> target.player_id
    ) THEN
        RAISE EXCEPTION 'money cannot go from one player to another' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.wallet_give_credits(the_player bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.wallet_ids_follow_the_last_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NULL;
    END IF;
    IF EXISTS (
        SELECT FROM (
            SELECT min(id COLLATE "C") AS least, max(id COLLATE "C") AS greatest
            FROM (SELECT id::text FROM posted WHERE kind <> 'opening' OFFSET 0) AS written
            GROUP BY left(id, 13)
        ) AS ids
        WHERE left(least, 18) <> left(greatest, 18) OR substr(least, 15, 1) <> '8'
            OR substr(least, 20, 1) < '8' OR substr(greatest, 20, 1) > 'b'
            OR games_event_of_transfer(least::uuid) <= coalesce((
                SELECT version FROM games_table WHERE id = ('x' || replace(left(least, 13), '-', ''))::bit(48)::bigint
            ), 9223372036854775807)
    ) THEN
        RAISE EXCEPTION 'the ids of transfers of play must follow the last event of their table' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.wallet_is_opened_by_others() RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT NOT pg_has_role(session_user, 'house_web', 'USAGE')
        OR pg_has_role(session_user, (SELECT relowner FROM pg_class WHERE oid = 'wallet_account'::regclass), 'USAGE')
$$;

CREATE FUNCTION public.wallet_kinds_have_their_writers() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    refused text;
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NULL;
    END IF;
    SELECT min(kind) INTO refused FROM posted
    WHERE kind IN (
            'deposit', 'withdrawal', 'withdrawal-paid', 'withdrawal-back', 'adjustment',
            'chargeback', 'chargeback-won', 'chargeback-recovered'
        )
        -- Whoever opens an account gives it demonstration credits; only a table moves anything else.
        OR (kind = 'opening' AND currency <> 'DEMO')
        OR (kind <> 'opening' AND NOT pg_has_role(current_user, 'house_croupier', 'USAGE'));
    IF refused IS NOT NULL THEN
        RAISE EXCEPTION 'the role % may not post a transfer of the kind %', current_user, refused
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    SELECT min(kind) INTO refused FROM posted
    WHERE kind <> 'opening' AND NOT coalesce((
        SELECT posted.kind || ' ' || source.kind || ' ' || target.kind = ANY ('{
                stake wallet stakes, stake-lost stakes bank, stake-back stakes wallet, prize bank wallet,
                lost-back bank wallet, prize-back wallet bank, commission wallet commission,
                stake-held stakes held, held-lost held bank, held-back held wallet,
                buy-in wallet stack, buy-in-commission wallet commission, chips stack stakes, chips-back stakes stack,
                pot stakes stack, rake stakes commission, cash-out stack wallet,
                jackpot-bet wallet stakes, jackpot-share stakes jackpot, jackpot-bank stakes bank,
                jackpot-held-share held jackpot, jackpot-fill bank jackpot, jackpot-prize jackpot wallet}'::text[])
            AND coalesce(source."table", target."table") = coalesce(target."table", source."table")
        FROM wallet_account AS source, wallet_account AS target
        WHERE source.id = posted.source_id AND target.id = posted.target_id
    ), false);
    IF refused IS NOT NULL THEN
        RAISE EXCEPTION 'a transfer of the kind % may not move between these accounts', refused
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.wallet_may_be_opened(the_kind text, the_player bigint, the_table bigint) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.wallet_open(the_kind text, the_currency text, the_player bigint, the_table bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.work_is_assigned(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT works_on_item(earlier, later) AND is_on_duty((later ->> 'person_id')::bigint)
        AND staff_may((later ->> 'person_id')::bigint, work_permission(later ->> 'source'))
$$;

CREATE FUNCTION public.work_is_handed_over(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM backoffice_workclaim
        WHERE source = later ->> 'source' AND key = later ->> 'key' AND person_id = identity_proven_person()
            AND ended >= transaction_timestamp()
    ) AND is_on_duty((later ->> 'person_id')::bigint) AND staff_may((later ->> 'person_id')::bigint, work_permission(later ->> 'source'))
$$;

CREATE FUNCTION public.work_permission(queue text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT permission FROM (VALUES
        ('adjustment', 'cashier.approve_adjustment'), ('bank-match', 'bank.approve_matchdecision'),
        ('bank-open', 'bank.add_matchdecision'), ('bank-recovery', 'bank.approve_recovery'),
        ('bulk-change', 'games.change_table'),
        ('bulk-notice', 'inbox.approve_bulknotice'), ('care', 'care.add_contact'),
        ('cases-bots', 'monitoring.decide_bots_case'), ('cases-care', 'monitoring.decide_care_case'),
        ('cases-laundering', 'monitoring.decide_laundering_case'),
        ('laundering-measure', 'laundering.act_file'),
        ('ceiling', 'cashier.approve_ceiling'),
        ('complaint', 'inbox.change_complaint'), ('documents', 'identity.change_identity'),
        ('erasure', 'identity.change_identity'), ('incident', 'games.change_incident'),
        ('legal-hold', 'identity.approve_legalhold'),
        ('integrity', 'collusion.act_case'), ('occurrence', 'duties.add_occurrence'),
        ('other-payer', 'cashier.review_payer'),
        ('question', 'duties.release_question'), ('regulator-file', 'regulator.reprocess_regulatorfile'),
        ('return-alarm', 'rtp_monitoring.add_answer'), ('rule-authorise', 'rulebook.authorise_rulechange'),
        ('rule-endorse', 'rulebook.endorse_rulechange'), ('rule-finish', 'rulebook.add_rulechange'),
        ('resemblance', 'returning.decide_resemblance'),
        ('rule-version', 'monitoring.approve_ruleversion'), ('screening-match', 'screening.decide_match'),
        ('self-check', 'self_checks.add_proof'), ('staff-change', 'backoffice.approve_staffchange'),
        ('system-change', 'self_checks.approve_systemchange'),
        ('table-change', 'games.change_table'), ('withdrawal', 'cashier.release_payment')
    ) AS asked (code, permission) WHERE code = queue
$$;

CREATE FUNCTION public.works_on_item(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT staff_may(identity_proven_person(), work_permission(later ->> 'source'))
$$;

CREATE FUNCTION public.write_columns(what text) RETURNS text[]
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT CASE WHEN what LIKE 'update %'
        THEN ARRAY(SELECT split_part(item, ' ', 1) FROM unnest(string_to_array(substr(what, 8), ', ')) AS i (item))
        ELSE ARRAY[split_part(what, ' ', 1)] END
$$;

CREATE FUNCTION public.write_is_covered(what text, operation text, before jsonb, after jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT split_part(what, ' ', 1) = operation AND NOT EXISTS (
        SELECT FROM regexp_matches(what, '(\w+)(?:=| ([\w*-]+|"")>)([\w*-]+|"")', 'g') AS step (part), LATERAL (
            SELECT coalesce(before ->> part[1], 'null') AS was, coalesce(coalesce(after, before) ->> part[1], 'null') AS is
        ) AS row_
        WHERE part[3] NOT IN ('*', row_.is) AND NOT (part[3] = '""' AND row_.is = '')
            OR part[2] IS NOT NULL AND (
                row_.was = row_.is OR part[2] NOT IN ('*', row_.was) AND NOT (part[2] = '""' AND row_.was = '')
            )
    )
$$;

CREATE FUNCTION public.write_objection(who text, before jsonb, after jsonb) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $_$
DECLARE
    me bigint := identity_proven_person();
    alternative text;
    condition text;
    word text[];
    place text;
    named bigint;
    holds boolean;
    objection text;
BEGIN
    FOREACH alternative IN ARRAY string_to_array(who, ' | ') LOOP
        holds := true;
        FOREACH condition IN ARRAY string_to_array(alternative, ', ') LOOP
            word := string_to_array(condition, ' ');
            IF condition ~ '^(new )?(player|person)( in \w+)?$' THEN
                place := CASE WHEN condition ~ 'player' THEN 'player' ELSE 'person' END;
                named := (after ->> CASE WHEN condition ~ ' in ' THEN word[cardinality(word)] ELSE place || '_id' END)::bigint;
                IF place = 'player' THEN
                    named := (SELECT person_id FROM players_player WHERE id = named);
                END IF;
                holds := CASE WHEN condition ~ '^new ' THEN identity_is_new(named) ELSE named = me END;
            ELSE
                holds := CASE word[1]
                    WHEN 'anybody' THEN true
                    WHEN 'staff' THEN identity_proves_staff()
                    WHEN 'may' THEN staff_may(me, word[2])
                    WHEN 'as' THEN (after ->> word[2])::bigint = me
                    WHEN 'not' THEN (after ->> word[2])::bigint IS DISTINCT FROM me AND me IS NOT NULL
                    WHEN 'confirmed' THEN identity_confirms(me)
                END;
                IF word[1] = 'if' THEN
                    EXECUTE format('SELECT %I($1, $2)', word[2]) INTO holds USING before, after;
                END IF;
            END IF;
            IF holds IS NOT TRUE THEN
                holds := false;
                objection := CASE
                    WHEN condition = 'confirmed' THEN format('person %s has not confirmed who they are', me)
                    ELSE coalesce(objection, format('no proof of being allowed (%s)', condition))
                END;
                EXIT;
            END IF;
        END LOOP;
        IF holds THEN
            RETURN NULL;
        END IF;
    END LOOP;
    RETURN objection;
END $_$;

CREATE TABLE public.account_emailaddress (
    id integer NOT NULL,
    email character varying(254) NOT NULL,
    verified boolean NOT NULL,
    "primary" boolean NOT NULL,
    user_id bigint NOT NULL
);

ALTER TABLE public.account_emailaddress ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.account_emailaddress_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.account_emailconfirmation (
    id integer NOT NULL,
    created timestamp with time zone NOT NULL,
    sent timestamp with time zone,
    key character varying(64) NOT NULL,
    email_address_id integer NOT NULL
);

ALTER TABLE public.account_emailconfirmation ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.account_emailconfirmation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.administration_playernote (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    text character varying(1000) NOT NULL,
    by_id bigint NOT NULL,
    player_id bigint NOT NULL,
    sealed bytea
);

ALTER TABLE public.administration_playernote ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.administration_playernote_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.administration_playertag (
    id bigint NOT NULL,
    name character varying(24) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    by_id bigint NOT NULL,
    player_id bigint NOT NULL
);

ALTER TABLE public.administration_playertag ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.administration_playertag_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.audit_detachedpart (
    until timestamp with time zone NOT NULL,
    since timestamp with time zone,
    name character varying(20) NOT NULL,
    events bigint NOT NULL,
    transfers bigint NOT NULL,
    archives jsonb NOT NULL,
    heads jsonb NOT NULL,
    detached timestamp with time zone DEFAULT statement_timestamp() NOT NULL
);

CREATE TABLE public.audit_horizon (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    running jsonb NOT NULL
);

ALTER TABLE public.audit_horizon ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.audit_horizon_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.audit_line (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    kind character varying(60) NOT NULL,
    about character varying(80) NOT NULL,
    details jsonb NOT NULL,
    address inet,
    device character varying(200) NOT NULL,
    person_id bigint,
    player_id bigint
);

ALTER TABLE public.audit_line ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.audit_line_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.audit_seal (
    number bigint NOT NULL,
    made timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    since timestamp with time zone,
    until timestamp with time zone NOT NULL,
    lines bigint NOT NULL,
    lines_digest character varying(64) NOT NULL,
    transfers bigint NOT NULL,
    transfers_digest character varying(64) NOT NULL,
    chain character varying(64) NOT NULL
);

CREATE TABLE public.audit_sealcheck (
    id bigint NOT NULL,
    number bigint NOT NULL,
    chain character varying(64) NOT NULL,
    complete boolean NOT NULL,
    made timestamp with time zone DEFAULT statement_timestamp() NOT NULL
);

ALTER TABLE public.audit_sealcheck ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.audit_sealcheck_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.auth_group (
    id integer NOT NULL,
    name character varying(150) NOT NULL
);

ALTER TABLE public.auth_group ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.auth_group_permissions (
    id bigint NOT NULL,
    group_id integer NOT NULL,
    permission_id integer NOT NULL
);

ALTER TABLE public.auth_group_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.auth_permission (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    content_type_id integer NOT NULL,
    codename character varying(100) NOT NULL
);

ALTER TABLE public.auth_permission ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_permission_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.backoffice_alert (
    id bigint NOT NULL,
    content jsonb NOT NULL,
    made timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    next_try timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    tries smallint NOT NULL,
    sent timestamp with time zone,
    trouble character varying(200) NOT NULL,
    event character varying(20) NOT NULL,
    key character varying(60) NOT NULL,
    channel character varying(7) NOT NULL
);

ALTER TABLE public.backoffice_alert ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.backoffice_alert_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.backoffice_homelayout (
    person_id bigint NOT NULL,
    tiles jsonb NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL
);

CREATE TABLE public.backoffice_plannedshift (
    id bigint NOT NULL,
    begins timestamp with time zone NOT NULL,
    ends timestamp with time zone NOT NULL,
    drawn timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    withdrawn timestamp with time zone,
    drawn_by_id bigint NOT NULL,
    person_id bigint NOT NULL,
    role_id integer NOT NULL,
    withdrawn_by_id bigint,
    CONSTRAINT a_planned_shift_ends_after_its_start CHECK ((ends > begins)),
    CONSTRAINT who_withdrew_a_planned_shift_is_known CHECK ((((withdrawn IS NULL) AND (withdrawn_by_id IS NULL)) OR ((withdrawn IS NOT NULL) AND (withdrawn_by_id IS NOT NULL))))
);

ALTER TABLE public.backoffice_plannedshift ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.backoffice_plannedshift_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.backoffice_providerattempt (
    id bigint NOT NULL,
    session character varying(40) NOT NULL,
    state character varying(64) NOT NULL,
    nonce character varying(64) NOT NULL,
    verifier character varying(64) NOT NULL,
    code text NOT NULL,
    until timestamp with time zone NOT NULL,
    outcome character varying(20) NOT NULL,
    factor boolean DEFAULT false NOT NULL,
    person_id bigint
);

ALTER TABLE public.backoffice_providerattempt ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.backoffice_providerattempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.backoffice_providerlink (
    id bigint NOT NULL,
    issuer character varying(200) NOT NULL,
    subject character varying(255) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    person_id bigint NOT NULL
);

ALTER TABLE public.backoffice_providerlink ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.backoffice_providerlink_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.backoffice_rightuse (
    id bigint NOT NULL,
    permission character varying(100) NOT NULL,
    first timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    person_id bigint NOT NULL
);

ALTER TABLE public.backoffice_rightuse ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.backoffice_rightuse_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.backoffice_savedfilter (
    id bigint NOT NULL,
    place character varying(60) NOT NULL,
    name character varying(60) NOT NULL,
    query character varying(1000) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    person_id bigint NOT NULL
);

ALTER TABLE public.backoffice_savedfilter ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.backoffice_savedfilter_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.backoffice_shift (
    id bigint NOT NULL,
    began timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    ended timestamp with time zone,
    items integer NOT NULL,
    note character varying(1000) NOT NULL,
    person_id bigint NOT NULL,
    successor_id bigint,
    open_work jsonb,
    read timestamp with time zone,
    read_by_id bigint,
    CONSTRAINT a_handover_goes_to_somebody_else CHECK (((successor_id IS NULL) OR (NOT ((successor_id = person_id) AND (successor_id IS NOT NULL)))))
);

ALTER TABLE public.backoffice_shift ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.backoffice_shift_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.backoffice_staffchange (
    id bigint NOT NULL,
    kind character varying(8) NOT NULL,
    email character varying(254) NOT NULL,
    last_day date,
    reason character varying(200) NOT NULL,
    state character varying(9) NOT NULL,
    proposed timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    decided timestamp with time zone,
    decided_by_id bigint,
    proposed_by_id bigint NOT NULL,
    role_id integer,
    CONSTRAINT a_staff_change_names_its_role CHECK (((((kind)::text = ANY (ARRAY[('suspend'::character varying)::text, ('restore'::character varying)::text])) AND (role_id IS NULL)) OR ((NOT ((kind)::text = ANY (ARRAY[('suspend'::character varying)::text, ('restore'::character varying)::text]))) AND (role_id IS NOT NULL)))),
    CONSTRAINT a_staff_change_says_why CHECK ((NOT ((reason)::text = ''::text))),
    CONSTRAINT nobody_approves_their_own_staff_change CHECK (((decided_by_id IS NULL) OR ((state)::text = 'withdrawn'::text) OR (NOT ((decided_by_id = proposed_by_id) AND (decided_by_id IS NOT NULL)))))
);

ALTER TABLE public.backoffice_staffchange ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.backoffice_staffchange_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.backoffice_staffpolicy (
    id bigint NOT NULL,
    approver_days integer NOT NULL
);

ALTER TABLE public.backoffice_staffpolicy ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.backoffice_staffpolicy_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.backoffice_webhookaddress (
    name character varying(40) NOT NULL,
    host character varying(200) NOT NULL,
    events jsonb NOT NULL,
    since timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    seen timestamp with time zone DEFAULT statement_timestamp() NOT NULL
);

CREATE TABLE public.backoffice_webhookattempt (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    milliseconds integer NOT NULL,
    trouble character varying(200) NOT NULL,
    message_id bigint NOT NULL
);

ALTER TABLE public.backoffice_webhookattempt ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.backoffice_webhookattempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.backoffice_webhookmessage (
    id bigint NOT NULL,
    content jsonb NOT NULL,
    made timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    next_try timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    tries smallint NOT NULL,
    sent timestamp with time zone,
    trouble character varying(200) NOT NULL,
    address character varying(40) NOT NULL,
    event character varying(20) NOT NULL,
    key character varying(80) NOT NULL
);

ALTER TABLE public.backoffice_webhookmessage ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.backoffice_webhookmessage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.backoffice_webhookprogress (
    event character varying(20) NOT NULL,
    until timestamp with time zone DEFAULT statement_timestamp() NOT NULL
);

CREATE TABLE public.backoffice_workclaim (
    id bigint NOT NULL,
    source character varying(20) NOT NULL,
    key character varying(40) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    ended timestamp with time zone,
    person_id bigint NOT NULL
);

ALTER TABLE public.backoffice_workclaim ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.backoffice_workclaim_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.backoffice_workmention (
    id bigint NOT NULL,
    seen timestamp with time zone,
    note_id bigint NOT NULL,
    person_id bigint NOT NULL
);

ALTER TABLE public.backoffice_workmention ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.backoffice_workmention_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.backoffice_worknote (
    id bigint NOT NULL,
    source character varying(20) NOT NULL,
    key character varying(40) NOT NULL,
    text character varying(1000) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    person_id bigint NOT NULL
);

ALTER TABLE public.backoffice_worknote ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.backoffice_worknote_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.bank_bankfile (
    id bigint NOT NULL,
    name character varying(120) NOT NULL,
    digest character varying(64) NOT NULL,
    size integer NOT NULL,
    content bytea,
    received timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    state character varying(8) NOT NULL,
    kind character varying(10) NOT NULL,
    refusal character varying(20) NOT NULL,
    detail character varying(200) NOT NULL,
    read timestamp with time zone,
    person_id bigint,
    CONSTRAINT a_refused_bank_file_says_why CHECK (((((state)::text = 'refused'::text) AND (NOT ((refusal)::text = ''::text))) OR ((NOT ((state)::text = 'refused'::text)) AND ((refusal)::text = ''::text))))
);

ALTER TABLE public.bank_bankfile ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.bank_bankfile_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.bank_chargeback (
    id bigint NOT NULL,
    cents bigint NOT NULL,
    opened timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    state character varying(10) NOT NULL,
    payment_id uuid NOT NULL,
    player_id bigint NOT NULL,
    line_id bigint NOT NULL,
    won_line_id bigint,
    CONSTRAINT a_chargeback_takes_something CHECK ((cents > 0))
);

ALTER TABLE public.bank_chargeback ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.bank_chargeback_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.bank_fundsday (
    day date NOT NULL,
    owed bigint NOT NULL,
    held bigint,
    compared timestamp with time zone DEFAULT statement_timestamp() NOT NULL
);

CREATE TABLE public.bank_match (
    id bigint NOT NULL,
    key character varying(40) NOT NULL,
    reason character varying(20) NOT NULL,
    proposed boolean NOT NULL,
    cents bigint NOT NULL,
    bank bigint[] NOT NULL,
    provider bigint[] NOT NULL,
    ledger character varying(60)[] NOT NULL,
    state character varying(10) NOT NULL,
    made timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    day_id date NOT NULL,
    CONSTRAINT only_what_agrees_is_matched CHECK (((((reason)::text = 'agrees'::text) AND ((state)::text = 'matched'::text)) OR ((state)::text = 'superseded'::text) OR (((state)::text = ANY (ARRAY[('open'::character varying)::text, ('decided'::character varying)::text])) AND (NOT ((reason)::text = 'agrees'::text)))))
);

ALTER TABLE public.bank_match ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.bank_match_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.bank_matchdecision (
    id bigint NOT NULL,
    outcome character varying(10) NOT NULL,
    reason character varying(200) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    state character varying(10) NOT NULL,
    decided timestamp with time zone,
    answer character varying(200) NOT NULL,
    author_id bigint NOT NULL,
    decider_id bigint,
    match_id bigint NOT NULL,
    CONSTRAINT nobody_confirms_their_own_match CHECK (((NOT ((state)::text = 'accepted'::text)) OR ((decider_id IS NOT NULL) AND (NOT ((decider_id = author_id) AND (decider_id IS NOT NULL))))))
);

ALTER TABLE public.bank_matchdecision ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.bank_matchdecision_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.bank_payoutbatch (
    id bigint NOT NULL,
    number character varying(35) NOT NULL,
    made timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    cents bigint NOT NULL,
    payments integer NOT NULL,
    content text NOT NULL,
    instant boolean NOT NULL
);

ALTER TABLE public.bank_payoutbatch ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.bank_payoutbatch_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.bank_payoutorder (
    id bigint NOT NULL,
    answer character varying(10) NOT NULL,
    answer_reason character varying(100) NOT NULL,
    answered timestamp with time zone,
    batch_id bigint NOT NULL,
    payment_id uuid NOT NULL
);

ALTER TABLE public.bank_payoutorder ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.bank_payoutorder_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.bank_reconciliationday (
    day date NOT NULL,
    waiting integer NOT NULL,
    closed timestamp with time zone,
    seal character varying(64) NOT NULL,
    CONSTRAINT a_closed_day_is_sealed CHECK ((((closed IS NULL) AND ((seal)::text = ''::text)) OR ((closed IS NOT NULL) AND (NOT ((seal)::text = ''::text)))))
);

CREATE TABLE public.bank_recovery (
    id bigint NOT NULL,
    reason character varying(200) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    state character varying(10) NOT NULL,
    decided timestamp with time zone,
    answer character varying(200) NOT NULL,
    taken bigint,
    author_id bigint NOT NULL,
    chargeback_id bigint NOT NULL,
    decider_id bigint,
    CONSTRAINT nobody_decides_their_own_recovery CHECK (((NOT ((state)::text = 'done'::text)) OR ((decider_id IS NOT NULL) AND (NOT ((decider_id = author_id) AND (decider_id IS NOT NULL))))))
);

ALTER TABLE public.bank_recovery ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.bank_recovery_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.bank_settlementline (
    id bigint NOT NULL,
    transaction character varying(60) NOT NULL,
    day date NOT NULL,
    reference character varying(60) NOT NULL,
    kind character varying(16) NOT NULL,
    currency character varying(3) NOT NULL,
    cents bigint NOT NULL,
    fee bigint NOT NULL,
    batch character varying(60) NOT NULL,
    file_id bigint NOT NULL
);

ALTER TABLE public.bank_settlementline ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.bank_settlementline_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.bank_statement (
    id bigint NOT NULL,
    kind character varying(10) NOT NULL,
    iban character varying(34) NOT NULL,
    number character varying(60) NOT NULL,
    since date NOT NULL,
    until date NOT NULL,
    opening bigint,
    closing bigint,
    gap bigint,
    file_id bigint NOT NULL
);

ALTER TABLE public.bank_statement ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.bank_statement_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.bank_statementline (
    id bigint NOT NULL,
    "position" integer NOT NULL,
    booked date NOT NULL,
    cents bigint NOT NULL,
    reference character varying(140) NOT NULL,
    entry character varying(60) NOT NULL,
    text character varying(140) NOT NULL,
    statement_id bigint NOT NULL
);

ALTER TABLE public.bank_statementline ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.bank_statementline_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.bots_finding (
    id bigint NOT NULL,
    kind character varying(5) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    figures jsonb NOT NULL,
    player_id bigint NOT NULL
);

ALTER TABLE public.bots_finding ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.bots_finding_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.bots_playedday (
    id bigint NOT NULL,
    day date NOT NULL,
    player bigint NOT NULL,
    decisions bytea NOT NULL
);

ALTER TABLE public.bots_playedday ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.bots_playedday_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.care_contact (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    method character varying(10) NOT NULL,
    notes character varying(1000) NOT NULL,
    person_id bigint NOT NULL,
    player_id bigint NOT NULL,
    sealed bytea
);

ALTER TABLE public.care_contact ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.care_contact_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.cashier_adjustment (
    id bigint NOT NULL,
    cents bigint NOT NULL,
    ticket character varying(40) NOT NULL,
    reason character varying(200) NOT NULL,
    status character varying(8) NOT NULL,
    requested_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    decided timestamp with time zone,
    before bigint,
    after bigint,
    decided_by_id bigint,
    player_id bigint NOT NULL,
    requested_by_id bigint NOT NULL,
    CONSTRAINT a_correction_moves_something CHECK ((NOT (cents = 0))),
    CONSTRAINT a_correction_says_why CHECK (((NOT ((ticket)::text = ''::text)) AND (NOT ((reason)::text = ''::text)))),
    CONSTRAINT a_decided_correction_has_a_second_person CHECK ((((decided_by_id IS NULL) AND ((status)::text = 'asked'::text)) OR ((NOT ((status)::text = 'asked'::text)) AND (decided_by_id IS NOT NULL)))),
    CONSTRAINT nobody_approves_their_own_correction CHECK (((decided_by_id IS NULL) OR (NOT ((decided_by_id = requested_by_id) AND (decided_by_id IS NOT NULL)))))
);

ALTER TABLE public.cashier_adjustment ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.cashier_adjustment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.cashier_ceiling ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.cashier_ceiling_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.cashier_decision (
    id bigint NOT NULL,
    verb character varying(8) NOT NULL,
    reason character varying(200) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    suffices boolean NOT NULL,
    payment_id uuid NOT NULL,
    person_id bigint NOT NULL,
    CONSTRAINT a_decision_says_why CHECK ((NOT ((reason)::text = ''::text)))
);

ALTER TABLE public.cashier_decision ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.cashier_decision_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.cashier_gatewayrequest (
    id bigint NOT NULL,
    kind character varying(10) NOT NULL,
    made timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    done timestamp with time zone,
    tries integer NOT NULL,
    next_try timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    trouble character varying(200) NOT NULL,
    payment_id uuid NOT NULL
);

ALTER TABLE public.cashier_gatewayrequest ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.cashier_gatewayrequest_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.cashier_notification (
    id character varying(60) NOT NULL,
    payment uuid,
    status character varying(10) NOT NULL,
    received timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    outcome character varying(14) NOT NULL,
    body text NOT NULL
);

CREATE TABLE public.cashier_payoutstep (
    id bigint NOT NULL,
    code character varying(10) NOT NULL,
    at timestamp with time zone NOT NULL,
    promised timestamp with time zone,
    payment_id uuid NOT NULL
);

ALTER TABLE public.cashier_payoutstep ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.cashier_payoutstep_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.cashier_protectionconfirmation (
    id bigint NOT NULL,
    version character varying(24) NOT NULL,
    words text NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    player_id bigint NOT NULL
);

ALTER TABLE public.cashier_protectionconfirmation ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.cashier_protectionconfirmation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.casino_scheduledtask (
    name character varying(60) NOT NULL,
    sent timestamp with time zone NOT NULL
);

CREATE TABLE public.casino_taskrun (
    name character varying(100) NOT NULL,
    known timestamp with time zone NOT NULL,
    started timestamp with time zone,
    succeeded timestamp with time zone,
    failed timestamp with time zone,
    failing timestamp with time zone,
    error character varying(200) DEFAULT ''::character varying NOT NULL,
    worker character varying(200) DEFAULT ''::character varying NOT NULL,
    lost timestamp with time zone
);

CREATE TABLE public.collusion_analysisrun (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    since date NOT NULL,
    new_hands integer NOT NULL,
    hands integer NOT NULL,
    pairs integer NOT NULL,
    people integer NOT NULL,
    findings integer NOT NULL,
    limits jsonb NOT NULL
);

ALTER TABLE public.collusion_analysisrun ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.collusion_analysisrun_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.collusion_case (
    id bigint NOT NULL,
    kind character varying(8) NOT NULL,
    key character varying(60) NOT NULL,
    state character varying(10) NOT NULL,
    opened timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    decision character varying(12) NOT NULL,
    reason character varying(500) NOT NULL,
    closed timestamp with time zone,
    proposer_id bigint,
    signer_id bigint,
    CONSTRAINT a_case_is_closed_by_two CHECK ((((closed IS NOT NULL) AND (signer_id IS NOT NULL) AND ((state)::text = 'closed'::text) AND (NOT ((decision)::text = ''::text)) AND (NOT ((reason)::text = ''::text))) OR ((NOT ((state)::text = 'closed'::text)) AND (closed IS NULL) AND (signer_id IS NULL)))),
    CONSTRAINT a_case_needs_two_people CHECK (((signer_id IS NULL) OR ((proposer_id IS NOT NULL) AND (NOT ((signer_id = proposer_id) AND (signer_id IS NOT NULL) AND (proposer_id IS NOT NULL)))))),
    CONSTRAINT a_decision_has_somebody CHECK (((((decision)::text = ''::text) AND (proposer_id IS NULL)) OR ((proposer_id IS NOT NULL) AND (NOT ((decision)::text = ''::text)))))
);

ALTER TABLE public.collusion_case ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.collusion_case_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.collusion_casemember (
    id bigint NOT NULL,
    case_id bigint NOT NULL,
    player_id bigint NOT NULL
);

ALTER TABLE public.collusion_casemember ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.collusion_casemember_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.collusion_decisiontimes (
    id bigint NOT NULL,
    day date NOT NULL,
    player bigint NOT NULL,
    step smallint NOT NULL,
    came integer NOT NULL
);

ALTER TABLE public.collusion_decisiontimes ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.collusion_decisiontimes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.collusion_evidence (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    kind character varying(12) NOT NULL,
    chance double precision,
    figures jsonb NOT NULL,
    rounds bigint[] NOT NULL,
    case_id bigint NOT NULL,
    run_id bigint
);

ALTER TABLE public.collusion_evidence ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.collusion_evidence_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.collusion_hand (
    round bigint NOT NULL,
    "table" bigint NOT NULL,
    day date NOT NULL,
    at timestamp with time zone NOT NULL,
    minimum bigint NOT NULL,
    players bigint[] NOT NULL,
    nets bigint[] NOT NULL
);

CREATE TABLE public.collusion_step (
    id bigint NOT NULL,
    verb character varying(8) NOT NULL,
    reason character varying(500) NOT NULL,
    decision character varying(12) NOT NULL,
    round bigint,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    case_id bigint NOT NULL,
    person_id bigint NOT NULL
);

ALTER TABLE public.collusion_step ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.collusion_step_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.collusion_tally (
    id bigint NOT NULL,
    day date NOT NULL,
    player bigint NOT NULL,
    other bigint NOT NULL,
    moment character varying(20) NOT NULL,
    came integer NOT NULL,
    done integer NOT NULL
);

ALTER TABLE public.collusion_tally ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.collusion_tally_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.django_admin_log (
    id integer NOT NULL,
    action_time timestamp with time zone NOT NULL,
    object_id text,
    object_repr character varying(200) NOT NULL,
    action_flag smallint NOT NULL,
    change_message text NOT NULL,
    content_type_id integer,
    user_id bigint NOT NULL,
    CONSTRAINT django_admin_log_action_flag_check CHECK ((action_flag >= 0))
);

ALTER TABLE public.django_admin_log ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_admin_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.django_content_type (
    id integer NOT NULL,
    app_label character varying(100) NOT NULL,
    model character varying(100) NOT NULL
);

ALTER TABLE public.django_content_type ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_content_type_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.django_migrations (
    id bigint NOT NULL,
    app character varying(255) NOT NULL,
    name character varying(255) NOT NULL,
    applied timestamp with time zone NOT NULL
);

ALTER TABLE public.django_migrations ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_migrations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.django_session (
    session_key character varying(40) NOT NULL,
    session_data text NOT NULL,
    expire_date timestamp with time zone NOT NULL
);

CREATE TABLE public.duties_calendarfeed (
    id bigint NOT NULL,
    made timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    revoked timestamp with time zone,
    person_id bigint NOT NULL
);

ALTER TABLE public.duties_calendarfeed ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.duties_calendarfeed_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.duties_componentspan (
    id bigint NOT NULL,
    component character varying(8) NOT NULL,
    is_up boolean NOT NULL,
    since timestamp with time zone NOT NULL,
    until timestamp with time zone NOT NULL,
    CONSTRAINT a_span_ends_after_it_began CHECK ((until >= since))
);

ALTER TABLE public.duties_componentspan ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.duties_componentspan_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.duties_filing (
    id bigint NOT NULL,
    duty character varying(30) NOT NULL,
    period date NOT NULL,
    dated date NOT NULL,
    reference character varying(200) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    person_id bigint NOT NULL
);

ALTER TABLE public.duties_filing ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.duties_filing_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.duties_occurrence (
    id bigint NOT NULL,
    kind character varying(8) NOT NULL,
    title character varying(120) NOT NULL,
    facts character varying(2000) NOT NULL,
    occurred timestamp with time zone,
    noticed timestamp with time zone NOT NULL,
    report_by timestamp with time zone NOT NULL,
    solve_by timestamp with time zone,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    incident_id bigint,
    person_id bigint NOT NULL,
    score numeric(3,1),
    CONSTRAINT a_severe_weakness_has_its_score CHECK (((((kind)::text = 'weakness'::text) AND (score IS NOT NULL) AND ((score >= (7)::numeric) AND (score <= (10)::numeric))) OR ((NOT ((kind)::text = 'weakness'::text)) AND (score IS NULL)))),
    CONSTRAINT the_clocks_of_an_occurrence_follow_it CHECK (((report_by > noticed) AND ((solve_by IS NULL) OR (solve_by > noticed)) AND ((occurred IS NULL) OR (occurred <= noticed))))
);

ALTER TABLE public.duties_occurrence ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.duties_occurrence_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.duties_occurrenceentry (
    id bigint NOT NULL,
    kind character varying(8) NOT NULL,
    text character varying(2000) NOT NULL,
    reference character varying(60) NOT NULL,
    done timestamp with time zone NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    occurrence_id bigint NOT NULL,
    person_id bigint NOT NULL
);

ALTER TABLE public.duties_occurrenceentry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.duties_occurrenceentry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.duties_question (
    id bigint NOT NULL,
    reference character varying(60) NOT NULL,
    purpose character varying(500) NOT NULL,
    asked date NOT NULL,
    due date NOT NULL,
    query jsonb NOT NULL,
    is_personal boolean NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    person_id bigint NOT NULL,
    CONSTRAINT a_question_has_its_purpose_and_its_day CHECK (((due >= asked) AND (NOT ((reference)::text = ''::text)) AND (NOT ((purpose)::text = ''::text))))
);

ALTER TABLE public.duties_question ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.duties_question_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.duties_questionentry (
    id bigint NOT NULL,
    kind character varying(8) NOT NULL,
    text character varying(200) NOT NULL,
    format character varying(4) NOT NULL,
    count integer,
    digest character varying(64) NOT NULL,
    "position" character varying(200) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    person_id bigint NOT NULL,
    question_id bigint NOT NULL,
    CONSTRAINT a_run_says_what_it_gave CHECK ((((count IS NOT NULL) AND ((kind)::text = 'run'::text) AND (NOT ((format)::text = ''::text)) AND (NOT ((digest)::text = ''::text))) OR ((count IS NULL) AND ((digest)::text = ''::text) AND ((format)::text = ''::text) AND ((kind)::text = ANY (ARRAY[('released'::character varying)::text, ('refused'::character varying)::text, ('answered'::character varying)::text])))))
);

ALTER TABLE public.duties_questionentry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.duties_questionentry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.floor_bulkchange (
    id bigint NOT NULL,
    kind character varying(7) NOT NULL,
    tables jsonb NOT NULL,
    reason character varying(200) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    state character varying(9) NOT NULL,
    decided timestamp with time zone,
    answer character varying(200) NOT NULL,
    results jsonb NOT NULL,
    author_id bigint NOT NULL,
    confirmer_id bigint,
    source_id bigint,
    value jsonb,
    CONSTRAINT a_bulk_change_is_decided_by_somebody CHECK (((NOT ((state)::text = ANY (ARRAY[('done'::character varying)::text, ('refused'::character varying)::text]))) OR (confirmer_id IS NOT NULL))),
    CONSTRAINT a_bulk_change_needs_two_people CHECK (((confirmer_id IS NULL) OR (NOT ((confirmer_id = author_id) AND (confirmer_id IS NOT NULL))))),
    CONSTRAINT a_bulk_change_says_why CHECK ((NOT ((reason)::text = ''::text))),
    CONSTRAINT a_copied_setting_has_a_source CHECK (((((kind)::text = 'setting'::text) AND (source_id IS NOT NULL)) OR ((NOT ((kind)::text = 'setting'::text)) AND (source_id IS NULL))))
);

ALTER TABLE public.floor_bulkchange ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.floor_bulkchange_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.floor_tablechange (
    id bigint NOT NULL,
    data text NOT NULL,
    digest character varying(64) NOT NULL,
    alone boolean NOT NULL,
    reason character varying(200) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    state character varying(10) NOT NULL,
    decided timestamp with time zone,
    answer character varying(200) NOT NULL,
    author_id bigint NOT NULL,
    base_id bigint,
    confirmer_id bigint,
    setting_id bigint,
    table_id bigint NOT NULL,
    CONSTRAINT a_change_is_confirmed_by_somebody CHECK (((NOT ((state)::text = 'confirmed'::text)) OR ((confirmer_id IS NOT NULL) AND (decided IS NOT NULL) AND (setting_id IS NOT NULL)))),
    CONSTRAINT a_change_needs_two_people CHECK (((confirmer_id IS NULL) OR (NOT ((confirmer_id = author_id) AND (confirmer_id IS NOT NULL))))),
    CONSTRAINT a_change_waits_once_it_was_seen_by_two CHECK (((NOT ((state)::text = 'deferred'::text)) OR ((confirmer_id IS NOT NULL) AND (decided IS NOT NULL) AND (setting_id IS NULL)))),
    CONSTRAINT one_person_sets_the_pace_alone CHECK (((NOT ((state)::text = 'applied'::text)) OR (alone AND (setting_id IS NOT NULL))))
);

ALTER TABLE public.floor_tablechange ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.floor_tablechange_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.floor_tablehours (
    table_id bigint NOT NULL,
    week jsonb NOT NULL,
    closed_by_hours boolean NOT NULL
);

CREATE TABLE public.floor_tablesuspension (
    id bigint NOT NULL,
    reason character varying(200) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    ended timestamp with time zone,
    release_reason character varying(200) NOT NULL,
    person_id bigint NOT NULL,
    released_by_id bigint,
    table_id bigint NOT NULL,
    CONSTRAINT a_suspension_is_ended_by_somebody CHECK ((((ended IS NULL) AND ((release_reason)::text = ''::text) AND (released_by_id IS NULL)) OR ((ended IS NOT NULL) AND (released_by_id IS NOT NULL) AND (NOT ((release_reason)::text = ''::text))))),
    CONSTRAINT a_suspension_says_why CHECK ((NOT ((reason)::text = ''::text)))
);

ALTER TABLE public.floor_tablesuspension ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.floor_tablesuspension_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.games_attendance (
    shard smallint NOT NULL,
    at timestamp with time zone NOT NULL
);

CREATE TABLE public.games_beaconchain (
    name character varying(30) NOT NULL,
    hash character varying(64) NOT NULL,
    public_key character varying(192) NOT NULL,
    genesis bigint NOT NULL,
    period integer NOT NULL,
    group_hash character varying(64) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL
);

CREATE TABLE public.games_beaconvalue (
    number bigint NOT NULL,
    signature character varying(96) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    chain_id character varying(30) NOT NULL,
    CONSTRAINT beacon_value_number CHECK ((number >= 1)),
    CONSTRAINT beacon_value_signature CHECK (((signature)::text ~ '^[0-9a-f]{96}$'::text))
);

CREATE TABLE public.games_beaconwatch (
    name character varying(30) NOT NULL,
    at timestamp with time zone NOT NULL,
    number bigint NOT NULL,
    trouble character varying(20) NOT NULL,
    since timestamp with time zone,
    refused bigint NOT NULL,
    refused_at timestamp with time zone,
    refused_why character varying(20) NOT NULL,
    refused_relay character varying(200) NOT NULL
);

CREATE TABLE public.games_chatline (
    id bigint NOT NULL,
    round integer,
    alias character varying(20) NOT NULL,
    text character varying(200) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    hidden timestamp with time zone,
    hider_id bigint,
    player_id bigint NOT NULL,
    table_id bigint NOT NULL
);

ALTER TABLE public.games_chatline ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_chatline_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.games_chatmute (
    id bigint NOT NULL,
    until timestamp with time zone NOT NULL,
    reason character varying(200) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    by_id bigint NOT NULL,
    player_id bigint NOT NULL
);

ALTER TABLE public.games_chatmute ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_chatmute_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.games_command (
    player bigint NOT NULL,
    command uuid NOT NULL,
    seq bigint NOT NULL,
    digest bigint NOT NULL
);

CREATE TABLE public.games_event (
    seq bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    kind character varying(24) NOT NULL,
    data text NOT NULL,
    player bigint,
    command uuid,
    digest bigint,
    chain bytea,
    round_id bigint,
    table_id bigint NOT NULL
)
PARTITION BY RANGE (at);

CREATE TABLE public.games_event_first (
    seq bigint CONSTRAINT games_event_seq_not_null NOT NULL,
    at timestamp with time zone CONSTRAINT games_event_at_not_null NOT NULL,
    kind character varying(24) CONSTRAINT games_event_kind_not_null NOT NULL,
    data text CONSTRAINT games_event_data_not_null NOT NULL,
    player bigint,
    command uuid,
    digest bigint,
    chain bytea,
    round_id bigint,
    table_id bigint CONSTRAINT games_event_table_id_not_null NOT NULL
);

CREATE TABLE public.games_event_later (
    seq bigint CONSTRAINT games_event_seq_not_null NOT NULL,
    at timestamp with time zone CONSTRAINT games_event_at_not_null NOT NULL,
    kind character varying(24) CONSTRAINT games_event_kind_not_null NOT NULL,
    data text CONSTRAINT games_event_data_not_null NOT NULL,
    player bigint,
    command uuid,
    digest bigint,
    chain bytea,
    round_id bigint,
    table_id bigint CONSTRAINT games_event_table_id_not_null NOT NULL
);

CREATE TABLE public.games_favourite (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    player_id bigint NOT NULL,
    table_id bigint NOT NULL
);

ALTER TABLE public.games_favourite ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_favourite_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.games_housekey (
    id bigint NOT NULL,
    name character varying(20) NOT NULL,
    public character varying(64) NOT NULL,
    since timestamp with time zone DEFAULT statement_timestamp() NOT NULL
);

ALTER TABLE public.games_housekey ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_housekey_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.games_incident (
    id bigint NOT NULL,
    round integer,
    reason character varying(200) NOT NULL,
    opened timestamp with time zone NOT NULL,
    proposal character varying(10) NOT NULL,
    proposed timestamp with time zone,
    closed timestamp with time zone,
    note text NOT NULL,
    confirmer_id bigint,
    proposer_id bigint,
    table_id bigint NOT NULL,
    CONSTRAINT an_incident_is_closed_by_two CHECK (((closed IS NULL) OR ((confirmer_id IS NOT NULL) AND (proposer_id IS NOT NULL)))),
    CONSTRAINT an_incident_needs_two_people CHECK (((confirmer_id IS NULL) OR (NOT ((confirmer_id = proposer_id) AND (confirmer_id IS NOT NULL) AND (proposer_id IS NOT NULL)))))
);

ALTER TABLE public.games_incident ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_incident_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.games_opponentnote (
    id bigint NOT NULL,
    colour character varying(6) NOT NULL,
    text character varying(300) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    about_id bigint NOT NULL,
    player_id bigint NOT NULL,
    sealed bytea
);

ALTER TABLE public.games_opponentnote ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_opponentnote_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.games_processkey (
    id character varying(32) NOT NULL,
    kind character varying(8) NOT NULL,
    key bytea NOT NULL,
    started timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    until timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    CONSTRAINT process_key_kinds CHECK (((kind)::text = ANY (ARRAY[('web'::character varying)::text, ('croupier'::character varying)::text, ('worker'::character varying)::text])))
);

CREATE TABLE public.games_provenstate (
    seq bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    complete boolean NOT NULL,
    sealed bytea NOT NULL,
    made timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    table_id bigint NOT NULL
);

CREATE TABLE public.games_registration (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    player_id bigint NOT NULL,
    session_id bigint NOT NULL
);

ALTER TABLE public.games_registration ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_registration_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.games_round (
    id bigint NOT NULL,
    number integer NOT NULL,
    status character varying(10) NOT NULL,
    engine character varying(64) NOT NULL,
    commitment character varying(64) NOT NULL,
    sealed bytea NOT NULL,
    seed character varying(64) NOT NULL,
    nonces text NOT NULL,
    shares jsonb DEFAULT '{}'::jsonb NOT NULL,
    shoe integer NOT NULL,
    root character varying(64) NOT NULL,
    start bytea NOT NULL,
    opened timestamp with time zone,
    ended timestamp with time zone,
    outcome character varying(60) NOT NULL,
    cause character varying(60) NOT NULL,
    staked bigint NOT NULL,
    returned bigint NOT NULL,
    sheet_id bigint,
    table_id bigint NOT NULL,
    setting_id bigint
);

ALTER TABLE public.games_round ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_round_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.games_roundnote (
    id bigint NOT NULL,
    text character varying(500) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    player_id bigint NOT NULL,
    round_id bigint NOT NULL,
    sealed bytea
);

ALTER TABLE public.games_roundnote ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_roundnote_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.games_rulesheet (
    id bigint NOT NULL,
    system character varying(20) NOT NULL,
    version integer NOT NULL,
    status character varying(10) NOT NULL,
    data text NOT NULL,
    digest character varying(64) NOT NULL,
    reference character varying(60) NOT NULL,
    since timestamp with time zone
);

ALTER TABLE public.games_rulesheet ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_rulesheet_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.games_sessionlease (
    id bigint NOT NULL,
    until timestamp with time zone,
    cause character varying(8) DEFAULT 'capture'::character varying NOT NULL,
    CONSTRAINT one_lease CHECK ((id = 1))
);

ALTER TABLE public.games_sessionlease ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_sessionlease_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.games_stake (
    id bigint NOT NULL,
    session bigint NOT NULL,
    seat integer NOT NULL,
    staked bigint NOT NULL,
    lost bigint NOT NULL,
    back bigint NOT NULL,
    prize bigint NOT NULL,
    held bigint NOT NULL,
    commission bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    player_id bigint NOT NULL,
    round_id bigint NOT NULL
);

ALTER TABLE public.games_stake ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_stake_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.games_table (
    id bigint NOT NULL,
    name character varying(40) NOT NULL,
    system character varying(20) NOT NULL,
    currency character varying(4) NOT NULL,
    status character varying(10) NOT NULL,
    reason character varying(200) NOT NULL,
    version bigint NOT NULL,
    chain bytea NOT NULL,
    round integer NOT NULL,
    seated integer NOT NULL,
    partners integer DEFAULT 0 NOT NULL,
    waiting integer NOT NULL,
    due timestamp with time zone,
    inactivity_due timestamp with time zone,
    phase character varying(10) DEFAULT ''::character varying NOT NULL,
    recent character varying(400) NOT NULL,
    snapshot bytea NOT NULL,
    snapshot_version bigint NOT NULL,
    setting_id bigint
);

ALTER TABLE public.games_table ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_table_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.games_tablesession (
    id bigint NOT NULL,
    starts timestamp with time zone NOT NULL,
    ends timestamp with time zone NOT NULL,
    status character varying(10) NOT NULL,
    table_id bigint NOT NULL,
    CONSTRAINT a_session_ends_after_it_starts CHECK ((ends > starts))
);

ALTER TABLE public.games_tablesession ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_tablesession_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.games_tablesetting (
    id bigint NOT NULL,
    version integer NOT NULL,
    data text NOT NULL,
    digest character varying(64) NOT NULL,
    created timestamp with time zone NOT NULL,
    author_id bigint,
    table_id bigint NOT NULL
);

ALTER TABLE public.games_tablesetting ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.games_tablesetting_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.history_copy (
    id bigint NOT NULL,
    requested_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    state character varying(8) NOT NULL,
    expires timestamp with time zone,
    bytes bigint NOT NULL,
    digest character varying(64) NOT NULL,
    data bytea,
    player_id bigint NOT NULL
);

ALTER TABLE public.history_copy ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.history_copy_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.history_folded (
    id bigint NOT NULL,
    upto date NOT NULL
);

ALTER TABLE public.history_folded ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.history_folded_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.history_moved (
    id bigint NOT NULL,
    day date NOT NULL,
    kind character varying(20) NOT NULL,
    play boolean NOT NULL,
    moves integer NOT NULL,
    came bigint NOT NULL,
    went bigint NOT NULL,
    account_id bigint NOT NULL
);

ALTER TABLE public.history_moved ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.history_moved_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.history_played (
    id bigint NOT NULL,
    day date NOT NULL,
    "table" bigint NOT NULL,
    system character varying(20) NOT NULL,
    currency character varying(4) NOT NULL,
    rounds integer NOT NULL,
    staked bigint NOT NULL,
    returned bigint NOT NULL,
    player_id bigint NOT NULL
);

ALTER TABLE public.history_played ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.history_played_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.history_statement (
    id bigint NOT NULL,
    currency character varying(4) NOT NULL,
    month date NOT NULL,
    made timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    data jsonb NOT NULL,
    digest character varying(64) NOT NULL,
    player_id bigint NOT NULL
);

ALTER TABLE public.history_statement ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.history_statement_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.identity_acceptance (
    id bigint NOT NULL,
    language character varying(5) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    player_id bigint NOT NULL,
    terms_id integer NOT NULL
);

ALTER TABLE public.identity_acceptance ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.identity_acceptance_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.identity_addresschange (
    id bigint NOT NULL,
    before character varying(254) NOT NULL,
    after character varying(254) NOT NULL,
    requested_at timestamp with time zone NOT NULL,
    code character varying(128) NOT NULL,
    code_until timestamp with time zone NOT NULL,
    code_tries smallint NOT NULL,
    confirmed timestamp with time zone,
    withdrawn boolean NOT NULL,
    person_id bigint NOT NULL
);

ALTER TABLE public.identity_addresschange ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.identity_addresschange_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.identity_apitoken (
    id bigint NOT NULL,
    name character varying(60) NOT NULL,
    digest character varying(40) NOT NULL,
    start character varying(12) NOT NULL,
    epoch integer NOT NULL,
    made timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    expires timestamp with time zone NOT NULL,
    used timestamp with time zone,
    revoked timestamp with time zone,
    person_id bigint NOT NULL,
    CONSTRAINT an_api_token_has_a_name CHECK ((NOT ((name)::text = ''::text)))
);

ALTER TABLE public.identity_apitoken ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.identity_apitoken_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.identity_check (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    verifier character varying(40) NOT NULL,
    answer character varying(20) NOT NULL,
    reference character varying(60) NOT NULL,
    by_id bigint,
    identity_id bigint NOT NULL
);

ALTER TABLE public.identity_check ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.identity_check_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.identity_codeattempt (
    id bigint NOT NULL,
    session character varying(40) NOT NULL,
    code text NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    is_right boolean,
    factor_id integer,
    person_id bigint NOT NULL
);

ALTER TABLE public.identity_codeattempt ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.identity_codeattempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.identity_draft (
    id uuid NOT NULL,
    begun timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    changed timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    step character varying(10) NOT NULL,
    email character varying(254) NOT NULL,
    password character varying(128) NOT NULL,
    answers jsonb NOT NULL,
    code character varying(128) NOT NULL,
    code_until timestamp with time zone,
    code_tries smallint NOT NULL,
    confirmed timestamp with time zone,
    player_id bigint
);

CREATE TABLE public.identity_erasure (
    id bigint NOT NULL,
    reason character varying(200) NOT NULL,
    status character varying(8) NOT NULL,
    requested_at timestamp with time zone NOT NULL,
    decided timestamp with time zone,
    done timestamp with time zone,
    decided_by_id bigint,
    done_by_id bigint,
    player_id bigint NOT NULL,
    requested_by_id bigint NOT NULL,
    CONSTRAINT a_decided_erasure_names_who CHECK ((((status)::text = 'asked'::text) OR (decided_by_id IS NOT NULL))),
    CONSTRAINT an_erasure_takes_two_people CHECK (((decided_by_id IS NULL) OR (NOT ((decided_by_id = requested_by_id) AND (decided_by_id IS NOT NULL)))))
);

ALTER TABLE public.identity_erasure ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.identity_erasure_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.identity_factorsecret (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    sealed text NOT NULL,
    step bigint DEFAULT 0 NOT NULL,
    made timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    person_id bigint
);

CREATE TABLE public.identity_identity (
    id bigint NOT NULL,
    sealed bytea,
    name character varying(200) NOT NULL,
    birth date NOT NULL,
    nationality character varying(2) NOT NULL,
    profession character varying(80) NOT NULL,
    address character varying(200) NOT NULL,
    postcode character varying(12) NOT NULL,
    town character varying(80) NOT NULL,
    country character varying(2) NOT NULL,
    document_kind character varying(14) NOT NULL,
    document_country character varying(2) NOT NULL,
    document_number character varying(20) NOT NULL,
    nif character varying(9) NOT NULL,
    state character varying(10) NOT NULL,
    reason character varying(20) NOT NULL,
    attempts smallint NOT NULL,
    corrected smallint NOT NULL,
    due timestamp with time zone,
    changed timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    verified timestamp with time zone,
    reference character varying(60) NOT NULL,
    by_id bigint,
    player_id bigint NOT NULL,
    papers bytea,
    nif_digest character varying(40),
    document_digest character varying(40),
    name_digests bigint[],
    birth_month date,
    postal_area character varying(2),
    district character varying(30) DEFAULT ''::character varying NOT NULL,
    telephone character varying(16) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT a_document_is_normalised CHECK (((document_number)::text ~ '^[0-9A-Z]+$'::text)),
    CONSTRAINT a_tax_number_has_nine_digits CHECK (((nif)::text ~ '^[0-9]{9}$'::text)),
    CONSTRAINT verified_has_its_hour CHECK (((NOT ((state)::text = 'verified'::text)) OR (verified IS NOT NULL))),
    CONSTRAINT what_is_sealed_is_compared CHECK (((papers IS NULL) OR ((document_digest IS NOT NULL) AND (nif_digest IS NOT NULL))))
);

ALTER TABLE public.identity_identity ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.identity_identity_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.identity_legalhold (
    id bigint NOT NULL,
    authority character varying(120) NOT NULL,
    reference character varying(100) NOT NULL,
    ordered date NOT NULL,
    state character varying(10) NOT NULL,
    reason character varying(200) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    decided timestamp with time zone,
    answer character varying(200) NOT NULL,
    author_id bigint NOT NULL,
    decider_id bigint,
    lifts_id bigint,
    player_id bigint NOT NULL,
    CONSTRAINT a_legal_hold_names_its_order CHECK (((NOT ((authority)::text = ''::text)) AND (NOT ((reference)::text = ''::text))))
);

ALTER TABLE public.identity_legalhold ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.identity_legalhold_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.identity_passkeyattempt (
    id bigint NOT NULL,
    session character varying(40) NOT NULL,
    challenge character varying(64) NOT NULL,
    answer text NOT NULL,
    until timestamp with time zone NOT NULL,
    person_id bigint
);

ALTER TABLE public.identity_passkeyattempt ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.identity_passkeyattempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.identity_paymentaccount ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.identity_paymentaccount_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.identity_queuedemail (
    id bigint NOT NULL,
    "to" character varying(254) NOT NULL,
    text bytea NOT NULL,
    made timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    due timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    tries smallint NOT NULL,
    sent timestamp with time zone
);

ALTER TABLE public.identity_queuedemail ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.identity_queuedemail_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.identity_resettoken (
    id bigint NOT NULL,
    digest character varying(64) NOT NULL,
    until timestamp with time zone NOT NULL,
    person_id bigint NOT NULL
);

ALTER TABLE public.identity_resettoken ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.identity_resettoken_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.identity_searchmark (
    id bigint NOT NULL,
    kind character varying(8) NOT NULL,
    mark character varying(48) NOT NULL,
    player_id bigint NOT NULL
);

ALTER TABLE public.identity_searchmark ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.identity_searchmark_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.identity_signin ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.identity_signin_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.identity_signinevidence (
    id bigint NOT NULL,
    session character varying(40) NOT NULL,
    until timestamp with time zone NOT NULL,
    lasting boolean DEFAULT false NOT NULL,
    factor boolean DEFAULT false NOT NULL,
    person_id bigint NOT NULL
);

ALTER TABLE public.identity_signinevidence ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.identity_signinevidence_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.identity_terms (
    version integer NOT NULL,
    since timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    portuguese text NOT NULL,
    english text NOT NULL,
    portuguese_digest character varying(64) NOT NULL,
    english_digest character varying(64) NOT NULL
);

CREATE TABLE public.identity_testaccount (
    id bigint NOT NULL,
    reason character varying(200) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    by_id bigint NOT NULL,
    player_id bigint NOT NULL
);

ALTER TABLE public.identity_testaccount ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.identity_testaccount_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.identity_uploadeddocument (
    id uuid NOT NULL,
    sealed bytea,
    kind character varying(10) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    name character varying(120) NOT NULL,
    type character varying(20) NOT NULL,
    size integer NOT NULL,
    digest character varying(64) NOT NULL,
    scanned boolean NOT NULL,
    player_id bigint NOT NULL
);

CREATE TABLE public.inbox_bulknotice (
    id uuid NOT NULL,
    purpose character varying(9) NOT NULL,
    texts jsonb NOT NULL,
    recipients jsonb NOT NULL,
    expected integer NOT NULL,
    reason character varying(200) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    state character varying(9) NOT NULL,
    decided timestamp with time zone,
    answer character varying(200) NOT NULL,
    stopped timestamp with time zone,
    cursor bigint NOT NULL,
    sent integer NOT NULL,
    left_out jsonb NOT NULL,
    ended timestamp with time zone,
    author_id bigint NOT NULL,
    decider_id bigint,
    stopper_id bigint,
    starts timestamp with time zone,
    CONSTRAINT a_notice_has_its_texts CHECK ((texts ?& ARRAY['pt-pt'::text, 'en'::text])),
    CONSTRAINT a_notice_is_decided_by_somebody CHECK ((((state)::text = ANY (ARRAY[('proposed'::character varying)::text, ('withdrawn'::character varying)::text])) OR (decider_id IS NOT NULL))),
    CONSTRAINT a_notice_is_stopped_by_somebody CHECK (((((state)::text = 'stopped'::text) AND (stopped IS NOT NULL) AND (stopper_id IS NOT NULL)) OR ((NOT ((state)::text = 'stopped'::text)) AND (stopped IS NULL) AND (stopper_id IS NULL)))),
    CONSTRAINT a_notice_needs_two_people CHECK (((decider_id IS NULL) OR (NOT ((decider_id = author_id) AND (decider_id IS NOT NULL))))),
    CONSTRAINT a_notice_says_why CHECK ((NOT ((reason)::text = ''::text)))
);

CREATE TABLE public.inbox_complaint (
    id bigint NOT NULL,
    number character varying(16) NOT NULL,
    category character varying(10) NOT NULL,
    round bigint,
    transfer uuid,
    "table" bigint,
    table_name character varying(40) NOT NULL,
    state character varying(10) NOT NULL,
    opened timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    due timestamp with time zone NOT NULL,
    decided timestamp with time zone,
    outcome character varying(10) NOT NULL,
    handler_id bigint,
    player_id bigint NOT NULL,
    reported_id bigint,
    CONSTRAINT a_decision_has_an_outcome CHECK ((((decided IS NOT NULL) AND ((state)::text = 'decided'::text) AND (NOT ((outcome)::text = ''::text))) OR ((NOT ((state)::text = 'decided'::text)) AND (decided IS NULL) AND ((outcome)::text = ''::text))))
);

ALTER TABLE public.inbox_complaint ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.inbox_complaint_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE SEQUENCE public.inbox_complaint_number
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.inbox_complaintmessage (
    id bigint NOT NULL,
    sealed bytea,
    house boolean NOT NULL,
    text text NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    author_id bigint NOT NULL,
    complaint_id bigint NOT NULL
);

ALTER TABLE public.inbox_complaintmessage ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.inbox_complaintmessage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.inbox_marketingconsent (
    player_id bigint NOT NULL,
    agreed boolean NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL
);

CREATE TABLE public.inbox_message (
    id bigint NOT NULL,
    kind character varying(60) NOT NULL,
    details jsonb NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    read timestamp with time zone,
    mail character varying(8) NOT NULL,
    tries smallint NOT NULL,
    due timestamp with time zone DEFAULT statement_timestamp(),
    mailed timestamp with time zone,
    player_id bigint NOT NULL
);

ALTER TABLE public.inbox_message ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.inbox_message_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.inbox_noticereceipt (
    id bigint NOT NULL,
    message_id bigint NOT NULL,
    notice_id uuid NOT NULL,
    player_id bigint NOT NULL
);

ALTER TABLE public.inbox_noticereceipt ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.inbox_noticereceipt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.inbox_pushchoice (
    player_id bigint NOT NULL,
    turn boolean NOT NULL,
    seat boolean NOT NULL,
    session boolean NOT NULL,
    payment boolean NOT NULL
);

CREATE TABLE public.inbox_pushnotice (
    id bigint NOT NULL,
    kind character varying(8) NOT NULL,
    "table" bigint NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    player_id bigint NOT NULL
);

ALTER TABLE public.inbox_pushnotice ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.inbox_pushnotice_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.inbox_pushsubscription (
    id bigint NOT NULL,
    endpoint character varying(500) NOT NULL,
    point character varying(90) NOT NULL,
    secret character varying(24) NOT NULL,
    made timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    player_id bigint NOT NULL
);

ALTER TABLE public.inbox_pushsubscription ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.inbox_pushsubscription_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.laundering_access (
    id bigint NOT NULL,
    what character varying(6) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    person_id bigint NOT NULL,
    player_id bigint NOT NULL
);

ALTER TABLE public.laundering_access ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.laundering_access_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.laundering_measure (
    id bigint NOT NULL,
    kind character varying(10) NOT NULL,
    level character varying(6) NOT NULL,
    text character varying(1000) NOT NULL,
    reference character varying(100) NOT NULL,
    due timestamp with time zone NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    ended timestamp with time zone,
    outcome character varying(10) NOT NULL,
    documents character varying(1000) NOT NULL,
    funds character varying(1000) NOT NULL,
    answer character varying(1000) NOT NULL,
    author_id bigint NOT NULL,
    ender_id bigint,
    player_id bigint NOT NULL,
    CONSTRAINT a_measure_says_why CHECK ((NOT ((text)::text = ''::text))),
    CONSTRAINT a_risk_class_has_a_level CHECK ((((ended IS NULL) AND ((kind)::text = 'risk'::text) AND (NOT ((level)::text = ''::text))) OR ((NOT ((kind)::text = 'risk'::text)) AND ((level)::text = ''::text)))),
    CONSTRAINT a_suspension_has_its_reference CHECK (((NOT ((kind)::text = 'suspension'::text)) OR (NOT ((reference)::text = ''::text)))),
    CONSTRAINT an_ended_measure_says_why CHECK (((((answer)::text = ''::text) AND ((documents)::text = ''::text) AND (ended IS NULL) AND (ender_id IS NULL) AND ((funds)::text = ''::text) AND ((outcome)::text = ''::text)) OR ((ended IS NOT NULL) AND (ender_id IS NOT NULL) AND (NOT ((outcome)::text = ''::text)) AND (NOT ((answer)::text = ''::text)))))
);

ALTER TABLE public.laundering_measure ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.laundering_measure_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.laundering_report (
    id bigint NOT NULL,
    since date NOT NULL,
    until date NOT NULL,
    activity character varying(2000) NOT NULL,
    procedures character varying(2000) NOT NULL,
    operations character varying(2000) NOT NULL,
    factors character varying(2000) NOT NULL,
    document jsonb NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    communicated timestamp with time zone,
    dciap character varying(100) NOT NULL,
    uif character varying(100) NOT NULL,
    author_id bigint NOT NULL,
    communicator_id bigint,
    player_id bigint NOT NULL,
    CONSTRAINT a_communicated_report_has_both_receipts CHECK ((((communicated IS NULL) AND (communicator_id IS NULL) AND ((dciap)::text = ''::text) AND ((uif)::text = ''::text)) OR ((communicated IS NOT NULL) AND (communicator_id IS NOT NULL) AND (NOT ((dciap)::text = ''::text)) AND (NOT ((uif)::text = ''::text))))),
    CONSTRAINT a_report_has_its_days CHECK ((since <= until))
);

ALTER TABLE public.laundering_report ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.laundering_report_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.mfa_authenticator (
    id bigint NOT NULL,
    type character varying(20) NOT NULL,
    data jsonb NOT NULL,
    user_id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone
);

ALTER TABLE public.mfa_authenticator ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.mfa_authenticator_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.monitoring_alert (
    id bigint NOT NULL,
    kind character varying(10) NOT NULL,
    at timestamp with time zone NOT NULL,
    since timestamp with time zone NOT NULL,
    event character varying(30) NOT NULL,
    key character varying(60) NOT NULL,
    figures jsonb NOT NULL,
    made timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    player_id bigint NOT NULL,
    version_id bigint NOT NULL
);

ALTER TABLE public.monitoring_alert ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.monitoring_alert_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.monitoring_case (
    id bigint NOT NULL,
    kind character varying(10) NOT NULL,
    since timestamp with time zone NOT NULL,
    opened timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    closed timestamp with time zone,
    outcome character varying(10) NOT NULL,
    reason character varying(1000) NOT NULL,
    alert_id bigint NOT NULL,
    person_id bigint,
    player_id bigint NOT NULL,
    CONSTRAINT a_closed_case_says_why CHECK ((((closed IS NULL) AND ((outcome)::text = ''::text) AND (person_id IS NULL) AND ((reason)::text = ''::text)) OR ((closed IS NOT NULL) AND (person_id IS NOT NULL) AND (NOT ((outcome)::text = ''::text)) AND (NOT ((reason)::text = ''::text)))))
);

ALTER TABLE public.monitoring_case ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.monitoring_case_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.monitoring_playerstate (
    player_id bigint NOT NULL,
    shard smallint NOT NULL,
    states bytea NOT NULL,
    wake timestamp with time zone
);

CREATE TABLE public.monitoring_rulereplay (
    version_id bigint NOT NULL,
    state character varying(10) NOT NULL,
    begun timestamp with time zone,
    ended timestamp with time zone,
    done integer NOT NULL,
    players integer NOT NULL,
    flagged integer NOT NULL,
    alerts integer NOT NULL,
    evidence jsonb NOT NULL
);

CREATE TABLE public.monitoring_ruleversion (
    id bigint NOT NULL,
    name character varying(40) NOT NULL,
    number integer NOT NULL,
    kind character varying(10) NOT NULL,
    source text NOT NULL,
    state character varying(10) NOT NULL,
    reason character varying(200) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    decided timestamp with time zone,
    answer character varying(200) NOT NULL,
    author_id bigint,
    decider_id bigint
);

ALTER TABLE public.monitoring_ruleversion ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.monitoring_ruleversion_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.monitoring_shard (
    number smallint NOT NULL,
    until timestamp with time zone,
    versions bigint[] NOT NULL
);

CREATE TABLE public.players_exclusivework (
    name character varying(60) NOT NULL,
    holder uuid NOT NULL,
    until timestamp with time zone NOT NULL
);

CREATE TABLE public.players_funds_daytotal (
    id bigint NOT NULL,
    day date NOT NULL,
    currency character varying(4) NOT NULL,
    instant timestamp with time zone NOT NULL,
    leaves bigint NOT NULL,
    cents bigint NOT NULL,
    jackpots bigint NOT NULL,
    root character varying(64) NOT NULL,
    made timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    entry bigint,
    CONSTRAINT players_money_is_not_negative CHECK (((cents >= 0) AND (jackpots >= 0) AND (leaves >= 0)))
);

ALTER TABLE public.players_funds_daytotal ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_funds_daytotal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_funds_daytree (
    total_id bigint NOT NULL,
    secret bytea NOT NULL,
    tops bytea NOT NULL
);

CREATE TABLE public.players_funds_leaftile (
    id bigint NOT NULL,
    number integer NOT NULL,
    content bytea NOT NULL,
    tree_id bigint NOT NULL
);

ALTER TABLE public.players_funds_leaftile ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_funds_leaftile_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_funds_placetile (
    id bigint NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    content bytea NOT NULL,
    tree_id bigint NOT NULL
);

ALTER TABLE public.players_funds_placetile ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_funds_placetile_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_person (
    id bigint NOT NULL,
    password character varying(128) NOT NULL,
    last_login timestamp with time zone,
    is_superuser boolean NOT NULL,
    first_name character varying(150) NOT NULL,
    last_name character varying(150) NOT NULL,
    is_staff boolean NOT NULL,
    is_active boolean NOT NULL,
    date_joined timestamp with time zone NOT NULL,
    email character varying(254) NOT NULL,
    credential_epoch integer DEFAULT 0 NOT NULL,
    language character varying(5) NOT NULL,
    CONSTRAINT nobody_is_a_superuser CHECK ((NOT is_superuser))
);

CREATE TABLE public.players_person_groups (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    group_id integer NOT NULL
);

ALTER TABLE public.players_person_groups ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_person_groups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.players_person ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_person_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_person_user_permissions (
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    permission_id integer NOT NULL
);

ALTER TABLE public.players_person_user_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_person_user_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_personkey (
    id uuid NOT NULL,
    keeping character varying(10) NOT NULL,
    made timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    destroyed timestamp with time zone,
    gone timestamp with time zone,
    player_id bigint NOT NULL,
    CONSTRAINT a_key_is_destroyed_before_it_is_gone CHECK (((gone IS NULL) OR (destroyed IS NOT NULL)))
);

CREATE TABLE public.players_player (
    id bigint NOT NULL,
    alias character varying(20) NOT NULL,
    status character varying(10) NOT NULL,
    since timestamp with time zone NOT NULL,
    testing boolean NOT NULL,
    person_id bigint NOT NULL
);

ALTER TABLE public.players_player ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_player_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_playsession (
    id bigint NOT NULL,
    "table" bigint NOT NULL,
    table_name character varying(40) NOT NULL,
    system character varying(20) NOT NULL,
    currency character varying(4) NOT NULL,
    started timestamp with time zone NOT NULL,
    ended timestamp with time zone,
    cause character varying(10) NOT NULL,
    invited timestamp with time zone,
    warned timestamp with time zone,
    rounds integer NOT NULL,
    staked bigint NOT NULL,
    returned bigint NOT NULL,
    player_id bigint NOT NULL
);

ALTER TABLE public.players_playsession ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_playsession_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.players_roleend (
    id bigint NOT NULL,
    last_day date NOT NULL,
    person_id bigint NOT NULL,
    role_id integer NOT NULL
);

ALTER TABLE public.players_roleend ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_roleend_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.protection_absenceafterhand (
    id bigint NOT NULL,
    kind character varying(9) NOT NULL,
    length integer,
    requested_at timestamp with time zone NOT NULL,
    begun timestamp with time zone,
    player_id bigint NOT NULL,
    occupation character varying(14) DEFAULT ''::character varying NOT NULL,
    reason character varying(12) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT a_pause_asked_has_a_length CHECK ((((kind)::text = 'exclusion'::text) OR (length IS NOT NULL)))
);

ALTER TABLE public.protection_absenceafterhand ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.protection_absenceafterhand_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.protection_caremessage (
    id bigint NOT NULL,
    alert bigint NOT NULL,
    kind character varying(13) NOT NULL,
    texts jsonb NOT NULL,
    required boolean NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    answered timestamp with time zone,
    answer character varying(6) NOT NULL,
    player_id bigint NOT NULL,
    CONSTRAINT an_answer_has_its_time CHECK (((((answer)::text = ''::text) AND (answered IS NULL)) OR ((answered IS NOT NULL) AND (NOT ((answer)::text = ''::text)))))
);

ALTER TABLE public.protection_caremessage ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.protection_caremessage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.protection_deposithold (
    id bigint NOT NULL,
    alert bigint NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    released timestamp with time zone,
    reason character varying(200) NOT NULL,
    player_id bigint NOT NULL,
    releaser_id bigint
);

ALTER TABLE public.protection_deposithold ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.protection_deposithold_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.protection_documentmark (
    id bigint NOT NULL,
    mark character varying(64) NOT NULL,
    player_id bigint NOT NULL
);

ALTER TABLE public.protection_documentmark ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.protection_documentmark_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.protection_exclusion (
    id bigint NOT NULL,
    source character varying(8) NOT NULL,
    reference character varying(60) NOT NULL,
    starts timestamp with time zone NOT NULL,
    ends timestamp with time zone,
    requested_until timestamp with time zone,
    noticed timestamp with time zone,
    notified boolean NOT NULL,
    paid_out timestamp with time zone,
    player_id bigint NOT NULL,
    occupation character varying(14) DEFAULT ''::character varying NOT NULL,
    reason character varying(12) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT an_exclusion_lasts CHECK (((ends IS NULL) OR (ends > starts))),
    CONSTRAINT own_exclusions_last CHECK ((((source)::text <> 'own'::text) OR (ends IS NULL) OR (((ends AT TIME ZONE 'Europe/Lisbon'::text) >= ((starts AT TIME ZONE 'Europe/Lisbon'::text) + '3 mons'::interval)) AND ((noticed IS NULL) OR (NOT (ends IS DISTINCT FROM requested_until)) OR ((ends AT TIME ZONE 'Europe/Lisbon'::text) >= ((noticed AT TIME ZONE 'Europe/Lisbon'::text) + '1 mon'::interval))))))
);

ALTER TABLE public.protection_exclusion ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.protection_exclusion_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.protection_habits (
    player_id bigint NOT NULL,
    reality_minutes integer NOT NULL,
    limits_answered timestamp with time zone,
    CONSTRAINT a_reality_check_comes_in_time CHECK (((reality_minutes >= 5) AND (reality_minutes <= 240)))
);

CREATE TABLE public.protection_limit (
    id bigint NOT NULL,
    kind character varying(8) NOT NULL,
    period character varying(6) NOT NULL,
    value bigint,
    requested_at timestamp with time zone NOT NULL,
    starts timestamp with time zone NOT NULL,
    cancelled timestamp with time zone,
    notified boolean NOT NULL,
    player_id bigint NOT NULL,
    CONSTRAINT a_limit_counts_from_when_it_is_asked CHECK ((starts >= requested_at)),
    CONSTRAINT a_limit_is_not_negative CHECK (((value IS NULL) OR (value >= 0)))
);

ALTER TABLE public.protection_limit ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.protection_limit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.protection_limitsquestion (
    id bigint NOT NULL,
    due timestamp with time zone NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    answered timestamp with time zone,
    answer character varying(4) NOT NULL,
    player_id bigint NOT NULL,
    CONSTRAINT an_answer_about_limits_has_its_time CHECK (((((answer)::text = ''::text) AND (answered IS NULL)) OR ((answered IS NOT NULL) AND (NOT ((answer)::text = ''::text)))))
);

ALTER TABLE public.protection_limitsquestion ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.protection_limitsquestion_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.protection_nationalentry (
    id bigint NOT NULL,
    reference character varying(60) NOT NULL,
    mark character varying(64) NOT NULL,
    starts timestamp with time zone NOT NULL,
    ends timestamp with time zone,
    removed timestamp with time zone,
    changed timestamp with time zone DEFAULT statement_timestamp() NOT NULL
);

ALTER TABLE public.protection_nationalentry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.protection_nationalentry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.protection_nationalfeed (
    id smallint NOT NULL,
    loaded timestamp with time zone,
    tried timestamp with time zone,
    entries integer NOT NULL,
    trouble character varying(200) NOT NULL,
    key character varying(16) NOT NULL,
    CONSTRAINT one_national_list CHECK ((id = 1))
);

CREATE TABLE public.protection_nationallist (
    id bigint NOT NULL,
    key character varying(60) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    pushed boolean NOT NULL,
    entries integer NOT NULL,
    applied integer NOT NULL,
    digest character varying(64) NOT NULL
);

ALTER TABLE public.protection_nationallist ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.protection_nationallist_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.protection_nationalpush (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    signature character varying(100) NOT NULL,
    body bytea NOT NULL,
    outcome character varying(10) NOT NULL,
    changed integer NOT NULL
);

ALTER TABLE public.protection_nationalpush ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.protection_nationalpush_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.protection_pause (
    id bigint NOT NULL,
    starts timestamp with time zone NOT NULL,
    ends timestamp with time zone NOT NULL,
    notified boolean NOT NULL,
    player_id bigint NOT NULL,
    CONSTRAINT a_pause_is_short CHECK ((((ends AT TIME ZONE 'Europe/Lisbon'::text) >= ((starts AT TIME ZONE 'Europe/Lisbon'::text) + '1 day'::interval)) AND ((ends AT TIME ZONE 'Europe/Lisbon'::text) <= ((starts AT TIME ZONE 'Europe/Lisbon'::text) + '42 days'::interval)))),
    CONSTRAINT a_pause_lasts CHECK ((ends > starts))
);

ALTER TABLE public.protection_pause ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.protection_pause_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.protection_realitycheck (
    id bigint NOT NULL,
    session bigint NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    minutes integer NOT NULL,
    net bigint NOT NULL,
    answer character varying(8) NOT NULL,
    player_id bigint NOT NULL
);

ALTER TABLE public.protection_realitycheck ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.protection_realitycheck_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.protection_report (
    id bigint NOT NULL,
    kind character varying(8) NOT NULL,
    made timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    due timestamp with time zone NOT NULL,
    sent timestamp with time zone,
    tries integer NOT NULL,
    next_try timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    trouble character varying(200) NOT NULL,
    exclusion_id bigint NOT NULL
);

ALTER TABLE public.protection_report ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.protection_report_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.protection_staked (
    currency character varying(4) NOT NULL,
    day date NOT NULL,
    cents bigint NOT NULL,
    lost bigint NOT NULL,
    player_id bigint NOT NULL
);

CREATE TABLE public.public_log_cosigning (
    witness character varying(200) NOT NULL,
    size bigint NOT NULL,
    at timestamp with time zone,
    failure character varying(200) NOT NULL,
    tried timestamp with time zone DEFAULT statement_timestamp() NOT NULL
);

CREATE TABLE public.public_log_head (
    number smallint NOT NULL,
    size bigint NOT NULL,
    root character varying(64) NOT NULL,
    until timestamp with time zone NOT NULL,
    published bigint NOT NULL,
    CONSTRAINT only_entries_are_published CHECK ((published <= size)),
    CONSTRAINT the_log_has_one_head CHECK ((number = 1))
);

CREATE TABLE public.public_log_stretch (
    first bigint NOT NULL,
    count integer NOT NULL,
    since timestamp with time zone NOT NULL,
    until timestamp with time zone NOT NULL,
    CONSTRAINT a_stretch_of_the_log_has_entries CHECK ((count > 0))
);

CREATE TABLE public.regulator_alertfile (
    id bigint NOT NULL,
    source character varying(10) NOT NULL,
    name character varying(60) NOT NULL,
    digest character varying(64) NOT NULL,
    size bigint NOT NULL,
    envelope_id bigint NOT NULL
);

ALTER TABLE public.regulator_alertfile ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.regulator_alertfile_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.regulator_envelope (
    id bigint NOT NULL,
    day date NOT NULL,
    name character varying(60) NOT NULL,
    deadline timestamp with time zone NOT NULL,
    digest character varying(64) NOT NULL,
    size bigint NOT NULL,
    sealed timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    laid_down timestamp with time zone,
    fetched timestamp with time zone,
    receipt character varying(120) NOT NULL,
    error text NOT NULL,
    tries integer NOT NULL,
    next_try timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    CONSTRAINT an_envelope_is_fetched_where_it_lies CHECK (((fetched IS NULL) OR (laid_down IS NOT NULL)))
);

ALTER TABLE public.regulator_envelope ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.regulator_envelope_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.regulator_envelopedfile (
    id bigint NOT NULL,
    verdict character varying(8) NOT NULL,
    reason text NOT NULL,
    answered timestamp with time zone,
    envelope_id bigint NOT NULL,
    file_id bigint NOT NULL,
    CONSTRAINT a_rejection_says_why CHECK (((NOT ((verdict)::text = 'rejected'::text)) OR (NOT (reason = ''::text)))),
    CONSTRAINT an_answered_file_has_its_time CHECK ((((answered IS NULL) AND (reason = ''::text) AND ((verdict)::text = ''::text)) OR ((answered IS NOT NULL) AND ((verdict)::text = ANY (ARRAY[('accepted'::character varying)::text, ('rejected'::character varying)::text])))))
);

ALTER TABLE public.regulator_envelopedfile ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.regulator_envelopedfile_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.regulator_regulatoranswer (
    id bigint NOT NULL,
    name character varying(120) NOT NULL,
    digest character varying(64) NOT NULL,
    outcome character varying(9) NOT NULL,
    detail text NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    envelope_id bigint
);

ALTER TABLE public.regulator_regulatoranswer ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.regulator_regulatoranswer_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.regulator_regulatorfile (
    id bigint NOT NULL,
    family character varying(8) NOT NULL,
    day date NOT NULL,
    hour character varying(3) NOT NULL,
    since timestamp with time zone NOT NULL,
    until timestamp with time zone NOT NULL,
    sequence integer NOT NULL,
    name character varying(40) NOT NULL,
    state character varying(10) NOT NULL,
    deadline timestamp with time zone NOT NULL,
    late timestamp with time zone,
    rows integer,
    totals jsonb NOT NULL,
    digest character varying(64) NOT NULL,
    size bigint,
    seal bigint,
    receipt character varying(120) NOT NULL,
    error text NOT NULL,
    tries integer NOT NULL,
    next_try timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    due_since timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    made timestamp with time zone,
    validated timestamp with time zone,
    reconciled timestamp with time zone,
    delivered timestamp with time zone,
    reason character varying(200) NOT NULL,
    requested_by_id bigint,
    CONSTRAINT a_file_is_of_some_time CHECK ((until > since)),
    CONSTRAINT a_file_made_again_says_why CHECK (((sequence = 0) OR ((requested_by_id IS NOT NULL) AND (NOT ((reason)::text = ''::text))))),
    CONSTRAINT a_file_that_is_made_is_described CHECK ((((state)::text = ANY (ARRAY[('due'::character varying)::text, ('failed'::character varying)::text])) OR ((rows IS NOT NULL) AND (size IS NOT NULL) AND (NOT ((digest)::text = ''::text)))))
);

ALTER TABLE public.regulator_regulatorfile ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.regulator_regulatorfile_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.regulator_reportedalert (
    id bigint NOT NULL,
    source character varying(10) NOT NULL,
    number bigint NOT NULL,
    file_id bigint NOT NULL
);

ALTER TABLE public.regulator_reportedalert ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.regulator_reportedalert_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reports_closingsignature (
    id bigint NOT NULL,
    month date NOT NULL,
    "position" smallint NOT NULL,
    digest character varying(64) NOT NULL,
    open_points jsonb NOT NULL,
    note character varying(200) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    person_id bigint NOT NULL,
    CONSTRAINT open_points_are_explained CHECK (((open_points = '[]'::jsonb) OR (NOT ((note)::text = ''::text)))),
    CONSTRAINT two_people_sign_a_month CHECK (("position" = ANY (ARRAY[1, 2])))
);

ALTER TABLE public.reports_closingsignature ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reports_closingsignature_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reports_issue (
    id bigint NOT NULL,
    code character varying(30) NOT NULL,
    parameters jsonb NOT NULL,
    data jsonb NOT NULL,
    count integer NOT NULL,
    digest character varying(64) NOT NULL,
    reason character varying(200) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    by_id bigint,
    CONSTRAINT who_issues_says_why CHECK (((by_id IS NULL) OR (NOT ((reason)::text = ''::text))))
);

ALTER TABLE public.reports_issue ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reports_issue_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reports_metered (
    id bigint NOT NULL,
    day date NOT NULL,
    cents bigint NOT NULL,
    account_id bigint NOT NULL
);

ALTER TABLE public.reports_metered ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reports_metered_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reports_moved (
    id bigint NOT NULL,
    day date NOT NULL,
    kind character varying(20) NOT NULL,
    testing boolean NOT NULL,
    moves integer NOT NULL,
    cents bigint NOT NULL,
    sheet_id bigint,
    table_id bigint NOT NULL
);

ALTER TABLE public.reports_moved ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reports_moved_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reports_played (
    id bigint NOT NULL,
    day date NOT NULL,
    testing boolean NOT NULL,
    rounds integer NOT NULL,
    staked bigint NOT NULL,
    back bigint NOT NULL,
    prize bigint NOT NULL,
    commission bigint NOT NULL,
    gross bigint NOT NULL,
    sheet_id bigint,
    table_id bigint NOT NULL
);

ALTER TABLE public.reports_played ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reports_played_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reports_reportmail (
    id bigint NOT NULL,
    since date NOT NULL,
    until date NOT NULL,
    made timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    next_try timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    tries smallint NOT NULL,
    outcome character varying(7) NOT NULL,
    ended timestamp with time zone,
    trouble character varying(200) NOT NULL,
    by_id bigint,
    person_id bigint NOT NULL,
    role_id integer NOT NULL,
    schedule_id bigint
);

ALTER TABLE public.reports_reportmail ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reports_reportmail_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reports_reportschedule (
    id bigint NOT NULL,
    report character varying(30) NOT NULL,
    period character varying(20) NOT NULL,
    file character varying(4) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    ended timestamp with time zone,
    by_id bigint NOT NULL,
    ended_by_id bigint,
    role_id integer NOT NULL,
    CONSTRAINT an_ended_schedule_says_who_ended_it CHECK ((((ended IS NULL) AND (ended_by_id IS NULL)) OR ((ended IS NOT NULL) AND (ended_by_id IS NOT NULL))))
);

ALTER TABLE public.reports_reportschedule ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reports_reportschedule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reports_upto (
    id bigint NOT NULL,
    day date NOT NULL
);

ALTER TABLE public.reports_upto ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reports_upto_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.returning_blockedperson (
    player_id bigint NOT NULL,
    cause character varying(10) NOT NULL,
    digest character varying(40) NOT NULL
);

CREATE TABLE public.returning_resemblance (
    id bigint NOT NULL,
    sealed bytea,
    cause character varying(10) NOT NULL,
    player_digest character varying(40) NOT NULL,
    blocked_digest character varying(40) NOT NULL,
    likeness text NOT NULL,
    made timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    state character varying(8) NOT NULL,
    decided timestamp with time zone,
    answer character varying(200) NOT NULL,
    applied timestamp with time zone,
    author_id bigint,
    blocked_id bigint NOT NULL,
    decider_id bigint,
    player_id bigint NOT NULL
);

ALTER TABLE public.returning_resemblance ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.returning_resemblance_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.returning_trait (
    id bigint NOT NULL,
    mark character varying(40) NOT NULL,
    blocked_id bigint NOT NULL
);

ALTER TABLE public.returning_trait ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.returning_trait_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.rtp_monitoring_alarm (
    id bigint NOT NULL,
    scope character varying(80) NOT NULL,
    day date NOT NULL,
    since date NOT NULL,
    rounds bigint NOT NULL,
    staked bigint NOT NULL,
    difference bigint NOT NULL,
    evidence double precision NOT NULL,
    opened timestamp with time zone DEFAULT statement_timestamp() NOT NULL
);

ALTER TABLE public.rtp_monitoring_alarm ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.rtp_monitoring_alarm_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.rtp_monitoring_answer (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    day date NOT NULL,
    reason character varying(400) NOT NULL,
    alarm_id bigint NOT NULL,
    person_id bigint NOT NULL
);

ALTER TABLE public.rtp_monitoring_answer ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.rtp_monitoring_answer_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.rtp_monitoring_day (
    id bigint NOT NULL,
    day date NOT NULL,
    "table" bigint NOT NULL,
    system character varying(20) NOT NULL,
    sheet bigint NOT NULL,
    bet character varying(20) NOT NULL,
    rounds integer NOT NULL,
    staked bigint NOT NULL,
    returned bigint NOT NULL,
    expected double precision NOT NULL,
    variance double precision NOT NULL,
    squares double precision NOT NULL,
    spread double precision NOT NULL
);

ALTER TABLE public.rtp_monitoring_day ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.rtp_monitoring_day_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.rtp_monitoring_theory (
    id bigint NOT NULL,
    system character varying(20) NOT NULL,
    digest character varying(64) NOT NULL,
    "case" character varying(64) NOT NULL,
    data text NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL
);

ALTER TABLE public.rtp_monitoring_theory ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.rtp_monitoring_theory_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.rtp_monitoring_upto (
    id bigint NOT NULL,
    day date NOT NULL,
    reached jsonb DEFAULT '{}'::jsonb NOT NULL
);

ALTER TABLE public.rtp_monitoring_upto ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.rtp_monitoring_upto_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.rulebook_impact (
    id bigint NOT NULL,
    system character varying(20) NOT NULL,
    base character varying(64) NOT NULL,
    content character varying(64) NOT NULL,
    settings character varying(64) NOT NULL,
    state character varying(10) NOT NULL,
    percent smallint NOT NULL,
    doing character varying(20) NOT NULL,
    requested_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    touched timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    data text NOT NULL,
    CONSTRAINT rulebook_impact_percent_check CHECK ((percent >= 0))
);

ALTER TABLE public.rulebook_impact ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.rulebook_impact_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.rulebook_keptedges (
    id bigint NOT NULL,
    system character varying(20) NOT NULL,
    digest character varying(64) NOT NULL,
    "case" character varying(64) NOT NULL,
    data text NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL
);

ALTER TABLE public.rulebook_keptedges ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.rulebook_keptedges_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.rulebook_rulechange (
    id bigint NOT NULL,
    system character varying(20) NOT NULL,
    title character varying(120) NOT NULL,
    reason text NOT NULL,
    state character varying(10) NOT NULL,
    generator boolean NOT NULL,
    category character varying(120) DEFAULT ''::character varying NOT NULL,
    other_parts character varying(500) DEFAULT ''::character varying NOT NULL,
    risk text DEFAULT ''::text NOT NULL,
    created timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    changed timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    earliest timestamp with time zone,
    moment timestamp with time zone,
    reference character varying(60) NOT NULL,
    author_id bigint NOT NULL,
    base_id bigint,
    reinstated_id bigint,
    sheet_id bigint,
    content_id bigint NOT NULL
);

ALTER TABLE public.rulebook_rulechange ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.rulebook_rulechange_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.rulebook_rulecontent (
    id bigint NOT NULL,
    system character varying(20) NOT NULL,
    digest character varying(64) NOT NULL,
    data text NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    CONSTRAINT a_content_is_its_digest CHECK (((digest)::text = encode(sha256(convert_to(data, 'UTF8'::name)), 'hex'::text)))
);

ALTER TABLE public.rulebook_rulecontent ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.rulebook_rulecontent_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.rulebook_ruledocument (
    id uuid NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    name character varying(120) NOT NULL,
    type character varying(20) NOT NULL,
    digest character varying(64) NOT NULL,
    data bytea NOT NULL,
    change_id bigint NOT NULL,
    person_id bigint NOT NULL,
    CONSTRAINT a_document_is_its_digest CHECK (((digest)::text = encode(sha256(data), 'hex'::text)))
);

CREATE TABLE public.rulebook_rulestep (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    verb character varying(10) NOT NULL,
    digest character varying(64) NOT NULL,
    reason character varying(500) NOT NULL,
    reference character varying(60) NOT NULL,
    dated date,
    moment timestamp with time zone,
    change_id bigint NOT NULL,
    document_id uuid,
    person_id bigint
);

ALTER TABLE public.rulebook_rulestep ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.rulebook_rulestep_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.screening_entry (
    id bigint NOT NULL,
    list_name character varying(40) NOT NULL,
    key character varying(255) NOT NULL,
    kind character varying(8) NOT NULL,
    names text[] NOT NULL,
    births character varying(10)[] NOT NULL,
    countries character varying(8)[] NOT NULL,
    digest character varying(32) NOT NULL,
    removed_id bigint,
    since_id bigint NOT NULL
);

ALTER TABLE public.screening_entry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.screening_entry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.screening_listimport (
    id bigint NOT NULL,
    name character varying(40) NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    state character varying(10) NOT NULL,
    digest character varying(64) NOT NULL,
    entries integer NOT NULL,
    added integer NOT NULL,
    changed integer NOT NULL,
    removed integer NOT NULL,
    line integer,
    fault character varying(20) NOT NULL
);

ALTER TABLE public.screening_listimport ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.screening_listimport_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.screening_match (
    id bigint NOT NULL,
    kind character varying(8) NOT NULL,
    player_digest character varying(32) NOT NULL,
    entry_digest character varying(32) NOT NULL,
    likeness jsonb NOT NULL,
    made timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    state character varying(10) NOT NULL,
    decided timestamp with time zone,
    answer character varying(200) NOT NULL,
    held timestamp with time zone,
    freed timestamp with time zone,
    author_id bigint,
    decider_id bigint,
    entry_id bigint NOT NULL,
    player_id bigint NOT NULL
);

ALTER TABLE public.screening_match ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.screening_match_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.screening_screened (
    player_id bigint NOT NULL,
    digest character varying(32) NOT NULL,
    until bigint NOT NULL,
    at timestamp with time zone NOT NULL
);

CREATE TABLE public.self_checks_certificate (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    parts jsonb NOT NULL,
    first date,
    last date,
    norm character varying(120) NOT NULL,
    norm_version character varying(40) NOT NULL,
    body character varying(120) NOT NULL,
    verifier character varying(120) NOT NULL,
    reference character varying(60) NOT NULL,
    reports character varying(500) NOT NULL,
    dated date NOT NULL,
    reason character varying(200) NOT NULL,
    person_id bigint NOT NULL,
    manifest_id bigint,
    CONSTRAINT a_certificate_is_of_a_base_or_of_a_quarter CHECK ((((first IS NULL) AND (last IS NULL) AND (manifest_id IS NOT NULL)) OR ((first IS NOT NULL) AND (first <= last) AND (last IS NOT NULL) AND (last <= dated) AND (manifest_id IS NULL)))),
    CONSTRAINT a_certificate_leaves_nothing_out CHECK (((NOT ((norm)::text = ''::text)) AND (NOT ((norm_version)::text = ''::text)) AND (NOT ((body)::text = ''::text)) AND (NOT ((verifier)::text = ''::text)) AND (NOT ((reference)::text = ''::text)) AND (NOT ((reports)::text = ''::text))))
);

ALTER TABLE public.self_checks_certificate ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.self_checks_certificate_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.self_checks_hardwareentry (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    number character varying(12) NOT NULL,
    name character varying(120) NOT NULL,
    version character varying(60) NOT NULL,
    features character varying(200) NOT NULL,
    place character varying(200) NOT NULL,
    holder character varying(120) NOT NULL,
    environment character varying(7) NOT NULL,
    is_redundant boolean NOT NULL,
    is_certified boolean NOT NULL,
    confidentiality smallint NOT NULL,
    integrity smallint NOT NULL,
    availability smallint NOT NULL,
    traceability smallint NOT NULL,
    is_removed boolean NOT NULL,
    reason character varying(200) NOT NULL,
    person_id bigint NOT NULL,
    CONSTRAINT an_entry_of_hardware_leaves_nothing_out CHECK (((NOT ((number)::text = ''::text)) AND (NOT ((name)::text = ''::text)) AND (NOT ((version)::text = ''::text)) AND (NOT ((features)::text = ''::text)) AND (NOT ((place)::text = ''::text)) AND (NOT ((holder)::text = ''::text)) AND ((availability >= 1) AND (availability <= 3)) AND ((confidentiality >= 1) AND (confidentiality <= 3)) AND ((integrity >= 1) AND (integrity <= 3)) AND ((traceability >= 1) AND (traceability <= 3))))
);

ALTER TABLE public.self_checks_hardwareentry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.self_checks_hardwareentry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.self_checks_manifest (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    digest character varying(64) NOT NULL,
    files jsonb NOT NULL,
    libraries jsonb DEFAULT '{}'::jsonb NOT NULL,
    reason character varying(200) NOT NULL,
    version character varying(40) DEFAULT ''::character varying NOT NULL,
    person_id bigint
);

ALTER TABLE public.self_checks_manifest ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.self_checks_manifest_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.self_checks_partentry (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    part character varying(6) NOT NULL,
    holder character varying(120) NOT NULL,
    reason character varying(200) NOT NULL,
    change_id bigint,
    manifest_id bigint,
    person_id bigint NOT NULL,
    CONSTRAINT an_entry_is_about_a_part_or_a_manifest CHECK ((((change_id IS NULL) AND (manifest_id IS NULL) AND (NOT ((part)::text = ''::text)) AND (NOT ((holder)::text = ''::text))) OR ((change_id IS NOT NULL) AND ((holder)::text = ''::text) AND (manifest_id IS NOT NULL) AND ((part)::text = ''::text))))
);

ALTER TABLE public.self_checks_partentry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.self_checks_partentry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.self_checks_proof (
    id bigint NOT NULL,
    kind character varying(20) NOT NULL,
    begun timestamp with time zone NOT NULL,
    ended timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    since timestamp with time zone,
    rows bigint NOT NULL,
    differences bigint NOT NULL,
    faults jsonb NOT NULL,
    complete boolean DEFAULT true NOT NULL,
    reached jsonb DEFAULT '{}'::jsonb NOT NULL,
    person_id bigint
);

ALTER TABLE public.self_checks_proof ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.self_checks_proof_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.self_checks_root (
    id bigint NOT NULL,
    part bigint NOT NULL,
    number bigint NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    rows bigint NOT NULL,
    digest character varying(64) NOT NULL,
    events bigint NOT NULL,
    head character varying(64) NOT NULL,
    chain character varying(64) NOT NULL
);

ALTER TABLE public.self_checks_root ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.self_checks_root_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.self_checks_state (
    name character varying(40) NOT NULL,
    good boolean,
    details jsonb NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    since timestamp with time zone DEFAULT statement_timestamp() NOT NULL
);

CREATE TABLE public.self_checks_systemchange (
    id bigint NOT NULL,
    title character varying(120) NOT NULL,
    components jsonb NOT NULL,
    description character varying(2000) NOT NULL,
    reason character varying(500) NOT NULL,
    category character varying(8) NOT NULL,
    others character varying(500) NOT NULL,
    effect character varying(500) NOT NULL,
    risk character varying(500) NOT NULL,
    conformity character varying(500) NOT NULL,
    confidentiality smallint NOT NULL,
    integrity smallint NOT NULL,
    availability smallint NOT NULL,
    traceability smallint NOT NULL,
    relevance smallint NOT NULL,
    changes_data_model boolean NOT NULL,
    examples character varying(200) NOT NULL,
    planned date NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    person_id bigint NOT NULL,
    CONSTRAINT another_use_of_the_data_model_has_examples CHECK (((NOT changes_data_model) OR (NOT ((examples)::text = ''::text)))),
    CONSTRAINT the_greatest_criterion_classifies_a_change CHECK (((availability >= 1) AND (confidentiality >= 1) AND (integrity >= 1) AND (relevance >= GREATEST(confidentiality, integrity, availability, traceability)) AND ((relevance >= 1) AND (relevance <= 3)) AND (traceability >= 1)))
);

ALTER TABLE public.self_checks_systemchange ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.self_checks_systemchange_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.self_checks_systemchangestep (
    id bigint NOT NULL,
    kind character varying(10) NOT NULL,
    text character varying(500) NOT NULL,
    reference character varying(60) NOT NULL,
    earliest timestamp with time zone,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    change_id bigint NOT NULL,
    manifest_id bigint,
    person_id bigint NOT NULL,
    CONSTRAINT a_notice_says_from_when CHECK ((((earliest IS NOT NULL) AND ((kind)::text = 'notified'::text)) OR (NOT ((kind)::text = 'notified'::text)))),
    CONSTRAINT a_step_says_what_proves_it CHECK (((((kind)::text = ANY (ARRAY[('notified'::character varying)::text, ('authorised'::character varying)::text])) AND (manifest_id IS NULL) AND (NOT ((reference)::text = ''::text))) OR (((kind)::text = 'made'::text) AND (manifest_id IS NOT NULL)) OR (((kind)::text = ANY (ARRAY[('approved'::character varying)::text, ('rejected'::character varying)::text, ('verified'::character varying)::text])) AND (manifest_id IS NULL))))
);

ALTER TABLE public.self_checks_systemchangestep ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.self_checks_systemchangestep_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.wallet_account (
    id bigint NOT NULL,
    kind character varying(10) NOT NULL,
    currency character varying(4) NOT NULL,
    "table" bigint,
    balance bigint NOT NULL,
    moves bigint NOT NULL,
    latch smallint NOT NULL,
    player_id bigint,
    CONSTRAINT a_wallet_has_a_player CHECK (((((kind)::text = ANY (ARRAY[('wallet'::character varying)::text, ('stack'::character varying)::text])) AND (player_id IS NOT NULL)) OR ((NOT ((kind)::text = ANY (ARRAY[('wallet'::character varying)::text, ('stack'::character varying)::text]))) AND (player_id IS NULL)))),
    CONSTRAINT players_money_never_below_zero CHECK (((balance >= 0) OR (NOT ((kind)::text = ANY (ARRAY[('wallet'::character varying)::text, ('stack'::character varying)::text, ('stakes'::character varying)::text, ('held'::character varying)::text, ('jackpot'::character varying)::text, ('withdrawal'::character varying)::text])))))
)
WITH (fillfactor='45');

ALTER TABLE public.wallet_account ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.wallet_account_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.wallet_bookscheck (
    id bigint NOT NULL,
    until timestamp with time zone NOT NULL,
    made timestamp with time zone DEFAULT statement_timestamp() NOT NULL
);

ALTER TABLE public.wallet_bookscheck ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.wallet_bookscheck_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.wallet_checkedbalance (
    account_id bigint NOT NULL,
    received bigint NOT NULL,
    paid bigint NOT NULL,
    moves bigint NOT NULL
);

CREATE TABLE public.wallet_detachedsum (
    until timestamp with time zone NOT NULL,
    kind character varying(20) NOT NULL,
    received bigint NOT NULL,
    paid bigint NOT NULL,
    moves bigint NOT NULL,
    account_id bigint NOT NULL
);

CREATE TABLE public.wallet_transfer (
    id uuid NOT NULL,
    kind character varying(20) NOT NULL,
    currency character varying(4) NOT NULL,
    cents bigint NOT NULL,
    round bigint,
    seat integer,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    source_id bigint NOT NULL,
    target_id bigint NOT NULL,
    CONSTRAINT a_transfer_goes_elsewhere CHECK ((NOT (source_id = target_id))),
    CONSTRAINT a_transfer_moves_something CHECK ((cents > 0))
)
PARTITION BY RANGE (at);

CREATE TABLE public.wallet_transfer_first (
    id uuid CONSTRAINT wallet_transfer_id_not_null NOT NULL,
    kind character varying(20) CONSTRAINT wallet_transfer_kind_not_null NOT NULL,
    currency character varying(4) CONSTRAINT wallet_transfer_currency_not_null NOT NULL,
    cents bigint CONSTRAINT wallet_transfer_cents_not_null NOT NULL,
    round bigint,
    seat integer,
    at timestamp with time zone DEFAULT statement_timestamp() CONSTRAINT wallet_transfer_at_not_null NOT NULL,
    source_id bigint CONSTRAINT wallet_transfer_source_id_not_null NOT NULL,
    target_id bigint CONSTRAINT wallet_transfer_target_id_not_null NOT NULL,
    CONSTRAINT a_transfer_goes_elsewhere CHECK ((NOT (source_id = target_id))),
    CONSTRAINT a_transfer_moves_something CHECK ((cents > 0))
);

CREATE TABLE public.wallet_transfer_later (
    id uuid CONSTRAINT wallet_transfer_id_not_null NOT NULL,
    kind character varying(20) CONSTRAINT wallet_transfer_kind_not_null NOT NULL,
    currency character varying(4) CONSTRAINT wallet_transfer_currency_not_null NOT NULL,
    cents bigint CONSTRAINT wallet_transfer_cents_not_null NOT NULL,
    round bigint,
    seat integer,
    at timestamp with time zone DEFAULT statement_timestamp() CONSTRAINT wallet_transfer_at_not_null NOT NULL,
    source_id bigint CONSTRAINT wallet_transfer_source_id_not_null NOT NULL,
    target_id bigint CONSTRAINT wallet_transfer_target_id_not_null NOT NULL,
    CONSTRAINT a_transfer_goes_elsewhere CHECK ((NOT (source_id = target_id))),
    CONSTRAINT a_transfer_moves_something CHECK ((cents > 0))
);

CREATE TABLE public.wallet_transferid (
    id uuid NOT NULL
);

DO $$ BEGIN EXECUTE format('ALTER TABLE public.games_event ATTACH PARTITION public.games_event_first FOR VALUES FROM (MINVALUE) TO (%L)', public.record_month_start(clock_timestamp(), 1)); END $$;

ALTER TABLE ONLY public.games_event ATTACH PARTITION public.games_event_later DEFAULT;

DO $$ BEGIN EXECUTE format('ALTER TABLE public.wallet_transfer ATTACH PARTITION public.wallet_transfer_first FOR VALUES FROM (MINVALUE) TO (%L)', public.record_month_start(clock_timestamp(), 1)); END $$;

ALTER TABLE ONLY public.wallet_transfer ATTACH PARTITION public.wallet_transfer_later DEFAULT;



















INSERT INTO public.auth_group VALUES
	(1, 'rules author'),
	(2, 'rules approver'),
	(3, 'regulator'),
	(4, 'compliance reader'),
	(5, 'compliance officer'),
	(6, 'table manager'),
	(7, 'cashier'),
	(8, 'support'),
	(9, 'identity officer'),
	(10, 'care officer'),
	(11, 'laundering officer'),
	(12, 'auditor'),
	(13, 'management');

INSERT INTO public.auth_group_permissions VALUES
	(1, 1, 323),
	(2, 1, 387),
	(3, 1, 515),
	(4, 1, 359),
	(5, 1, 394),
	(6, 1, 395),
	(7, 1, 315),
	(8, 1, 401),
	(9, 1, 371),
	(10, 1, 343),
	(11, 1, 347),
	(12, 2, 323),
	(13, 2, 387),
	(14, 2, 515),
	(15, 2, 359),
	(16, 2, 395),
	(17, 2, 396),
	(18, 2, 315),
	(19, 2, 401),
	(20, 2, 371),
	(21, 2, 343),
	(22, 2, 347),
	(23, 3, 258),
	(24, 3, 387),
	(25, 3, 136),
	(26, 3, 265),
	(27, 3, 395),
	(28, 3, 397),
	(29, 3, 144),
	(30, 3, 401),
	(31, 3, 406),
	(32, 3, 152),
	(33, 3, 409),
	(34, 3, 294),
	(35, 3, 422),
	(36, 3, 40),
	(37, 3, 169),
	(38, 3, 44),
	(39, 3, 173),
	(40, 3, 48),
	(41, 3, 177),
	(42, 3, 181),
	(43, 3, 186),
	(44, 3, 315),
	(45, 3, 60),
	(46, 3, 64),
	(47, 3, 323),
	(48, 3, 68),
	(49, 3, 201),
	(50, 3, 458),
	(51, 3, 78),
	(52, 3, 206),
	(53, 3, 466),
	(54, 3, 84),
	(55, 3, 214),
	(56, 3, 343),
	(57, 3, 472),
	(58, 3, 89),
	(59, 3, 474),
	(60, 3, 347),
	(61, 3, 476),
	(62, 3, 94),
	(63, 3, 222),
	(64, 3, 481),
	(65, 3, 98),
	(66, 3, 226),
	(67, 3, 483),
	(68, 3, 485),
	(69, 3, 102),
	(70, 3, 359),
	(71, 3, 230),
	(72, 3, 503),
	(73, 3, 106),
	(74, 3, 363),
	(75, 3, 492),
	(76, 3, 110),
	(77, 3, 114),
	(78, 3, 371),
	(79, 3, 500),
	(80, 3, 502),
	(81, 3, 507),
	(82, 3, 505),
	(83, 3, 250),
	(84, 3, 123),
	(85, 3, 509),
	(86, 3, 127),
	(87, 4, 258),
	(88, 4, 387),
	(89, 4, 259),
	(90, 4, 515),
	(91, 4, 136),
	(92, 4, 265),
	(93, 4, 395),
	(94, 4, 144),
	(95, 4, 401),
	(96, 4, 273),
	(97, 4, 406),
	(98, 4, 152),
	(99, 4, 409),
	(100, 4, 293),
	(101, 4, 294),
	(102, 4, 422),
	(103, 4, 40),
	(104, 4, 169),
	(105, 4, 44),
	(106, 4, 173),
	(107, 4, 48),
	(108, 4, 177),
	(109, 4, 181),
	(110, 4, 182),
	(111, 4, 186),
	(112, 4, 315),
	(113, 4, 60),
	(114, 4, 64),
	(115, 4, 323),
	(116, 4, 68),
	(117, 4, 201),
	(118, 4, 458),
	(119, 4, 78),
	(120, 4, 335),
	(121, 4, 206),
	(122, 4, 466),
	(123, 4, 84),
	(124, 4, 507),
	(125, 4, 214),
	(126, 4, 343),
	(127, 4, 472),
	(128, 4, 89),
	(129, 4, 474),
	(130, 4, 347),
	(131, 4, 476),
	(132, 4, 94),
	(133, 4, 222),
	(134, 4, 481),
	(135, 4, 98),
	(136, 4, 226),
	(137, 4, 483),
	(138, 4, 485),
	(139, 4, 102),
	(140, 4, 359),
	(141, 4, 230),
	(142, 4, 503),
	(143, 4, 106),
	(144, 4, 363),
	(145, 4, 492),
	(146, 4, 110),
	(147, 4, 114),
	(148, 4, 371),
	(149, 4, 500),
	(150, 4, 502),
	(151, 4, 375),
	(152, 4, 505),
	(153, 4, 250),
	(154, 4, 123),
	(155, 4, 509),
	(156, 4, 127),
	(157, 5, 512),
	(158, 5, 514),
	(159, 5, 515),
	(160, 5, 12),
	(161, 5, 36),
	(162, 5, 40),
	(163, 5, 44),
	(164, 5, 48),
	(165, 5, 60),
	(166, 5, 64),
	(167, 5, 68),
	(168, 5, 70),
	(169, 5, 78),
	(170, 5, 83),
	(171, 5, 84),
	(172, 5, 85),
	(173, 5, 89),
	(174, 5, 94),
	(175, 5, 98),
	(176, 5, 102),
	(177, 5, 106),
	(178, 5, 110),
	(179, 5, 114),
	(180, 5, 123),
	(181, 5, 127),
	(182, 5, 136),
	(183, 5, 144),
	(184, 5, 152),
	(185, 5, 169),
	(186, 5, 173),
	(187, 5, 177),
	(188, 5, 181),
	(189, 5, 182),
	(190, 5, 186),
	(191, 5, 201),
	(192, 5, 202),
	(193, 5, 206),
	(194, 5, 214),
	(195, 5, 222),
	(196, 5, 226),
	(197, 5, 230),
	(198, 5, 250),
	(199, 5, 258),
	(200, 5, 259),
	(201, 5, 260),
	(202, 5, 261),
	(203, 5, 265),
	(204, 5, 273),
	(205, 5, 293),
	(206, 5, 294),
	(207, 5, 295),
	(208, 5, 315),
	(209, 5, 323),
	(210, 5, 335),
	(211, 5, 343),
	(212, 5, 347),
	(213, 5, 359),
	(214, 5, 363),
	(215, 5, 371),
	(216, 5, 375),
	(217, 5, 387),
	(218, 5, 388),
	(219, 5, 395),
	(220, 5, 401),
	(221, 5, 406),
	(222, 5, 407),
	(223, 5, 408),
	(224, 5, 409),
	(225, 5, 410),
	(226, 5, 422),
	(227, 5, 423),
	(228, 5, 424),
	(229, 5, 453),
	(230, 5, 458),
	(231, 5, 466),
	(232, 5, 467),
	(233, 5, 472),
	(234, 5, 473),
	(235, 5, 474),
	(236, 5, 475),
	(237, 5, 476),
	(238, 5, 477),
	(239, 5, 481),
	(240, 5, 482),
	(241, 5, 483),
	(242, 5, 484),
	(243, 5, 485),
	(244, 5, 487),
	(245, 5, 488),
	(246, 5, 490),
	(247, 5, 491),
	(248, 5, 492),
	(249, 5, 500),
	(250, 5, 501),
	(251, 5, 502),
	(252, 5, 503),
	(253, 5, 504),
	(254, 5, 505),
	(255, 5, 506),
	(256, 5, 507),
	(257, 5, 508),
	(258, 5, 509),
	(259, 5, 510),
	(260, 5, 511),
	(261, 6, 387),
	(262, 6, 388),
	(263, 6, 389),
	(264, 6, 515),
	(265, 6, 395),
	(266, 6, 44),
	(267, 6, 312),
	(268, 6, 313),
	(269, 6, 315),
	(270, 6, 323),
	(271, 6, 332),
	(272, 6, 333),
	(273, 6, 335),
	(274, 6, 343),
	(275, 6, 347),
	(276, 6, 359),
	(277, 6, 361),
	(278, 6, 363),
	(279, 6, 371),
	(280, 6, 373),
	(281, 6, 375),
	(282, 7, 128),
	(283, 7, 515),
	(284, 7, 136),
	(285, 7, 294),
	(286, 7, 295),
	(287, 7, 40),
	(288, 7, 44),
	(289, 7, 48),
	(290, 7, 60),
	(291, 7, 64),
	(292, 7, 68),
	(293, 7, 69),
	(294, 7, 78),
	(295, 7, 84),
	(296, 7, 86),
	(297, 7, 89),
	(298, 7, 90),
	(299, 7, 94),
	(300, 7, 481),
	(301, 7, 98),
	(302, 7, 102),
	(303, 7, 103),
	(304, 7, 106),
	(305, 7, 110),
	(306, 7, 111),
	(307, 7, 114),
	(308, 7, 115),
	(309, 7, 123),
	(310, 7, 124),
	(311, 7, 127),
	(312, 8, 387),
	(313, 8, 259),
	(314, 8, 260),
	(315, 8, 515),
	(316, 8, 263),
	(317, 8, 265),
	(318, 8, 273),
	(319, 8, 293),
	(320, 8, 294),
	(321, 8, 295),
	(322, 8, 40),
	(323, 8, 169),
	(324, 8, 44),
	(325, 8, 48),
	(326, 8, 315),
	(327, 8, 323),
	(328, 8, 68),
	(329, 8, 201),
	(330, 8, 206),
	(331, 8, 335),
	(332, 8, 214),
	(333, 8, 343),
	(334, 8, 347),
	(335, 8, 222),
	(336, 8, 226),
	(337, 8, 230),
	(338, 8, 359),
	(339, 8, 363),
	(340, 8, 371),
	(341, 8, 373),
	(342, 8, 375),
	(343, 9, 515),
	(344, 9, 164),
	(345, 9, 294),
	(346, 9, 295),
	(347, 9, 40),
	(348, 9, 169),
	(349, 9, 38),
	(350, 9, 44),
	(351, 9, 173),
	(352, 9, 144),
	(353, 9, 177),
	(354, 9, 181),
	(355, 9, 150),
	(356, 9, 152),
	(357, 9, 186),
	(358, 10, 226),
	(359, 10, 483),
	(360, 10, 515),
	(361, 10, 485),
	(362, 10, 294),
	(363, 10, 295),
	(364, 10, 40),
	(365, 10, 230),
	(366, 10, 201),
	(367, 10, 488),
	(368, 10, 44),
	(369, 10, 202),
	(370, 10, 206),
	(371, 10, 492),
	(372, 10, 491),
	(373, 10, 214),
	(374, 10, 406),
	(375, 10, 222),
	(376, 11, 515),
	(377, 11, 136),
	(378, 11, 144),
	(379, 11, 406),
	(380, 11, 152),
	(381, 11, 294),
	(382, 11, 40),
	(383, 11, 44),
	(384, 11, 173),
	(385, 11, 48),
	(386, 11, 177),
	(387, 11, 181),
	(388, 11, 186),
	(389, 11, 60),
	(390, 11, 191),
	(391, 11, 64),
	(392, 11, 192),
	(393, 11, 193),
	(394, 11, 68),
	(395, 11, 78),
	(396, 11, 84),
	(397, 11, 89),
	(398, 11, 94),
	(399, 11, 481),
	(400, 11, 98),
	(401, 11, 483),
	(402, 11, 482),
	(403, 11, 484),
	(404, 11, 102),
	(405, 11, 486),
	(406, 11, 489),
	(407, 11, 106),
	(408, 11, 493),
	(409, 11, 110),
	(410, 11, 494),
	(411, 11, 495),
	(412, 11, 496),
	(413, 11, 114),
	(414, 11, 497),
	(415, 11, 498),
	(416, 11, 499),
	(417, 11, 502),
	(418, 11, 123),
	(419, 11, 127),
	(420, 12, 512),
	(421, 12, 258),
	(422, 12, 387),
	(423, 12, 259),
	(424, 12, 515),
	(425, 12, 136),
	(426, 12, 265),
	(427, 12, 395),
	(428, 12, 12),
	(429, 12, 144),
	(430, 12, 401),
	(431, 12, 273),
	(432, 12, 406),
	(433, 12, 152),
	(434, 12, 409),
	(435, 12, 36),
	(436, 12, 293),
	(437, 12, 294),
	(438, 12, 422),
	(439, 12, 40),
	(440, 12, 169),
	(441, 12, 44),
	(442, 12, 173),
	(443, 12, 48),
	(444, 12, 177),
	(445, 12, 181),
	(446, 12, 182),
	(447, 12, 186),
	(448, 12, 315),
	(449, 12, 60),
	(450, 12, 64),
	(451, 12, 323),
	(452, 12, 68),
	(453, 12, 201),
	(454, 12, 458),
	(455, 12, 78),
	(456, 12, 335),
	(457, 12, 206),
	(458, 12, 466),
	(459, 12, 84),
	(460, 12, 507),
	(461, 12, 214),
	(462, 12, 343),
	(463, 12, 472),
	(464, 12, 89),
	(465, 12, 474),
	(466, 12, 347),
	(467, 12, 476),
	(468, 12, 94),
	(469, 12, 222),
	(470, 12, 481),
	(471, 12, 98),
	(472, 12, 226),
	(473, 12, 483),
	(474, 12, 485),
	(475, 12, 102),
	(476, 12, 359),
	(477, 12, 230),
	(478, 12, 503),
	(479, 12, 106),
	(480, 12, 363),
	(481, 12, 492),
	(482, 12, 110),
	(483, 12, 114),
	(484, 12, 371),
	(485, 12, 500),
	(486, 12, 502),
	(487, 12, 375),
	(488, 12, 505),
	(489, 12, 250),
	(490, 12, 123),
	(491, 12, 509),
	(492, 12, 127),
	(493, 13, 512),
	(494, 13, 513),
	(495, 13, 514),
	(496, 13, 515),
	(497, 13, 516),
	(498, 13, 12),
	(499, 13, 36),
	(500, 13, 38),
	(501, 13, 40),
	(502, 13, 44),
	(503, 13, 48),
	(504, 13, 60),
	(505, 13, 64),
	(506, 13, 68),
	(507, 13, 69),
	(508, 13, 70),
	(509, 13, 78),
	(510, 13, 83),
	(511, 13, 84),
	(512, 13, 85),
	(513, 13, 89),
	(514, 13, 90),
	(515, 13, 94),
	(516, 13, 98),
	(517, 13, 102),
	(518, 13, 103),
	(519, 13, 106),
	(520, 13, 110),
	(521, 13, 111),
	(522, 13, 114),
	(523, 13, 115),
	(524, 13, 123),
	(525, 13, 124),
	(526, 13, 127),
	(527, 13, 128),
	(528, 13, 136),
	(529, 13, 144),
	(530, 13, 150),
	(531, 13, 152),
	(532, 13, 169),
	(533, 13, 173),
	(534, 13, 177),
	(535, 13, 181),
	(536, 13, 182),
	(537, 13, 186),
	(538, 13, 201),
	(539, 13, 202),
	(540, 13, 206),
	(541, 13, 214),
	(542, 13, 222),
	(543, 13, 226),
	(544, 13, 230),
	(545, 13, 250),
	(546, 13, 258),
	(547, 13, 259),
	(548, 13, 260),
	(549, 13, 261),
	(550, 13, 263),
	(551, 13, 265),
	(552, 13, 273),
	(553, 13, 293),
	(554, 13, 294),
	(555, 13, 295),
	(556, 13, 312),
	(557, 13, 313),
	(558, 13, 315),
	(559, 13, 323),
	(560, 13, 332),
	(561, 13, 333),
	(562, 13, 335),
	(563, 13, 343),
	(564, 13, 347),
	(565, 13, 359),
	(566, 13, 361),
	(567, 13, 363),
	(568, 13, 371),
	(569, 13, 373),
	(570, 13, 375),
	(571, 13, 387),
	(572, 13, 388),
	(573, 13, 389),
	(574, 13, 395),
	(575, 13, 401),
	(576, 13, 406),
	(577, 13, 407),
	(578, 13, 408),
	(579, 13, 409),
	(580, 13, 410),
	(581, 13, 422),
	(582, 13, 423),
	(583, 13, 424),
	(584, 13, 453),
	(585, 13, 458),
	(586, 13, 466),
	(587, 13, 467),
	(588, 13, 472),
	(589, 13, 473),
	(590, 13, 474),
	(591, 13, 475),
	(592, 13, 476),
	(593, 13, 477),
	(594, 13, 481),
	(595, 13, 482),
	(596, 13, 483),
	(597, 13, 484),
	(598, 13, 485),
	(599, 13, 487),
	(600, 13, 488),
	(601, 13, 490),
	(602, 13, 491),
	(603, 13, 492),
	(604, 13, 500),
	(605, 13, 501),
	(606, 13, 502),
	(607, 13, 503),
	(608, 13, 504),
	(609, 13, 505),
	(610, 13, 506),
	(611, 13, 507),
	(612, 13, 508),
	(613, 13, 509),
	(614, 13, 510),
	(615, 13, 511);

INSERT INTO public.auth_permission VALUES
	(1, 'Can add log entry', 1, 'add_logentry'),
	(2, 'Can change log entry', 1, 'change_logentry'),
	(3, 'Can delete log entry', 1, 'delete_logentry'),
	(4, 'Can view log entry', 1, 'view_logentry'),
	(5, 'Can add permission', 2, 'add_permission'),
	(6, 'Can change permission', 2, 'change_permission'),
	(7, 'Can delete permission', 2, 'delete_permission'),
	(8, 'Can view permission', 2, 'view_permission'),
	(9, 'Can add group', 3, 'add_group'),
	(10, 'Can change group', 3, 'change_group'),
	(11, 'Can delete group', 3, 'delete_group'),
	(12, 'Can view group', 3, 'view_group'),
	(13, 'Can add content type', 4, 'add_contenttype'),
	(14, 'Can change content type', 4, 'change_contenttype'),
	(15, 'Can delete content type', 4, 'delete_contenttype'),
	(16, 'Can view content type', 4, 'view_contenttype'),
	(17, 'Can add session', 5, 'add_session'),
	(18, 'Can change session', 5, 'change_session'),
	(19, 'Can delete session', 5, 'delete_session'),
	(20, 'Can view session', 5, 'view_session'),
	(21, 'Can add email address', 6, 'add_emailaddress'),
	(22, 'Can change email address', 6, 'change_emailaddress'),
	(23, 'Can delete email address', 6, 'delete_emailaddress'),
	(24, 'Can view email address', 6, 'view_emailaddress'),
	(25, 'Can add email confirmation', 7, 'add_emailconfirmation'),
	(26, 'Can change email confirmation', 7, 'change_emailconfirmation'),
	(27, 'Can delete email confirmation', 7, 'delete_emailconfirmation'),
	(28, 'Can view email confirmation', 7, 'view_emailconfirmation'),
	(29, 'Can add authenticator', 8, 'add_authenticator'),
	(30, 'Can change authenticator', 8, 'change_authenticator'),
	(31, 'Can delete authenticator', 8, 'delete_authenticator'),
	(32, 'Can view authenticator', 8, 'view_authenticator'),
	(33, 'Can add person', 12, 'add_person'),
	(34, 'Can change person', 12, 'change_person'),
	(35, 'Can delete person', 12, 'delete_person'),
	(36, 'Can view person', 12, 'view_person'),
	(37, 'Can add player', 13, 'add_player'),
	(38, 'Can change player', 13, 'change_player'),
	(39, 'Can delete player', 13, 'delete_player'),
	(40, 'Can view player', 13, 'view_player'),
	(41, 'Can add play session', 14, 'add_playsession'),
	(42, 'Can change play session', 14, 'change_playsession'),
	(43, 'Can delete play session', 14, 'delete_playsession'),
	(44, 'Can view play session', 14, 'view_playsession'),
	(45, 'Can add account', 17, 'add_account'),
	(46, 'Can change account', 17, 'change_account'),
	(47, 'Can delete account', 17, 'delete_account'),
	(48, 'Can view account', 17, 'view_account'),
	(49, 'Can add check of the books', 18, 'add_bookscheck'),
	(50, 'Can change check of the books', 18, 'change_bookscheck'),
	(51, 'Can delete check of the books', 18, 'delete_bookscheck'),
	(52, 'Can view check of the books', 18, 'view_bookscheck'),
	(53, 'Can add checked balance', 20, 'add_checkedbalance'),
	(54, 'Can change checked balance', 20, 'change_checkedbalance'),
	(55, 'Can delete checked balance', 20, 'delete_checkedbalance'),
	(56, 'Can view checked balance', 20, 'view_checkedbalance'),
	(57, 'Can add transfer', 22, 'add_transfer'),
	(58, 'Can change transfer', 22, 'change_transfer'),
	(59, 'Can delete transfer', 22, 'delete_transfer'),
	(60, 'Can view transfer', 22, 'view_transfer'),
	(61, 'Can add notification of the gateway', 23, 'add_notification'),
	(62, 'Can change notification of the gateway', 23, 'change_notification'),
	(63, 'Can delete notification of the gateway', 23, 'delete_notification'),
	(64, 'Can view notification of the gateway', 23, 'view_notification'),
	(65, 'Can add payment', 25, 'add_payment'),
	(66, 'Can change payment', 25, 'change_payment'),
	(67, 'Can delete payment', 25, 'delete_payment'),
	(68, 'Can view payment', 25, 'view_payment'),
	(69, 'Can release or refuse a withdrawal', 25, 'release_payment'),
	(70, 'Can review a deposit from another person''s account', 25, 'review_payer'),
	(71, 'Can add step of a withdrawal', 26, 'add_payoutstep'),
	(72, 'Can change step of a withdrawal', 26, 'change_payoutstep'),
	(73, 'Can delete step of a withdrawal', 26, 'delete_payoutstep'),
	(74, 'Can view step of a withdrawal', 26, 'view_payoutstep'),
	(75, 'Can add instruction to the gateway', 27, 'add_gatewayrequest'),
	(76, 'Can change instruction to the gateway', 27, 'change_gatewayrequest'),
	(77, 'Can delete instruction to the gateway', 27, 'delete_gatewayrequest'),
	(78, 'Can view instruction to the gateway', 27, 'view_gatewayrequest'),
	(79, 'Can add decision', 28, 'add_withdrawaldecision'),
	(80, 'Can change decision', 28, 'change_withdrawaldecision'),
	(81, 'Can delete decision', 28, 'delete_withdrawaldecision'),
	(82, 'Can view decision', 28, 'view_withdrawaldecision'),
	(83, 'Can add ceiling', 29, 'add_ceiling'),
	(84, 'Can view ceiling', 29, 'view_ceiling'),
	(85, 'Can decide about ceilings', 29, 'approve_ceiling'),
	(86, 'Can add correction', 30, 'add_adjustment'),
	(87, 'Can change correction', 30, 'change_adjustment'),
	(88, 'Can delete correction', 30, 'delete_adjustment'),
	(89, 'Can view correction', 30, 'view_adjustment'),
	(90, 'Can approve or refuse a correction', 30, 'approve_adjustment'),
	(91, 'Can add comparison of players'' funds', 31, 'add_fundsday'),
	(92, 'Can change comparison of players'' funds', 31, 'change_fundsday'),
	(93, 'Can delete comparison of players'' funds', 31, 'delete_fundsday'),
	(94, 'Can view comparison of players'' funds', 31, 'view_fundsday'),
	(95, 'Can add match', 32, 'add_match'),
	(96, 'Can change match', 32, 'change_match'),
	(97, 'Can delete match', 32, 'delete_match'),
	(98, 'Can view match', 32, 'view_match'),
	(99, 'Can add payout batch', 33, 'add_payoutbatch'),
	(100, 'Can change payout batch', 33, 'change_payoutbatch'),
	(101, 'Can delete payout batch', 33, 'delete_payoutbatch'),
	(102, 'Can view payout batch', 33, 'view_payoutbatch'),
	(103, 'Can add file of the bank', 34, 'add_bankfile'),
	(104, 'Can change file of the bank', 34, 'change_bankfile'),
	(105, 'Can delete file of the bank', 34, 'delete_bankfile'),
	(106, 'Can view file of the bank', 34, 'view_bankfile'),
	(107, 'Can add chargeback', 35, 'add_chargeback'),
	(108, 'Can change chargeback', 35, 'change_chargeback'),
	(109, 'Can delete chargeback', 35, 'delete_chargeback'),
	(110, 'Can view chargeback', 35, 'view_chargeback'),
	(111, 'Can add decision about a match', 36, 'add_matchdecision'),
	(112, 'Can change decision about a match', 36, 'change_matchdecision'),
	(113, 'Can delete decision about a match', 36, 'delete_matchdecision'),
	(114, 'Can view decision about a match', 36, 'view_matchdecision'),
	(115, 'Can decide about a match as second person', 36, 'approve_matchdecision'),
	(116, 'Can add payout order', 37, 'add_payoutorder'),
	(117, 'Can change payout order', 37, 'change_payoutorder'),
	(118, 'Can delete payout order', 37, 'delete_payoutorder'),
	(119, 'Can view payout order', 37, 'view_payoutorder'),
	(120, 'Can add reconciled day', 38, 'add_reconciliationday'),
	(121, 'Can change reconciled day', 38, 'change_reconciliationday'),
	(122, 'Can delete reconciled day', 38, 'delete_reconciliationday'),
	(123, 'Can view reconciled day', 38, 'view_reconciliationday'),
	(124, 'Can add recovery of a chargeback', 39, 'add_recovery'),
	(125, 'Can change recovery of a chargeback', 39, 'change_recovery'),
	(126, 'Can delete recovery of a chargeback', 39, 'delete_recovery'),
	(127, 'Can view recovery of a chargeback', 39, 'view_recovery'),
	(128, 'Can decide about a recovery', 39, 'approve_recovery'),
	(129, 'Can add settlement line', 40, 'add_settlementline'),
	(130, 'Can change settlement line', 40, 'change_settlementline'),
	(131, 'Can delete settlement line', 40, 'delete_settlementline'),
	(132, 'Can view settlement line', 40, 'view_settlementline'),
	(133, 'Can add bank statement', 41, 'add_statement'),
	(134, 'Can change bank statement', 41, 'change_statement'),
	(135, 'Can delete bank statement', 41, 'delete_statement'),
	(136, 'Can view bank statement', 41, 'view_statement'),
	(137, 'Can add statement line', 42, 'add_statementline'),
	(138, 'Can change statement line', 42, 'change_statementline'),
	(139, 'Can delete statement line', 42, 'delete_statementline'),
	(140, 'Can view statement line', 42, 'view_statementline'),
	(141, 'Can add version of the terms', 43, 'add_terms'),
	(142, 'Can change version of the terms', 43, 'change_terms'),
	(143, 'Can delete version of the terms', 43, 'delete_terms'),
	(144, 'Can view version of the terms', 43, 'view_terms'),
	(145, 'Can add change of address', 44, 'add_addresschange'),
	(146, 'Can change change of address', 44, 'change_addresschange'),
	(147, 'Can delete change of address', 44, 'delete_addresschange'),
	(148, 'Can view change of address', 44, 'view_addresschange'),
	(149, 'Can add identity', 47, 'add_identity'),
	(150, 'Can change identity', 47, 'change_identity'),
	(151, 'Can delete identity', 47, 'delete_identity'),
	(152, 'Can view identity', 47, 'view_identity'),
	(153, 'Can add identity check', 48, 'add_identitycheck'),
	(154, 'Can change identity check', 48, 'change_identitycheck'),
	(155, 'Can delete identity check', 48, 'delete_identitycheck'),
	(156, 'Can view identity check', 48, 'view_identitycheck'),
	(157, 'Can add queued e-mail', 49, 'add_queuedemail'),
	(158, 'Can change queued e-mail', 49, 'change_queuedemail'),
	(159, 'Can delete queued e-mail', 49, 'delete_queuedemail'),
	(160, 'Can view queued e-mail', 49, 'view_queuedemail'),
	(161, 'Can add document sent', 50, 'add_uploadeddocument'),
	(162, 'Can change document sent', 50, 'change_uploadeddocument'),
	(163, 'Can delete document sent', 50, 'delete_uploadeddocument'),
	(164, 'Can view document sent', 50, 'view_uploadeddocument'),
	(165, 'Can add payment account', 52, 'add_paymentaccount'),
	(166, 'Can change payment account', 52, 'change_paymentaccount'),
	(167, 'Can delete payment account', 52, 'delete_paymentaccount'),
	(168, 'Can view payment account', 52, 'view_paymentaccount'),
	(169, 'Can view search digest', 54, 'view_searchmark'),
	(170, 'Can add sign-in', 55, 'add_signin'),
	(171, 'Can change sign-in', 55, 'change_signin'),
	(172, 'Can delete sign-in', 55, 'delete_signin'),
	(173, 'Can view sign-in', 55, 'view_signin'),
	(174, 'Can add acceptance of the terms', 57, 'add_acceptance'),
	(175, 'Can change acceptance of the terms', 57, 'change_acceptance'),
	(176, 'Can delete acceptance of the terms', 57, 'delete_acceptance'),
	(177, 'Can view acceptance of the terms', 57, 'view_acceptance'),
	(178, 'Can add test account', 58, 'add_testaccount'),
	(179, 'Can change test account', 58, 'change_testaccount'),
	(180, 'Can delete test account', 58, 'delete_testaccount'),
	(181, 'Can view test account', 58, 'view_testaccount'),
	(182, 'Can add API token', 59, 'add_apitoken'),
	(183, 'Can add registration', 60, 'add_draft'),
	(184, 'Can change registration', 60, 'change_draft'),
	(185, 'Can delete registration', 60, 'delete_draft'),
	(186, 'Can view registration', 60, 'view_draft'),
	(187, 'Can add erasure of personal data', 61, 'add_erasure'),
	(188, 'Can change erasure of personal data', 61, 'change_erasure'),
	(189, 'Can delete erasure of personal data', 61, 'delete_erasure'),
	(190, 'Can view erasure of personal data', 61, 'view_erasure'),
	(191, 'Can add legal hold', 62, 'add_legalhold'),
	(192, 'Can view legal hold', 62, 'view_legalhold'),
	(193, 'Can decide about legal holds', 62, 'approve_legalhold'),
	(194, 'Can add entry of the national list', 64, 'add_nationalentry'),
	(195, 'Can change entry of the national list', 64, 'change_nationalentry'),
	(196, 'Can delete entry of the national list', 64, 'delete_nationalentry'),
	(197, 'Can view entry of the national list', 64, 'view_nationalentry'),
	(198, 'Can add national list received', 65, 'add_nationallist'),
	(199, 'Can change national list received', 65, 'change_nationallist'),
	(200, 'Can delete national list received', 65, 'delete_nationallist'),
	(201, 'Can view national list received', 65, 'view_nationallist'),
	(202, 'Can release holds of deposits', 67, 'release_deposithold'),
	(203, 'Can add exclusion', 68, 'add_exclusion'),
	(204, 'Can change exclusion', 68, 'change_exclusion'),
	(205, 'Can delete exclusion', 68, 'delete_exclusion'),
	(206, 'Can view exclusion', 68, 'view_exclusion'),
	(207, 'Can add player''s settings', 69, 'add_habits'),
	(208, 'Can change player''s settings', 69, 'change_habits'),
	(209, 'Can delete player''s settings', 69, 'delete_habits'),
	(210, 'Can view player''s settings', 69, 'view_habits'),
	(211, 'Can add limit', 70, 'add_limit'),
	(212, 'Can change limit', 70, 'change_limit'),
	(213, 'Can delete limit', 70, 'delete_limit'),
	(214, 'Can view limit', 70, 'view_limit'),
	(215, 'Can add state of the national list', 71, 'add_nationalfeed'),
	(216, 'Can change state of the national list', 71, 'change_nationalfeed'),
	(217, 'Can delete state of the national list', 71, 'delete_nationalfeed'),
	(218, 'Can view state of the national list', 71, 'view_nationalfeed'),
	(219, 'Can add pause', 72, 'add_pause'),
	(220, 'Can change pause', 72, 'change_pause'),
	(221, 'Can delete pause', 72, 'delete_pause'),
	(222, 'Can view pause', 72, 'view_pause'),
	(223, 'Can add reality check', 73, 'add_realitycheck'),
	(224, 'Can change reality check', 73, 'change_realitycheck'),
	(225, 'Can delete reality check', 73, 'delete_realitycheck'),
	(226, 'Can view reality check', 73, 'view_realitycheck'),
	(227, 'Can add notice to the national list', 74, 'add_report'),
	(228, 'Can change notice to the national list', 74, 'change_report'),
	(229, 'Can delete notice to the national list', 74, 'delete_report'),
	(230, 'Can view notice to the national list', 74, 'view_report'),
	(231, 'Can add staked on a day', 75, 'add_staked'),
	(232, 'Can change staked on a day', 75, 'change_staked'),
	(233, 'Can delete staked on a day', 75, 'delete_staked'),
	(234, 'Can view staked on a day', 75, 'view_staked'),
	(235, 'Can add absence after the hand', 76, 'add_absenceafterhand'),
	(236, 'Can change absence after the hand', 76, 'change_absenceafterhand'),
	(237, 'Can delete absence after the hand', 76, 'delete_absenceafterhand'),
	(238, 'Can view absence after the hand', 76, 'view_absenceafterhand'),
	(239, 'Can add mark of a document', 77, 'add_documentmark'),
	(240, 'Can change mark of a document', 77, 'change_documentmark'),
	(241, 'Can delete mark of a document', 77, 'delete_documentmark'),
	(242, 'Can view mark of a document', 77, 'view_documentmark'),
	(243, 'Can add horizon', 80, 'add_horizon'),
	(244, 'Can change horizon', 80, 'change_horizon'),
	(245, 'Can delete horizon', 80, 'delete_horizon'),
	(246, 'Can view horizon', 80, 'view_horizon'),
	(247, 'Can add seal', 81, 'add_seal'),
	(248, 'Can change seal', 81, 'change_seal'),
	(249, 'Can delete seal', 81, 'delete_seal'),
	(250, 'Can view seal', 81, 'view_seal'),
	(251, 'Can add check of the seals', 82, 'add_sealcheck'),
	(252, 'Can change check of the seals', 82, 'change_sealcheck'),
	(253, 'Can delete check of the seals', 82, 'delete_sealcheck'),
	(254, 'Can view check of the seals', 82, 'view_sealcheck'),
	(255, 'Can add audit line', 83, 'add_line'),
	(256, 'Can change audit line', 83, 'change_line'),
	(257, 'Can delete audit line', 83, 'delete_line'),
	(258, 'Can view audit line', 83, 'view_line'),
	(259, 'Can view notice to players', 85, 'view_bulknotice'),
	(260, 'Can add notice to players', 85, 'add_bulknotice'),
	(261, 'Can approve notices to players', 85, 'approve_bulknotice'),
	(262, 'Can add complaint', 86, 'add_complaint'),
	(263, 'Can change complaint', 86, 'change_complaint'),
	(264, 'Can delete complaint', 86, 'delete_complaint'),
	(265, 'Can view complaint', 86, 'view_complaint'),
	(266, 'Can add message in a complaint', 87, 'add_complaintmessage'),
	(267, 'Can change message in a complaint', 87, 'change_complaintmessage'),
	(268, 'Can delete message in a complaint', 87, 'delete_complaintmessage'),
	(269, 'Can view message in a complaint', 87, 'view_complaintmessage'),
	(270, 'Can add message', 88, 'add_message'),
	(271, 'Can change message', 88, 'change_message'),
	(272, 'Can delete message', 88, 'delete_message'),
	(273, 'Can view message', 88, 'view_message'),
	(274, 'Can add folding', 90, 'add_foldeduntil'),
	(275, 'Can change folding', 90, 'change_foldeduntil'),
	(276, 'Can delete folding', 90, 'delete_foldeduntil'),
	(277, 'Can view folding', 90, 'view_foldeduntil'),
	(278, 'Can add copy of personal data', 91, 'add_copy'),
	(279, 'Can change copy of personal data', 91, 'change_copy'),
	(280, 'Can delete copy of personal data', 91, 'delete_copy'),
	(281, 'Can view copy of personal data', 91, 'view_copy'),
	(282, 'Can add day of movements', 92, 'add_dailymovement'),
	(283, 'Can change day of movements', 92, 'change_dailymovement'),
	(284, 'Can delete day of movements', 92, 'delete_dailymovement'),
	(285, 'Can view day of movements', 92, 'view_dailymovement'),
	(286, 'Can add day of play', 93, 'add_dailyplay'),
	(287, 'Can change day of play', 93, 'change_dailyplay'),
	(288, 'Can delete day of play', 93, 'delete_dailyplay'),
	(289, 'Can view day of play', 93, 'view_dailyplay'),
	(290, 'Can add monthly statement', 94, 'add_statement'),
	(291, 'Can change monthly statement', 94, 'change_statement'),
	(292, 'Can delete monthly statement', 94, 'delete_statement'),
	(293, 'Can view monthly statement', 94, 'view_statement'),
	(294, 'Can view note about a player', 95, 'view_playernote'),
	(295, 'Can add note about a player', 95, 'add_playernote'),
	(296, 'Can add attendance of tables', 97, 'add_attendance'),
	(297, 'Can change attendance of tables', 97, 'change_attendance'),
	(298, 'Can delete attendance of tables', 97, 'delete_attendance'),
	(299, 'Can view attendance of tables', 97, 'view_attendance'),
	(300, 'Can add beacon', 98, 'add_beaconchain'),
	(301, 'Can change beacon', 98, 'change_beaconchain'),
	(302, 'Can delete beacon', 98, 'delete_beaconchain'),
	(303, 'Can view beacon', 98, 'view_beaconchain'),
	(304, 'Can add state of a beacon', 99, 'add_beaconwatch'),
	(305, 'Can change state of a beacon', 99, 'change_beaconwatch'),
	(306, 'Can delete state of a beacon', 99, 'delete_beaconwatch'),
	(307, 'Can view state of a beacon', 99, 'view_beaconwatch'),
	(308, 'Can add public key', 101, 'add_housekey'),
	(309, 'Can change public key', 101, 'change_housekey'),
	(310, 'Can delete public key', 101, 'delete_housekey'),
	(311, 'Can view public key', 101, 'view_housekey'),
	(312, 'Can add table', 102, 'add_table'),
	(313, 'Can change table', 102, 'change_table'),
	(314, 'Can delete table', 102, 'delete_table'),
	(315, 'Can view table', 102, 'view_table'),
	(316, 'Can add key of a process', 103, 'add_processkey'),
	(317, 'Can change key of a process', 103, 'change_processkey'),
	(318, 'Can delete key of a process', 103, 'delete_processkey'),
	(319, 'Can view key of a process', 103, 'view_processkey'),
	(320, 'Can add rule sheet', 104, 'add_rulesheet'),
	(321, 'Can change rule sheet', 104, 'change_rulesheet'),
	(322, 'Can delete rule sheet', 104, 'delete_rulesheet'),
	(323, 'Can view rule sheet', 104, 'view_rulesheet'),
	(324, 'Can add lease of new play sessions', 105, 'add_sessionlease'),
	(325, 'Can change lease of new play sessions', 105, 'change_sessionlease'),
	(326, 'Can delete lease of new play sessions', 105, 'delete_sessionlease'),
	(327, 'Can view lease of new play sessions', 105, 'view_sessionlease'),
	(328, 'Can add proven state of a table', 106, 'add_provenstate'),
	(329, 'Can change proven state of a table', 106, 'change_provenstate'),
	(330, 'Can delete proven state of a table', 106, 'delete_provenstate'),
	(331, 'Can view proven state of a table', 106, 'view_provenstate'),
	(332, 'Can add table session', 107, 'add_tablesession'),
	(333, 'Can change table session', 107, 'change_tablesession'),
	(334, 'Can delete table session', 107, 'delete_tablesession'),
	(335, 'Can view table session', 107, 'view_tablesession'),
	(336, 'Can add registration', 108, 'add_registration'),
	(337, 'Can change registration', 108, 'change_registration'),
	(338, 'Can delete registration', 108, 'delete_registration'),
	(339, 'Can view registration', 108, 'view_registration'),
	(340, 'Can add table setting', 109, 'add_tablesetting'),
	(341, 'Can change table setting', 109, 'change_tablesetting'),
	(342, 'Can delete table setting', 109, 'delete_tablesetting'),
	(343, 'Can view table setting', 109, 'view_tablesetting'),
	(344, 'Can add round', 110, 'add_round'),
	(345, 'Can change round', 110, 'change_round'),
	(346, 'Can delete round', 110, 'delete_round'),
	(347, 'Can view round', 110, 'view_round'),
	(348, 'Can add value of a beacon', 111, 'add_beaconvalue'),
	(349, 'Can change value of a beacon', 111, 'change_beaconvalue'),
	(350, 'Can delete value of a beacon', 111, 'delete_beaconvalue'),
	(351, 'Can view value of a beacon', 111, 'view_beaconvalue'),
	(352, 'Can add chat mute', 112, 'add_chatmute'),
	(353, 'Can change chat mute', 112, 'change_chatmute'),
	(354, 'Can delete chat mute', 112, 'delete_chatmute'),
	(355, 'Can view chat mute', 112, 'view_chatmute'),
	(356, 'Can add stake', 113, 'add_stake'),
	(357, 'Can change stake', 113, 'change_stake'),
	(358, 'Can delete stake', 113, 'delete_stake'),
	(359, 'Can view stake', 113, 'view_stake'),
	(360, 'Can add incident', 114, 'add_incident'),
	(361, 'Can change incident', 114, 'change_incident'),
	(362, 'Can delete incident', 114, 'delete_incident'),
	(363, 'Can view incident', 114, 'view_incident'),
	(364, 'Can add favourite table', 115, 'add_favourite'),
	(365, 'Can change favourite table', 115, 'change_favourite'),
	(366, 'Can delete favourite table', 115, 'delete_favourite'),
	(367, 'Can view favourite table', 115, 'view_favourite'),
	(368, 'Can add event', 116, 'add_event'),
	(369, 'Can change event', 116, 'change_event'),
	(370, 'Can delete event', 116, 'delete_event'),
	(371, 'Can view event', 116, 'view_event'),
	(372, 'Can add chat line', 117, 'add_chatline'),
	(373, 'Can change chat line', 117, 'change_chatline'),
	(374, 'Can delete chat line', 117, 'delete_chatline'),
	(375, 'Can view chat line', 117, 'view_chatline'),
	(376, 'Can add note about a player', 119, 'add_opponentnote'),
	(377, 'Can change note about a player', 119, 'change_opponentnote'),
	(378, 'Can delete note about a player', 119, 'delete_opponentnote'),
	(379, 'Can view note about a player', 119, 'view_opponentnote'),
	(380, 'Can add opening hours', 120, 'add_tablehours'),
	(381, 'Can change opening hours', 120, 'change_tablehours'),
	(382, 'Can delete opening hours', 120, 'delete_tablehours'),
	(383, 'Can view opening hours', 120, 'view_tablehours'),
	(384, 'Can add change of a table', 122, 'add_tablechange'),
	(385, 'Can change change of a table', 122, 'change_tablechange'),
	(386, 'Can delete change of a table', 122, 'delete_tablechange'),
	(387, 'Can view change of a table', 122, 'view_tablechange'),
	(388, 'Can add suspension of a table', 123, 'add_tablesuspension'),
	(389, 'Can end the suspension of a table', 123, 'release_tablesuspension'),
	(390, 'Can add content of specific rules', 126, 'add_rulecontent'),
	(391, 'Can change content of specific rules', 126, 'change_rulecontent'),
	(392, 'Can delete content of specific rules', 126, 'delete_rulecontent'),
	(393, 'Can view content of specific rules', 126, 'view_rulecontent'),
	(394, 'Can add rule change', 127, 'add_rulechange'),
	(395, 'Can view rule change', 127, 'view_rulechange'),
	(396, 'Can endorse a rule change', 127, 'endorse_rulechange'),
	(397, 'Can authorise a rule change', 127, 'authorise_rulechange'),
	(398, 'Can add document of a rule change', 128, 'add_ruledocument'),
	(399, 'Can change document of a rule change', 128, 'change_ruledocument'),
	(400, 'Can delete document of a rule change', 128, 'delete_ruledocument'),
	(401, 'Can view document of a rule change', 128, 'view_ruledocument'),
	(402, 'Can add step of a rule change', 129, 'add_rulestep'),
	(403, 'Can change step of a rule change', 129, 'change_rulestep'),
	(404, 'Can delete step of a rule change', 129, 'delete_rulestep'),
	(405, 'Can view step of a rule change', 129, 'view_rulestep'),
	(406, 'Can view compliance workspace', 130, 'view_workspace'),
	(407, 'Can add signature of a month', 132, 'add_closingsignature'),
	(408, 'Can add issued report', 135, 'add_issue'),
	(409, 'Can view issued report', 135, 'view_issue'),
	(410, 'Can add scheduled report', 135, 'add_reportschedule'),
	(411, 'Can add check of the record', 139, 'add_analysisrun'),
	(412, 'Can change check of the record', 139, 'change_analysisrun'),
	(413, 'Can delete check of the record', 139, 'delete_analysisrun'),
	(414, 'Can view check of the record', 139, 'view_analysisrun'),
	(415, 'Can add hand that was read', 140, 'add_analysedhand'),
	(416, 'Can change hand that was read', 140, 'change_analysedhand'),
	(417, 'Can delete hand that was read', 140, 'delete_analysedhand'),
	(418, 'Can view hand that was read', 140, 'view_analysedhand'),
	(419, 'Can add integrity case', 141, 'add_case'),
	(420, 'Can change integrity case', 141, 'change_case'),
	(421, 'Can delete integrity case', 141, 'delete_case'),
	(422, 'Can view integrity case', 141, 'view_case'),
	(423, 'Can look at, decide and sign cases of integrity', 141, 'act_case'),
	(424, 'Can have the hands of a case opened face up', 141, 'open_hands'),
	(425, 'Can add evidence', 142, 'add_evidence'),
	(426, 'Can change evidence', 142, 'change_evidence'),
	(427, 'Can delete evidence', 142, 'delete_evidence'),
	(428, 'Can view evidence', 142, 'view_evidence'),
	(429, 'Can add decision times of a player', 143, 'add_decisiontimes'),
	(430, 'Can change decision times of a player', 143, 'change_decisiontimes'),
	(431, 'Can delete decision times of a player', 143, 'delete_decisiontimes'),
	(432, 'Can view decision times of a player', 143, 'view_decisiontimes'),
	(433, 'Can add player of a case', 144, 'add_casemember'),
	(434, 'Can change player of a case', 144, 'change_casemember'),
	(435, 'Can delete player of a case', 144, 'delete_casemember'),
	(436, 'Can view player of a case', 144, 'view_casemember'),
	(437, 'Can add step of a case', 145, 'add_step'),
	(438, 'Can change step of a case', 145, 'change_step'),
	(439, 'Can delete step of a case', 145, 'delete_step'),
	(440, 'Can view step of a case', 145, 'view_step'),
	(441, 'Can add tally', 146, 'add_tally'),
	(442, 'Can change tally', 146, 'change_tally'),
	(443, 'Can delete tally', 146, 'delete_tally'),
	(444, 'Can view tally', 146, 'view_tally'),
	(445, 'Can add state of return control', 147, 'add_returnsfoldeduntil'),
	(446, 'Can change state of return control', 147, 'change_returnsfoldeduntil'),
	(447, 'Can delete state of return control', 147, 'delete_returnsfoldeduntil'),
	(448, 'Can view state of return control', 147, 'view_returnsfoldeduntil'),
	(449, 'Can add return alarm', 148, 'add_alarm'),
	(450, 'Can change return alarm', 148, 'change_alarm'),
	(451, 'Can delete return alarm', 148, 'delete_alarm'),
	(452, 'Can view return alarm', 148, 'view_alarm'),
	(453, 'Can add answer to a return alarm', 149, 'add_answer'),
	(454, 'Can view answer to a return alarm', 149, 'view_answer'),
	(455, 'Can add day of return control', 150, 'add_day'),
	(456, 'Can change day of return control', 150, 'change_day'),
	(457, 'Can delete day of return control', 150, 'delete_day'),
	(458, 'Can view day of return control', 150, 'view_day'),
	(459, 'Can add theory of returns', 151, 'add_theory'),
	(460, 'Can change theory of returns', 151, 'change_theory'),
	(461, 'Can delete theory of returns', 151, 'delete_theory'),
	(462, 'Can view theory of returns', 151, 'view_theory'),
	(463, 'Can add state of the house', 152, 'add_state'),
	(464, 'Can change state of the house', 152, 'change_state'),
	(465, 'Can delete state of the house', 152, 'delete_state'),
	(466, 'Can view state of the house', 152, 'view_state'),
	(467, 'Can add manifest of the house', 153, 'add_manifest'),
	(468, 'Can view manifest of the house', 153, 'view_manifest'),
	(469, 'Can add root of the record', 154, 'add_root'),
	(470, 'Can change root of the record', 154, 'change_root'),
	(471, 'Can delete root of the record', 154, 'delete_root'),
	(472, 'Can view root of the record', 154, 'view_root'),
	(473, 'Can add proof', 157, 'add_proof'),
	(474, 'Can view proof', 157, 'view_proof'),
	(475, 'Can add change of the technical system', 158, 'add_systemchange'),
	(476, 'Can view change of the technical system', 158, 'view_systemchange'),
	(477, 'Can approve change of the technical system', 158, 'approve_systemchange'),
	(478, 'Can add total of players'' money', 164, 'add_daytotal'),
	(479, 'Can change total of players'' money', 164, 'change_daytotal'),
	(480, 'Can delete total of players'' money', 164, 'delete_daytotal'),
	(481, 'Can view total of players'' money', 164, 'view_daytotal'),
	(482, 'Can add version of a rule', 170, 'add_ruleversion'),
	(483, 'Can view version of a rule', 170, 'view_ruleversion'),
	(484, 'Can approve versions of rules', 170, 'approve_ruleversion'),
	(485, 'Can view alerts of player protection', 172, 'view_care_alert'),
	(486, 'Can view alerts of money laundering', 172, 'view_laundering_alert'),
	(487, 'Can view alerts of bots', 172, 'view_bots_alert'),
	(488, 'Can decide cases of player protection', 173, 'decide_care_case'),
	(489, 'Can decide cases of money laundering', 173, 'decide_laundering_case'),
	(490, 'Can decide cases of bots', 173, 'decide_bots_case'),
	(491, 'Can add contact about risk signs', 174, 'add_contact'),
	(492, 'Can view contact about risk signs', 174, 'view_contact'),
	(493, 'Can view reading of a list', 176, 'view_listimport'),
	(494, 'Can view match with a list', 178, 'view_match'),
	(495, 'Can decide about matches with lists', 178, 'decide_match'),
	(496, 'Can view new player who resembles a blocked person', 180, 'view_resemblance'),
	(497, 'Can decide whether a blocked person came back', 180, 'decide_resemblance'),
	(498, 'Can view files of money laundering', 183, 'view_file'),
	(499, 'Can enter measures and reports of money laundering', 183, 'act_file'),
	(500, 'Can view regulator file', 185, 'view_regulatorfile'),
	(501, 'Can have a regulator file made again', 185, 'reprocess_regulatorfile'),
	(502, 'Can view alerts for the regulator', 189, 'view_alertfile'),
	(503, 'Can view time of a component', 191, 'view_componentspan'),
	(504, 'Can add occurrence for the regulator', 192, 'add_occurrence'),
	(505, 'Can view occurrence for the regulator', 192, 'view_occurrence'),
	(506, 'Can add filed duty', 195, 'add_filing'),
	(507, 'Can view filed duty', 195, 'view_filing'),
	(508, 'Can add question of the regulator', 196, 'add_question'),
	(509, 'Can view question of the regulator', 196, 'view_question'),
	(510, 'Can release question of the regulator', 196, 'release_question'),
	(511, 'Can test webhooks and send failed messages again', 199, 'send_webhook'),
	(512, 'Can view change of staff', 203, 'view_staffchange'),
	(513, 'Can propose a change of staff', 203, 'propose_staffchange'),
	(514, 'Can approve or refuse a change of staff', 203, 'approve_staffchange'),
	(515, 'Can see the roster and hand over a shift', 206, 'view_plannedshift'),
	(516, 'Can draw the roster', 206, 'add_plannedshift');



















INSERT INTO public.backoffice_staffpolicy VALUES
	(1, 7);



















































































INSERT INTO public.django_content_type VALUES
	(1, 'admin', 'logentry'),
	(2, 'auth', 'permission'),
	(3, 'auth', 'group'),
	(4, 'contenttypes', 'contenttype'),
	(5, 'sessions', 'session'),
	(6, 'account', 'emailaddress'),
	(7, 'account', 'emailconfirmation'),
	(8, 'mfa', 'authenticator'),
	(9, 'casino', 'scheduledtask'),
	(10, 'casino', 'taskrun'),
	(11, 'players', 'exclusivework'),
	(12, 'players', 'person'),
	(13, 'players', 'player'),
	(14, 'players', 'playsession'),
	(15, 'players', 'roleend'),
	(16, 'players', 'personkey'),
	(17, 'wallet', 'account'),
	(18, 'wallet', 'bookscheck'),
	(19, 'wallet', 'transferid'),
	(20, 'wallet', 'checkedbalance'),
	(21, 'wallet', 'detachedsum'),
	(22, 'wallet', 'transfer'),
	(23, 'cashier', 'notification'),
	(24, 'cashier', 'protectionconfirmation'),
	(25, 'cashier', 'payment'),
	(26, 'cashier', 'payoutstep'),
	(27, 'cashier', 'gatewayrequest'),
	(28, 'cashier', 'withdrawaldecision'),
	(29, 'cashier', 'ceiling'),
	(30, 'cashier', 'adjustment'),
	(31, 'bank', 'fundsday'),
	(32, 'bank', 'match'),
	(33, 'bank', 'payoutbatch'),
	(34, 'bank', 'bankfile'),
	(35, 'bank', 'chargeback'),
	(36, 'bank', 'matchdecision'),
	(37, 'bank', 'payoutorder'),
	(38, 'bank', 'reconciliationday'),
	(39, 'bank', 'recovery'),
	(40, 'bank', 'settlementline'),
	(41, 'bank', 'statement'),
	(42, 'bank', 'statementline'),
	(43, 'identity', 'terms'),
	(44, 'identity', 'addresschange'),
	(45, 'identity', 'codeattempt'),
	(46, 'identity', 'factorsecret'),
	(47, 'identity', 'identity'),
	(48, 'identity', 'identitycheck'),
	(49, 'identity', 'queuedemail'),
	(50, 'identity', 'uploadeddocument'),
	(51, 'identity', 'passkeyattempt'),
	(52, 'identity', 'paymentaccount'),
	(53, 'identity', 'resettoken'),
	(54, 'identity', 'searchmark'),
	(55, 'identity', 'signin'),
	(56, 'identity', 'signinevidence'),
	(57, 'identity', 'acceptance'),
	(58, 'identity', 'testaccount'),
	(59, 'identity', 'apitoken'),
	(60, 'identity', 'draft'),
	(61, 'identity', 'erasure'),
	(62, 'identity', 'legalhold'),
	(63, 'protection', 'limitsquestion'),
	(64, 'protection', 'nationalentry'),
	(65, 'protection', 'nationallist'),
	(66, 'protection', 'caremessage'),
	(67, 'protection', 'deposithold'),
	(68, 'protection', 'exclusion'),
	(69, 'protection', 'habits'),
	(70, 'protection', 'limit'),
	(71, 'protection', 'nationalfeed'),
	(72, 'protection', 'pause'),
	(73, 'protection', 'realitycheck'),
	(74, 'protection', 'report'),
	(75, 'protection', 'staked'),
	(76, 'protection', 'absenceafterhand'),
	(77, 'protection', 'documentmark'),
	(78, 'protection', 'nationalpush'),
	(79, 'audit', 'detachedpart'),
	(80, 'audit', 'horizon'),
	(81, 'audit', 'seal'),
	(82, 'audit', 'sealcheck'),
	(83, 'audit', 'line'),
	(84, 'inbox', 'marketingconsent'),
	(85, 'inbox', 'bulknotice'),
	(86, 'inbox', 'complaint'),
	(87, 'inbox', 'complaintmessage'),
	(88, 'inbox', 'message'),
	(89, 'inbox', 'noticereceipt'),
	(90, 'history', 'foldeduntil'),
	(91, 'history', 'copy'),
	(92, 'history', 'dailymovement'),
	(93, 'history', 'dailyplay'),
	(94, 'history', 'statement'),
	(95, 'administration', 'playernote'),
	(96, 'administration', 'playertag'),
	(97, 'games', 'attendance'),
	(98, 'games', 'beaconchain'),
	(99, 'games', 'beaconwatch'),
	(100, 'games', 'command'),
	(101, 'games', 'housekey'),
	(102, 'games', 'table'),
	(103, 'games', 'processkey'),
	(104, 'games', 'rulesheet'),
	(105, 'games', 'sessionlease'),
	(106, 'games', 'provenstate'),
	(107, 'games', 'tablesession'),
	(108, 'games', 'registration'),
	(109, 'games', 'tablesetting'),
	(110, 'games', 'round'),
	(111, 'games', 'beaconvalue'),
	(112, 'games', 'chatmute'),
	(113, 'games', 'stake'),
	(114, 'games', 'incident'),
	(115, 'games', 'favourite'),
	(116, 'games', 'event'),
	(117, 'games', 'chatline'),
	(118, 'games', 'roundnote'),
	(119, 'games', 'opponentnote'),
	(120, 'floor', 'tablehours'),
	(121, 'floor', 'bulkchange'),
	(122, 'floor', 'tablechange'),
	(123, 'floor', 'tablesuspension'),
	(124, 'rulebook', 'impact'),
	(125, 'rulebook', 'keptedges'),
	(126, 'rulebook', 'rulecontent'),
	(127, 'rulebook', 'rulechange'),
	(128, 'rulebook', 'ruledocument'),
	(129, 'rulebook', 'rulestep'),
	(130, 'compliance', 'workspace'),
	(131, 'reports', 'reportsfoldeduntil'),
	(132, 'reports', 'closingsignature'),
	(133, 'reports', 'dailyresult'),
	(134, 'reports', 'dailytransfers'),
	(135, 'reports', 'issue'),
	(136, 'reports', 'metered'),
	(137, 'bots', 'playedday'),
	(138, 'bots', 'finding'),
	(139, 'collusion', 'analysisrun'),
	(140, 'collusion', 'analysedhand'),
	(141, 'collusion', 'case'),
	(142, 'collusion', 'evidence'),
	(143, 'collusion', 'decisiontimes'),
	(144, 'collusion', 'casemember'),
	(145, 'collusion', 'step'),
	(146, 'collusion', 'tally'),
	(147, 'rtp_monitoring', 'returnsfoldeduntil'),
	(148, 'rtp_monitoring', 'alarm'),
	(149, 'rtp_monitoring', 'answer'),
	(150, 'rtp_monitoring', 'day'),
	(151, 'rtp_monitoring', 'theory'),
	(152, 'self_checks', 'state'),
	(153, 'self_checks', 'manifest'),
	(154, 'self_checks', 'root'),
	(155, 'self_checks', 'certificate'),
	(156, 'self_checks', 'partentry'),
	(157, 'self_checks', 'proof'),
	(158, 'self_checks', 'systemchange'),
	(159, 'self_checks', 'systemchangestep'),
	(160, 'self_checks', 'hardwareentry'),
	(161, 'public_log', 'cosigning'),
	(162, 'public_log', 'head'),
	(163, 'public_log', 'stretch'),
	(164, 'players_funds', 'daytotal'),
	(165, 'players_funds', 'leaftile'),
	(166, 'players_funds', 'placetile'),
	(167, 'players_funds', 'daytree'),
	(168, 'monitoring', 'shard'),
	(169, 'monitoring', 'playerstate'),
	(170, 'monitoring', 'ruleversion'),
	(171, 'monitoring', 'rulereplay'),
	(172, 'monitoring', 'alert'),
	(173, 'monitoring', 'case'),
	(174, 'care', 'contact'),
	(175, 'screening', 'screened'),
	(176, 'screening', 'listimport'),
	(177, 'screening', 'entry'),
	(178, 'screening', 'match'),
	(179, 'returning', 'blockedperson'),
	(180, 'returning', 'resemblance'),
	(181, 'returning', 'trait'),
	(182, 'laundering', 'access'),
	(183, 'laundering', 'measure'),
	(184, 'laundering', 'report'),
	(185, 'regulator', 'regulatorfile'),
	(186, 'regulator', 'envelope'),
	(187, 'regulator', 'envelopedfile'),
	(188, 'regulator', 'regulatoranswer'),
	(189, 'regulator', 'alertfile'),
	(190, 'regulator', 'reportedalert'),
	(191, 'duties', 'componentspan'),
	(192, 'duties', 'occurrence'),
	(193, 'duties', 'occurrenceentry'),
	(194, 'duties', 'calendarfeed'),
	(195, 'duties', 'filing'),
	(196, 'duties', 'question'),
	(197, 'duties', 'questionentry'),
	(198, 'backoffice', 'staffpolicy'),
	(199, 'backoffice', 'alert'),
	(200, 'backoffice', 'rightuse'),
	(201, 'backoffice', 'savedfilter'),
	(202, 'backoffice', 'shift'),
	(203, 'backoffice', 'staffchange'),
	(204, 'backoffice', 'workclaim'),
	(205, 'backoffice', 'worknote'),
	(206, 'backoffice', 'plannedshift'),
	(207, 'backoffice', 'homelayout'),
	(208, 'backoffice', 'workmention'),
	(209, 'provider_sign_in', 'providerattempt'),
	(210, 'provider_sign_in', 'providerlink'),
	(211, 'push', 'pushchoice'),
	(212, 'push', 'pushnotice'),
	(213, 'push', 'pushsubscription'),
	(214, 'scheduled_reports', 'reportschedule'),
	(215, 'scheduled_reports', 'reportmail'),
	(216, 'webhooks', 'webhookaddress'),
	(217, 'webhooks', 'webhookprogress'),
	(218, 'webhooks', 'webhookmessage'),
	(219, 'webhooks', 'webhookattempt');

INSERT INTO public.django_migrations VALUES
	(1, 'contenttypes', '0001_initial', CURRENT_TIMESTAMP),
	(2, 'contenttypes', '0002_remove_content_type_name', CURRENT_TIMESTAMP),
	(3, 'auth', '0001_initial', CURRENT_TIMESTAMP),
	(4, 'auth', '0002_alter_permission_name_max_length', CURRENT_TIMESTAMP),
	(5, 'auth', '0003_alter_user_email_max_length', CURRENT_TIMESTAMP),
	(6, 'auth', '0004_alter_user_username_opts', CURRENT_TIMESTAMP),
	(7, 'auth', '0005_alter_user_last_login_null', CURRENT_TIMESTAMP),
	(8, 'auth', '0006_require_contenttypes_0002', CURRENT_TIMESTAMP),
	(9, 'auth', '0007_alter_validators_add_error_messages', CURRENT_TIMESTAMP),
	(10, 'auth', '0008_alter_user_username_max_length', CURRENT_TIMESTAMP),
	(11, 'auth', '0009_alter_user_last_name_max_length', CURRENT_TIMESTAMP),
	(12, 'auth', '0010_alter_group_name_max_length', CURRENT_TIMESTAMP),
	(13, 'auth', '0011_update_proxy_permissions', CURRENT_TIMESTAMP),
	(14, 'auth', '0012_alter_user_first_name_max_length', CURRENT_TIMESTAMP),
	(15, 'players', '0001_initial', CURRENT_TIMESTAMP),
	(16, 'account', '0001_initial', CURRENT_TIMESTAMP),
	(17, 'account', '0002_email_max_length', CURRENT_TIMESTAMP),
	(18, 'account', '0003_alter_emailaddress_create_unique_verified_email', CURRENT_TIMESTAMP),
	(19, 'account', '0004_alter_emailaddress_drop_unique_email', CURRENT_TIMESTAMP),
	(20, 'account', '0005_emailaddress_idx_upper_email', CURRENT_TIMESTAMP),
	(21, 'account', '0006_emailaddress_lower', CURRENT_TIMESTAMP),
	(22, 'account', '0007_emailaddress_idx_email', CURRENT_TIMESTAMP),
	(23, 'account', '0008_emailaddress_unique_primary_email_fixup', CURRENT_TIMESTAMP),
	(24, 'account', '0009_emailaddress_unique_primary_email', CURRENT_TIMESTAMP),
	(25, 'admin', '0001_initial', CURRENT_TIMESTAMP),
	(26, 'admin', '0002_logentry_remove_auto_add', CURRENT_TIMESTAMP),
	(27, 'admin', '0003_logentry_add_action_flag_choices', CURRENT_TIMESTAMP),
	(28, 'administration', '0001_initial', CURRENT_TIMESTAMP),
	(29, 'administration', '0002_sealed_notes', CURRENT_TIMESTAMP),
	(30, 'audit', '0001_initial', CURRENT_TIMESTAMP),
	(31, 'backoffice', '0001_initial', CURRENT_TIMESTAMP),
	(32, 'backoffice', '0002_send_webhooks', CURRENT_TIMESTAMP),
	(33, 'backoffice', '0003_roster_and_handovers', CURRENT_TIMESTAMP),
	(34, 'backoffice', '0004_arranged_overview', CURRENT_TIMESTAMP),
	(35, 'backoffice', '0005_mentions', CURRENT_TIMESTAMP),
	(36, 'cashier', '0001_initial', CURRENT_TIMESTAMP),
	(37, 'bank', '0001_initial', CURRENT_TIMESTAMP),
	(38, 'bots', '0001_initial', CURRENT_TIMESTAMP),
	(39, 'care', '0001_initial', CURRENT_TIMESTAMP),
	(40, 'care', '0002_sealed_contacts', CURRENT_TIMESTAMP),
	(41, 'identity', '0001_initial', CURRENT_TIMESTAMP),
	(42, 'identity', '0002_sealed_papers', CURRENT_TIMESTAMP),
	(43, 'identity', '0003_digests', CURRENT_TIMESTAMP),
	(44, 'identity', '0004_validate_digests', CURRENT_TIMESTAMP),
	(45, 'identity', '0005_proof_of_change', CURRENT_TIMESTAMP),
	(46, 'identity', '0006_contact_details', CURRENT_TIMESTAMP),
	(47, 'identity', '0007_sealed_accounts', CURRENT_TIMESTAMP),
	(48, 'cashier', '0002_account_of_withdrawals', CURRENT_TIMESTAMP),
	(49, 'wallet', '0001_initial', CURRENT_TIMESTAMP),
	(50, 'games', '0001_initial', CURRENT_TIMESTAMP),
	(51, 'rulebook', '0001_initial', CURRENT_TIMESTAMP),
	(52, 'self_checks', '0001_initial', CURRENT_TIMESTAMP),
	(53, 'self_checks', '0002_hardware', CURRENT_TIMESTAMP),
	(54, 'screening', '0001_initial', CURRENT_TIMESTAMP),
	(55, 'rtp_monitoring', '0001_initial', CURRENT_TIMESTAMP),
	(56, 'returning', '0001_initial', CURRENT_TIMESTAMP),
	(57, 'reports', '0001_initial', CURRENT_TIMESTAMP),
	(58, 'regulator', '0001_initial', CURRENT_TIMESTAMP),
	(59, 'regulator', '0002_data_behind_alerts', CURRENT_TIMESTAMP),
	(60, 'public_log', '0001_initial', CURRENT_TIMESTAMP),
	(61, 'protection', '0001_initial', CURRENT_TIMESTAMP),
	(62, 'protection', '0002_national_push', CURRENT_TIMESTAMP),
	(63, 'protection', '0003_what_is_said_of_exclusions', CURRENT_TIMESTAMP),
	(64, 'players_funds', '0001_initial', CURRENT_TIMESTAMP),
	(65, 'monitoring', '0001_initial', CURRENT_TIMESTAMP),
	(66, 'laundering', '0001_initial', CURRENT_TIMESTAMP),
	(67, 'inbox', '0001_initial', CURRENT_TIMESTAMP),
	(68, 'inbox', '0002_start_of_notices', CURRENT_TIMESTAMP),
	(69, 'identity', '0008_shared_accounts', CURRENT_TIMESTAMP),
	(70, 'identity', '0009_legal_holds', CURRENT_TIMESTAMP),
	(71, 'history', '0001_initial', CURRENT_TIMESTAMP),
	(72, 'games', '0002_sealed_notes', CURRENT_TIMESTAMP),
	(73, 'floor', '0001_initial', CURRENT_TIMESTAMP),
	(74, 'floor', '0002_values_of_bulk_changes', CURRENT_TIMESTAMP),
	(75, 'duties', '0001_initial', CURRENT_TIMESTAMP),
	(76, 'duties', '0002_severe_weaknesses', CURRENT_TIMESTAMP),
	(77, 'duties', '0003_severe_weaknesses_validated', CURRENT_TIMESTAMP),
	(78, 'compliance', '0001_initial', CURRENT_TIMESTAMP),
	(79, 'collusion', '0001_initial', CURRENT_TIMESTAMP),
	(80, 'sessions', '0001_initial', CURRENT_TIMESTAMP),
	(81, 'mfa', '0001_initial', CURRENT_TIMESTAMP),
	(82, 'mfa', '0002_authenticator_timestamps', CURRENT_TIMESTAMP),
	(83, 'mfa', '0003_authenticator_type_uniq', CURRENT_TIMESTAMP),
	(84, 'casino', '0001_initial', CURRENT_TIMESTAMP),
	(85, 'casino', '0002_laws', CURRENT_TIMESTAMP),
	(86, 'casino', '0003_laws', CURRENT_TIMESTAMP),
	(87, 'casino', '0004_laws', CURRENT_TIMESTAMP),
	(88, 'casino', '0005_closer_deposits', CURRENT_TIMESTAMP),
	(89, 'provider_sign_in', '0001_initial', CURRENT_TIMESTAMP),
	(90, 'provider_sign_in', '0002_laws', CURRENT_TIMESTAMP),
	(91, 'push', '0001_initial', CURRENT_TIMESTAMP),
	(92, 'push', '0002_laws', CURRENT_TIMESTAMP),
	(93, 'scheduled_reports', '0001_initial', CURRENT_TIMESTAMP),
	(94, 'scheduled_reports', '0002_laws', CURRENT_TIMESTAMP),
	(95, 'webhooks', '0001_initial', CURRENT_TIMESTAMP),
	(96, 'webhooks', '0002_laws', CURRENT_TIMESTAMP),
	(97, 'webhooks', '0003_attempts', CURRENT_TIMESTAMP),
	(98, 'webhooks', '0004_laws_of_attempts', CURRENT_TIMESTAMP);































































































































































































































































































































SELECT pg_catalog.setval('public.account_emailaddress_id_seq', 1, false);

SELECT pg_catalog.setval('public.account_emailconfirmation_id_seq', 1, false);

SELECT pg_catalog.setval('public.administration_playernote_id_seq', 1, false);

SELECT pg_catalog.setval('public.administration_playertag_id_seq', 1, false);

SELECT pg_catalog.setval('public.audit_horizon_id_seq', 1, false);

SELECT pg_catalog.setval('public.audit_line_id_seq', 1, false);

SELECT pg_catalog.setval('public.audit_sealcheck_id_seq', 1, false);

SELECT pg_catalog.setval('public.auth_group_id_seq', 13, true);

SELECT pg_catalog.setval('public.auth_group_permissions_id_seq', 615, true);

SELECT pg_catalog.setval('public.auth_permission_id_seq', 516, true);

SELECT pg_catalog.setval('public.backoffice_alert_id_seq', 1, false);

SELECT pg_catalog.setval('public.backoffice_plannedshift_id_seq', 1, false);

SELECT pg_catalog.setval('public.backoffice_providerattempt_id_seq', 1, false);

SELECT pg_catalog.setval('public.backoffice_providerlink_id_seq', 1, false);

SELECT pg_catalog.setval('public.backoffice_rightuse_id_seq', 1, false);

SELECT pg_catalog.setval('public.backoffice_savedfilter_id_seq', 1, false);

SELECT pg_catalog.setval('public.backoffice_shift_id_seq', 1, false);

SELECT pg_catalog.setval('public.backoffice_staffchange_id_seq', 1, false);

SELECT pg_catalog.setval('public.backoffice_staffpolicy_id_seq', 1, false);

SELECT pg_catalog.setval('public.backoffice_webhookattempt_id_seq', 1, false);

SELECT pg_catalog.setval('public.backoffice_webhookmessage_id_seq', 1, false);

SELECT pg_catalog.setval('public.backoffice_workclaim_id_seq', 1, false);

SELECT pg_catalog.setval('public.backoffice_workmention_id_seq', 1, false);

SELECT pg_catalog.setval('public.backoffice_worknote_id_seq', 1, false);

SELECT pg_catalog.setval('public.bank_bankfile_id_seq', 1, false);

SELECT pg_catalog.setval('public.bank_chargeback_id_seq', 1, false);

SELECT pg_catalog.setval('public.bank_match_id_seq', 1, false);

SELECT pg_catalog.setval('public.bank_matchdecision_id_seq', 1, false);

SELECT pg_catalog.setval('public.bank_payoutbatch_id_seq', 1, false);

SELECT pg_catalog.setval('public.bank_payoutorder_id_seq', 1, false);

SELECT pg_catalog.setval('public.bank_recovery_id_seq', 1, false);

SELECT pg_catalog.setval('public.bank_settlementline_id_seq', 1, false);

SELECT pg_catalog.setval('public.bank_statement_id_seq', 1, false);

SELECT pg_catalog.setval('public.bank_statementline_id_seq', 1, false);

SELECT pg_catalog.setval('public.bots_finding_id_seq', 1, false);

SELECT pg_catalog.setval('public.bots_playedday_id_seq', 1, false);

SELECT pg_catalog.setval('public.care_contact_id_seq', 1, false);

SELECT pg_catalog.setval('public.cashier_adjustment_id_seq', 1, false);

SELECT pg_catalog.setval('public.cashier_ceiling_id_seq', 1, false);

SELECT pg_catalog.setval('public.cashier_decision_id_seq', 1, false);

SELECT pg_catalog.setval('public.cashier_gatewayrequest_id_seq', 1, false);

SELECT pg_catalog.setval('public.cashier_payoutstep_id_seq', 1, false);

SELECT pg_catalog.setval('public.cashier_protectionconfirmation_id_seq', 1, false);

SELECT pg_catalog.setval('public.collusion_analysisrun_id_seq', 1, false);

SELECT pg_catalog.setval('public.collusion_case_id_seq', 1, false);

SELECT pg_catalog.setval('public.collusion_casemember_id_seq', 1, false);

SELECT pg_catalog.setval('public.collusion_decisiontimes_id_seq', 1, false);

SELECT pg_catalog.setval('public.collusion_evidence_id_seq', 1, false);

SELECT pg_catalog.setval('public.collusion_step_id_seq', 1, false);

SELECT pg_catalog.setval('public.collusion_tally_id_seq', 1, false);

SELECT pg_catalog.setval('public.django_admin_log_id_seq', 1, false);

SELECT pg_catalog.setval('public.django_content_type_id_seq', 219, true);

SELECT pg_catalog.setval('public.django_migrations_id_seq', 98, true);

SELECT pg_catalog.setval('public.duties_calendarfeed_id_seq', 1, false);

SELECT pg_catalog.setval('public.duties_componentspan_id_seq', 1, false);

SELECT pg_catalog.setval('public.duties_filing_id_seq', 1, false);

SELECT pg_catalog.setval('public.duties_occurrence_id_seq', 1, false);

SELECT pg_catalog.setval('public.duties_occurrenceentry_id_seq', 1, false);

SELECT pg_catalog.setval('public.duties_question_id_seq', 1, false);

SELECT pg_catalog.setval('public.duties_questionentry_id_seq', 1, false);

SELECT pg_catalog.setval('public.floor_bulkchange_id_seq', 1, false);

SELECT pg_catalog.setval('public.floor_tablechange_id_seq', 1, false);

SELECT pg_catalog.setval('public.floor_tablesuspension_id_seq', 1, false);

SELECT pg_catalog.setval('public.games_chatline_id_seq', 1, false);

SELECT pg_catalog.setval('public.games_chatmute_id_seq', 1, false);

SELECT pg_catalog.setval('public.games_favourite_id_seq', 1, false);

SELECT pg_catalog.setval('public.games_housekey_id_seq', 1, false);

SELECT pg_catalog.setval('public.games_incident_id_seq', 1, false);

SELECT pg_catalog.setval('public.games_opponentnote_id_seq', 1, false);

SELECT pg_catalog.setval('public.games_registration_id_seq', 1, false);

SELECT pg_catalog.setval('public.games_round_id_seq', 1, false);

SELECT pg_catalog.setval('public.games_roundnote_id_seq', 1, false);

SELECT pg_catalog.setval('public.games_rulesheet_id_seq', 1, false);

SELECT pg_catalog.setval('public.games_sessionlease_id_seq', 1, false);

SELECT pg_catalog.setval('public.games_stake_id_seq', 1, false);

SELECT pg_catalog.setval('public.games_table_id_seq', 1, false);

SELECT pg_catalog.setval('public.games_tablesession_id_seq', 1, false);

SELECT pg_catalog.setval('public.games_tablesetting_id_seq', 1, false);

SELECT pg_catalog.setval('public.history_copy_id_seq', 1, false);

SELECT pg_catalog.setval('public.history_folded_id_seq', 1, false);

SELECT pg_catalog.setval('public.history_moved_id_seq', 1, false);

SELECT pg_catalog.setval('public.history_played_id_seq', 1, false);

SELECT pg_catalog.setval('public.history_statement_id_seq', 1, false);

SELECT pg_catalog.setval('public.identity_acceptance_id_seq', 1, false);

SELECT pg_catalog.setval('public.identity_addresschange_id_seq', 1, false);

SELECT pg_catalog.setval('public.identity_apitoken_id_seq', 1, false);

SELECT pg_catalog.setval('public.identity_check_id_seq', 1, false);

SELECT pg_catalog.setval('public.identity_codeattempt_id_seq', 1, false);

SELECT pg_catalog.setval('public.identity_erasure_id_seq', 1, false);

SELECT pg_catalog.setval('public.identity_identity_id_seq', 1, false);

SELECT pg_catalog.setval('public.identity_legalhold_id_seq', 1, false);

SELECT pg_catalog.setval('public.identity_passkeyattempt_id_seq', 1, false);

SELECT pg_catalog.setval('public.identity_paymentaccount_id_seq', 1, false);

SELECT pg_catalog.setval('public.identity_queuedemail_id_seq', 1, false);

SELECT pg_catalog.setval('public.identity_resettoken_id_seq', 1, false);

SELECT pg_catalog.setval('public.identity_searchmark_id_seq', 1, false);

SELECT pg_catalog.setval('public.identity_signin_id_seq', 1, false);

SELECT pg_catalog.setval('public.identity_signinevidence_id_seq', 1, false);

SELECT pg_catalog.setval('public.identity_testaccount_id_seq', 1, false);

SELECT pg_catalog.setval('public.inbox_complaint_id_seq', 1, false);

SELECT pg_catalog.setval('public.inbox_complaint_number', 1, false);

SELECT pg_catalog.setval('public.inbox_complaintmessage_id_seq', 1, false);

SELECT pg_catalog.setval('public.inbox_message_id_seq', 1, false);

SELECT pg_catalog.setval('public.inbox_noticereceipt_id_seq', 1, false);

SELECT pg_catalog.setval('public.inbox_pushnotice_id_seq', 1, false);

SELECT pg_catalog.setval('public.inbox_pushsubscription_id_seq', 1, false);

SELECT pg_catalog.setval('public.laundering_access_id_seq', 1, false);

SELECT pg_catalog.setval('public.laundering_measure_id_seq', 1, false);

SELECT pg_catalog.setval('public.laundering_report_id_seq', 1, false);

SELECT pg_catalog.setval('public.mfa_authenticator_id_seq', 1, false);

SELECT pg_catalog.setval('public.monitoring_alert_id_seq', 1, false);

SELECT pg_catalog.setval('public.monitoring_case_id_seq', 1, false);

SELECT pg_catalog.setval('public.monitoring_ruleversion_id_seq', 1, false);

SELECT pg_catalog.setval('public.players_funds_daytotal_id_seq', 1, false);

SELECT pg_catalog.setval('public.players_funds_leaftile_id_seq', 1, false);

SELECT pg_catalog.setval('public.players_funds_placetile_id_seq', 1, false);

SELECT pg_catalog.setval('public.players_person_groups_id_seq', 1, false);

SELECT pg_catalog.setval('public.players_person_id_seq', 1, false);

SELECT pg_catalog.setval('public.players_person_user_permissions_id_seq', 1, false);

SELECT pg_catalog.setval('public.players_player_id_seq', 1, false);

SELECT pg_catalog.setval('public.players_playsession_id_seq', 1, false);

SELECT pg_catalog.setval('public.players_roleend_id_seq', 1, false);

SELECT pg_catalog.setval('public.protection_absenceafterhand_id_seq', 1, false);

SELECT pg_catalog.setval('public.protection_caremessage_id_seq', 1, false);

SELECT pg_catalog.setval('public.protection_deposithold_id_seq', 1, false);

SELECT pg_catalog.setval('public.protection_documentmark_id_seq', 1, false);

SELECT pg_catalog.setval('public.protection_exclusion_id_seq', 1, false);

SELECT pg_catalog.setval('public.protection_limit_id_seq', 1, false);

SELECT pg_catalog.setval('public.protection_limitsquestion_id_seq', 1, false);

SELECT pg_catalog.setval('public.protection_nationalentry_id_seq', 1, false);

SELECT pg_catalog.setval('public.protection_nationallist_id_seq', 1, false);

SELECT pg_catalog.setval('public.protection_nationalpush_id_seq', 1, false);

SELECT pg_catalog.setval('public.protection_pause_id_seq', 1, false);

SELECT pg_catalog.setval('public.protection_realitycheck_id_seq', 1, false);

SELECT pg_catalog.setval('public.protection_report_id_seq', 1, false);

SELECT pg_catalog.setval('public.regulator_alertfile_id_seq', 1, false);

SELECT pg_catalog.setval('public.regulator_envelope_id_seq', 1, false);

SELECT pg_catalog.setval('public.regulator_envelopedfile_id_seq', 1, false);

SELECT pg_catalog.setval('public.regulator_regulatoranswer_id_seq', 1, false);

SELECT pg_catalog.setval('public.regulator_regulatorfile_id_seq', 1, false);

SELECT pg_catalog.setval('public.regulator_reportedalert_id_seq', 1, false);

SELECT pg_catalog.setval('public.reports_closingsignature_id_seq', 1, false);

SELECT pg_catalog.setval('public.reports_issue_id_seq', 1, false);

SELECT pg_catalog.setval('public.reports_metered_id_seq', 1, false);

SELECT pg_catalog.setval('public.reports_moved_id_seq', 1, false);

SELECT pg_catalog.setval('public.reports_played_id_seq', 1, false);

SELECT pg_catalog.setval('public.reports_reportmail_id_seq', 1, false);

SELECT pg_catalog.setval('public.reports_reportschedule_id_seq', 1, false);

SELECT pg_catalog.setval('public.reports_upto_id_seq', 1, false);

SELECT pg_catalog.setval('public.returning_resemblance_id_seq', 1, false);

SELECT pg_catalog.setval('public.returning_trait_id_seq', 1, false);

SELECT pg_catalog.setval('public.rtp_monitoring_alarm_id_seq', 1, false);

SELECT pg_catalog.setval('public.rtp_monitoring_answer_id_seq', 1, false);

SELECT pg_catalog.setval('public.rtp_monitoring_day_id_seq', 1, false);

SELECT pg_catalog.setval('public.rtp_monitoring_theory_id_seq', 1, false);

SELECT pg_catalog.setval('public.rtp_monitoring_upto_id_seq', 1, false);

SELECT pg_catalog.setval('public.rulebook_impact_id_seq', 1, false);

SELECT pg_catalog.setval('public.rulebook_keptedges_id_seq', 1, false);

SELECT pg_catalog.setval('public.rulebook_rulechange_id_seq', 1, false);

SELECT pg_catalog.setval('public.rulebook_rulecontent_id_seq', 1, false);

SELECT pg_catalog.setval('public.rulebook_rulestep_id_seq', 1, false);

SELECT pg_catalog.setval('public.screening_entry_id_seq', 1, false);

SELECT pg_catalog.setval('public.screening_listimport_id_seq', 1, false);

SELECT pg_catalog.setval('public.screening_match_id_seq', 1, false);

SELECT pg_catalog.setval('public.self_checks_certificate_id_seq', 1, false);

SELECT pg_catalog.setval('public.self_checks_hardwareentry_id_seq', 1, false);

SELECT pg_catalog.setval('public.self_checks_manifest_id_seq', 1, false);

SELECT pg_catalog.setval('public.self_checks_partentry_id_seq', 1, false);

SELECT pg_catalog.setval('public.self_checks_proof_id_seq', 1, false);

SELECT pg_catalog.setval('public.self_checks_root_id_seq', 1, false);

SELECT pg_catalog.setval('public.self_checks_systemchange_id_seq', 1, false);

SELECT pg_catalog.setval('public.self_checks_systemchangestep_id_seq', 1, false);

SELECT pg_catalog.setval('public.wallet_account_id_seq', 1, false);

SELECT pg_catalog.setval('public.wallet_bookscheck_id_seq', 1, false);

ALTER TABLE ONLY public.administration_playertag
    ADD CONSTRAINT a_tag_once UNIQUE (player_id, name);

ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_user_id_email_987c8728_uniq UNIQUE (user_id, email);

ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirmation_key_key UNIQUE (key);

ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirmation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.administration_playernote
    ADD CONSTRAINT administration_playernote_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.administration_playertag
    ADD CONSTRAINT administration_playertag_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_detachedpart
    ADD CONSTRAINT audit_detachedpart_pkey PRIMARY KEY (until);

ALTER TABLE ONLY public.audit_horizon
    ADD CONSTRAINT audit_horizon_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_line
    ADD CONSTRAINT audit_line_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_seal
    ADD CONSTRAINT audit_seal_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.audit_sealcheck
    ADD CONSTRAINT audit_sealcheck_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_name_key UNIQUE (name);

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_permission_id_0cd325b0_uniq UNIQUE (group_id, permission_id);

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_codename_01ab375a_uniq UNIQUE (content_type_id, codename);

ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.backoffice_alert
    ADD CONSTRAINT backoffice_alert_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.backoffice_homelayout
    ADD CONSTRAINT backoffice_homelayout_pkey PRIMARY KEY (person_id);

ALTER TABLE ONLY public.backoffice_plannedshift
    ADD CONSTRAINT backoffice_plannedshift_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.backoffice_providerattempt
    ADD CONSTRAINT backoffice_providerattempt_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.backoffice_providerattempt
    ADD CONSTRAINT backoffice_providerattempt_session_key UNIQUE (session);

ALTER TABLE ONLY public.backoffice_providerlink
    ADD CONSTRAINT backoffice_providerlink_person_id_key UNIQUE (person_id);

ALTER TABLE ONLY public.backoffice_providerlink
    ADD CONSTRAINT backoffice_providerlink_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.backoffice_rightuse
    ADD CONSTRAINT backoffice_rightuse_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.backoffice_savedfilter
    ADD CONSTRAINT backoffice_savedfilter_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.backoffice_shift
    ADD CONSTRAINT backoffice_shift_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.backoffice_staffchange
    ADD CONSTRAINT backoffice_staffchange_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.backoffice_staffpolicy
    ADD CONSTRAINT backoffice_staffpolicy_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.backoffice_webhookaddress
    ADD CONSTRAINT backoffice_webhookaddress_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.backoffice_webhookattempt
    ADD CONSTRAINT backoffice_webhookattempt_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.backoffice_webhookmessage
    ADD CONSTRAINT backoffice_webhookmessage_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.backoffice_webhookprogress
    ADD CONSTRAINT backoffice_webhookprogress_pkey PRIMARY KEY (event);

ALTER TABLE ONLY public.backoffice_workclaim
    ADD CONSTRAINT backoffice_workclaim_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.backoffice_workmention
    ADD CONSTRAINT backoffice_workmention_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.backoffice_worknote
    ADD CONSTRAINT backoffice_worknote_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bank_bankfile
    ADD CONSTRAINT bank_bankfile_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bank_chargeback
    ADD CONSTRAINT bank_chargeback_line_id_key UNIQUE (line_id);

ALTER TABLE ONLY public.bank_chargeback
    ADD CONSTRAINT bank_chargeback_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bank_chargeback
    ADD CONSTRAINT bank_chargeback_won_line_id_key UNIQUE (won_line_id);

ALTER TABLE ONLY public.bank_fundsday
    ADD CONSTRAINT bank_fundsday_pkey PRIMARY KEY (day);

ALTER TABLE ONLY public.bank_match
    ADD CONSTRAINT bank_match_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bank_matchdecision
    ADD CONSTRAINT bank_matchdecision_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bank_payoutbatch
    ADD CONSTRAINT bank_payoutbatch_number_key UNIQUE (number);

ALTER TABLE ONLY public.bank_payoutbatch
    ADD CONSTRAINT bank_payoutbatch_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bank_payoutorder
    ADD CONSTRAINT bank_payoutorder_payment_id_key UNIQUE (payment_id);

ALTER TABLE ONLY public.bank_payoutorder
    ADD CONSTRAINT bank_payoutorder_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bank_reconciliationday
    ADD CONSTRAINT bank_reconciliationday_pkey PRIMARY KEY (day);

ALTER TABLE ONLY public.bank_recovery
    ADD CONSTRAINT bank_recovery_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bank_settlementline
    ADD CONSTRAINT bank_settlementline_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bank_settlementline
    ADD CONSTRAINT bank_settlementline_transaction_key UNIQUE (transaction);

ALTER TABLE ONLY public.bank_statement
    ADD CONSTRAINT bank_statement_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bank_statementline
    ADD CONSTRAINT bank_statementline_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bots_finding
    ADD CONSTRAINT bots_finding_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bots_playedday
    ADD CONSTRAINT bots_playedday_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.care_contact
    ADD CONSTRAINT care_contact_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.cashier_adjustment
    ADD CONSTRAINT cashier_adjustment_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.cashier_ceiling
    ADD CONSTRAINT cashier_ceiling_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.cashier_decision
    ADD CONSTRAINT cashier_decision_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.cashier_gatewayrequest
    ADD CONSTRAINT cashier_gatewayrequest_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.cashier_notification
    ADD CONSTRAINT cashier_notification_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.cashier_payment
    ADD CONSTRAINT cashier_payment_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.cashier_payoutstep
    ADD CONSTRAINT cashier_payoutstep_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.cashier_protectionconfirmation
    ADD CONSTRAINT cashier_protectionconfirmation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.casino_scheduledtask
    ADD CONSTRAINT casino_scheduledtask_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.casino_taskrun
    ADD CONSTRAINT casino_taskrun_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.collusion_analysisrun
    ADD CONSTRAINT collusion_analysisrun_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.collusion_case
    ADD CONSTRAINT collusion_case_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.collusion_casemember
    ADD CONSTRAINT collusion_casemember_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.collusion_decisiontimes
    ADD CONSTRAINT collusion_decisiontimes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.collusion_evidence
    ADD CONSTRAINT collusion_evidence_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.collusion_hand
    ADD CONSTRAINT collusion_hand_pkey PRIMARY KEY (round);

ALTER TABLE ONLY public.collusion_step
    ADD CONSTRAINT collusion_step_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.collusion_tally
    ADD CONSTRAINT collusion_tally_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_app_label_model_76bd3d3b_uniq UNIQUE (app_label, model);

ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.django_migrations
    ADD CONSTRAINT django_migrations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.django_session
    ADD CONSTRAINT django_session_pkey PRIMARY KEY (session_key);

ALTER TABLE ONLY public.duties_calendarfeed
    ADD CONSTRAINT duties_calendarfeed_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.duties_componentspan
    ADD CONSTRAINT duties_componentspan_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.duties_filing
    ADD CONSTRAINT duties_filing_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.duties_occurrence
    ADD CONSTRAINT duties_occurrence_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.duties_occurrenceentry
    ADD CONSTRAINT duties_occurrenceentry_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.duties_question
    ADD CONSTRAINT duties_question_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.duties_questionentry
    ADD CONSTRAINT duties_questionentry_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.floor_bulkchange
    ADD CONSTRAINT floor_bulkchange_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.floor_tablechange
    ADD CONSTRAINT floor_tablechange_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.floor_tablechange
    ADD CONSTRAINT floor_tablechange_setting_id_key UNIQUE (setting_id);

ALTER TABLE ONLY public.floor_tablehours
    ADD CONSTRAINT floor_tablehours_pkey PRIMARY KEY (table_id);

ALTER TABLE ONLY public.floor_tablesuspension
    ADD CONSTRAINT floor_tablesuspension_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.games_attendance
    ADD CONSTRAINT games_attendance_pkey PRIMARY KEY (shard);

ALTER TABLE ONLY public.games_beaconchain
    ADD CONSTRAINT games_beaconchain_hash_key UNIQUE (hash);

ALTER TABLE ONLY public.games_beaconchain
    ADD CONSTRAINT games_beaconchain_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.games_beaconvalue
    ADD CONSTRAINT games_beaconvalue_pkey PRIMARY KEY (chain_id, number);

ALTER TABLE ONLY public.games_beaconwatch
    ADD CONSTRAINT games_beaconwatch_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.games_chatline
    ADD CONSTRAINT games_chatline_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.games_chatmute
    ADD CONSTRAINT games_chatmute_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.games_command
    ADD CONSTRAINT games_command_pkey PRIMARY KEY (player, command);

ALTER TABLE ONLY public.games_event_later
    ADD CONSTRAINT games_event_later_pkey PRIMARY KEY (table_id, seq);

ALTER TABLE ONLY public.games_event_first
    ADD CONSTRAINT games_event_pkey PRIMARY KEY (table_id, seq);

ALTER TABLE ONLY public.games_favourite
    ADD CONSTRAINT games_favourite_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.games_housekey
    ADD CONSTRAINT games_housekey_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.games_housekey
    ADD CONSTRAINT games_housekey_public_key UNIQUE (public);

ALTER TABLE ONLY public.games_incident
    ADD CONSTRAINT games_incident_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.games_opponentnote
    ADD CONSTRAINT games_opponentnote_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.games_processkey
    ADD CONSTRAINT games_processkey_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.games_provenstate
    ADD CONSTRAINT games_provenstate_pkey PRIMARY KEY (table_id, seq, complete);

ALTER TABLE ONLY public.games_registration
    ADD CONSTRAINT games_registration_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.games_round
    ADD CONSTRAINT games_round_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.games_roundnote
    ADD CONSTRAINT games_roundnote_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.games_rulesheet
    ADD CONSTRAINT games_rulesheet_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.games_sessionlease
    ADD CONSTRAINT games_sessionlease_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.games_stake
    ADD CONSTRAINT games_stake_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.games_table
    ADD CONSTRAINT games_table_name_key UNIQUE (name);

ALTER TABLE ONLY public.games_table
    ADD CONSTRAINT games_table_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.games_tablesession
    ADD CONSTRAINT games_tablesession_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.games_tablesetting
    ADD CONSTRAINT games_tablesetting_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.history_copy
    ADD CONSTRAINT history_copy_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.history_folded
    ADD CONSTRAINT history_folded_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.history_moved
    ADD CONSTRAINT history_moved_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.history_played
    ADD CONSTRAINT history_played_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.history_statement
    ADD CONSTRAINT history_statement_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.identity_acceptance
    ADD CONSTRAINT identity_acceptance_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.identity_addresschange
    ADD CONSTRAINT identity_addresschange_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.identity_apitoken
    ADD CONSTRAINT identity_apitoken_digest_key UNIQUE (digest);

ALTER TABLE ONLY public.identity_apitoken
    ADD CONSTRAINT identity_apitoken_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.identity_check
    ADD CONSTRAINT identity_check_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.identity_codeattempt
    ADD CONSTRAINT identity_codeattempt_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.identity_draft
    ADD CONSTRAINT identity_draft_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.identity_draft
    ADD CONSTRAINT identity_draft_player_id_key UNIQUE (player_id);

ALTER TABLE ONLY public.identity_erasure
    ADD CONSTRAINT identity_erasure_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.identity_factorsecret
    ADD CONSTRAINT identity_factorsecret_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.identity_identity
    ADD CONSTRAINT identity_identity_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.identity_identity
    ADD CONSTRAINT identity_identity_player_id_key UNIQUE (player_id);

ALTER TABLE ONLY public.identity_legalhold
    ADD CONSTRAINT identity_legalhold_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.identity_passkeyattempt
    ADD CONSTRAINT identity_passkeyattempt_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.identity_passkeyattempt
    ADD CONSTRAINT identity_passkeyattempt_session_key UNIQUE (session);

ALTER TABLE ONLY public.identity_paymentaccount
    ADD CONSTRAINT identity_paymentaccount_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.identity_queuedemail
    ADD CONSTRAINT identity_queuedemail_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.identity_resettoken
    ADD CONSTRAINT identity_resettoken_digest_key UNIQUE (digest);

ALTER TABLE ONLY public.identity_resettoken
    ADD CONSTRAINT identity_resettoken_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.identity_searchmark
    ADD CONSTRAINT identity_searchmark_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.identity_signin
    ADD CONSTRAINT identity_signin_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.identity_signinevidence
    ADD CONSTRAINT identity_signinevidence_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.identity_terms
    ADD CONSTRAINT identity_terms_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.identity_testaccount
    ADD CONSTRAINT identity_testaccount_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.identity_testaccount
    ADD CONSTRAINT identity_testaccount_player_id_key UNIQUE (player_id);

ALTER TABLE ONLY public.identity_uploadeddocument
    ADD CONSTRAINT identity_uploadeddocument_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.inbox_bulknotice
    ADD CONSTRAINT inbox_bulknotice_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.inbox_complaint
    ADD CONSTRAINT inbox_complaint_number_key UNIQUE (number);

ALTER TABLE ONLY public.inbox_complaint
    ADD CONSTRAINT inbox_complaint_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.inbox_complaintmessage
    ADD CONSTRAINT inbox_complaintmessage_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.inbox_marketingconsent
    ADD CONSTRAINT inbox_marketingconsent_pkey PRIMARY KEY (player_id);

ALTER TABLE ONLY public.inbox_message
    ADD CONSTRAINT inbox_message_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.inbox_noticereceipt
    ADD CONSTRAINT inbox_noticereceipt_message_id_key UNIQUE (message_id);

ALTER TABLE ONLY public.inbox_noticereceipt
    ADD CONSTRAINT inbox_noticereceipt_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.inbox_pushchoice
    ADD CONSTRAINT inbox_pushchoice_pkey PRIMARY KEY (player_id);

ALTER TABLE ONLY public.inbox_pushnotice
    ADD CONSTRAINT inbox_pushnotice_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.inbox_pushsubscription
    ADD CONSTRAINT inbox_pushsubscription_endpoint_key UNIQUE (endpoint);

ALTER TABLE ONLY public.inbox_pushsubscription
    ADD CONSTRAINT inbox_pushsubscription_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.laundering_access
    ADD CONSTRAINT laundering_access_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.laundering_measure
    ADD CONSTRAINT laundering_measure_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.laundering_report
    ADD CONSTRAINT laundering_report_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mfa_authenticator
    ADD CONSTRAINT mfa_authenticator_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.monitoring_alert
    ADD CONSTRAINT monitoring_alert_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.monitoring_case
    ADD CONSTRAINT monitoring_case_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.monitoring_playerstate
    ADD CONSTRAINT monitoring_playerstate_pkey PRIMARY KEY (player_id);

ALTER TABLE ONLY public.monitoring_rulereplay
    ADD CONSTRAINT monitoring_rulereplay_pkey PRIMARY KEY (version_id);

ALTER TABLE ONLY public.monitoring_ruleversion
    ADD CONSTRAINT monitoring_ruleversion_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.monitoring_shard
    ADD CONSTRAINT monitoring_shard_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.reports_closingsignature
    ADD CONSTRAINT nobody_signs_a_month_twice UNIQUE (month, person_id);

ALTER TABLE ONLY public.players_personkey
    ADD CONSTRAINT one_key_of_a_player_and_a_law UNIQUE (player_id, keeping);

ALTER TABLE ONLY public.backoffice_rightuse
    ADD CONSTRAINT one_last_use_of_a_right UNIQUE (person_id, permission);

ALTER TABLE ONLY public.backoffice_plannedshift
    ADD CONSTRAINT one_planned_shift_at_a_time EXCLUDE USING gist (int8range(person_id, person_id, '[]'::text) WITH &&, tstzrange(begins, ends) WITH &&) WHERE ((withdrawn IS NULL));

ALTER TABLE ONLY public.identity_searchmark
    ADD CONSTRAINT one_search_mark_of_a_value UNIQUE (player_id, kind, mark);

ALTER TABLE ONLY public.reports_closingsignature
    ADD CONSTRAINT one_signature_of_a_position UNIQUE (month, "position");

ALTER TABLE ONLY public.players_exclusivework
    ADD CONSTRAINT players_exclusivework_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.players_funds_daytotal
    ADD CONSTRAINT players_funds_daytotal_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_funds_daytree
    ADD CONSTRAINT players_funds_daytree_pkey PRIMARY KEY (total_id);

ALTER TABLE ONLY public.players_funds_leaftile
    ADD CONSTRAINT players_funds_leaftile_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_funds_placetile
    ADD CONSTRAINT players_funds_placetile_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_person
    ADD CONSTRAINT players_person_email_key UNIQUE (email);

ALTER TABLE ONLY public.players_person_groups
    ADD CONSTRAINT players_person_groups_person_id_group_id_1e7da23e_uniq UNIQUE (person_id, group_id);

ALTER TABLE ONLY public.players_person_groups
    ADD CONSTRAINT players_person_groups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_person
    ADD CONSTRAINT players_person_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_person_user_permissions
    ADD CONSTRAINT players_person_user_perm_person_id_permission_id_a75051f7_uniq UNIQUE (person_id, permission_id);

ALTER TABLE ONLY public.players_person_user_permissions
    ADD CONSTRAINT players_person_user_permissions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_personkey
    ADD CONSTRAINT players_personkey_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_player
    ADD CONSTRAINT players_player_alias_key UNIQUE (alias);

ALTER TABLE ONLY public.players_player
    ADD CONSTRAINT players_player_person_id_key UNIQUE (person_id);

ALTER TABLE ONLY public.players_player
    ADD CONSTRAINT players_player_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_playsession
    ADD CONSTRAINT players_playsession_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.players_roleend
    ADD CONSTRAINT players_roleend_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.protection_absenceafterhand
    ADD CONSTRAINT protection_absenceafterhand_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.protection_caremessage
    ADD CONSTRAINT protection_caremessage_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.protection_deposithold
    ADD CONSTRAINT protection_deposithold_alert_key UNIQUE (alert);

ALTER TABLE ONLY public.protection_deposithold
    ADD CONSTRAINT protection_deposithold_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.protection_documentmark
    ADD CONSTRAINT protection_documentmark_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.protection_exclusion
    ADD CONSTRAINT protection_exclusion_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.protection_habits
    ADD CONSTRAINT protection_habits_pkey PRIMARY KEY (player_id);

ALTER TABLE ONLY public.protection_limit
    ADD CONSTRAINT protection_limit_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.protection_limitsquestion
    ADD CONSTRAINT protection_limitsquestion_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.protection_nationalentry
    ADD CONSTRAINT protection_nationalentry_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.protection_nationalentry
    ADD CONSTRAINT protection_nationalentry_reference_key UNIQUE (reference);

ALTER TABLE ONLY public.protection_nationalfeed
    ADD CONSTRAINT protection_nationalfeed_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.protection_nationallist
    ADD CONSTRAINT protection_nationallist_key_key UNIQUE (key);

ALTER TABLE ONLY public.protection_nationallist
    ADD CONSTRAINT protection_nationallist_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.protection_nationalpush
    ADD CONSTRAINT protection_nationalpush_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.protection_pause
    ADD CONSTRAINT protection_pause_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.protection_realitycheck
    ADD CONSTRAINT protection_realitycheck_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.protection_report
    ADD CONSTRAINT protection_report_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.protection_staked
    ADD CONSTRAINT protection_staked_pkey PRIMARY KEY (player_id, currency, day);

ALTER TABLE ONLY public.public_log_cosigning
    ADD CONSTRAINT public_log_cosigning_pkey PRIMARY KEY (witness);

ALTER TABLE ONLY public.public_log_head
    ADD CONSTRAINT public_log_head_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.public_log_stretch
    ADD CONSTRAINT public_log_stretch_pkey PRIMARY KEY (first);

ALTER TABLE ONLY public.regulator_alertfile
    ADD CONSTRAINT regulator_alertfile_envelope_id_key UNIQUE (envelope_id);

ALTER TABLE ONLY public.regulator_alertfile
    ADD CONSTRAINT regulator_alertfile_name_key UNIQUE (name);

ALTER TABLE ONLY public.regulator_alertfile
    ADD CONSTRAINT regulator_alertfile_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.regulator_envelope
    ADD CONSTRAINT regulator_envelope_name_key UNIQUE (name);

ALTER TABLE ONLY public.regulator_envelope
    ADD CONSTRAINT regulator_envelope_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.regulator_envelopedfile
    ADD CONSTRAINT regulator_envelopedfile_file_id_key UNIQUE (file_id);

ALTER TABLE ONLY public.regulator_envelopedfile
    ADD CONSTRAINT regulator_envelopedfile_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.regulator_regulatoranswer
    ADD CONSTRAINT regulator_regulatoranswer_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.regulator_regulatorfile
    ADD CONSTRAINT regulator_regulatorfile_name_key UNIQUE (name);

ALTER TABLE ONLY public.regulator_regulatorfile
    ADD CONSTRAINT regulator_regulatorfile_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.regulator_reportedalert
    ADD CONSTRAINT regulator_reportedalert_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reports_closingsignature
    ADD CONSTRAINT reports_closingsignature_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reports_issue
    ADD CONSTRAINT reports_issue_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reports_metered
    ADD CONSTRAINT reports_metered_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reports_moved
    ADD CONSTRAINT reports_moved_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reports_played
    ADD CONSTRAINT reports_played_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reports_reportmail
    ADD CONSTRAINT reports_reportmail_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reports_reportschedule
    ADD CONSTRAINT reports_reportschedule_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reports_upto
    ADD CONSTRAINT reports_upto_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.returning_blockedperson
    ADD CONSTRAINT returning_blockedperson_pkey PRIMARY KEY (player_id);

ALTER TABLE ONLY public.returning_resemblance
    ADD CONSTRAINT returning_resemblance_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.returning_trait
    ADD CONSTRAINT returning_trait_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.rtp_monitoring_alarm
    ADD CONSTRAINT rtp_monitoring_alarm_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.rtp_monitoring_answer
    ADD CONSTRAINT rtp_monitoring_answer_alarm_id_key UNIQUE (alarm_id);

ALTER TABLE ONLY public.rtp_monitoring_answer
    ADD CONSTRAINT rtp_monitoring_answer_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.rtp_monitoring_day
    ADD CONSTRAINT rtp_monitoring_day_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.rtp_monitoring_theory
    ADD CONSTRAINT rtp_monitoring_theory_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.rtp_monitoring_upto
    ADD CONSTRAINT rtp_monitoring_upto_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.rulebook_impact
    ADD CONSTRAINT rulebook_impact_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.rulebook_keptedges
    ADD CONSTRAINT rulebook_keptedges_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.rulebook_rulechange
    ADD CONSTRAINT rulebook_rulechange_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.rulebook_rulecontent
    ADD CONSTRAINT rulebook_rulecontent_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.rulebook_ruledocument
    ADD CONSTRAINT rulebook_ruledocument_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.rulebook_rulestep
    ADD CONSTRAINT rulebook_rulestep_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.screening_entry
    ADD CONSTRAINT screening_entry_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.screening_listimport
    ADD CONSTRAINT screening_listimport_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.screening_match
    ADD CONSTRAINT screening_match_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.screening_screened
    ADD CONSTRAINT screening_screened_pkey PRIMARY KEY (player_id);

ALTER TABLE ONLY public.self_checks_certificate
    ADD CONSTRAINT self_checks_certificate_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.self_checks_hardwareentry
    ADD CONSTRAINT self_checks_hardwareentry_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.self_checks_manifest
    ADD CONSTRAINT self_checks_manifest_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.self_checks_partentry
    ADD CONSTRAINT self_checks_partentry_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.self_checks_proof
    ADD CONSTRAINT self_checks_proof_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.self_checks_root
    ADD CONSTRAINT self_checks_root_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.self_checks_state
    ADD CONSTRAINT self_checks_state_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.self_checks_systemchange
    ADD CONSTRAINT self_checks_systemchange_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.self_checks_systemchangestep
    ADD CONSTRAINT self_checks_systemchangestep_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.wallet_account
    ADD CONSTRAINT wallet_account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.wallet_bookscheck
    ADD CONSTRAINT wallet_bookscheck_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.wallet_checkedbalance
    ADD CONSTRAINT wallet_checkedbalance_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.wallet_detachedsum
    ADD CONSTRAINT wallet_detachedsum_pkey PRIMARY KEY (until, account_id, kind);

ALTER TABLE ONLY public.wallet_transfer_later
    ADD CONSTRAINT wallet_transfer_later_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.wallet_transfer_first
    ADD CONSTRAINT wallet_transfer_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.wallet_transferid
    ADD CONSTRAINT wallet_transferid_pkey PRIMARY KEY (id);

CREATE UNIQUE INDEX a_bank_file_is_imported_once ON public.bank_bankfile USING btree (digest) WHERE ((state)::text = 'imported'::text);

CREATE UNIQUE INDEX a_bank_statement_is_imported_once ON public.bank_statement USING btree (iban, kind, number);

CREATE UNIQUE INDEX a_case_member_once ON public.collusion_casemember USING btree (case_id, player_id);

CREATE UNIQUE INDEX a_change_takes_each_step_once ON public.self_checks_systemchangestep USING btree (change_id, kind);

CREATE UNIQUE INDEX a_chargeback_is_recovered_once ON public.bank_recovery USING btree (chargeback_id) WHERE ((state)::text = ANY (ARRAY[('proposed'::character varying)::text, ('done'::character varying)::text]));

CREATE UNIQUE INDEX a_favourite_once ON public.games_favourite USING btree (player_id, table_id);

CREATE UNIQUE INDEX a_gateway_request_once ON public.cashier_gatewayrequest USING btree (payment_id, kind);

CREATE UNIQUE INDEX a_legal_hold_is_lifted_once ON public.identity_legalhold USING btree (lifts_id) WHERE ((state)::text = ANY (ARRAY[('proposed'::character varying)::text, ('in-force'::character varying)::text]));

CREATE UNIQUE INDEX a_match_is_decided_once ON public.bank_matchdecision USING btree (match_id) WHERE ((state)::text = ANY (ARRAY[('proposed'::character varying)::text, ('settled'::character varying)::text, ('accepted'::character varying)::text]));

CREATE UNIQUE INDEX a_match_is_found_once ON public.bank_match USING btree (day_id, key);

CREATE UNIQUE INDEX a_note_mentions_a_person_once ON public.backoffice_workmention USING btree (note_id, person_id);

CREATE UNIQUE INDEX a_protection_is_confirmed_once ON public.cashier_protectionconfirmation USING btree (player_id, version);

CREATE UNIQUE INDEX a_question_is_answered_once ON public.duties_questionentry USING btree (question_id) WHERE ((kind)::text = 'answered'::text);

CREATE UNIQUE INDEX a_question_is_decided_once ON public.duties_questionentry USING btree (question_id) WHERE ((kind)::text = ANY (ARRAY[('released'::character varying)::text, ('refused'::character varying)::text]));

CREATE UNIQUE INDEX a_report_is_issued_once ON public.reports_issue USING btree (code, parameters);

CREATE UNIQUE INDEX a_statement_line_has_a_place ON public.bank_statementline USING btree (statement_id, "position");

CREATE UNIQUE INDEX a_tile_of_leaves_once ON public.players_funds_leaftile USING btree (tree_id, number);

CREATE UNIQUE INDEX a_version_is_accepted_once ON public.identity_acceptance USING btree (player_id, terms_id);

CREATE INDEX account_by_table ON public.wallet_account USING btree ("table") WHERE ("table" IS NOT NULL);

CREATE INDEX account_emailaddress_email_03be32b2 ON public.account_emailaddress USING btree (email);

CREATE INDEX account_emailaddress_email_03be32b2_like ON public.account_emailaddress USING btree (email varchar_pattern_ops);

CREATE INDEX account_emailaddress_user_id_2c513194 ON public.account_emailaddress USING btree (user_id);

CREATE INDEX account_emailconfirmation_email_address_id_5b7f8c58 ON public.account_emailconfirmation USING btree (email_address_id);

CREATE INDEX account_emailconfirmation_key_f43612bd_like ON public.account_emailconfirmation USING btree (key varchar_pattern_ops);

CREATE INDEX administration_playernote_by_id_ca3628f5 ON public.administration_playernote USING btree (by_id);

CREATE INDEX administration_playertag_by_id_7b23bd6e ON public.administration_playertag USING btree (by_id);

CREATE INDEX alert_by_player ON public.monitoring_alert USING btree (player_id, at DESC);

CREATE INDEX alert_by_time ON public.monitoring_alert USING btree (kind, at DESC);

CREATE INDEX alert_to_send ON public.backoffice_alert USING btree (next_try) WHERE (sent IS NULL);

CREATE UNIQUE INDEX an_alert_is_reported_once ON public.regulator_reportedalert USING btree (source, number);

CREATE UNIQUE INDEX an_occurrence_is_closed_once ON public.duties_occurrenceentry USING btree (occurrence_id) WHERE ((kind)::text = 'closed'::text);

CREATE UNIQUE INDEX an_order_is_entered_once ON public.identity_legalhold USING btree (player_id, reference) WHERE ((lifts_id IS NULL) AND ((state)::text = ANY (ARRAY[('proposed'::character varying)::text, ('in-force'::character varying)::text])));

CREATE INDEX audit_by_about ON public.audit_line USING btree (about, id DESC);

CREATE INDEX audit_by_kind ON public.audit_line USING btree (kind, id DESC);

CREATE INDEX audit_by_player ON public.audit_line USING btree (player_id, id DESC);

CREATE INDEX audit_by_player_and_time ON public.audit_line USING btree (player_id, at DESC);

CREATE INDEX audit_by_time ON public.audit_line USING btree (at);

CREATE INDEX audit_line_person_id_c4878609 ON public.audit_line USING btree (person_id);

CREATE INDEX auth_group_name_a6ea08ec_like ON public.auth_group USING btree (name varchar_pattern_ops);

CREATE INDEX auth_group_permissions_group_id_b120cbf9 ON public.auth_group_permissions USING btree (group_id);

CREATE INDEX auth_group_permissions_permission_id_84c5c92e ON public.auth_group_permissions USING btree (permission_id);

CREATE INDEX auth_permission_content_type_id_2f476e4b ON public.auth_permission USING btree (content_type_id);

CREATE INDEX backoffice_plannedshift_drawn_by_id_77d72063 ON public.backoffice_plannedshift USING btree (drawn_by_id);

CREATE INDEX backoffice_plannedshift_person_id_8a809d22 ON public.backoffice_plannedshift USING btree (person_id);

CREATE INDEX backoffice_plannedshift_role_id_304780bc ON public.backoffice_plannedshift USING btree (role_id);

CREATE INDEX backoffice_plannedshift_withdrawn_by_id_af17cdc9 ON public.backoffice_plannedshift USING btree (withdrawn_by_id);

CREATE INDEX backoffice_providerattempt_person_id_0b8382a6 ON public.backoffice_providerattempt USING btree (person_id);

CREATE INDEX backoffice_providerattempt_session_9dc5b9de_like ON public.backoffice_providerattempt USING btree (session varchar_pattern_ops);

CREATE INDEX backoffice_rightuse_person_id_bdbc376e ON public.backoffice_rightuse USING btree (person_id);

CREATE INDEX backoffice_savedfilter_person_id_e49be7fc ON public.backoffice_savedfilter USING btree (person_id);

CREATE INDEX backoffice_shift_person_id_fbb092cd ON public.backoffice_shift USING btree (person_id);

CREATE INDEX backoffice_shift_successor_id_272ec301 ON public.backoffice_shift USING btree (successor_id);

CREATE INDEX backoffice_staffchange_decided_by_id_67592e4a ON public.backoffice_staffchange USING btree (decided_by_id);

CREATE INDEX backoffice_staffchange_proposed_by_id_8eef6e43 ON public.backoffice_staffchange USING btree (proposed_by_id);

CREATE INDEX backoffice_staffchange_role_id_e2eb83a3 ON public.backoffice_staffchange USING btree (role_id);

CREATE INDEX backoffice_webhookaddress_name_e98c2a54_like ON public.backoffice_webhookaddress USING btree (name varchar_pattern_ops);

CREATE INDEX backoffice_webhookattempt_message_id_981c1d45 ON public.backoffice_webhookattempt USING btree (message_id);

CREATE INDEX backoffice_webhookprogress_event_6edbab7c_like ON public.backoffice_webhookprogress USING btree (event varchar_pattern_ops);

CREATE INDEX backoffice_workclaim_person_id_811072fa ON public.backoffice_workclaim USING btree (person_id);

CREATE INDEX backoffice_workmention_note_id_24a1af56 ON public.backoffice_workmention USING btree (note_id);

CREATE INDEX backoffice_workmention_person_id_c926d3df ON public.backoffice_workmention USING btree (person_id);

CREATE INDEX backoffice_worknote_person_id_98f5d009 ON public.backoffice_worknote USING btree (person_id);

CREATE INDEX bank_bankfile_person_id_800c5f82 ON public.bank_bankfile USING btree (person_id);

CREATE INDEX bank_chargeback_payment_id_1779a11c ON public.bank_chargeback USING btree (payment_id);

CREATE INDEX bank_chargeback_player_id_84136992 ON public.bank_chargeback USING btree (player_id);

CREATE INDEX bank_match_day_id_51786dbf ON public.bank_match USING btree (day_id);

CREATE INDEX bank_matchdecision_author_id_e0300e3b ON public.bank_matchdecision USING btree (author_id);

CREATE INDEX bank_matchdecision_decider_id_4b45a0ed ON public.bank_matchdecision USING btree (decider_id);

CREATE INDEX bank_matchdecision_match_id_c49f21ac ON public.bank_matchdecision USING btree (match_id);

CREATE INDEX bank_payoutbatch_number_6c7aa498_like ON public.bank_payoutbatch USING btree (number varchar_pattern_ops);

CREATE INDEX bank_payoutorder_batch_id_d95a760c ON public.bank_payoutorder USING btree (batch_id);

CREATE INDEX bank_recovery_author_id_2c25324e ON public.bank_recovery USING btree (author_id);

CREATE INDEX bank_recovery_chargeback_id_4c11b8a1 ON public.bank_recovery USING btree (chargeback_id);

CREATE INDEX bank_recovery_decider_id_1769c034 ON public.bank_recovery USING btree (decider_id);

CREATE INDEX bank_settlementline_day_e608df71 ON public.bank_settlementline USING btree (day);

CREATE INDEX bank_settlementline_file_id_9213fac3 ON public.bank_settlementline USING btree (file_id);

CREATE INDEX bank_settlementline_transaction_cab60817_like ON public.bank_settlementline USING btree (transaction varchar_pattern_ops);

CREATE INDEX bank_statement_file_id_ff21b1da ON public.bank_statement USING btree (file_id);

CREATE INDEX bank_statementline_booked_baf8b9f4 ON public.bank_statementline USING btree (booked);

CREATE INDEX bank_statementline_statement_id_28ba788d ON public.bank_statementline USING btree (statement_id);

CREATE INDEX bot_finding_by_player ON public.bots_finding USING btree (player_id, at DESC);

CREATE INDEX bot_finding_by_time ON public.bots_finding USING btree (at);

CREATE INDEX bulk_change_by_state ON public.floor_bulkchange USING btree (state, id DESC);

CREATE INDEX care_contact_person_id_a1806868 ON public.care_contact USING btree (person_id);

CREATE INDEX care_message_by_player ON public.protection_caremessage USING btree (player_id, id DESC);

CREATE INDEX care_message_unanswered ON public.protection_caremessage USING btree (player_id) WHERE (answered IS NULL);

CREATE INDEX case_by_state ON public.collusion_case USING btree (state, id DESC);

CREATE INDEX cashier_adjustment_decided_by_id_2304f5a2 ON public.cashier_adjustment USING btree (decided_by_id);

CREATE INDEX cashier_adjustment_player_id_f003e349 ON public.cashier_adjustment USING btree (player_id);

CREATE INDEX cashier_adjustment_requested_by_id_1066345e ON public.cashier_adjustment USING btree (requested_by_id);

CREATE INDEX cashier_ceiling_author_id_57de44e0 ON public.cashier_ceiling USING btree (author_id);

CREATE INDEX cashier_ceiling_decider_id_60c8c53a ON public.cashier_ceiling USING btree (decider_id);

CREATE INDEX cashier_ceiling_role_id_cc4277ac ON public.cashier_ceiling USING btree (role_id);

CREATE INDEX cashier_decision_payment_id_0fda4f21 ON public.cashier_decision USING btree (payment_id);

CREATE INDEX cashier_decision_person_id_4c476254 ON public.cashier_decision USING btree (person_id);

CREATE INDEX cashier_gatewayrequest_payment_id_a119911f ON public.cashier_gatewayrequest USING btree (payment_id);

CREATE INDEX cashier_notification_id_1fa6a2d6_like ON public.cashier_notification USING btree (id varchar_pattern_ops);

CREATE INDEX cashier_notification_payment_ad9b682d ON public.cashier_notification USING btree (payment);

CREATE INDEX cashier_payoutstep_payment_id_77584b41 ON public.cashier_payoutstep USING btree (payment_id);

CREATE INDEX cashier_protectionconfirmation_player_id_43386fdf ON public.cashier_protectionconfirmation USING btree (player_id);

CREATE INDEX casino_scheduledtask_name_933d3985_like ON public.casino_scheduledtask USING btree (name varchar_pattern_ops);

CREATE INDEX casino_taskrun_name_adbd60e6_like ON public.casino_taskrun USING btree (name varchar_pattern_ops);

CREATE INDEX change_by_state ON public.floor_tablechange USING btree (state, id DESC);

CREATE INDEX chat_by_age ON public.games_chatline USING btree (at);

CREATE INDEX chat_by_table ON public.games_chatline USING btree (table_id, id DESC);

CREATE INDEX check_by_identity ON public.identity_check USING btree (identity_id, id);

CREATE INDEX closed_case_by_time ON public.monitoring_case USING btree (kind, closed DESC);

CREATE INDEX collusion_case_proposer_id_2ce79bca ON public.collusion_case USING btree (proposer_id);

CREATE INDEX collusion_case_signer_id_9cc7bca7 ON public.collusion_case USING btree (signer_id);

CREATE INDEX collusion_casemember_case_id_3e59a1bd ON public.collusion_casemember USING btree (case_id);

CREATE INDEX collusion_casemember_player_id_bfb117b3 ON public.collusion_casemember USING btree (player_id);

CREATE INDEX collusion_evidence_case_id_8068500e ON public.collusion_evidence USING btree (case_id);

CREATE INDEX collusion_evidence_run_id_f9a8c2ad ON public.collusion_evidence USING btree (run_id);

CREATE INDEX collusion_step_case_id_f98b0af7 ON public.collusion_step USING btree (case_id);

CREATE INDEX collusion_step_person_id_d4e43df8 ON public.collusion_step USING btree (person_id);

CREATE INDEX complaint_by_player ON public.inbox_complaint USING btree (player_id, id DESC);

CREATE INDEX complaint_undecided ON public.inbox_complaint USING btree (due) WHERE (NOT ((state)::text = 'decided'::text));

CREATE INDEX contact_by_player ON public.care_contact USING btree (player_id, id DESC);

CREATE INDEX decisions_by_day ON public.bots_playedday USING btree (day);

CREATE INDEX detached_sum_by_account ON public.wallet_detachedsum USING btree (account_id);

CREATE INDEX django_admin_log_content_type_id_c4bce8eb ON public.django_admin_log USING btree (content_type_id);

CREATE INDEX django_admin_log_user_id_c564eba6 ON public.django_admin_log USING btree (user_id);

CREATE INDEX django_session_expire_date_a5c62663 ON public.django_session USING btree (expire_date);

CREATE INDEX django_session_session_key_c0390e0f_like ON public.django_session USING btree (session_key varchar_pattern_ops);

CREATE INDEX document_by_player ON public.identity_uploadeddocument USING btree (player_id, at);

CREATE INDEX draft_by_change ON public.identity_draft USING btree (changed);

CREATE INDEX duties_calendarfeed_person_id_5c93eef8 ON public.duties_calendarfeed USING btree (person_id);

CREATE INDEX duties_filing_person_id_abf0c271 ON public.duties_filing USING btree (person_id);

CREATE INDEX duties_occurrence_incident_id_a4fcf028 ON public.duties_occurrence USING btree (incident_id);

CREATE INDEX duties_occurrence_person_id_e09be629 ON public.duties_occurrence USING btree (person_id);

CREATE INDEX duties_occurrenceentry_occurrence_id_1d13b72e ON public.duties_occurrenceentry USING btree (occurrence_id);

CREATE INDEX duties_occurrenceentry_person_id_443adf18 ON public.duties_occurrenceentry USING btree (person_id);

CREATE INDEX duties_question_person_id_1ab8f1e5 ON public.duties_question USING btree (person_id);

CREATE INDEX duties_questionentry_person_id_2b601e50 ON public.duties_questionentry USING btree (person_id);

CREATE INDEX duties_questionentry_question_id_e70ac632 ON public.duties_questionentry USING btree (question_id);

CREATE UNIQUE INDEX edges_are_counted_once ON public.rulebook_keptedges USING btree (system, digest, "case");

CREATE INDEX envelope_by_day ON public.regulator_envelope USING btree (day);

CREATE INDEX event_of_round ON ONLY public.games_event USING btree (round_id);

CREATE INDEX event_of_round_first ON public.games_event_first USING btree (round_id);

CREATE INDEX exclusion_to_tell ON public.protection_exclusion USING btree (ends) WHERE (NOT notified);

CREATE INDEX file_access_by_player ON public.laundering_access USING btree (player_id, id DESC);

CREATE INDEX filing_by_period ON public.duties_filing USING btree (period, duty);

CREATE INDEX floor_bulkchange_author_id_22ca99f7 ON public.floor_bulkchange USING btree (author_id);

CREATE INDEX floor_bulkchange_confirmer_id_dcdac6fc ON public.floor_bulkchange USING btree (confirmer_id);

CREATE INDEX floor_bulkchange_source_id_cc6c4b17 ON public.floor_bulkchange USING btree (source_id);

CREATE INDEX floor_tablechange_author_id_f6301361 ON public.floor_tablechange USING btree (author_id);

CREATE INDEX floor_tablechange_base_id_0510492d ON public.floor_tablechange USING btree (base_id);

CREATE INDEX floor_tablechange_confirmer_id_dbd8f378 ON public.floor_tablechange USING btree (confirmer_id);

CREATE INDEX floor_tablechange_table_id_1e3531bf ON public.floor_tablechange USING btree (table_id);

CREATE INDEX floor_tablesuspension_person_id_949bdf67 ON public.floor_tablesuspension USING btree (person_id);

CREATE INDEX floor_tablesuspension_released_by_id_9fdab72e ON public.floor_tablesuspension USING btree (released_by_id);

CREATE INDEX floor_tablesuspension_table_id_0b85d5e1 ON public.floor_tablesuspension USING btree (table_id);

CREATE INDEX games_beaconchain_hash_1b350a58_like ON public.games_beaconchain USING btree (hash varchar_pattern_ops);

CREATE INDEX games_beaconchain_name_24c199e6_like ON public.games_beaconchain USING btree (name varchar_pattern_ops);

CREATE INDEX games_beaconwatch_name_16939233_like ON public.games_beaconwatch USING btree (name varchar_pattern_ops);

CREATE INDEX games_chatline_hider_id_a7c1cad2 ON public.games_chatline USING btree (hider_id);

CREATE INDEX games_chatline_player_id_4b5aae9b ON public.games_chatline USING btree (player_id);

CREATE INDEX games_chatline_table_id_40490a54 ON public.games_chatline USING btree (table_id);

CREATE INDEX games_chatmute_by_id_10a4cdd8 ON public.games_chatmute USING btree (by_id);

CREATE INDEX games_chatmute_player_id_c356ccc2 ON public.games_chatmute USING btree (player_id);

CREATE INDEX games_event_later_round_id_idx ON public.games_event_later USING btree (round_id);

CREATE INDEX games_housekey_public_546485b8_like ON public.games_housekey USING btree (public varchar_pattern_ops);

CREATE INDEX games_incident_confirmer_id_8429ca26 ON public.games_incident USING btree (confirmer_id);

CREATE INDEX games_incident_proposer_id_c18f22ab ON public.games_incident USING btree (proposer_id);

CREATE INDEX games_incident_table_id_e3b8e394 ON public.games_incident USING btree (table_id);

CREATE INDEX games_opponentnote_about_id_4a8454dd ON public.games_opponentnote USING btree (about_id);

CREATE INDEX games_processkey_id_0387b8f8_like ON public.games_processkey USING btree (id varchar_pattern_ops);

CREATE INDEX games_registration_player_id_6bd53b9c ON public.games_registration USING btree (player_id);

CREATE INDEX games_registration_session_id_7d9b8fd0 ON public.games_registration USING btree (session_id);

CREATE INDEX games_table_name_4b3090b1_like ON public.games_table USING btree (name varchar_pattern_ops);

CREATE INDEX games_table_setting_id_dadd2725 ON public.games_table USING btree (setting_id);

CREATE INDEX games_tablesession_table_id_3489b1f9 ON public.games_tablesession USING btree (table_id);

CREATE INDEX games_tablesetting_author_id_6e03ea2f ON public.games_tablesetting USING btree (author_id);

CREATE INDEX games_tablesetting_table_id_fb215cfe ON public.games_tablesetting USING btree (table_id);

CREATE INDEX gateway_request_to_send ON public.cashier_gatewayrequest USING btree (next_try) WHERE (done IS NULL);

CREATE INDEX hand_read_by_day ON public.collusion_hand USING btree (day);

CREATE INDEX hand_read_by_hour ON public.collusion_hand USING btree (at);

CREATE INDEX history_copy_player_id_115c6959 ON public.history_copy USING btree (player_id);

CREATE INDEX history_statement_player_id_7a7b7861 ON public.history_statement USING btree (player_id);

CREATE INDEX identity_acceptance_player_id_4f2f2b33 ON public.identity_acceptance USING btree (player_id);

CREATE INDEX identity_acceptance_terms_id_a55061e0 ON public.identity_acceptance USING btree (terms_id);

CREATE INDEX identity_addresschange_person_id_8800b3f5 ON public.identity_addresschange USING btree (person_id);

CREATE INDEX identity_apitoken_digest_ff0ed550_like ON public.identity_apitoken USING btree (digest varchar_pattern_ops);

CREATE INDEX identity_apitoken_person_id_d27eac7c ON public.identity_apitoken USING btree (person_id);

CREATE INDEX identity_by_due ON public.identity_identity USING btree (due) WHERE (due IS NOT NULL);

CREATE INDEX identity_by_name_digest ON public.identity_identity USING gin (name_digests);

CREATE INDEX identity_by_name_words ON public.identity_identity USING gin (to_tsvector('simple'::regconfig, regexp_replace(lower(NORMALIZE(name, NFKD)), '[\u0300-\u036f]'::text, ''::text, 'g'::text)));

CREATE INDEX identity_by_state ON public.identity_identity USING btree (state, changed);

CREATE INDEX identity_check_by_id_98c103c5 ON public.identity_check USING btree (by_id);

CREATE INDEX identity_check_identity_id_2a53952c ON public.identity_check USING btree (identity_id);

CREATE INDEX identity_codeattempt_person_id_eab180e2 ON public.identity_codeattempt USING btree (person_id);

CREATE INDEX identity_erasure_decided_by_id_822c9847 ON public.identity_erasure USING btree (decided_by_id);

CREATE INDEX identity_erasure_done_by_id_b266827e ON public.identity_erasure USING btree (done_by_id);

CREATE INDEX identity_erasure_player_id_79473d99 ON public.identity_erasure USING btree (player_id);

CREATE INDEX identity_erasure_requested_by_id_c169f73c ON public.identity_erasure USING btree (requested_by_id);

CREATE INDEX identity_factorsecret_person_id_abcfb421 ON public.identity_factorsecret USING btree (person_id);

CREATE INDEX identity_identity_by_id_72e0cf42 ON public.identity_identity USING btree (by_id);

CREATE INDEX identity_legalhold_author_id_1b821e38 ON public.identity_legalhold USING btree (author_id);

CREATE INDEX identity_legalhold_decider_id_3c190f06 ON public.identity_legalhold USING btree (decider_id);

CREATE INDEX identity_passkeyattempt_person_id_03b36f63 ON public.identity_passkeyattempt USING btree (person_id);

CREATE INDEX identity_passkeyattempt_session_87f9417c_like ON public.identity_passkeyattempt USING btree (session varchar_pattern_ops);

CREATE INDEX identity_paymentaccount_player_id_3e8a97a8 ON public.identity_paymentaccount USING btree (player_id);

CREATE INDEX identity_resettoken_digest_255582eb_like ON public.identity_resettoken USING btree (digest varchar_pattern_ops);

CREATE INDEX identity_resettoken_person_id_add3f43b ON public.identity_resettoken USING btree (person_id);

CREATE INDEX identity_signin_person_id_e1c33d7c ON public.identity_signin USING btree (person_id);

CREATE INDEX identity_signinevidence_person_id_125c0881 ON public.identity_signinevidence USING btree (person_id);

CREATE INDEX identity_testaccount_by_id_6860356b ON public.identity_testaccount USING btree (by_id);

CREATE INDEX identity_uploadeddocument_player_id_a4652eb9 ON public.identity_uploadeddocument USING btree (player_id);

CREATE INDEX inbox_bulknotice_author_id_b9ace098 ON public.inbox_bulknotice USING btree (author_id);

CREATE INDEX inbox_bulknotice_decider_id_c06ca8ca ON public.inbox_bulknotice USING btree (decider_id);

CREATE INDEX inbox_bulknotice_stopper_id_074cb6da ON public.inbox_bulknotice USING btree (stopper_id);

CREATE INDEX inbox_complaint_handler_id_a7c67a69 ON public.inbox_complaint USING btree (handler_id);

CREATE INDEX inbox_complaint_number_dd185c64_like ON public.inbox_complaint USING btree (number varchar_pattern_ops);

CREATE INDEX inbox_complaintmessage_author_id_4e65ba90 ON public.inbox_complaintmessage USING btree (author_id);

CREATE INDEX inbox_complaintmessage_complaint_id_03e24637 ON public.inbox_complaintmessage USING btree (complaint_id);

CREATE INDEX inbox_noticereceipt_player_id_dd64449c ON public.inbox_noticereceipt USING btree (player_id);

CREATE INDEX inbox_pushsubscription_endpoint_aa094765_like ON public.inbox_pushsubscription USING btree (endpoint varchar_pattern_ops);

CREATE INDEX inbox_pushsubscription_player_id_c806bc4b ON public.inbox_pushsubscription USING btree (player_id);

CREATE INDEX incident_open ON public.games_incident USING btree (table_id) WHERE (closed IS NULL);

CREATE INDEX laundering_access_person_id_0fdb8f17 ON public.laundering_access USING btree (person_id);

CREATE INDEX laundering_measure_author_id_5d11b2c1 ON public.laundering_measure USING btree (author_id);

CREATE INDEX laundering_measure_ender_id_2569199c ON public.laundering_measure USING btree (ender_id);

CREATE INDEX laundering_report_author_id_f91be47c ON public.laundering_report USING btree (author_id);

CREATE INDEX laundering_report_communicator_id_33948210 ON public.laundering_report USING btree (communicator_id);

CREATE INDEX legal_hold_of_a_player ON public.identity_legalhold USING btree (player_id) WHERE ((lifts_id IS NULL) AND ((state)::text = 'in-force'::text));

CREATE INDEX limit_by_player ON public.protection_limit USING btree (player_id, kind, period, starts DESC);

CREATE INDEX limit_to_tell ON public.protection_limit USING btree (starts) WHERE (NOT notified);

CREATE INDEX list_import_by_name ON public.screening_listimport USING btree (name, id DESC);

CREATE INDEX match_by_entry ON public.screening_match USING btree (entry_id);

CREATE INDEX match_by_state ON public.screening_match USING btree (state, made);

CREATE INDEX match_to_decide ON public.bank_match USING btree (made) WHERE ((state)::text = 'open'::text);

CREATE INDEX measure_by_due ON public.laundering_measure USING btree (due) WHERE ((ended IS NULL) AND (NOT ((kind)::text = 'risk'::text)));

CREATE INDEX measure_by_kind ON public.laundering_measure USING btree (kind, id DESC);

CREATE INDEX measure_by_player ON public.laundering_measure USING btree (player_id, id DESC);

CREATE INDEX message_by_player ON public.inbox_message USING btree (player_id, id DESC);

CREATE INDEX message_by_time ON public.inbox_message USING btree (player_id, at DESC);

CREATE INDEX message_to_send ON public.inbox_message USING btree (due) WHERE ((mail)::text = 'waiting'::text);

CREATE INDEX message_unread ON public.inbox_message USING btree (player_id) WHERE (read IS NULL);

CREATE INDEX mfa_authenticator_user_id_0c3a50c0 ON public.mfa_authenticator USING btree (user_id);

CREATE INDEX monitoring_case_person_id_367c29d2 ON public.monitoring_case USING btree (person_id);

CREATE INDEX monitoring_ruleversion_author_id_a4e74ad7 ON public.monitoring_ruleversion USING btree (author_id);

CREATE INDEX monitoring_ruleversion_decider_id_4cdff42f ON public.monitoring_ruleversion USING btree (decider_id);

CREATE INDEX moved_by_day ON public.history_moved USING btree (day);

CREATE INDEX mute_by_player ON public.games_chatmute USING btree (player_id, until);

CREATE UNIQUE INDEX nobody_decides_twice ON public.cashier_decision USING btree (payment_id, person_id);

CREATE INDEX note_by_age ON public.games_opponentnote USING btree (at);

CREATE INDEX note_by_player ON public.administration_playernote USING btree (player_id, id DESC);

CREATE INDEX notice_by_time ON public.inbox_bulknotice USING btree (at DESC);

CREATE INDEX notice_to_send ON public.inbox_bulknotice USING btree (decided) WHERE ((state)::text = ANY (ARRAY[('approved'::character varying)::text, ('sending'::character varying)::text]));

CREATE UNIQUE INDEX one_account_for_a_document ON public.identity_identity USING btree (document_kind, document_country, document_number);

CREATE UNIQUE INDEX one_account_for_a_sealed_document ON public.identity_identity USING btree (document_digest);

CREATE UNIQUE INDEX one_account_for_a_sealed_tax_number ON public.identity_identity USING btree (nif_digest);

CREATE UNIQUE INDEX one_account_for_a_tax_number ON public.identity_identity USING btree (nif);

CREATE UNIQUE INDEX one_account_of_a_kind ON public.wallet_account USING btree (kind, currency, player_id, "table") NULLS NOT DISTINCT;

CREATE UNIQUE INDEX one_address_for_a_person ON public.players_person USING btree (lower((email)::text));

CREATE UNIQUE INDEX one_alarm_of_a_count ON public.rtp_monitoring_alarm USING btree (scope, since);

CREATE UNIQUE INDEX one_alert_of_a_moment ON public.monitoring_alert USING btree (player_id, version_id, at);

CREATE UNIQUE INDEX one_alert_of_an_event ON public.backoffice_alert USING btree (event, key, channel);

CREATE UNIQUE INDEX one_alias_for_a_player ON public.players_player USING btree (lower((alias)::text));

CREATE UNIQUE INDEX one_calendar_address_of_a_person ON public.duties_calendarfeed USING btree (person_id) WHERE (revoked IS NULL);

CREATE UNIQUE INDEX one_care_message_of_an_alert ON public.protection_caremessage USING btree (alert, kind);

CREATE UNIQUE INDEX one_change_in_force_of_a_game ON public.rulebook_rulechange USING btree (system) WHERE ((state)::text = 'in-force'::text);

CREATE UNIQUE INDEX one_change_of_a_sheet ON public.rulebook_rulechange USING btree (sheet_id);

CREATE UNIQUE INDEX one_content_of_a_digest ON public.rulebook_rulecontent USING btree (system, digest);

CREATE UNIQUE INDEX one_copy_at_a_time ON public.history_copy USING btree (player_id) WHERE ((state)::text = 'asked'::text);

CREATE UNIQUE INDEX one_day_at_a_table ON public.history_played USING btree (player_id, day, "table");

CREATE UNIQUE INDEX one_day_of_a_bet ON public.rtp_monitoring_day USING btree (day, "table", sheet, bet);

CREATE UNIQUE INDEX one_day_of_a_kind ON public.history_moved USING btree (account_id, day, kind, play);

CREATE UNIQUE INDEX one_decision_time_of_a_day ON public.collusion_decisiontimes USING btree (day, player, step);

CREATE UNIQUE INDEX one_end_of_a_role_of_a_person ON public.players_roleend USING btree (person_id, role_id);

CREATE UNIQUE INDEX one_entry_of_a_key ON public.screening_entry USING btree (list_name, key);

CREATE UNIQUE INDEX one_erasure_of_a_player ON public.identity_erasure USING btree (player_id) WHERE (NOT ((status)::text = 'refused'::text));

CREATE UNIQUE INDEX one_exclusion_of_a_reference ON public.protection_exclusion USING btree (player_id, reference) WHERE ((source)::text = 'national'::text);

CREATE UNIQUE INDEX one_file_of_a_sequence ON public.regulator_regulatorfile USING btree (family, since, sequence);

CREATE UNIQUE INDEX one_filter_of_a_name ON public.backoffice_savedfilter USING btree (person_id, place, name);

CREATE UNIQUE INDEX one_folded_day_of_a_kind ON public.reports_moved USING btree (day, table_id, sheet_id, kind, testing) NULLS NOT DISTINCT;

CREATE UNIQUE INDEX one_folded_day_of_a_meter ON public.reports_metered USING btree (day, account_id);

CREATE UNIQUE INDEX one_folded_day_of_a_table ON public.reports_played USING btree (day, table_id, sheet_id, testing) NULLS NOT DISTINCT;

CREATE UNIQUE INDEX one_hold_of_deposits_at_a_time ON public.protection_deposithold USING btree (player_id) WHERE (released IS NULL);

CREATE UNIQUE INDEX one_impact_of_a_content ON public.rulebook_impact USING btree (system, base, content, settings);

CREATE UNIQUE INDEX one_mail_of_a_closed_month ON public.reports_reportmail USING btree (since, until, person_id) WHERE (schedule_id IS NULL);

CREATE UNIQUE INDEX one_mail_of_a_scheduled_period ON public.reports_reportmail USING btree (schedule_id, until, person_id) WHERE (schedule_id IS NOT NULL);

CREATE UNIQUE INDEX one_mark_of_a_player ON public.protection_documentmark USING btree (player_id, mark);

CREATE UNIQUE INDEX one_match_of_a_pair ON public.screening_match USING btree (player_id, entry_id, player_digest, entry_digest);

CREATE UNIQUE INDEX one_note_about_a_player ON public.games_opponentnote USING btree (player_id, about_id);

CREATE UNIQUE INDEX one_note_about_a_round ON public.games_roundnote USING btree (player_id, round_id);

CREATE UNIQUE INDEX one_open_case_about_a_player ON public.monitoring_case USING btree (player_id, kind) WHERE (closed IS NULL);

CREATE UNIQUE INDEX one_open_case_of_a_kind ON public.collusion_case USING btree (key) WHERE (NOT ((state)::text = 'closed'::text));

CREATE UNIQUE INDEX one_open_change_of_a_game ON public.rulebook_rulechange USING btree (system) WHERE ((state)::text = ANY (ARRAY[('draft'::character varying)::text, ('returned'::character varying)::text, ('submitted'::character varying)::text, ('endorsed'::character varying)::text, ('authorised'::character varying)::text, ('scheduled'::character varying)::text]));

CREATE UNIQUE INDEX one_open_change_of_a_table ON public.floor_tablechange USING btree (table_id) WHERE ((state)::text = ANY (ARRAY[('proposed'::character varying)::text, ('deferred'::character varying)::text]));

CREATE UNIQUE INDEX one_open_claim_of_an_item ON public.backoffice_workclaim USING btree (source, key) WHERE (ended IS NULL);

CREATE UNIQUE INDEX one_open_diligence ON public.laundering_measure USING btree (player_id) WHERE ((ended IS NULL) AND ((kind)::text = 'diligence'::text));

CREATE UNIQUE INDEX one_open_schedule_of_a_kind ON public.reports_reportschedule USING btree (report, period, role_id, file) WHERE (ended IS NULL);

CREATE UNIQUE INDEX one_open_session_per_table ON public.players_playsession USING btree (player_id, "table") WHERE (ended IS NULL);

CREATE UNIQUE INDEX one_open_shift_of_a_person ON public.backoffice_shift USING btree (person_id) WHERE (ended IS NULL);

CREATE UNIQUE INDEX one_open_staff_change_of_a_person ON public.backoffice_staffchange USING btree (email) WHERE ((state)::text = 'proposed'::text);

CREATE UNIQUE INDEX one_payment_account_at_a_time ON public.identity_paymentaccount USING btree (player_id) WHERE (until IS NULL);

CREATE UNIQUE INDEX one_person_for_an_account_at_the_provider ON public.backoffice_providerlink USING btree (issuer, subject);

CREATE UNIQUE INDEX one_proposal_of_a_ceiling ON public.cashier_ceiling USING btree (what, role_id, method) NULLS NOT DISTINCT WHERE ((state)::text = 'proposed'::text);

CREATE UNIQUE INDEX one_proposal_of_a_rule ON public.monitoring_ruleversion USING btree (name) WHERE ((state)::text = 'proposed'::text);

CREATE UNIQUE INDEX one_question_about_limits_of_a_time ON public.protection_limitsquestion USING btree (player_id, due);

CREATE UNIQUE INDEX one_question_about_limits_waits ON public.protection_limitsquestion USING btree (player_id) WHERE (answered IS NULL);

CREATE UNIQUE INDEX one_receipt_of_a_notice ON public.inbox_noticereceipt USING btree (notice_id, player_id);

CREATE UNIQUE INDEX one_registration ON public.games_registration USING btree (session_id, player_id);

CREATE UNIQUE INDEX one_requested_absence_of_a_kind ON public.protection_absenceafterhand USING btree (player_id, kind) WHERE (begun IS NULL);

CREATE UNIQUE INDEX one_resemblance_of_a_pair ON public.returning_resemblance USING btree (player_id, blocked_id, player_digest, blocked_digest);

CREATE UNIQUE INDEX one_root_of_a_number ON public.self_checks_root USING btree (part, number);

CREATE UNIQUE INDEX one_round_of_a_number ON public.games_round USING btree (table_id, number);

CREATE UNIQUE INDEX one_row_of_decisions_of_a_day ON public.bots_playedday USING btree (player, day);

CREATE UNIQUE INDEX one_session_of_an_hour ON public.games_tablesession USING btree (table_id, starts);

CREATE UNIQUE INDEX one_setting_of_a_version ON public.games_tablesetting USING btree (table_id, version);

CREATE UNIQUE INDEX one_sheet_in_force ON public.games_rulesheet USING btree (system) WHERE ((status)::text = 'in-force'::text);

CREATE UNIQUE INDEX one_sheet_of_a_version ON public.games_rulesheet USING btree (system, version);

CREATE UNIQUE INDEX one_span_from_a_moment ON public.duties_componentspan USING btree (component, since, is_up);

CREATE UNIQUE INDEX one_stake_per_round ON public.games_stake USING btree (round_id, player_id);

CREATE UNIQUE INDEX one_statement_a_month ON public.history_statement USING btree (player_id, currency, month);

CREATE UNIQUE INDEX one_suspension_of_a_table ON public.floor_tablesuspension USING btree (table_id) WHERE (ended IS NULL);

CREATE UNIQUE INDEX one_tally_of_a_day ON public.collusion_tally USING btree (day, player, other, moment);

CREATE UNIQUE INDEX one_theory_of_a_case ON public.rtp_monitoring_theory USING btree (system, digest, "case");

CREATE UNIQUE INDEX one_total_of_players_money_a_day ON public.players_funds_daytotal USING btree (day, currency);

CREATE UNIQUE INDEX one_version_of_a_number ON public.monitoring_ruleversion USING btree (name, number);

CREATE UNIQUE INDEX one_webhook_message_of_an_event ON public.backoffice_webhookmessage USING btree (address, event, key);

CREATE INDEX open_case_by_time ON public.monitoring_case USING btree (kind, since) WHERE (closed IS NULL);

CREATE INDEX pause_to_tell ON public.protection_pause USING btree (ends) WHERE (NOT notified);

CREATE INDEX payment_account_by_digest ON public.identity_paymentaccount USING btree (iban_digest, player_id);

CREATE INDEX payment_account_by_iban ON public.identity_paymentaccount USING btree (iban, player_id);

CREATE INDEX payment_account_by_time ON public.identity_paymentaccount USING btree (since);

CREATE INDEX payment_account_to_ask ON public.identity_paymentaccount USING btree (owner_due) WHERE ((owner_due IS NOT NULL) AND (until IS NULL));

CREATE INDEX payment_by_change ON public.cashier_payment USING btree (changed);

CREATE INDEX payment_by_credit ON public.cashier_payment USING btree (credited) WHERE ((status)::text = 'paid'::text);

CREATE INDEX payment_by_instrument ON public.cashier_payment USING btree (instrument, player_id, credited) WHERE (((direction)::text = 'deposit'::text) AND ((status)::text = 'paid'::text));

CREATE INDEX payment_by_player ON public.cashier_payment USING btree (player_id, made DESC);

CREATE INDEX payment_by_promise ON public.cashier_payment USING btree (promised) WHERE ((promised IS NOT NULL) AND ((status)::text = ANY (ARRAY[('held'::character varying)::text, ('released'::character varying)::text, ('sent'::character varying)::text])));

CREATE INDEX payment_by_time ON public.cashier_payment USING btree (made, id);

CREATE INDEX payment_held ON public.cashier_payment USING btree (made) WHERE ((status)::text = 'held'::text);

CREATE INDEX payment_of_other_payer ON public.cashier_payment USING btree (changed) WHERE ((reason)::text = 'other-payer'::text);

CREATE INDEX payment_of_periods ON public.cashier_payment USING btree (player_id, status, credited);

CREATE INDEX payment_queue ON public.cashier_payment USING btree ((
CASE
    WHEN ((status)::text = 'held'::text) THEN 0
    ELSE 1
END), (
CASE
    WHEN ((status)::text = 'held'::text) THEN made
    ELSE NULL::timestamp with time zone
END), made DESC);

CREATE INDEX payment_to_query ON public.cashier_payment USING btree (next_query) WHERE (next_query IS NOT NULL);

CREATE INDEX payout_step_by_time ON public.cashier_payoutstep USING btree (at);

CREATE INDEX person_key_to_destroy ON public.players_personkey USING btree (destroyed) WHERE ((destroyed IS NOT NULL) AND (gone IS NULL));

CREATE INDEX place_tile_by_player ON public.players_funds_placetile USING btree (tree_id, last);

CREATE INDEX planned_shift_by_end ON public.backoffice_plannedshift USING btree (ends) WHERE (withdrawn IS NULL);

CREATE INDEX played_by_day ON public.history_played USING btree (day);

CREATE INDEX player_by_alias_beginning ON public.players_player USING btree (lower((alias)::text) text_pattern_ops);

CREATE INDEX player_by_name ON public.players_player USING btree (btrim(regexp_replace(regexp_replace(lower(NORMALIZE(alias, NFKD)), '[\u0300-\u036f]'::text, ''::text, 'g'::text), '[^[:alnum:]]+'::text, ' '::text, 'g'::text)), alias);

CREATE INDEX players_exclusivework_name_3d92f7ee_like ON public.players_exclusivework USING btree (name varchar_pattern_ops);

CREATE INDEX players_money_by_time ON public.players_funds_daytotal USING btree (made);

CREATE INDEX players_person_email_c262ea59_like ON public.players_person USING btree (email varchar_pattern_ops);

CREATE INDEX players_person_groups_group_id_9d58933f ON public.players_person_groups USING btree (group_id);

CREATE INDEX players_person_groups_person_id_d7accba8 ON public.players_person_groups USING btree (person_id);

CREATE INDEX players_person_user_permissions_permission_id_d897a681 ON public.players_person_user_permissions USING btree (permission_id);

CREATE INDEX players_person_user_permissions_person_id_9b026d66 ON public.players_person_user_permissions USING btree (person_id);

CREATE INDEX players_player_alias_14836623_like ON public.players_player USING btree (alias varchar_pattern_ops);

CREATE INDEX players_playsession_player_id_52463faf ON public.players_playsession USING btree (player_id);

CREATE INDEX players_roleend_person_id_f4124fb5 ON public.players_roleend USING btree (person_id);

CREATE INDEX players_roleend_role_id_3d44d560 ON public.players_roleend USING btree (role_id);

CREATE INDEX proof_by_kind ON public.self_checks_proof USING btree (kind, id DESC);

CREATE INDEX protection_deposithold_releaser_id_cb25b232 ON public.protection_deposithold USING btree (releaser_id);

CREATE INDEX protection_documentmark_mark_e3bcb638 ON public.protection_documentmark USING btree (mark);

CREATE INDEX protection_documentmark_mark_e3bcb638_like ON public.protection_documentmark USING btree (mark varchar_pattern_ops);

CREATE INDEX protection_exclusion_player_id_05844272 ON public.protection_exclusion USING btree (player_id);

CREATE INDEX protection_nationalentry_mark_21c1017f ON public.protection_nationalentry USING btree (mark);

CREATE INDEX protection_nationalentry_mark_21c1017f_like ON public.protection_nationalentry USING btree (mark varchar_pattern_ops);

CREATE INDEX protection_nationalentry_reference_dad6dd47_like ON public.protection_nationalentry USING btree (reference varchar_pattern_ops);

CREATE INDEX protection_nationallist_key_98d4a4bf_like ON public.protection_nationallist USING btree (key varchar_pattern_ops);

CREATE INDEX protection_pause_player_id_9a0b0446 ON public.protection_pause USING btree (player_id);

CREATE INDEX protection_realitycheck_player_id_e58195d5 ON public.protection_realitycheck USING btree (player_id);

CREATE INDEX protection_report_exclusion_id_30c0700f ON public.protection_report USING btree (exclusion_id);

CREATE INDEX public_log_cosigning_witness_85950d85_like ON public.public_log_cosigning USING btree (witness varchar_pattern_ops);

CREATE INDEX push_notice_by_time ON public.inbox_pushnotice USING btree (at);

CREATE INDEX queued_email_by_due ON public.identity_queuedemail USING btree (due) WHERE (sent IS NULL);

CREATE INDEX reality_check_by_time ON public.protection_realitycheck USING btree (player_id, at DESC);

CREATE INDEX regulator_alertfile_name_ca0696a0_like ON public.regulator_alertfile USING btree (name varchar_pattern_ops);

CREATE INDEX regulator_answer_by_time ON public.regulator_regulatoranswer USING btree (at);

CREATE INDEX regulator_envelope_name_5e2cecf0_like ON public.regulator_envelope USING btree (name varchar_pattern_ops);

CREATE INDEX regulator_envelopedfile_envelope_id_c8601fa7 ON public.regulator_envelopedfile USING btree (envelope_id);

CREATE INDEX regulator_file_by_day ON public.regulator_regulatorfile USING btree (day);

CREATE INDEX regulator_file_by_state ON public.regulator_regulatorfile USING btree (state, since);

CREATE INDEX regulator_regulatoranswer_envelope_id_c304d83d ON public.regulator_regulatoranswer USING btree (envelope_id);

CREATE INDEX regulator_regulatorfile_name_5dfe80fd_like ON public.regulator_regulatorfile USING btree (name varchar_pattern_ops);

CREATE INDEX regulator_regulatorfile_requested_by_id_683a2b43 ON public.regulator_regulatorfile USING btree (requested_by_id);

CREATE INDEX regulator_reportedalert_file_id_eb3f7701 ON public.regulator_reportedalert USING btree (file_id);

CREATE INDEX report_mail_to_send ON public.reports_reportmail USING btree (next_try) WHERE ((outcome)::text = 'waiting'::text);

CREATE INDEX report_to_send ON public.protection_report USING btree (next_try) WHERE (sent IS NULL);

CREATE INDEX reports_closingsignature_person_id_1a09f724 ON public.reports_closingsignature USING btree (person_id);

CREATE INDEX reports_issue_by_id_d92b54b8 ON public.reports_issue USING btree (by_id);

CREATE INDEX reports_reportmail_by_id_8b24ccd6 ON public.reports_reportmail USING btree (by_id);

CREATE INDEX reports_reportmail_person_id_f17e6153 ON public.reports_reportmail USING btree (person_id);

CREATE INDEX reports_reportmail_role_id_0d06a191 ON public.reports_reportmail USING btree (role_id);

CREATE INDEX reports_reportmail_schedule_id_47609d3c ON public.reports_reportmail USING btree (schedule_id);

CREATE INDEX reports_reportschedule_by_id_493e53e1 ON public.reports_reportschedule USING btree (by_id);

CREATE INDEX reports_reportschedule_ended_by_id_f1771953 ON public.reports_reportschedule USING btree (ended_by_id);

CREATE INDEX reports_reportschedule_role_id_a77de521 ON public.reports_reportschedule USING btree (role_id);

CREATE INDEX resemblance_by_state ON public.returning_resemblance USING btree (state, made);

CREATE INDEX resemblance_to_apply ON public.returning_resemblance USING btree (state) WHERE (applied IS NULL);

CREATE INDEX returning_resemblance_author_id_e4766293 ON public.returning_resemblance USING btree (author_id);

CREATE INDEX returning_resemblance_blocked_id_b38c927a ON public.returning_resemblance USING btree (blocked_id);

CREATE INDEX returning_resemblance_decider_id_a4faa745 ON public.returning_resemblance USING btree (decider_id);

CREATE INDEX returning_trait_blocked_id_2fce5013 ON public.returning_trait USING btree (blocked_id);

CREATE INDEX round_by_end ON public.games_round USING brin (ended) WITH (pages_per_range='16', autosummarize='on');

CREATE INDEX round_by_time ON public.games_round USING btree (ended, id);

CREATE INDEX round_note_by_age ON public.games_roundnote USING btree (at);

CREATE INDEX round_of_table_by_end ON public.games_round USING btree (table_id, ended, id) WHERE (ended IS NOT NULL);

CREATE INDEX round_void ON public.games_round USING btree (ended) WHERE ((status)::text = 'void'::text);

CREATE INDEX rtp_monitoring_answer_person_id_7824885e ON public.rtp_monitoring_answer USING btree (person_id);

CREATE INDEX rtp_monitoring_by_game ON public.rtp_monitoring_day USING btree (system, bet, day);

CREATE INDEX rtp_monitoring_by_sheet ON public.rtp_monitoring_day USING btree (sheet, bet, day);

CREATE INDEX rtp_monitoring_by_table ON public.rtp_monitoring_day USING btree ("table", bet, day);

CREATE INDEX rulebook_rulechange_author_id_46075374 ON public.rulebook_rulechange USING btree (author_id);

CREATE INDEX rulebook_rulechange_base_id_8f04f17f ON public.rulebook_rulechange USING btree (base_id);

CREATE INDEX rulebook_rulechange_content_id_8f4fd0c5 ON public.rulebook_rulechange USING btree (content_id);

CREATE INDEX rulebook_rulechange_reinstated_id_7adc0721 ON public.rulebook_rulechange USING btree (reinstated_id);

CREATE INDEX rulebook_rulechange_sheet_id_7346280d ON public.rulebook_rulechange USING btree (sheet_id);

CREATE INDEX rulebook_ruledocument_change_id_494a7920 ON public.rulebook_ruledocument USING btree (change_id);

CREATE INDEX rulebook_ruledocument_person_id_c67c2fde ON public.rulebook_ruledocument USING btree (person_id);

CREATE INDEX rulebook_rulestep_change_id_f10b98d2 ON public.rulebook_rulestep USING btree (change_id);

CREATE INDEX rulebook_rulestep_document_id_ddba8506 ON public.rulebook_rulestep USING btree (document_id);

CREATE INDEX rulebook_rulestep_person_id_0f6fe443 ON public.rulebook_rulestep USING btree (person_id);

CREATE INDEX rules_by_state ON public.rulebook_rulechange USING btree (state, changed DESC);

CREATE INDEX rules_to_come ON public.rulebook_rulechange USING btree (moment) WHERE ((state)::text = 'scheduled'::text);

CREATE INDEX screening_entry_removed_id_d0e9acee ON public.screening_entry USING btree (removed_id);

CREATE INDEX screening_entry_since_id_578d182d ON public.screening_entry USING btree (since_id);

CREATE INDEX screening_match_author_id_1d54c15e ON public.screening_match USING btree (author_id);

CREATE INDEX screening_match_decider_id_2fa4327e ON public.screening_match USING btree (decider_id);

CREATE INDEX search_mark_by_mark ON public.identity_searchmark USING btree (mark, kind);

CREATE INDEX self_checks_certificate_manifest_id_f317eac2 ON public.self_checks_certificate USING btree (manifest_id);

CREATE INDEX self_checks_certificate_person_id_ad234154 ON public.self_checks_certificate USING btree (person_id);

CREATE INDEX self_checks_hardwareentry_person_id_404da84e ON public.self_checks_hardwareentry USING btree (person_id);

CREATE INDEX self_checks_manifest_person_id_126b5310 ON public.self_checks_manifest USING btree (person_id);

CREATE INDEX self_checks_partentry_change_id_8b71f991 ON public.self_checks_partentry USING btree (change_id);

CREATE INDEX self_checks_partentry_manifest_id_dc9d29e3 ON public.self_checks_partentry USING btree (manifest_id);

CREATE INDEX self_checks_partentry_person_id_54ba5ddf ON public.self_checks_partentry USING btree (person_id);

CREATE INDEX self_checks_proof_person_id_e46aac80 ON public.self_checks_proof USING btree (person_id);

CREATE INDEX self_checks_state_name_6a38ffbf_like ON public.self_checks_state USING btree (name varchar_pattern_ops);

CREATE INDEX self_checks_systemchange_person_id_09dc9d9d ON public.self_checks_systemchange USING btree (person_id);

CREATE INDEX self_checks_systemchangestep_change_id_ac91709c ON public.self_checks_systemchangestep USING btree (change_id);

CREATE INDEX self_checks_systemchangestep_manifest_id_6303f84a ON public.self_checks_systemchangestep USING btree (manifest_id);

CREATE INDEX self_checks_systemchangestep_person_id_65e8b0ed ON public.self_checks_systemchangestep USING btree (person_id);

CREATE INDEX session_by_beginning ON public.players_playsession USING btree (started);

CREATE INDEX session_by_end ON public.players_playsession USING btree (ended, id);

CREATE INDEX session_by_player ON public.players_playsession USING btree (player_id, id DESC);

CREATE INDEX session_by_start ON public.players_playsession USING btree (player_id, started DESC);

CREATE INDEX session_to_come ON public.games_tablesession USING btree (starts) WHERE ((status)::text = 'announced'::text);

CREATE INDEX shift_by_end ON public.backoffice_shift USING btree (ended DESC) WHERE (ended IS NOT NULL);

CREATE INDEX sign_in_by_address ON public.identity_signin USING btree (address, person_id);

CREATE INDEX sign_in_by_address_time ON public.identity_signin USING btree (address, began);

CREATE INDEX sign_in_by_begin ON public.identity_signin USING btree (began);

CREATE INDEX sign_in_by_device ON public.identity_signin USING btree (device, person_id);

CREATE INDEX sign_in_by_end ON public.identity_signin USING btree (ended) WHERE (ended IS NOT NULL);

CREATE INDEX sign_in_by_person ON public.identity_signin USING btree (person_id, id DESC);

CREATE INDEX sign_in_by_session ON public.identity_signin USING btree (session) WHERE (ended IS NULL);

CREATE INDEX sign_in_by_time ON public.identity_signin USING btree (person_id, began DESC);

CREATE INDEX staff_by_email ON public.players_person USING btree (email) WHERE is_staff;

CREATE INDEX stake_by_hour ON public.games_stake USING brin (at) WITH (pages_per_range='16', autosummarize='on');

CREATE INDEX stake_by_player ON public.games_stake USING btree (player_id, at DESC);

CREATE INDEX stake_by_session ON public.games_stake USING btree (session);

CREATE INDEX state_to_wake ON public.monitoring_playerstate USING btree (shard, wake) WHERE (wake IS NOT NULL);

CREATE INDEX statement_by_month ON public.history_statement USING btree (month);

CREATE INDEX steps_of_change ON public.rulebook_rulestep USING btree (change_id, id);

CREATE INDEX stretch_of_the_log_by_time ON public.public_log_stretch USING btree (until);

CREATE INDEX suspicion_by_player ON public.laundering_report USING btree (player_id, id DESC);

CREATE INDEX suspicion_to_send ON public.laundering_report USING btree (id) WHERE (communicated IS NULL);

CREATE INDEX table_by_due ON public.games_table USING btree (due) WHERE (due IS NOT NULL);

CREATE INDEX table_by_inactivity ON public.games_table USING btree (inactivity_due) WHERE (inactivity_due IS NOT NULL);

CREATE INDEX trait_by_mark ON public.returning_trait USING btree (mark);

CREATE INDEX transfer_by_hour ON ONLY public.wallet_transfer USING brin (at) WITH (pages_per_range='16', autosummarize='on');

CREATE INDEX transfer_by_round ON ONLY public.wallet_transfer USING btree (round) WHERE (round IS NOT NULL);

CREATE INDEX transfer_by_round_first ON public.wallet_transfer_first USING btree (round) WHERE (round IS NOT NULL);

CREATE INDEX transfer_by_source ON ONLY public.wallet_transfer USING btree (source_id, at);

CREATE INDEX transfer_by_source_first ON public.wallet_transfer_first USING btree (source_id, at);

CREATE INDEX transfer_by_target ON ONLY public.wallet_transfer USING btree (target_id, at);

CREATE INDEX transfer_by_target_first ON public.wallet_transfer_first USING btree (target_id, at);

CREATE INDEX transfer_cash_in ON ONLY public.wallet_transfer USING btree (target_id, at) WHERE (round IS NULL);

CREATE INDEX transfer_cash_out ON ONLY public.wallet_transfer USING btree (source_id, at) WHERE (round IS NULL);

CREATE INDEX transfer_of_seats ON ONLY public.wallet_transfer USING btree (at, id) WHERE ((kind)::text = ANY (ARRAY['buy-in'::text, 'buy-in-commission'::text, 'cash-out'::text]));

CREATE UNIQUE INDEX unique_authenticator_type ON public.mfa_authenticator USING btree (user_id, type) WHERE ((type)::text = ANY (ARRAY[('totp'::character varying)::text, ('recovery_codes'::character varying)::text]));

CREATE UNIQUE INDEX unique_primary_email ON public.account_emailaddress USING btree (user_id, "primary") WHERE "primary";

CREATE UNIQUE INDEX unique_verified_email ON public.account_emailaddress USING btree (email) WHERE verified;

CREATE INDEX unseen_mention_by_person ON public.backoffice_workmention USING btree (person_id) WHERE (seen IS NULL);

CREATE INDEX wallet_account_player_id_651ba349 ON public.wallet_account USING btree (player_id);

CREATE INDEX wallet_transfer_first_at_id_idx ON public.wallet_transfer_first USING btree (at, id) WHERE ((kind)::text = ANY (ARRAY['buy-in'::text, 'buy-in-commission'::text, 'cash-out'::text]));

CREATE INDEX wallet_transfer_first_at_idx ON public.wallet_transfer_first USING brin (at) WITH (pages_per_range='16', autosummarize='on');

CREATE INDEX wallet_transfer_first_source_id_at_idx ON public.wallet_transfer_first USING btree (source_id, at) WHERE (round IS NULL);

CREATE INDEX wallet_transfer_first_target_id_at_idx ON public.wallet_transfer_first USING btree (target_id, at) WHERE (round IS NULL);

CREATE INDEX wallet_transfer_later_at_id_idx ON public.wallet_transfer_later USING btree (at, id) WHERE ((kind)::text = ANY (ARRAY['buy-in'::text, 'buy-in-commission'::text, 'cash-out'::text]));

CREATE INDEX wallet_transfer_later_at_idx ON public.wallet_transfer_later USING brin (at) WITH (pages_per_range='16', autosummarize='on');

CREATE INDEX wallet_transfer_later_round_idx ON public.wallet_transfer_later USING btree (round) WHERE (round IS NOT NULL);

CREATE INDEX wallet_transfer_later_source_id_at_idx ON public.wallet_transfer_later USING btree (source_id, at);

CREATE INDEX wallet_transfer_later_source_id_at_idx1 ON public.wallet_transfer_later USING btree (source_id, at) WHERE (round IS NULL);

CREATE INDEX wallet_transfer_later_target_id_at_idx ON public.wallet_transfer_later USING btree (target_id, at);

CREATE INDEX wallet_transfer_later_target_id_at_idx1 ON public.wallet_transfer_later USING btree (target_id, at) WHERE (round IS NULL);

CREATE INDEX webhook_by_time ON public.backoffice_webhookmessage USING btree (made);

CREATE INDEX webhook_to_send ON public.backoffice_webhookmessage USING btree (next_try) WHERE (sent IS NULL);

CREATE INDEX work_note_by_item ON public.backoffice_worknote USING btree (source, key);

ALTER INDEX public.event_of_round ATTACH PARTITION public.event_of_round_first;

ALTER INDEX public.event_of_round ATTACH PARTITION public.games_event_later_round_id_idx;

ALTER INDEX public.transfer_by_round ATTACH PARTITION public.transfer_by_round_first;

ALTER INDEX public.transfer_by_source ATTACH PARTITION public.transfer_by_source_first;

ALTER INDEX public.transfer_by_target ATTACH PARTITION public.transfer_by_target_first;

ALTER INDEX public.transfer_of_seats ATTACH PARTITION public.wallet_transfer_first_at_id_idx;

ALTER INDEX public.transfer_by_hour ATTACH PARTITION public.wallet_transfer_first_at_idx;

ALTER INDEX public.transfer_cash_out ATTACH PARTITION public.wallet_transfer_first_source_id_at_idx;

ALTER INDEX public.transfer_cash_in ATTACH PARTITION public.wallet_transfer_first_target_id_at_idx;

ALTER INDEX public.transfer_of_seats ATTACH PARTITION public.wallet_transfer_later_at_id_idx;

ALTER INDEX public.transfer_by_hour ATTACH PARTITION public.wallet_transfer_later_at_idx;

ALTER INDEX public.transfer_by_round ATTACH PARTITION public.wallet_transfer_later_round_idx;

ALTER INDEX public.transfer_by_source ATTACH PARTITION public.wallet_transfer_later_source_id_at_idx;

ALTER INDEX public.transfer_cash_out ATTACH PARTITION public.wallet_transfer_later_source_id_at_idx1;

ALTER INDEX public.transfer_by_target ATTACH PARTITION public.wallet_transfer_later_target_id_at_idx;

ALTER INDEX public.transfer_cash_in ATTACH PARTITION public.wallet_transfer_later_target_id_at_idx1;

CREATE TRIGGER a_partner_cannot_sign_in BEFORE UPDATE OF is_active ON public.players_person FOR EACH ROW WHEN ((new.is_active AND (NOT old.is_active))) EXECUTE FUNCTION public.a_partner_cannot_sign_in();

CREATE TRIGGER a_partner_holds_credits_only BEFORE INSERT ON public.wallet_account FOR EACH ROW WHEN ((new.player_id IS NOT NULL)) EXECUTE FUNCTION public.a_partner_holds_credits_only();

CREATE TRIGGER a_partner_is_nobody BEFORE INSERT ON public.players_player FOR EACH ROW WHEN (((new.status)::text = 'partner'::text)) EXECUTE FUNCTION public.a_partner_cannot_sign_in();

CREATE TRIGGER a_partner_stays_one BEFORE UPDATE OF status ON public.players_player FOR EACH ROW WHEN ((((old.status)::text IS DISTINCT FROM (new.status)::text) AND (('partner'::text = (old.status)::text) OR ('partner'::text = (new.status)::text)))) EXECUTE FUNCTION public.a_partner_stays_one();

CREATE TRIGGER a_staff_change_by_two_people BEFORE INSERT OR UPDATE ON public.players_person FOR EACH ROW EXECUTE FUNCTION public.staff_change_by_two_people();

CREATE TRIGGER a_suspended_table_stays_shut BEFORE UPDATE OF status ON public.games_table FOR EACH ROW WHEN (((new.status)::text = 'open'::text)) EXECUTE FUNCTION public.floor_suspended_stays_shut();

CREATE TRIGGER administration_playernote_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.administration_playernote FOR EACH STATEMENT EXECUTE FUNCTION public.record_stays_until_erased();

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.account_emailaddress FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: new person in user_id', 'update email: person in user_id, confirmed, if address_is_being_changed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.administration_playernote FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: may administration.add_playernote, as by_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.administration_playertag FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: may administration.add_playernote, as by_id', 'delete: may administration.add_playernote');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.audit_line FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: as person_id, if audit_line_is_about_its_person | new person, if audit_line_is_about_its_person | if audit_line_of_the_session | if audit_line_of_the_token | if audit_line_before_sign_in', 'insert person_id=null: if audit_line_without_author, if somebody_is_here | new player, if audit_line_without_author');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.backoffice_homelayout FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: staff, as person_id', 'update at, tiles: staff, as person_id', 'delete: staff, as person_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.backoffice_plannedshift FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert withdrawn=null withdrawn_by_id=null: may backoffice.add_plannedshift, as drawn_by_id, if role_is_held', 'update withdrawn null>*, withdrawn_by_id null>*: may backoffice.add_plannedshift, as withdrawn_by_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.backoffice_rightuse FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: as person_id, if right_is_held', 'update at: as person_id, if right_is_held');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.backoffice_savedfilter FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: staff, as person_id', 'update at, query: staff, as person_id', 'delete: staff, as person_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.backoffice_shift FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert ended=null successor_id=null read_by_id=null: staff, as person_id', 'update ended null>*, items, note, open_work: staff, as person_id', 'update ended null>*, successor_id null>*: staff, as person_id, if successor_is_on_duty', 'update read_by_id null>*, read null>*: staff, as read_by_id, if handover_is_for_reader');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.backoffice_staffchange FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert state=proposed decided_by_id=null: may backoffice.propose_staffchange, as proposed_by_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.backoffice_webhookmessage FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert event=test tries=0 sent=null: may backoffice.send_webhook', 'update sent=null, next_try, tries: may backoffice.send_webhook');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.backoffice_workclaim FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert ended=null: as person_id, if works_on_item | staff, if work_is_handed_over | staff, if work_is_assigned', 'update ended null>*: staff, as person_id | if works_on_item');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.backoffice_workmention FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert seen=null: staff, if mention_is_of_colleague', 'update seen null>*: staff, as person_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.backoffice_worknote FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: as person_id, if works_on_item');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.bank_bankfile FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert state=waiting refusal="" kind="" read=null: may bank.add_bankfile, as person_id, confirmed', 'insert state=refused content=null kind="" read=null: may bank.add_bankfile, as person_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.bank_matchdecision FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert state=proposed decider_id=null: may bank.add_matchdecision, as author_id, confirmed, if bank_match_is_open', 'update state proposed>accepted, decider_id, decided: may bank.approve_matchdecision, as decider_id, not author_id, confirmed', 'update state proposed>settled, decided: may bank.add_matchdecision, as author_id, confirmed, if bank_one_person_decides', 'update state proposed>refused, decider_id, decided, answer: may bank.approve_matchdecision, as decider_id, not author_id, confirmed', 'update state proposed>withdrawn, decided, answer: may bank.add_matchdecision, as author_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.bank_recovery FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert state=proposed decider_id=null taken=null: may bank.add_recovery, as author_id, confirmed', 'update state proposed>done, decider_id, decided, taken: may bank.approve_recovery, as decider_id, not author_id, confirmed', 'update state proposed>refused, decider_id, decided, answer: may bank.approve_recovery, as decider_id, not author_id, confirmed', 'update state proposed>withdrawn, decided, answer: may bank.add_recovery, as author_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.care_contact FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: may care.add_contact, as person_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.cashier_adjustment FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert status=asked decided_by_id=null decided=null before=null after=null: may cashier.add_adjustment, as requested_by_id, confirmed, if cashier_correction_is_within', 'update status asked>done, decided_by_id, decided, before, after: may cashier.approve_adjustment, as decided_by_id, not requested_by_id, confirmed', 'update status asked>refused, decided_by_id, decided: may cashier.approve_adjustment, as decided_by_id, not requested_by_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.cashier_ceiling FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert state=proposed decider_id=null decided=null: may cashier.add_ceiling, as author_id, confirmed', 'update state proposed>in-force, decider_id, decided: may cashier.approve_ceiling, as decider_id, not author_id, confirmed', 'update state proposed>refused, decider_id, decided, answer: may cashier.approve_ceiling, as decider_id, not author_id, confirmed', 'update state proposed>withdrawn, decided, answer: may cashier.add_ceiling, as author_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.cashier_decision FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: may cashier.release_payment, as person_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.cashier_gatewayrequest FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert kind=open done=null: if gateway_request_of_the_player', 'insert kind=cancel done=null: if gateway_request_of_the_player', 'insert kind=pay-out done=null: if gateway_request_of_the_player | if payout_is_released', 'update done, next_try, tries, trouble: if gateway_request_of_the_player | if payout_is_released');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.cashier_notification FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: anybody (the gateway has no session)');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.cashier_payment FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert cause=player direction=deposit credited=null before=null after=null token="" payer="": player', 'insert cause=player direction=withdrawal credited=null: player', 'update status asked>pending, changed, instructions, reference, url: player', 'update direction=deposit, reason, changed: player', 'update status held>cancelled, reason, changed, promised: player', 'update status released>cancelled, reason, changed, promised: player', 'update status held>declined, reason, changed, promised: may cashier.release_payment, confirmed', 'update status held>released, reason, changed, promised: may cashier.release_payment, confirmed', 'update reference "">*: anybody (the gateway tells its reference once)', 'update next_query: anybody (the worker asks the gateway sooner)');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.cashier_protectionconfirmation FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: player');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.collusion_case FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert kind=report state=open proposer_id=null signer_id=null: if case_of_own_report', 'update state open>looked-at: may collusion.act_case', 'update state=looked-at, proposer_id null>*, decision, reason: may collusion.act_case, as proposer_id', 'update state=looked-at, proposer_id *>null, decision, reason: may collusion.act_case', 'update state looked-at>closed, signer_id null>*, closed: may collusion.act_case, as signer_id, not proposer_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.collusion_casemember FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: if member_of_own_report');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.collusion_evidence FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert kind=report run_id=null: if evidence_of_own_report', 'insert kind=face-up run_id=null: may collusion.open_hands, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.collusion_step FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert verb=take: may collusion.act_case, as person_id', 'insert verb=note: may collusion.act_case, as person_id', 'insert verb=propose: may collusion.act_case, as person_id', 'insert verb=return: may collusion.act_case, as person_id', 'insert verb=sign: may collusion.act_case, as person_id', 'insert verb=hands: may collusion.open_hands, as person_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.django_admin_log FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: staff, as user_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.duties_calendarfeed FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert revoked=null: may duties.view_filing, as person_id', 'update revoked null>*: may duties.view_filing, as person_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.duties_filing FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: may duties.add_filing, as person_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.duties_occurrence FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: may duties.add_occurrence, as person_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.duties_occurrenceentry FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: may duties.add_occurrence, as person_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.duties_question FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: may duties.add_question, as person_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.duties_questionentry FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert kind=released: may duties.release_question, as person_id, confirmed', 'insert kind=refused: may duties.release_question, as person_id, confirmed', 'insert kind=run: may duties.add_question, as person_id, confirmed', 'insert kind=answered: may duties.add_question, as person_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.floor_bulkchange FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert state=proposed confirmer_id=null decided=null answer="": may games.change_table, as author_id', 'update state proposed>done, confirmer_id, decided, results: may games.change_table, as confirmer_id, not author_id, confirmed', 'update state proposed>refused, confirmer_id, decided, answer: may games.change_table, as confirmer_id, not author_id, confirmed', 'update state proposed>withdrawn, decided, answer: may games.change_table, as author_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.floor_tablechange FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert state=proposed confirmer_id=null answer="": may games.change_table, as author_id | may games.change_table, confirmed, if floor_change_is_of_a_bulk_change', 'update alone=true, state proposed>applied, decided, setting_id: may games.change_table, as author_id | may games.change_table, confirmed, if floor_change_is_of_a_bulk_change', 'update alone=false, state proposed>confirmed, confirmer_id, decided, setting_id: may games.change_table, as confirmer_id, not author_id, confirmed', 'update alone=false, state proposed>deferred, confirmer_id, decided: may games.change_table, as confirmer_id, not author_id, confirmed', 'update state proposed>refused, confirmer_id, decided, answer: may games.change_table, as confirmer_id, not author_id, confirmed', 'update state deferred>refused, confirmer_id, decided, answer: may games.change_table, as confirmer_id, not author_id, confirmed', 'update state proposed>withdrawn, decided, answer: may games.change_table, as author_id, confirmed', 'update state deferred>withdrawn, confirmer_id *>null, decided, answer: may games.change_table, as author_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.floor_tablehours FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert closed_by_hours=false: may games.change_table', 'update week: may games.change_table', 'update closed_by_hours true>false: may games.change_table | may floor.release_tablesuspension, if table_suspension_ends', 'update closed_by_hours false>true: may floor.release_tablesuspension, if table_suspension_ends', 'delete: may games.change_table');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.floor_tablesuspension FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert ended=null released_by_id=null: may floor.add_tablesuspension, as person_id', 'update ended null>*, released_by_id null>*, release_reason: may floor.release_tablesuspension, as released_by_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.games_chatline FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('update hidden null>*, hider_id null>*: may games.change_chatline, as hider_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.games_chatmute FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: may games.change_chatline, as by_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.games_favourite FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: player', 'delete: player | may identity.change_identity, if player_erasure_is_approved');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.games_incident FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('update closed=null confirmer_id=null, proposal, proposer_id, proposed, note: may games.change_incident, as proposer_id, confirmed', 'update closed null>*, confirmer_id null>*, proposal: may games.change_incident, as confirmer_id, not proposer_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.games_opponentnote FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: player', 'delete: player | may identity.change_identity, if player_erasure_is_approved | may identity.change_identity, if erasure_of_noted_player_is_approved');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.games_processkey FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert kind=web: anybody (a process has no session)', 'update kind=web, kind: anybody (a process renews its key)', 'delete: anybody (a key whose time is over)');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.games_registration FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: player, if table_session_is_announced', 'delete: player, if table_session_is_announced');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.games_roundnote FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: player', 'delete: player | may identity.change_identity, if player_erasure_is_approved');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE OF name, reason, setting_id, status ON public.games_table FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: may games.add_table, if table_is_new', 'update name: may games.change_table', 'update setting_id: may games.change_table', 'update status open>draining, reason: may games.change_table | may floor.add_tablesuspension, if table_is_suspended', 'update status=draining, reason: may games.change_table | may floor.add_tablesuspension, if table_is_suspended | may floor.release_tablesuspension, if table_suspension_ends', 'update status draining>closed, reason: may games.change_table, if table_is_empty', 'update status draining>open, reason: may games.change_table, if table_has_a_setting | may floor.release_tablesuspension, if table_suspension_ends', 'update status closed>open, reason: may games.change_table, if table_has_a_setting | may floor.release_tablesuspension, if table_suspension_ends', 'update status held>open, reason: may games.change_incident, confirmed, if table_incidents_are_closed', 'update status held>draining, reason: may games.change_incident, confirmed, if table_incidents_are_closed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.games_tablesession FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert status=announced: may games.add_tablesession', 'update status announced>cancelled: may games.change_tablesession');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.games_tablesetting FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: may games.change_table, if table_setting_is_decided');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.history_copy FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert state=asked data=null digest="" bytes=0 expires=null: player');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.identity_acceptance FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: player | new player');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.identity_addresschange FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert confirmed=null withdrawn=false code_tries=0: person, confirmed', 'update confirmed=null, code, code_tries: person', 'update confirmed null>*, code, code_tries: person, confirmed', 'update withdrawn false>true, code: person');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.identity_apitoken FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert revoked=null used=null: person, confirmed', 'update revoked null>*: person', 'update used: anybody (a token has no session)');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.identity_check FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert verifier=staff: may identity.change_identity, as by_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.identity_draft FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert player_id=null: anybody (who registers has no session)', 'update player_id=null, answers, changed, code, code_tries, code_until, confirmed, email, password, step: anybody (who registers has no session)', 'update player_id null>*, answers, changed, password, step: new player', 'delete player_id=null: anybody (who registers has no session)');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.identity_erasure FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert status=asked decided_by_id=null decided=null done_by_id=null done=null: may identity.change_identity, as requested_by_id, confirmed', 'update status asked>approved, decided, decided_by_id: may identity.change_identity, as decided_by_id, not requested_by_id, confirmed', 'update status asked>refused, decided, decided_by_id: may identity.change_identity, as decided_by_id, not requested_by_id, confirmed', 'update status approved>done, done, done_by_id: may identity.change_identity, as done_by_id, confirmed, if data_are_erased');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.identity_identity FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert state=asked verified=null by_id=null attempts=0 corrected=0 reference="": new player', 'update state correct>asked, attempts, birth, birth_month, changed, corrected, document_country, document_digest, document_kind, document_number, due, name, name_digests, nif, nif_digest, papers, reason: player, if correction_is_counted', 'update state documents>queued, changed, due, reason: player', 'update state=queued, changed, due, reason: player', 'update address, country, district, postal_area, postcode, profession, sealed, telephone, town: player, confirmed', 'update state queued>verified, by_id, changed, due, reason, verified: may identity.change_identity, as by_id, confirmed', 'update state queued>documents, changed, due, reason: may identity.change_identity, confirmed', 'update state queued>refused, changed, due, reason: may identity.change_identity, confirmed', 'update state verified>documents, changed, due, reason: may identity.change_identity, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.identity_legalhold FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert state=proposed decider_id=null decided=null: may identity.add_legalhold, as author_id, confirmed', 'update state proposed>in-force, decided, decider_id: may identity.approve_legalhold, as decider_id, not author_id, confirmed', 'update state proposed>refused, answer, decided, decider_id: may identity.approve_legalhold, as decider_id, not author_id, confirmed', 'update state proposed>withdrawn, answer, decided: may identity.add_legalhold, as author_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.identity_paymentaccount FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert until=null owner="" owner_name="" owner_answered=null owner_sealed=null: player, confirmed | new player', 'update until null>*: player, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.identity_queuedemail FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert sent=null tries=0: anybody (codes and links go to people who have not signed in)');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.identity_searchmark FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: player | new player');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.identity_signin FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('update seen: if session_of_the_request', 'update ended null>*, cause, seen, session: person | if session_of_the_request');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.identity_testaccount FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: may players.change_player, as by_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.identity_uploadeddocument FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: player, if documents_are_wanted');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.inbox_bulknotice FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert state=proposed decider_id=null stopper_id=null: may inbox.add_bulknotice, as author_id', 'update state proposed>approved, decider_id, decided: may inbox.approve_bulknotice, as decider_id, not author_id', 'update state proposed>refused, decider_id, decided, answer: may inbox.approve_bulknotice, as decider_id, not author_id', 'update state proposed>withdrawn, decided, answer: may inbox.add_bulknotice, as author_id | may inbox.approve_bulknotice, as author_id', 'update state approved>stopped, stopper_id, stopped, answer: may inbox.approve_bulknotice, as stopper_id | may inbox.add_bulknotice, as stopper_id', 'update state sending>stopped, stopper_id, stopped, answer: may inbox.approve_bulknotice, as stopper_id | may inbox.add_bulknotice, as stopper_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.inbox_complaint FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert state=open handler_id=null decided=null: player', 'update state answered>open: player', 'update state open>answered, handler_id: may inbox.change_complaint, as handler_id', 'update state=answered, handler_id: may inbox.change_complaint, as handler_id', 'update state open>decided, decided, outcome, handler_id: may inbox.change_complaint, as handler_id', 'update state answered>decided, decided, outcome, handler_id: may inbox.change_complaint, as handler_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.inbox_complaintmessage FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert house=false: as author_id, if complaint_is_open, if complaint_of_the_author', 'insert house=true: may inbox.change_complaint, as author_id, if complaint_is_open');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.inbox_marketingconsent FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: player', 'update agreed, at: player');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.inbox_message FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert mail=waiting tries=0 read=null mailed=null: player, if message_to_oneself | new player, if message_to_oneself | if message_of_staff | if message_before_sign_in', 'update read null>*: player');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.inbox_pushchoice FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: player', 'update turn, seat, session, payment: player');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.inbox_pushsubscription FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: player', 'delete: player');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.laundering_access FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: may laundering.view_file, as person_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.laundering_measure FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert ended=null ender_id=null: may laundering.act_file, as author_id, confirmed', 'update ended null>*, ender_id, outcome, documents, funds, answer: may laundering.act_file, as ender_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.laundering_report FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert communicated=null communicator_id=null: may laundering.act_file, as author_id, confirmed', 'update communicated null>*, communicator_id, dciap, uif: may laundering.act_file, as communicator_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.mfa_authenticator FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: person in user_id, confirmed', 'update last_used_at: anybody (a factor is shown before anybody has signed in)', 'update data: person in user_id', 'delete: person in user_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.monitoring_case FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('update kind=care, closed null>*, outcome, person_id, reason: may monitoring.decide_care_case, as person_id, confirmed', 'update kind=laundering, closed null>*, outcome, person_id, reason: may monitoring.decide_laundering_case, as person_id, confirmed', 'update kind=bots, closed null>*, outcome, person_id, reason: may monitoring.decide_bots_case, as person_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.monitoring_rulereplay FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert state=waiting: may monitoring.add_ruleversion', 'update state waiting>stopped: may monitoring.add_ruleversion | may monitoring.approve_ruleversion', 'update state running>stopped: may monitoring.add_ruleversion | may monitoring.approve_ruleversion', 'update state stopped>waiting: may monitoring.add_ruleversion | may monitoring.approve_ruleversion');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.monitoring_ruleversion FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert state=proposed decider_id=null: may monitoring.add_ruleversion, as author_id, confirmed, if monitoring_is_next_version', 'update state proposed>in-force, decider_id, decided: may monitoring.approve_ruleversion, as decider_id, not author_id, confirmed, if monitoring_replay_allows', 'update state proposed>refused, decider_id, decided, answer: may monitoring.approve_ruleversion, as decider_id, not author_id, confirmed', 'update state proposed>withdrawn, decided, answer: may monitoring.add_ruleversion, as author_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.players_person FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert is_staff=false is_superuser=false credential_epoch=0: anybody (who registers has no session)', 'update language: person in id', 'update email: person in id, confirmed, if address_is_being_changed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.players_personkey FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert destroyed=null gone=null: anybody (the number of a key opens nothing)');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.players_player FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert status=pending testing=false: new person', 'insert status=visitor testing=false: new person', 'update status pending>active: may identity.change_identity, confirmed, if identity_is_verified', 'update status active>pending: may identity.change_identity, confirmed', 'update status pending>suspended: may players.change_player, confirmed', 'update status active>suspended: may players.change_player, confirmed', 'update status suspended>pending: may players.change_player, confirmed', 'update status suspended>active: may players.change_player, confirmed, if identity_is_verified', 'update status pending>closed: may players.change_player, confirmed | person, confirmed | may identity.change_identity, confirmed, if identity_is_refused', 'update status active>closed: may players.change_player, confirmed | person, confirmed | may identity.change_identity, confirmed, if identity_is_refused', 'update status suspended>closed: may players.change_player, confirmed | person, confirmed | may identity.change_identity, confirmed, if identity_is_refused', 'update testing false>true: may players.change_player, confirmed, if test_account_is_authorised');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.protection_absenceafterhand FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert kind=pause begun=null: player', 'insert kind=exclusion begun=null: player, confirmed', 'update length: player, if absence_is_longer', 'update begun null>*: player, if absence_has_begun');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.protection_caremessage FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('update answered null>*, answer: player');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.protection_deposithold FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('update released null>*, releaser_id, reason: may protection.release_deposithold, as releaser_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.protection_documentmark FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: player | new player');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.protection_exclusion FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert source=own noticed=null paid_out=null: player, confirmed', 'insert source=national noticed=null paid_out=null: if exclusion_is_listed', 'update source=own, noticed null>*, ends: player, confirmed, if early_end_is_asked_now', 'update source=national, ends, notified: if exclusion_follows_the_list');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.protection_habits FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: player', 'update limits_answered null>*: player', 'update reality_minutes: player');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.protection_limit FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert cancelled=null: player, confirmed, if limit_waits_if_higher', 'update cancelled null>*, notified: player, if limit_still_waits');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.protection_limitsquestion FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('update answered null>*, answer: player');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.protection_nationalpush FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert outcome="" changed=0: anybody (the register has no session and the worker verifies)');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.protection_pause FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: player');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.protection_realitycheck FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: player');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.protection_report FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert sent=null tries=0: if exclusion_of_the_player');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.regulator_regulatorfile FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert state=due: may regulator.reprocess_regulatorfile, as requested_by_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.reports_closingsignature FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: may reports.add_closingsignature, as person_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.reports_issue FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: may reports.add_issue, as by_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.reports_reportmail FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert schedule_id=null outcome=waiting tries=0: may reports.add_issue, as by_id, confirmed, if month_is_signed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.reports_reportschedule FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert ended=null ended_by_id=null: may reports.add_reportschedule, as by_id', 'update ended null>*, ended_by_id: may reports.add_reportschedule, as ended_by_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.returning_resemblance FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('update state open>same, answer, decided, decider_id: may returning.decide_resemblance, as decider_id, not author_id, confirmed', 'update state open>another, answer, decided, decider_id: may returning.decide_resemblance, as decider_id, not author_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.rtp_monitoring_answer FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: may rtp_monitoring.add_answer, as person_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.rulebook_impact FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert state=waiting percent=0 doing="" data="": may rulebook.view_rulechange', 'update percent=0 doing="", state stopped>waiting, percent, doing, touched: may rulebook.view_rulechange', 'update percent=0 doing="", state failed>waiting, percent, doing, touched: may rulebook.view_rulechange', 'update state waiting>stopped, touched: may rulebook.view_rulechange', 'update state counting>stopped, touched: may rulebook.view_rulechange');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.rulebook_rulechange FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert state=draft: may rulebook.add_rulechange, as author_id', 'update state=draft, base_id, category, content_id, generator, other_parts, reason, risk, title: may rulebook.add_rulechange, as author_id', 'update state=returned, base_id, category, content_id, generator, other_parts, reason, risk, title: may rulebook.add_rulechange, as author_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.rulebook_rulecontent FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: may rulebook.add_rulechange');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.rulebook_ruledocument FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: may rulebook.authorise_rulechange, as person_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.rulebook_rulestep FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert verb=submit: may rulebook.add_rulechange, as person_id, confirmed', 'insert verb=endorse: may rulebook.endorse_rulechange, as person_id, confirmed', 'insert verb=return: may rulebook.endorse_rulechange, as person_id, confirmed | may rulebook.authorise_rulechange, as person_id, confirmed', 'insert verb=authorise: may rulebook.authorise_rulechange, as person_id, confirmed', 'insert verb=refuse: may rulebook.authorise_rulechange, as person_id, confirmed', 'insert verb=schedule: may rulebook.add_rulechange, as person_id, confirmed | may rulebook.endorse_rulechange, as person_id, confirmed', 'insert verb=withdraw: staff, as person_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.screening_match FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('update state open>confirmed, answer, decided, decider_id: may screening.decide_match, as decider_id, not author_id, confirmed', 'update state open>dismissed, answer, decided, decider_id: may screening.decide_match, as decider_id, not author_id, confirmed', 'update state confirmed>dismissed, answer, decided, decider_id: may screening.decide_match, as decider_id, not author_id, confirmed');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.self_checks_certificate FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: may self_checks.add_manifest, as person_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.self_checks_hardwareentry FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: may self_checks.add_manifest, as person_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.self_checks_manifest FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: may self_checks.add_manifest, as person_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.self_checks_partentry FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: may self_checks.add_manifest, as person_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.self_checks_systemchange FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert: may self_checks.add_systemchange, as person_id');

CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON public.self_checks_systemchangestep FOR EACH ROW EXECUTE FUNCTION public.allowed_to_write('insert kind=approved: may self_checks.approve_systemchange, as person_id, confirmed', 'insert kind=rejected: may self_checks.approve_systemchange, as person_id, confirmed', 'insert kind=notified: may self_checks.add_systemchange, as person_id, confirmed', 'insert kind=authorised: may self_checks.add_systemchange, as person_id, confirmed', 'insert kind=made: may self_checks.add_systemchange, as person_id, confirmed', 'insert kind=verified: may self_checks.add_systemchange, as person_id, confirmed');

CREATE TRIGGER api_token_only_ends BEFORE INSERT OR UPDATE ON public.identity_apitoken FOR EACH ROW EXECUTE FUNCTION public.api_token_only_ends();

CREATE TRIGGER audit_line_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_line FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER audit_seal_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_seal FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER audit_sealcheck_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_sealcheck FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER bank_bankfile_stays BEFORE DELETE OR UPDATE OF name, digest, size, received, person_id OR TRUNCATE ON public.bank_bankfile FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER bank_chargeback_holds_withdrawals BEFORE UPDATE OF status ON public.cashier_payment FOR EACH ROW WHEN ((((new.direction)::text = 'withdrawal'::text) AND ((new.status)::text = 'sent'::text) AND ((old.status)::text <> 'sent'::text))) EXECUTE FUNCTION public.bank_chargeback_holds_withdrawals();

CREATE TRIGGER bank_chargeback_stays BEFORE DELETE OR UPDATE OF player_id, payment_id, line_id, cents, opened OR TRUNCATE ON public.bank_chargeback FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER bank_day_closes BEFORE INSERT OR UPDATE ON public.bank_reconciliationday FOR EACH ROW EXECUTE FUNCTION public.bank_day_closes();

CREATE TRIGGER bank_decision_decides AFTER UPDATE OF state ON public.bank_matchdecision FOR EACH ROW WHEN ((((new.state)::text = 'settled'::text) OR ((new.state)::text = 'accepted'::text))) EXECUTE FUNCTION public.bank_decision_decides();

CREATE TRIGGER bank_fundsday_stays BEFORE DELETE OR UPDATE OF day, owed OR TRUNCATE ON public.bank_fundsday FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER bank_match_stays BEFORE DELETE OR UPDATE OF day_id, key, reason, proposed, cents, bank, provider, ledger, made OR TRUNCATE ON public.bank_match FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER bank_match_steps BEFORE INSERT OR UPDATE ON public.bank_match FOR EACH ROW EXECUTE FUNCTION public.bank_match_steps();

CREATE TRIGGER bank_matchdecision_stays BEFORE DELETE OR UPDATE OF match_id, outcome, reason, author_id, at OR TRUNCATE ON public.bank_matchdecision FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER bank_payoutbatch_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.bank_payoutbatch FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER bank_payoutorder_stays BEFORE DELETE OR UPDATE OF batch_id, payment_id OR TRUNCATE ON public.bank_payoutorder FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER bank_reconciliationday_stays BEFORE DELETE OR UPDATE OF day OR TRUNCATE ON public.bank_reconciliationday FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER bank_recovery_stays BEFORE DELETE OR UPDATE OF chargeback_id, reason, author_id, at OR TRUNCATE ON public.bank_recovery FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER bank_settlementline_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.bank_settlementline FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER bank_statement_stays BEFORE DELETE OR UPDATE OF file_id, kind, iban, number, since, until, opening, closing OR TRUNCATE ON public.bank_statement FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER bank_statementline_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.bank_statementline FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER bots_finding_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.bots_finding FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER care_contact_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.care_contact FOR EACH STATEMENT EXECUTE FUNCTION public.record_stays_until_erased();

CREATE TRIGGER cashier_adjustment_stays BEFORE DELETE OR UPDATE OF player_id, cents, ticket, reason, requested_by_id, requested_at OR TRUNCATE ON public.cashier_adjustment FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER cashier_ceiling_stays BEFORE DELETE OR UPDATE OF what, role_id, method, cents, begins, author_id, reason, at OR TRUNCATE ON public.cashier_ceiling FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER cashier_decision_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.cashier_decision FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER cashier_decision_by_staff BEFORE INSERT ON public.cashier_decision FOR EACH ROW EXECUTE FUNCTION public.cashier_decision_by_staff();

CREATE TRIGGER cashier_deposits_are_held BEFORE INSERT OR UPDATE OF status ON public.cashier_payment FOR EACH ROW EXECUTE FUNCTION public.cashier_deposits_are_held();

CREATE TRIGGER cashier_note_payout_step AFTER INSERT OR UPDATE OF status, reason ON public.cashier_payment FOR EACH ROW WHEN ((((new.direction)::text = 'withdrawal'::text) AND ((new.status)::text <> 'refused'::text))) EXECUTE FUNCTION public.cashier_note_payout_step();

CREATE TRIGGER cashier_notification_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.cashier_notification FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER cashier_payment_stays BEFORE DELETE OR UPDATE OF id, player_id, direction, cents, cause, made, method, expires, account_id, iban, holder, held OR TRUNCATE ON public.cashier_payment FOR EACH STATEMENT EXECUTE FUNCTION public.record_stays_until_erased();

CREATE TRIGGER cashier_payment_steps BEFORE INSERT OR UPDATE OF status ON public.cashier_payment FOR EACH ROW EXECUTE FUNCTION public.cashier_payment_steps();

CREATE TRIGGER cashier_payoutstep_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.cashier_payoutstep FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER cashier_protectionconfirmation_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.cashier_protectionconfirmation FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE CONSTRAINT TRIGGER cashier_withdrawal_is_debited AFTER INSERT ON public.cashier_payment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((new.direction)::text = 'withdrawal'::text) AND ((new.status)::text <> 'refused'::text))) EXECUTE FUNCTION public.cashier_withdrawal_is_debited();

CREATE TRIGGER collusion_analysisrun_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.collusion_analysisrun FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER collusion_case_keeps_the_law BEFORE INSERT OR UPDATE ON public.collusion_case FOR EACH ROW EXECUTE FUNCTION public.collusion_case_keeps_the_law();

CREATE TRIGGER collusion_case_stays BEFORE DELETE OR TRUNCATE ON public.collusion_case FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER collusion_casemember_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.collusion_casemember FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER collusion_evidence_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.collusion_evidence FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER collusion_hand_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.collusion_hand FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER collusion_step_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.collusion_step FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER collusion_step_is_of_staff BEFORE INSERT ON public.collusion_step FOR EACH ROW EXECUTE FUNCTION public.collusion_step_is_of_staff();

CREATE TRIGGER decision_takes_its_steps BEFORE INSERT OR UPDATE ON public.backoffice_staffchange FOR EACH ROW EXECUTE FUNCTION public.decision_takes_its_steps('state', 'person proposed>approved: decided decided_by_id', 'person proposed>refused: decided decided_by_id', 'person proposed>withdrawn: decided decided_by_id');

CREATE TRIGGER decision_takes_its_steps BEFORE INSERT OR UPDATE ON public.bank_matchdecision FOR EACH ROW EXECUTE FUNCTION public.decision_takes_its_steps('state', 'person proposed>accepted: decided decider_id', 'person proposed>settled: decided', 'person proposed>refused: answer decided decider_id', 'person proposed>withdrawn: answer decided');

CREATE TRIGGER decision_takes_its_steps BEFORE INSERT OR UPDATE ON public.bank_recovery FOR EACH ROW EXECUTE FUNCTION public.decision_takes_its_steps('state', 'person proposed>done: decided decider_id taken', 'person proposed>refused: answer decided decider_id', 'person proposed>withdrawn: answer decided');

CREATE TRIGGER decision_takes_its_steps BEFORE INSERT OR UPDATE ON public.cashier_adjustment FOR EACH ROW EXECUTE FUNCTION public.decision_takes_its_steps('status', 'person asked>done: after before decided decided_by_id', 'person asked>refused: decided decided_by_id');

CREATE TRIGGER decision_takes_its_steps BEFORE INSERT OR UPDATE ON public.cashier_ceiling FOR EACH ROW EXECUTE FUNCTION public.decision_takes_its_steps('state', 'person proposed>in-force: decided decider_id', 'person proposed>refused: answer decided decider_id', 'person proposed>withdrawn: answer decided');

CREATE TRIGGER decision_takes_its_steps BEFORE INSERT OR UPDATE ON public.floor_bulkchange FOR EACH ROW EXECUTE FUNCTION public.decision_takes_its_steps('state', 'person proposed>done: confirmer_id decided results', 'person proposed>refused: answer confirmer_id decided', 'person proposed>withdrawn: answer decided');

CREATE TRIGGER decision_takes_its_steps BEFORE INSERT OR UPDATE ON public.floor_tablechange FOR EACH ROW EXECUTE FUNCTION public.decision_takes_its_steps('state', 'person proposed>confirmed: confirmer_id decided setting_id', 'person proposed>deferred: confirmer_id decided', 'person proposed>refused: answer confirmer_id decided', 'person proposed>withdrawn: answer decided', 'person deferred>refused: answer confirmer_id decided', 'person deferred>withdrawn: answer confirmer_id decided', 'person proposed>applied: decided setting_id', 'worker deferred>confirmed: setting_id', 'worker proposed>confirmed: confirmer_id decided setting_id', 'worker proposed>withdrawn: answer decided', 'worker deferred>withdrawn: answer decided');

CREATE TRIGGER decision_takes_its_steps BEFORE INSERT OR UPDATE ON public.identity_erasure FOR EACH ROW EXECUTE FUNCTION public.decision_takes_its_steps('status', 'person asked>approved: decided decided_by_id', 'person asked>refused: decided decided_by_id', 'person approved>done: done done_by_id');

CREATE TRIGGER decision_takes_its_steps BEFORE INSERT OR UPDATE ON public.identity_legalhold FOR EACH ROW EXECUTE FUNCTION public.decision_takes_its_steps('state', 'person proposed>in-force: decided decider_id', 'person proposed>refused: answer decided decider_id', 'person proposed>withdrawn: answer decided');

CREATE TRIGGER decision_takes_its_steps BEFORE INSERT OR UPDATE ON public.inbox_bulknotice FOR EACH ROW EXECUTE FUNCTION public.decision_takes_its_steps('state', 'person proposed>approved: decided decider_id', 'person proposed>refused: answer decided decider_id', 'person proposed>withdrawn: answer decided', 'person approved>stopped: answer stopped stopper_id', 'person sending>stopped: answer stopped stopper_id', 'worker approved>sending: cursor left_out sent', 'worker sending>sending: cursor left_out sent', 'worker approved>sent: ended', 'worker sending>sent: ended');

CREATE TRIGGER decision_takes_its_steps BEFORE INSERT OR UPDATE ON public.monitoring_ruleversion FOR EACH ROW EXECUTE FUNCTION public.decision_takes_its_steps('state', 'person proposed>in-force: decided decider_id', 'person proposed>refused: answer decided decider_id', 'person proposed>withdrawn: answer decided', 'worker proposed>in-force: ');

CREATE TRIGGER decision_takes_its_steps BEFORE INSERT OR UPDATE ON public.returning_resemblance FOR EACH ROW EXECUTE FUNCTION public.decision_takes_its_steps('state', 'person open>same: answer decided decider_id', 'person open>another: answer decided decider_id', 'worker open>gone: ', 'worker same>same: applied', 'worker another>another: applied', 'worker gone>gone: applied');

CREATE TRIGGER decision_takes_its_steps BEFORE INSERT OR UPDATE ON public.screening_match FOR EACH ROW EXECUTE FUNCTION public.decision_takes_its_steps('state', 'person open>confirmed: answer decided decider_id', 'person open>dismissed: answer decided decider_id', 'person confirmed>dismissed: answer decided decider_id', 'worker open>gone: ', 'worker confirmed>confirmed: held', 'worker dismissed>dismissed: freed');

CREATE TRIGGER document_marks_forget AFTER UPDATE ON public.identity_identity FOR EACH ROW WHEN ((((old.nationality)::text IS DISTINCT FROM (new.nationality)::text) OR ((old.document_kind)::text IS DISTINCT FROM (new.document_kind)::text) OR ((old.document_country)::text IS DISTINCT FROM (new.document_country)::text) OR ((old.document_number)::text IS DISTINCT FROM (new.document_number)::text) OR ((old.nif)::text IS DISTINCT FROM (new.nif)::text) OR (old.papers IS DISTINCT FROM new.papers))) EXECUTE FUNCTION public.document_marks_forget();

CREATE TRIGGER duties_componentspan_stays BEFORE DELETE OR TRUNCATE ON public.duties_componentspan FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER duties_entry_keeps_the_law BEFORE INSERT ON public.duties_occurrenceentry FOR EACH ROW EXECUTE FUNCTION public.duties_entry_keeps_the_law();

CREATE TRIGGER duties_filing_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.duties_filing FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER duties_occurrence_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.duties_occurrence FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER duties_occurrenceentry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.duties_occurrenceentry FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER duties_question_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.duties_question FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER duties_question_keeps_the_law BEFORE INSERT ON public.duties_questionentry FOR EACH ROW EXECUTE FUNCTION public.duties_question_keeps_the_law();

CREATE TRIGGER duties_questionentry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.duties_questionentry FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER duties_span_keeps_the_law BEFORE INSERT OR UPDATE ON public.duties_componentspan FOR EACH ROW EXECUTE FUNCTION public.duties_span_keeps_the_law();

CREATE TRIGGER erasure_waits_for_legal_holds BEFORE UPDATE OF status ON public.identity_erasure FOR EACH ROW WHEN ((((new.status)::text = 'approved'::text) OR ((new.status)::text = 'done'::text))) EXECUTE FUNCTION public.erasure_waits_for_legal_holds();

CREATE TRIGGER floor_change_keeps_the_law BEFORE INSERT OR UPDATE ON public.floor_tablechange FOR EACH ROW EXECUTE FUNCTION public.floor_change_keeps_the_law();

CREATE TRIGGER floor_change_stays BEFORE DELETE OR TRUNCATE ON public.floor_tablechange FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER games_beaconchain_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.games_beaconchain FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER games_beaconvalue_is_final BEFORE UPDATE OR TRUNCATE ON public.games_beaconvalue FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER games_command_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.games_command FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER games_commands_are_kept AFTER INSERT ON public.games_event REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.games_commands_are_kept();

CREATE TRIGGER games_event_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.games_event FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER games_events_follow_the_last AFTER INSERT ON public.games_event REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.games_events_follow_the_last();

CREATE CONSTRAINT TRIGGER games_payment_has_an_event AFTER INSERT ON public.wallet_transfer DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.kind)::text = ANY (ARRAY['prize'::text, 'lost-back'::text, 'jackpot-fill'::text, 'jackpot-prize'::text]))) EXECUTE FUNCTION public.games_payment_has_an_event();

CREATE TRIGGER games_processkey_belongs_to_its_role BEFORE INSERT OR DELETE OR UPDATE ON public.games_processkey FOR EACH ROW EXECUTE FUNCTION public.games_processkey_belongs_to_its_role();

CREATE TRIGGER games_provenstate_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.games_provenstate FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER games_round_keeps_its_promise BEFORE DELETE OR UPDATE OF table_id, number, commitment, sealed OR TRUNCATE ON public.games_round FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER games_rulesheet_keeps_its_rules BEFORE DELETE OR UPDATE OF system, version, data, digest OR TRUNCATE ON public.games_rulesheet FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER games_stake_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.games_stake FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER games_stakes_add_up AFTER INSERT ON public.games_stake REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION public.games_stakes_add_up();

CREATE TRIGGER games_table_only_advances BEFORE UPDATE OF version ON public.games_table FOR EACH ROW WHEN ((new.version < old.version)) EXECUTE FUNCTION public.games_table_only_advances();

CREATE TRIGGER games_table_plays_what_was_confirmed BEFORE INSERT OR UPDATE OF setting_id ON public.games_table FOR EACH ROW EXECUTE FUNCTION public.games_table_plays_what_was_confirmed();

CREATE TRIGGER games_tablesetting_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.games_tablesetting FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER history_statement_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.history_statement FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER identity_acceptance_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.identity_acceptance FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER identity_addresschange_stays BEFORE DELETE OR UPDATE OF id, person_id, before, after, requested_at OR TRUNCATE ON public.identity_addresschange FOR EACH STATEMENT EXECUTE FUNCTION public.record_stays_until_erased();

CREATE TRIGGER identity_check_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.identity_check FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER identity_erasure_stays BEFORE DELETE OR TRUNCATE ON public.identity_erasure FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER identity_erasure_takes_credentials AFTER UPDATE OF status ON public.identity_erasure FOR EACH ROW WHEN ((((old.status)::text = 'asked'::text) AND ((new.status)::text = 'approved'::text))) EXECUTE FUNCTION public.identity_erasure_takes_credentials();

CREATE TRIGGER identity_factors_are_proven BEFORE INSERT OR UPDATE OF data ON public.mfa_authenticator FOR EACH ROW EXECUTE FUNCTION public.identity_factors_are_proven();

CREATE TRIGGER identity_identity_search_marks AFTER UPDATE OF nif, document_number, papers ON public.identity_identity FOR EACH ROW EXECUTE FUNCTION public.search_marks_forget();

CREATE TRIGGER identity_identity_stays BEFORE DELETE OR TRUNCATE ON public.identity_identity FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER identity_legalhold_stays BEFORE DELETE OR UPDATE OF player_id, lifts_id, authority, reference, ordered, author_id, reason, at OR TRUNCATE ON public.identity_legalhold FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER identity_paymentaccount_search_marks AFTER UPDATE OF iban, sealed ON public.identity_paymentaccount FOR EACH ROW EXECUTE FUNCTION public.search_marks_forget();

CREATE TRIGGER identity_paymentaccount_stays BEFORE DELETE OR UPDATE OF id, player_id, iban, holder, since, sealed, iban_digest, ending OR TRUNCATE ON public.identity_paymentaccount FOR EACH STATEMENT EXECUTE FUNCTION public.record_stays_until_erased();

CREATE TRIGGER identity_secret_goes AFTER DELETE ON public.mfa_authenticator FOR EACH ROW WHEN (((old.type)::text = ANY (ARRAY['totp'::text, 'recovery_codes'::text]))) EXECUTE FUNCTION public.identity_secret_goes();

CREATE TRIGGER identity_session_goes_on AFTER UPDATE ON public.players_person FOR EACH ROW WHEN ((old.credential_epoch IS DISTINCT FROM new.credential_epoch)) EXECUTE FUNCTION public.identity_session_goes_on();

CREATE TRIGGER identity_sign_in_ends BEFORE UPDATE OF session, ended ON public.identity_signin FOR EACH ROW EXECUTE FUNCTION public.identity_sign_in_ends();

CREATE TRIGGER identity_sign_in_epoch BEFORE INSERT ON public.identity_signin FOR EACH ROW EXECUTE FUNCTION public.identity_sign_in_epoch();

CREATE TRIGGER identity_signin_stays BEFORE DELETE OR UPDATE OF id, person_id, began, address, device, method OR TRUNCATE ON public.identity_signin FOR EACH STATEMENT EXECUTE FUNCTION public.record_stays_until_erased();

CREATE TRIGGER identity_terms_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.identity_terms FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER identity_testaccount_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.identity_testaccount FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER identity_tokens_end AFTER UPDATE OF password, email, is_active ON public.players_person FOR EACH ROW WHEN ((((old.password)::text IS DISTINCT FROM (new.password)::text) OR ((old.email)::text IS DISTINCT FROM (new.email)::text) OR (old.is_active IS DISTINCT FROM new.is_active))) EXECUTE FUNCTION public.identity_tokens_end();

CREATE TRIGGER identity_uploadeddocument_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.identity_uploadeddocument FOR EACH STATEMENT EXECUTE FUNCTION public.record_stays_until_erased();

CREATE TRIGGER impact_is_final BEFORE UPDATE ON public.rulebook_impact FOR EACH ROW WHEN (((old.state)::text = 'done'::text)) EXECUTE FUNCTION public.impact_is_final();

CREATE TRIGGER inbox_browser_has_one_player BEFORE INSERT ON public.inbox_pushsubscription FOR EACH ROW EXECUTE FUNCTION public.inbox_browser_has_one_player();

CREATE TRIGGER inbox_complaint_keeps_its_nature BEFORE UPDATE OF number, player_id, category, round, transfer, opened ON public.inbox_complaint FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER inbox_complaint_keeps_its_table BEFORE UPDATE OF "table", table_name ON public.inbox_complaint FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER inbox_complaint_keeps_whom_it_reports BEFORE UPDATE OF reported_id ON public.inbox_complaint FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER inbox_complaint_stays BEFORE DELETE OR TRUNCATE ON public.inbox_complaint FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER inbox_complaintmessage_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.inbox_complaintmessage FOR EACH STATEMENT EXECUTE FUNCTION public.record_stays_until_erased();

CREATE TRIGGER inbox_message_keeps_its_words BEFORE UPDATE OF player_id, kind, details, at ON public.inbox_message FOR EACH STATEMENT EXECUTE FUNCTION public.record_stays_until_erased();

CREATE TRIGGER inbox_message_stays BEFORE DELETE OR TRUNCATE ON public.inbox_message FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER inbox_notice_stays BEFORE DELETE OR TRUNCATE ON public.inbox_bulknotice FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER inbox_noticereceipt_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.inbox_noticereceipt FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER laundering_access_stays BEFORE UPDATE OR TRUNCATE ON public.laundering_access FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER laundering_erased AFTER UPDATE OF status ON public.identity_erasure FOR EACH ROW WHEN ((((old.status)::text <> 'done'::text) AND ((new.status)::text = 'done'::text))) EXECUTE FUNCTION public.laundering_erased();

CREATE TRIGGER laundering_holds_payouts BEFORE UPDATE OF status ON public.cashier_payment FOR EACH ROW WHEN ((((new.status)::text = 'sent'::text) AND ((old.status)::text <> 'sent'::text))) EXECUTE FUNCTION public.laundering_holds_payouts();

CREATE TRIGGER laundering_measure_stays BEFORE UPDATE OF player_id, kind, level, text, reference, due, author_id, at OR TRUNCATE ON public.laundering_measure FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER laundering_report_stays BEFORE UPDATE OF player_id, since, until, activity, procedures, operations, factors, document, author_id, at OR TRUNCATE ON public.laundering_report FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER legal_hold_lifts_its_own BEFORE INSERT ON public.identity_legalhold FOR EACH ROW WHEN ((new.lifts_id IS NOT NULL)) EXECUTE FUNCTION public.legal_hold_lifts_its_own();

CREATE TRIGGER monitoring_alert_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.monitoring_alert FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER monitoring_case_stays BEFORE DELETE OR UPDATE OF player_id, kind, alert_id, since, opened OR TRUNCATE ON public.monitoring_case FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER monitoring_first_version BEFORE INSERT OR UPDATE ON public.monitoring_ruleversion FOR EACH ROW EXECUTE FUNCTION public.monitoring_first_version();

CREATE TRIGGER monitoring_follows_an_alert_of_care BEFORE INSERT ON public.protection_caremessage FOR EACH ROW EXECUTE FUNCTION public.monitoring_follows_an_alert_of_care();

CREATE TRIGGER monitoring_follows_an_alert_of_care BEFORE INSERT ON public.protection_deposithold FOR EACH ROW EXECUTE FUNCTION public.monitoring_follows_an_alert_of_care();

CREATE TRIGGER monitoring_rulereplay_stays BEFORE DELETE OR UPDATE OF version_id OR TRUNCATE ON public.monitoring_rulereplay FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER monitoring_ruleversion_stays BEFORE DELETE OR UPDATE OF name, number, kind, source, author_id, reason, at OR TRUNCATE ON public.monitoring_ruleversion FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER partition_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.games_event_first FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER partition_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.games_event_later FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER partition_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.wallet_transfer_first FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER partition_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.wallet_transfer_later FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER payment_account_has_its_age BEFORE INSERT OR UPDATE OF usable, until ON public.identity_paymentaccount FOR EACH ROW EXECUTE FUNCTION public.payment_account_has_its_age();

CREATE TRIGGER payment_account_is_told AFTER INSERT ON public.identity_paymentaccount FOR EACH ROW WHEN ((new.usable IS NOT NULL)) EXECUTE FUNCTION public.payment_account_is_told();

CREATE TRIGGER payment_account_owner_stays BEFORE UPDATE OF owner, owner_name, owner_answered ON public.identity_paymentaccount FOR EACH ROW EXECUTE FUNCTION public.payment_account_owner_stays();

CREATE TRIGGER player_is_proven_and_confirms BEFORE INSERT ON public.cashier_payment FOR EACH ROW WHEN ((((new.direction)::text = 'withdrawal'::text) AND ((new.status)::text <> 'refused'::text))) EXECUTE FUNCTION public.player_confirms_withdrawal();

CREATE TRIGGER players_a_credential_epoch_grows BEFORE UPDATE OF credential_epoch ON public.players_person FOR EACH ROW WHEN ((new.credential_epoch < old.credential_epoch)) EXECUTE FUNCTION public.players_credential_epoch_grows();

CREATE TRIGGER players_credentials_changed BEFORE UPDATE OF password, is_active, is_staff, email ON public.players_person FOR EACH ROW WHEN ((((old.password)::text IS DISTINCT FROM (new.password)::text) OR (old.is_active IS DISTINCT FROM new.is_active) OR (old.is_staff IS DISTINCT FROM new.is_staff) OR ((old.email)::text IS DISTINCT FROM (new.email)::text))) EXECUTE FUNCTION public.players_credentials_changed();

CREATE TRIGGER players_factor_added AFTER INSERT ON public.mfa_authenticator FOR EACH ROW WHEN (((new.type)::text <> 'recovery_codes'::text)) EXECUTE FUNCTION public.players_factor_changed();

CREATE TRIGGER players_factor_removed AFTER DELETE ON public.mfa_authenticator FOR EACH ROW WHEN (((old.type)::text <> 'recovery_codes'::text)) EXECUTE FUNCTION public.players_factor_changed();

CREATE TRIGGER players_factor_replaced AFTER UPDATE OF user_id, type, data ON public.mfa_authenticator FOR EACH ROW WHEN (((NOT (((old.type)::text = 'recovery_codes'::text) AND ((new.type)::text = 'recovery_codes'::text) AND (old.user_id = new.user_id))) AND ((old.user_id IS DISTINCT FROM new.user_id) OR ((old.type)::text IS DISTINCT FROM (new.type)::text) OR ((old.data - 'name'::text) IS DISTINCT FROM (new.data - 'name'::text))))) EXECUTE FUNCTION public.players_factor_changed();

CREATE TRIGGER players_funds_leaves_stay BEFORE UPDATE OR TRUNCATE ON public.players_funds_leaftile FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER players_funds_places_stay BEFORE UPDATE OR TRUNCATE ON public.players_funds_placetile FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER players_funds_total_is_kept BEFORE DELETE OR TRUNCATE ON public.players_funds_daytotal FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER players_funds_total_stays BEFORE UPDATE ON public.players_funds_daytotal FOR EACH ROW EXECUTE FUNCTION public.players_funds_total_stays();

CREATE TRIGGER players_funds_tree_stays BEFORE UPDATE OR TRUNCATE ON public.players_funds_daytree FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER players_personkey_stays BEFORE DELETE OR UPDATE OF id, player_id, keeping, made OR TRUNCATE ON public.players_personkey FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER players_players_are_no_staff BEFORE UPDATE OF is_staff, is_superuser ON public.players_person FOR EACH ROW WHEN ((new.is_staff OR new.is_superuser)) EXECUTE FUNCTION public.players_staff_do_not_play();

CREATE TRIGGER players_role_changed AFTER INSERT OR DELETE ON public.players_person_groups FOR EACH ROW EXECUTE FUNCTION public.players_role_changed();

CREATE TRIGGER players_role_end_goes AFTER DELETE ON public.players_person_groups FOR EACH ROW EXECUTE FUNCTION public.players_role_end_goes();

CREATE TRIGGER players_staff_do_not_play BEFORE INSERT OR UPDATE OF person_id ON public.players_player FOR EACH ROW EXECUTE FUNCTION public.players_staff_do_not_play();

CREATE TRIGGER protection_absenceafterhand_stays BEFORE DELETE OR UPDATE OF player_id, kind, requested_at, reason, occupation OR TRUNCATE ON public.protection_absenceafterhand FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER protection_caremessage_stays BEFORE DELETE OR UPDATE OF player_id, alert, kind, texts, required, at OR TRUNCATE ON public.protection_caremessage FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER protection_deposithold_stays BEFORE DELETE OR UPDATE OF player_id, alert, at OR TRUNCATE ON public.protection_deposithold FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER protection_exclusion_stays BEFORE DELETE OR UPDATE OF player_id, source, reference, starts, requested_until, reason, occupation OR TRUNCATE ON public.protection_exclusion FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER protection_limit_stays BEFORE DELETE OR UPDATE OF player_id, kind, period, value, requested_at, starts OR TRUNCATE ON public.protection_limit FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER protection_limitsquestion_stays BEFORE DELETE OR UPDATE OF player_id, due, at OR TRUNCATE ON public.protection_limitsquestion FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER protection_pause_stays BEFORE DELETE OR UPDATE OF player_id, starts, ends OR TRUNCATE ON public.protection_pause FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER protection_realitycheck_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.protection_realitycheck FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER public_log_head_stays BEFORE DELETE OR TRUNCATE ON public.public_log_head FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER public_log_only_grows BEFORE UPDATE ON public.public_log_head FOR EACH ROW EXECUTE FUNCTION public.public_log_only_grows();

CREATE TRIGGER public_log_stretch_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.public_log_stretch FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER regulator_alertfile_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.regulator_alertfile FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER regulator_answer_keeps_the_law BEFORE INSERT OR UPDATE ON public.regulator_envelopedfile FOR EACH ROW EXECUTE FUNCTION public.regulator_answer_keeps_the_law();

CREATE TRIGGER regulator_envelope_keeps_the_law BEFORE INSERT OR UPDATE ON public.regulator_envelope FOR EACH ROW EXECUTE FUNCTION public.regulator_envelope_keeps_the_law();

CREATE TRIGGER regulator_envelope_stays BEFORE DELETE OR TRUNCATE ON public.regulator_envelope FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER regulator_envelopedfile_stays BEFORE DELETE OR TRUNCATE ON public.regulator_envelopedfile FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER regulator_file_keeps_the_law BEFORE INSERT OR UPDATE ON public.regulator_regulatorfile FOR EACH ROW EXECUTE FUNCTION public.regulator_file_keeps_the_law();

CREATE TRIGGER regulator_file_stays BEFORE DELETE OR TRUNCATE ON public.regulator_regulatorfile FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER regulator_regulatoranswer_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.regulator_regulatoranswer FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER regulator_reportedalert_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.regulator_reportedalert FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER reports_closingsignature_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reports_closingsignature FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER reports_issue_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reports_issue FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER returning_erased AFTER UPDATE OF status ON public.identity_erasure FOR EACH ROW WHEN ((((old.status)::text <> 'done'::text) AND ((new.status)::text = 'done'::text))) EXECUTE FUNCTION public.returning_erased();

CREATE TRIGGER returning_resemblance_stays BEFORE UPDATE OF player_id, blocked_id, cause, player_digest, blocked_digest, likeness, sealed, made, author_id OR TRUNCATE ON public.returning_resemblance FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER returning_waits_for_a_person BEFORE UPDATE OF state ON public.identity_identity FOR EACH ROW WHEN ((((old.state)::text <> 'verified'::text) AND ((new.state)::text = 'verified'::text))) EXECUTE FUNCTION public.returning_waits_for_a_person();

CREATE TRIGGER rtp_monitoring_alarm_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.rtp_monitoring_alarm FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER rtp_monitoring_answer_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.rtp_monitoring_answer FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER rule_change_is_lawful BEFORE INSERT OR UPDATE ON public.rulebook_rulechange FOR EACH ROW EXECUTE FUNCTION public.rule_change_is_lawful();

CREATE TRIGGER rule_decision_follows_submission BEFORE INSERT ON public.rulebook_rulestep FOR EACH ROW WHEN (((new.verb)::text = 'authorise'::text)) EXECUTE FUNCTION public.rule_decision_follows_submission();

CREATE TRIGGER rule_sheet_comes_once BEFORE UPDATE OF status ON public.games_rulesheet FOR EACH ROW WHEN ((((new.status)::text = 'in-force'::text) AND ((old.status)::text <> 'in-force'::text))) EXECUTE FUNCTION public.rule_sheet_comes_once();

CREATE TRIGGER rule_sheet_is_approved BEFORE INSERT ON public.games_rulesheet FOR EACH ROW WHEN (((new.status)::text = 'in-force'::text)) EXECUTE FUNCTION public.rule_sheet_is_approved();

CREATE TRIGGER rule_step_is_lawful BEFORE INSERT ON public.rulebook_rulestep FOR EACH ROW EXECUTE FUNCTION public.rule_step_is_lawful();

CREATE TRIGGER rulebook_impact_stays BEFORE DELETE OR TRUNCATE ON public.rulebook_impact FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER rulebook_keptedges_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.rulebook_keptedges FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER rulebook_rulechange_stays BEFORE DELETE OR TRUNCATE ON public.rulebook_rulechange FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER rulebook_rulecontent_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.rulebook_rulecontent FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER rulebook_ruledocument_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.rulebook_ruledocument FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER rulebook_rulestep_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.rulebook_rulestep FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER screening_erased AFTER UPDATE OF status ON public.identity_erasure FOR EACH ROW WHEN ((((old.status)::text <> 'done'::text) AND ((new.status)::text = 'done'::text))) EXECUTE FUNCTION public.screening_erased();

CREATE TRIGGER screening_listimport_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.screening_listimport FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER screening_match_stays BEFORE UPDATE OF player_id, entry_id, kind, player_digest, entry_digest, likeness, made, author_id OR TRUNCATE ON public.screening_match FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER self_checks_certificate_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.self_checks_certificate FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER self_checks_entry_names_an_approved_change BEFORE INSERT ON public.self_checks_partentry FOR EACH ROW EXECUTE FUNCTION public.self_checks_entry_names_an_approved_change();

CREATE TRIGGER self_checks_hardwareentry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.self_checks_hardwareentry FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER self_checks_manifest_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.self_checks_manifest FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER self_checks_partentry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.self_checks_partentry FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER self_checks_proof_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.self_checks_proof FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER self_checks_root_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.self_checks_root FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER self_checks_systemchange_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.self_checks_systemchange FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER self_checks_systemchangestep_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.self_checks_systemchangestep FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER staff_change_decider_is_proven BEFORE UPDATE OF decided_by_id ON public.backoffice_staffchange FOR EACH ROW EXECUTE FUNCTION public.staff_change_decider_is_proven();

CREATE TRIGGER staff_change_is_a_proposal BEFORE INSERT ON public.backoffice_staffchange FOR EACH ROW EXECUTE FUNCTION public.staff_change_is_a_proposal();

CREATE TRIGGER system_change_keeps_the_law BEFORE INSERT ON public.self_checks_systemchangestep FOR EACH ROW EXECUTE FUNCTION public.system_change_keeps_the_law();

CREATE TRIGGER wallet_account_is_born_empty BEFORE INSERT ON public.wallet_account FOR EACH ROW EXECUTE FUNCTION public.wallet_account_is_born_empty();

CREATE TRIGGER wallet_account_keeps_its_nature BEFORE UPDATE OF id, kind, currency, player_id, "table" ON public.wallet_account FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_account_keeps_its_nature();

CREATE TRIGGER wallet_account_stays BEFORE DELETE OR TRUNCATE ON public.wallet_account FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER wallet_balances_follow AFTER INSERT ON public.wallet_transfer REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_balances_follow();

CREATE TRIGGER wallet_bookscheck_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.wallet_bookscheck FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER wallet_kinds_have_their_writers AFTER INSERT ON public.wallet_transfer REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_kinds_have_their_writers();

CREATE TRIGGER wallet_payments_follow_a_stake AFTER INSERT ON public.wallet_transfer REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION public.games_payments_follow_a_stake();

CREATE TRIGGER wallet_transfer_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.wallet_transfer FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

CREATE TRIGGER wallet_transfer_ids_follow AFTER INSERT ON public.wallet_transfer REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_ids_follow_the_last_event();

CREATE TRIGGER wallet_transferid_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.wallet_transferid FOR EACH STATEMENT EXECUTE FUNCTION public.record_is_append_only();

ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_user_id_2c513194_fk_players_person_id FOREIGN KEY (user_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirm_email_address_id_5b7f8c58_fk_account_e FOREIGN KEY (email_address_id) REFERENCES public.account_emailaddress(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.administration_playertag
    ADD CONSTRAINT administration_playe_player_id_2c0b98af_fk_players_p FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.administration_playernote
    ADD CONSTRAINT administration_playe_player_id_bf3220d5_fk_players_p FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.administration_playernote
    ADD CONSTRAINT administration_playernote_by_id_ca3628f5_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.administration_playertag
    ADD CONSTRAINT administration_playertag_by_id_7b23bd6e_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissio_permission_id_84c5c92e_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_b120cbf9_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_2f476e4b_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.backoffice_homelayout
    ADD CONSTRAINT backoffice_homelayout_person_id_c6a2a5a4_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.backoffice_plannedshift
    ADD CONSTRAINT backoffice_plannedsh_drawn_by_id_77d72063_fk_players_p FOREIGN KEY (drawn_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.backoffice_plannedshift
    ADD CONSTRAINT backoffice_plannedsh_withdrawn_by_id_af17cdc9_fk_players_p FOREIGN KEY (withdrawn_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.backoffice_plannedshift
    ADD CONSTRAINT backoffice_plannedshift_person_id_8a809d22_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.backoffice_plannedshift
    ADD CONSTRAINT backoffice_plannedshift_role_id_304780bc_fk_auth_group_id FOREIGN KEY (role_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.backoffice_providerattempt
    ADD CONSTRAINT backoffice_providera_person_id_0b8382a6_fk_players_p FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.backoffice_providerlink
    ADD CONSTRAINT backoffice_providerlink_person_id_797a6360_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.backoffice_rightuse
    ADD CONSTRAINT backoffice_rightuse_person_id_bdbc376e_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.backoffice_savedfilter
    ADD CONSTRAINT backoffice_savedfilter_person_id_e49be7fc_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.backoffice_shift
    ADD CONSTRAINT backoffice_shift_person_id_fbb092cd_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.backoffice_shift
    ADD CONSTRAINT backoffice_shift_read_by_id_20a48e60_fk_players_person_id FOREIGN KEY (read_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.backoffice_shift
    ADD CONSTRAINT backoffice_shift_successor_id_272ec301_fk_players_person_id FOREIGN KEY (successor_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.backoffice_staffchange
    ADD CONSTRAINT backoffice_staffchan_decided_by_id_67592e4a_fk_players_p FOREIGN KEY (decided_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.backoffice_staffchange
    ADD CONSTRAINT backoffice_staffchan_proposed_by_id_8eef6e43_fk_players_p FOREIGN KEY (proposed_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.backoffice_staffchange
    ADD CONSTRAINT backoffice_staffchange_role_id_e2eb83a3_fk_auth_group_id FOREIGN KEY (role_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.backoffice_webhookattempt
    ADD CONSTRAINT backoffice_webhookat_message_id_981c1d45_fk_backoffic FOREIGN KEY (message_id) REFERENCES public.backoffice_webhookmessage(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.backoffice_workclaim
    ADD CONSTRAINT backoffice_workclaim_person_id_811072fa_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.backoffice_workmention
    ADD CONSTRAINT backoffice_workmenti_note_id_24a1af56_fk_backoffic FOREIGN KEY (note_id) REFERENCES public.backoffice_worknote(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.backoffice_workmention
    ADD CONSTRAINT backoffice_workmention_person_id_c926d3df_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.backoffice_worknote
    ADD CONSTRAINT backoffice_worknote_person_id_98f5d009_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.bank_bankfile
    ADD CONSTRAINT bank_bankfile_person_id_800c5f82_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.bank_chargeback
    ADD CONSTRAINT bank_chargeback_line_id_18e187d5_fk_bank_settlementline_id FOREIGN KEY (line_id) REFERENCES public.bank_settlementline(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.bank_chargeback
    ADD CONSTRAINT bank_chargeback_payment_id_1779a11c_fk_cashier_payment_id FOREIGN KEY (payment_id) REFERENCES public.cashier_payment(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.bank_chargeback
    ADD CONSTRAINT bank_chargeback_player_id_84136992_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.bank_chargeback
    ADD CONSTRAINT bank_chargeback_won_line_id_640e34a1_fk_bank_settlementline_id FOREIGN KEY (won_line_id) REFERENCES public.bank_settlementline(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.bank_match
    ADD CONSTRAINT bank_match_day_id_51786dbf_fk_bank_reconciliationday_day FOREIGN KEY (day_id) REFERENCES public.bank_reconciliationday(day) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.bank_matchdecision
    ADD CONSTRAINT bank_matchdecision_author_id_e0300e3b_fk_players_person_id FOREIGN KEY (author_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.bank_matchdecision
    ADD CONSTRAINT bank_matchdecision_decider_id_4b45a0ed_fk_players_person_id FOREIGN KEY (decider_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.bank_matchdecision
    ADD CONSTRAINT bank_matchdecision_match_id_c49f21ac_fk_bank_match_id FOREIGN KEY (match_id) REFERENCES public.bank_match(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.bank_payoutorder
    ADD CONSTRAINT bank_payoutorder_batch_id_d95a760c_fk_bank_payoutbatch_id FOREIGN KEY (batch_id) REFERENCES public.bank_payoutbatch(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.bank_payoutorder
    ADD CONSTRAINT bank_payoutorder_payment_id_76bfb591_fk_cashier_payment_id FOREIGN KEY (payment_id) REFERENCES public.cashier_payment(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.bank_recovery
    ADD CONSTRAINT bank_recovery_author_id_2c25324e_fk_players_person_id FOREIGN KEY (author_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.bank_recovery
    ADD CONSTRAINT bank_recovery_chargeback_id_4c11b8a1_fk_bank_chargeback_id FOREIGN KEY (chargeback_id) REFERENCES public.bank_chargeback(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.bank_recovery
    ADD CONSTRAINT bank_recovery_decider_id_1769c034_fk_players_person_id FOREIGN KEY (decider_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.bank_settlementline
    ADD CONSTRAINT bank_settlementline_file_id_9213fac3_fk_bank_bankfile_id FOREIGN KEY (file_id) REFERENCES public.bank_bankfile(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.bank_statement
    ADD CONSTRAINT bank_statement_file_id_ff21b1da_fk_bank_bankfile_id FOREIGN KEY (file_id) REFERENCES public.bank_bankfile(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.bank_statementline
    ADD CONSTRAINT bank_statementline_statement_id_28ba788d_fk_bank_statement_id FOREIGN KEY (statement_id) REFERENCES public.bank_statement(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.bots_finding
    ADD CONSTRAINT bots_finding_player_id_4b655d26_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.care_contact
    ADD CONSTRAINT care_contact_person_id_a1806868_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.care_contact
    ADD CONSTRAINT care_contact_player_id_421e08e0_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.cashier_adjustment
    ADD CONSTRAINT cashier_adjustment_decided_by_id_2304f5a2_fk_players_person_id FOREIGN KEY (decided_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.cashier_adjustment
    ADD CONSTRAINT cashier_adjustment_player_id_f003e349_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.cashier_adjustment
    ADD CONSTRAINT cashier_adjustment_requested_by_id_1066345e_fk_players_p FOREIGN KEY (requested_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.cashier_ceiling
    ADD CONSTRAINT cashier_ceiling_author_id_57de44e0_fk_players_person_id FOREIGN KEY (author_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.cashier_ceiling
    ADD CONSTRAINT cashier_ceiling_decider_id_60c8c53a_fk_players_person_id FOREIGN KEY (decider_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.cashier_ceiling
    ADD CONSTRAINT cashier_ceiling_role_id_cc4277ac_fk_auth_group_id FOREIGN KEY (role_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.cashier_decision
    ADD CONSTRAINT cashier_decision_payment_id_0fda4f21_fk_cashier_payment_id FOREIGN KEY (payment_id) REFERENCES public.cashier_payment(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.cashier_decision
    ADD CONSTRAINT cashier_decision_person_id_4c476254_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.cashier_gatewayrequest
    ADD CONSTRAINT cashier_gatewayreque_payment_id_a119911f_fk_cashier_p FOREIGN KEY (payment_id) REFERENCES public.cashier_payment(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.cashier_payment
    ADD CONSTRAINT cashier_payment_player_id_9f8f13ba_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.cashier_payoutstep
    ADD CONSTRAINT cashier_payoutstep_payment_id_77584b41_fk_cashier_payment_id FOREIGN KEY (payment_id) REFERENCES public.cashier_payment(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.cashier_protectionconfirmation
    ADD CONSTRAINT cashier_protectionco_player_id_43386fdf_fk_players_p FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.collusion_case
    ADD CONSTRAINT collusion_case_proposer_id_2ce79bca_fk_players_person_id FOREIGN KEY (proposer_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.collusion_case
    ADD CONSTRAINT collusion_case_signer_id_9cc7bca7_fk_players_person_id FOREIGN KEY (signer_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.collusion_casemember
    ADD CONSTRAINT collusion_casemember_case_id_3e59a1bd_fk_collusion_case_id FOREIGN KEY (case_id) REFERENCES public.collusion_case(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.collusion_casemember
    ADD CONSTRAINT collusion_casemember_player_id_bfb117b3_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.collusion_evidence
    ADD CONSTRAINT collusion_evidence_case_id_8068500e_fk_collusion_case_id FOREIGN KEY (case_id) REFERENCES public.collusion_case(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.collusion_evidence
    ADD CONSTRAINT collusion_evidence_run_id_f9a8c2ad_fk_collusion_analysisrun_id FOREIGN KEY (run_id) REFERENCES public.collusion_analysisrun(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.collusion_step
    ADD CONSTRAINT collusion_step_case_id_f98b0af7_fk_collusion_case_id FOREIGN KEY (case_id) REFERENCES public.collusion_case(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.collusion_step
    ADD CONSTRAINT collusion_step_person_id_d4e43df8_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_content_type_id_c4bce8eb_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_user_id_c564eba6_fk_players_person_id FOREIGN KEY (user_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.duties_calendarfeed
    ADD CONSTRAINT duties_calendarfeed_person_id_5c93eef8_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.duties_filing
    ADD CONSTRAINT duties_filing_person_id_abf0c271_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.duties_occurrence
    ADD CONSTRAINT duties_occurrence_incident_id_a4fcf028_fk_games_incident_id FOREIGN KEY (incident_id) REFERENCES public.games_incident(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.duties_occurrence
    ADD CONSTRAINT duties_occurrence_person_id_e09be629_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.duties_occurrenceentry
    ADD CONSTRAINT duties_occurrenceent_occurrence_id_1d13b72e_fk_duties_oc FOREIGN KEY (occurrence_id) REFERENCES public.duties_occurrence(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.duties_occurrenceentry
    ADD CONSTRAINT duties_occurrenceentry_person_id_443adf18_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.duties_question
    ADD CONSTRAINT duties_question_person_id_1ab8f1e5_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.duties_questionentry
    ADD CONSTRAINT duties_questionentry_person_id_2b601e50_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.duties_questionentry
    ADD CONSTRAINT duties_questionentry_question_id_e70ac632_fk_duties_question_id FOREIGN KEY (question_id) REFERENCES public.duties_question(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.floor_bulkchange
    ADD CONSTRAINT floor_bulkchange_author_id_22ca99f7_fk_players_person_id FOREIGN KEY (author_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.floor_bulkchange
    ADD CONSTRAINT floor_bulkchange_confirmer_id_dcdac6fc_fk_players_person_id FOREIGN KEY (confirmer_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.floor_bulkchange
    ADD CONSTRAINT floor_bulkchange_source_id_cc6c4b17_fk_games_tablesetting_id FOREIGN KEY (source_id) REFERENCES public.games_tablesetting(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.floor_tablechange
    ADD CONSTRAINT floor_tablechange_author_id_f6301361_fk_players_person_id FOREIGN KEY (author_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.floor_tablechange
    ADD CONSTRAINT floor_tablechange_base_id_0510492d_fk_games_tablesetting_id FOREIGN KEY (base_id) REFERENCES public.games_tablesetting(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.floor_tablechange
    ADD CONSTRAINT floor_tablechange_confirmer_id_dbd8f378_fk_players_person_id FOREIGN KEY (confirmer_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.floor_tablechange
    ADD CONSTRAINT floor_tablechange_setting_id_383895de_fk_games_tablesetting_id FOREIGN KEY (setting_id) REFERENCES public.games_tablesetting(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.floor_tablechange
    ADD CONSTRAINT floor_tablechange_table_id_1e3531bf_fk_games_table_id FOREIGN KEY (table_id) REFERENCES public.games_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.floor_tablehours
    ADD CONSTRAINT floor_tablehours_table_id_e8304a47_fk_games_table_id FOREIGN KEY (table_id) REFERENCES public.games_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.floor_tablesuspension
    ADD CONSTRAINT floor_tablesuspensio_released_by_id_9fdab72e_fk_players_p FOREIGN KEY (released_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.floor_tablesuspension
    ADD CONSTRAINT floor_tablesuspension_person_id_949bdf67_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.floor_tablesuspension
    ADD CONSTRAINT floor_tablesuspension_table_id_0b85d5e1_fk_games_table_id FOREIGN KEY (table_id) REFERENCES public.games_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.games_beaconvalue
    ADD CONSTRAINT games_beaconvalue_chain_id_809e2081_fk_games_beaconchain_name FOREIGN KEY (chain_id) REFERENCES public.games_beaconchain(name) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.games_chatline
    ADD CONSTRAINT games_chatline_hider_id_a7c1cad2_fk_players_person_id FOREIGN KEY (hider_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.games_chatline
    ADD CONSTRAINT games_chatline_player_id_4b5aae9b_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.games_chatline
    ADD CONSTRAINT games_chatline_table_id_40490a54_fk_games_table_id FOREIGN KEY (table_id) REFERENCES public.games_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.games_chatmute
    ADD CONSTRAINT games_chatmute_by_id_10a4cdd8_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.games_chatmute
    ADD CONSTRAINT games_chatmute_player_id_c356ccc2_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.games_favourite
    ADD CONSTRAINT games_favourite_player_id_ab7e9f25_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.games_favourite
    ADD CONSTRAINT games_favourite_table_id_f12e9389_fk_games_table_id FOREIGN KEY (table_id) REFERENCES public.games_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.games_incident
    ADD CONSTRAINT games_incident_confirmer_id_8429ca26_fk_players_person_id FOREIGN KEY (confirmer_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.games_incident
    ADD CONSTRAINT games_incident_proposer_id_c18f22ab_fk_players_person_id FOREIGN KEY (proposer_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.games_incident
    ADD CONSTRAINT games_incident_table_id_e3b8e394_fk_games_table_id FOREIGN KEY (table_id) REFERENCES public.games_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.games_opponentnote
    ADD CONSTRAINT games_opponentnote_about_id_4a8454dd_fk_players_player_id FOREIGN KEY (about_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.games_opponentnote
    ADD CONSTRAINT games_opponentnote_player_id_a2186103_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.games_registration
    ADD CONSTRAINT games_registration_player_id_6bd53b9c_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.games_registration
    ADD CONSTRAINT games_registration_session_id_7d9b8fd0_fk_games_tablesession_id FOREIGN KEY (session_id) REFERENCES public.games_tablesession(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.games_round
    ADD CONSTRAINT games_round_setting_id_14496ae8_fk_games_tablesetting_id FOREIGN KEY (setting_id) REFERENCES public.games_tablesetting(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.games_round
    ADD CONSTRAINT games_round_sheet_id_bbc73252_fk_games_rulesheet_id FOREIGN KEY (sheet_id) REFERENCES public.games_rulesheet(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.games_round
    ADD CONSTRAINT games_round_table_id_5be85f68_fk_games_table_id FOREIGN KEY (table_id) REFERENCES public.games_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.games_roundnote
    ADD CONSTRAINT games_roundnote_player_id_01c435c7_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.games_table
    ADD CONSTRAINT games_table_setting_id_dadd2725_fk_games_tablesetting_id FOREIGN KEY (setting_id) REFERENCES public.games_tablesetting(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.games_tablesession
    ADD CONSTRAINT games_tablesession_table_id_3489b1f9_fk_games_table_id FOREIGN KEY (table_id) REFERENCES public.games_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.games_tablesetting
    ADD CONSTRAINT games_tablesetting_author_id_6e03ea2f_fk_players_person_id FOREIGN KEY (author_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.games_tablesetting
    ADD CONSTRAINT games_tablesetting_table_id_fb215cfe_fk_games_table_id FOREIGN KEY (table_id) REFERENCES public.games_table(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.history_copy
    ADD CONSTRAINT history_copy_player_id_115c6959_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.history_statement
    ADD CONSTRAINT history_statement_player_id_7a7b7861_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_acceptance
    ADD CONSTRAINT identity_acceptance_player_id_4f2f2b33_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_acceptance
    ADD CONSTRAINT identity_acceptance_terms_id_a55061e0_fk_identity_terms_version FOREIGN KEY (terms_id) REFERENCES public.identity_terms(version) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_addresschange
    ADD CONSTRAINT identity_addresschange_person_id_8800b3f5_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_apitoken
    ADD CONSTRAINT identity_apitoken_person_id_d27eac7c_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_check
    ADD CONSTRAINT identity_check_by_id_98c103c5_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_check
    ADD CONSTRAINT identity_check_identity_id_2a53952c_fk_identity_identity_id FOREIGN KEY (identity_id) REFERENCES public.identity_identity(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_codeattempt
    ADD CONSTRAINT identity_codeattempt_person_id_eab180e2_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_draft
    ADD CONSTRAINT identity_draft_player_id_fee2a1e9_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_erasure
    ADD CONSTRAINT identity_erasure_decided_by_id_822c9847_fk_players_person_id FOREIGN KEY (decided_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_erasure
    ADD CONSTRAINT identity_erasure_done_by_id_b266827e_fk_players_person_id FOREIGN KEY (done_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_erasure
    ADD CONSTRAINT identity_erasure_player_id_79473d99_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_erasure
    ADD CONSTRAINT identity_erasure_requested_by_id_c169f73c_fk_players_person_id FOREIGN KEY (requested_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_factorsecret
    ADD CONSTRAINT identity_factorsecret_person_id_abcfb421_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_identity
    ADD CONSTRAINT identity_identity_by_id_72e0cf42_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_identity
    ADD CONSTRAINT identity_identity_player_id_935fc5a4_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_legalhold
    ADD CONSTRAINT identity_legalhold_author_id_1b821e38_fk_players_person_id FOREIGN KEY (author_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_legalhold
    ADD CONSTRAINT identity_legalhold_decider_id_3c190f06_fk_players_person_id FOREIGN KEY (decider_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_legalhold
    ADD CONSTRAINT identity_legalhold_lifts_id_760cffb9_fk_identity_legalhold_id FOREIGN KEY (lifts_id) REFERENCES public.identity_legalhold(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_legalhold
    ADD CONSTRAINT identity_legalhold_player_id_8a608a67_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_passkeyattempt
    ADD CONSTRAINT identity_passkeyattempt_person_id_03b36f63_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_paymentaccount
    ADD CONSTRAINT identity_paymentaccount_player_id_3e8a97a8_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_resettoken
    ADD CONSTRAINT identity_resettoken_person_id_add3f43b_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_searchmark
    ADD CONSTRAINT identity_searchmark_player_id_8734230a_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_signin
    ADD CONSTRAINT identity_signin_person_id_e1c33d7c_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_signinevidence
    ADD CONSTRAINT identity_signinevidence_person_id_125c0881_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_testaccount
    ADD CONSTRAINT identity_testaccount_by_id_6860356b_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_testaccount
    ADD CONSTRAINT identity_testaccount_player_id_b08f51b1_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.identity_uploadeddocument
    ADD CONSTRAINT identity_uploadeddoc_player_id_a4652eb9_fk_players_p FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.inbox_bulknotice
    ADD CONSTRAINT inbox_bulknotice_author_id_b9ace098_fk_players_person_id FOREIGN KEY (author_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.inbox_bulknotice
    ADD CONSTRAINT inbox_bulknotice_decider_id_c06ca8ca_fk_players_person_id FOREIGN KEY (decider_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.inbox_bulknotice
    ADD CONSTRAINT inbox_bulknotice_stopper_id_074cb6da_fk_players_person_id FOREIGN KEY (stopper_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.inbox_complaint
    ADD CONSTRAINT inbox_complaint_handler_id_a7c67a69_fk_players_person_id FOREIGN KEY (handler_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.inbox_complaint
    ADD CONSTRAINT inbox_complaint_player_id_65cbf948_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.inbox_complaint
    ADD CONSTRAINT inbox_complaint_reported_id_da90ce85_fk_players_player_id FOREIGN KEY (reported_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.inbox_complaintmessage
    ADD CONSTRAINT inbox_complaintmessa_complaint_id_03e24637_fk_inbox_com FOREIGN KEY (complaint_id) REFERENCES public.inbox_complaint(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.inbox_complaintmessage
    ADD CONSTRAINT inbox_complaintmessage_author_id_4e65ba90_fk_players_person_id FOREIGN KEY (author_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.inbox_marketingconsent
    ADD CONSTRAINT inbox_marketingconsent_player_id_ee937bd6_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.inbox_message
    ADD CONSTRAINT inbox_message_player_id_5cb3b888_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.inbox_noticereceipt
    ADD CONSTRAINT inbox_noticereceipt_message_id_a040889e_fk_inbox_message_id FOREIGN KEY (message_id) REFERENCES public.inbox_message(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.inbox_noticereceipt
    ADD CONSTRAINT inbox_noticereceipt_notice_id_44a21c8f_fk_inbox_bulknotice_id FOREIGN KEY (notice_id) REFERENCES public.inbox_bulknotice(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.inbox_noticereceipt
    ADD CONSTRAINT inbox_noticereceipt_player_id_dd64449c_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.inbox_pushchoice
    ADD CONSTRAINT inbox_pushchoice_player_id_73fea5b5_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.inbox_pushnotice
    ADD CONSTRAINT inbox_pushnotice_player_id_7f4c5ff8_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.inbox_pushsubscription
    ADD CONSTRAINT inbox_pushsubscription_player_id_c806bc4b_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.laundering_access
    ADD CONSTRAINT laundering_access_person_id_0fdb8f17_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.laundering_access
    ADD CONSTRAINT laundering_access_player_id_31e1a47c_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.laundering_measure
    ADD CONSTRAINT laundering_measure_author_id_5d11b2c1_fk_players_person_id FOREIGN KEY (author_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.laundering_measure
    ADD CONSTRAINT laundering_measure_ender_id_2569199c_fk_players_person_id FOREIGN KEY (ender_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.laundering_measure
    ADD CONSTRAINT laundering_measure_player_id_788da2aa_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.laundering_report
    ADD CONSTRAINT laundering_report_author_id_f91be47c_fk_players_person_id FOREIGN KEY (author_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.laundering_report
    ADD CONSTRAINT laundering_report_communicator_id_33948210_fk_players_person_id FOREIGN KEY (communicator_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.laundering_report
    ADD CONSTRAINT laundering_report_player_id_5c56ed69_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.mfa_authenticator
    ADD CONSTRAINT mfa_authenticator_user_id_0c3a50c0_fk_players_person_id FOREIGN KEY (user_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.monitoring_alert
    ADD CONSTRAINT monitoring_alert_player_id_30363408_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.monitoring_alert
    ADD CONSTRAINT monitoring_alert_version_id_b507210c_fk_monitorin FOREIGN KEY (version_id) REFERENCES public.monitoring_ruleversion(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.monitoring_case
    ADD CONSTRAINT monitoring_case_alert_id_947ba7b6_fk_monitoring_alert_id FOREIGN KEY (alert_id) REFERENCES public.monitoring_alert(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.monitoring_case
    ADD CONSTRAINT monitoring_case_person_id_367c29d2_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.monitoring_case
    ADD CONSTRAINT monitoring_case_player_id_bffa3aac_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.monitoring_rulereplay
    ADD CONSTRAINT monitoring_rulerepla_version_id_dc0a9bc9_fk_monitorin FOREIGN KEY (version_id) REFERENCES public.monitoring_ruleversion(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.monitoring_ruleversion
    ADD CONSTRAINT monitoring_ruleversion_author_id_a4e74ad7_fk_players_person_id FOREIGN KEY (author_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.monitoring_ruleversion
    ADD CONSTRAINT monitoring_ruleversion_decider_id_4cdff42f_fk_players_person_id FOREIGN KEY (decider_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_funds_daytree
    ADD CONSTRAINT players_funds_daytre_total_id_d316832c_fk_players_f FOREIGN KEY (total_id) REFERENCES public.players_funds_daytotal(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_funds_leaftile
    ADD CONSTRAINT players_funds_leafti_tree_id_358ae79b_fk_players_f FOREIGN KEY (tree_id) REFERENCES public.players_funds_daytree(total_id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_funds_placetile
    ADD CONSTRAINT players_funds_placet_tree_id_0f769cfd_fk_players_f FOREIGN KEY (tree_id) REFERENCES public.players_funds_daytree(total_id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_person_groups
    ADD CONSTRAINT players_person_groups_group_id_9d58933f_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_person_groups
    ADD CONSTRAINT players_person_groups_person_id_d7accba8_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_person_user_permissions
    ADD CONSTRAINT players_person_user__permission_id_d897a681_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_person_user_permissions
    ADD CONSTRAINT players_person_user__person_id_9b026d66_fk_players_p FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_personkey
    ADD CONSTRAINT players_personkey_player_id_ba3f9bd2_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_player
    ADD CONSTRAINT players_player_person_id_f713eb8c_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_playsession
    ADD CONSTRAINT players_playsession_player_id_52463faf_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_roleend
    ADD CONSTRAINT players_roleend_person_id_f4124fb5_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.players_roleend
    ADD CONSTRAINT players_roleend_role_id_3d44d560_fk_auth_group_id FOREIGN KEY (role_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.protection_absenceafterhand
    ADD CONSTRAINT protection_absenceaf_player_id_53825650_fk_players_p FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.protection_caremessage
    ADD CONSTRAINT protection_caremessage_player_id_0f78999a_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.protection_deposithold
    ADD CONSTRAINT protection_depositho_releaser_id_cb25b232_fk_players_p FOREIGN KEY (releaser_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.protection_deposithold
    ADD CONSTRAINT protection_deposithold_player_id_9b937658_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.protection_documentmark
    ADD CONSTRAINT protection_documentmark_player_id_86418ae1_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.protection_exclusion
    ADD CONSTRAINT protection_exclusion_player_id_05844272_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.protection_habits
    ADD CONSTRAINT protection_habits_player_id_87159d43_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.protection_limit
    ADD CONSTRAINT protection_limit_player_id_ebe0d02e_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.protection_limitsquestion
    ADD CONSTRAINT protection_limitsque_player_id_5c1762d8_fk_players_p FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.protection_pause
    ADD CONSTRAINT protection_pause_player_id_9a0b0446_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.protection_realitycheck
    ADD CONSTRAINT protection_realitycheck_player_id_e58195d5_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.protection_report
    ADD CONSTRAINT protection_report_exclusion_id_30c0700f_fk_protectio FOREIGN KEY (exclusion_id) REFERENCES public.protection_exclusion(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.regulator_alertfile
    ADD CONSTRAINT regulator_alertfile_envelope_id_989839da_fk_regulator FOREIGN KEY (envelope_id) REFERENCES public.regulator_envelope(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.regulator_envelopedfile
    ADD CONSTRAINT regulator_envelopedf_envelope_id_c8601fa7_fk_regulator FOREIGN KEY (envelope_id) REFERENCES public.regulator_envelope(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.regulator_envelopedfile
    ADD CONSTRAINT regulator_envelopedf_file_id_b33fdee7_fk_regulator FOREIGN KEY (file_id) REFERENCES public.regulator_regulatorfile(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.regulator_regulatoranswer
    ADD CONSTRAINT regulator_regulatora_envelope_id_c304d83d_fk_regulator FOREIGN KEY (envelope_id) REFERENCES public.regulator_envelope(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.regulator_regulatorfile
    ADD CONSTRAINT regulator_regulatorf_requested_by_id_683a2b43_fk_players_p FOREIGN KEY (requested_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.regulator_reportedalert
    ADD CONSTRAINT regulator_reportedal_file_id_eb3f7701_fk_regulator FOREIGN KEY (file_id) REFERENCES public.regulator_alertfile(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reports_closingsignature
    ADD CONSTRAINT reports_closingsigna_person_id_1a09f724_fk_players_p FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reports_issue
    ADD CONSTRAINT reports_issue_by_id_d92b54b8_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reports_reportmail
    ADD CONSTRAINT reports_reportmail_by_id_8b24ccd6_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reports_reportmail
    ADD CONSTRAINT reports_reportmail_person_id_f17e6153_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reports_reportmail
    ADD CONSTRAINT reports_reportmail_role_id_0d06a191_fk_auth_group_id FOREIGN KEY (role_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reports_reportmail
    ADD CONSTRAINT reports_reportmail_schedule_id_47609d3c_fk_reports_r FOREIGN KEY (schedule_id) REFERENCES public.reports_reportschedule(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reports_reportschedule
    ADD CONSTRAINT reports_reportschedu_ended_by_id_f1771953_fk_players_p FOREIGN KEY (ended_by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reports_reportschedule
    ADD CONSTRAINT reports_reportschedule_by_id_493e53e1_fk_players_person_id FOREIGN KEY (by_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reports_reportschedule
    ADD CONSTRAINT reports_reportschedule_role_id_a77de521_fk_auth_group_id FOREIGN KEY (role_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.returning_blockedperson
    ADD CONSTRAINT returning_blockedperson_player_id_e9e3ee7d_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.returning_resemblance
    ADD CONSTRAINT returning_resemblance_author_id_e4766293_fk_players_person_id FOREIGN KEY (author_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.returning_resemblance
    ADD CONSTRAINT returning_resemblance_blocked_id_b38c927a_fk_players_player_id FOREIGN KEY (blocked_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.returning_resemblance
    ADD CONSTRAINT returning_resemblance_decider_id_a4faa745_fk_players_person_id FOREIGN KEY (decider_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.returning_resemblance
    ADD CONSTRAINT returning_resemblance_player_id_4e484e82_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.returning_trait
    ADD CONSTRAINT returning_trait_blocked_id_2fce5013_fk_returning FOREIGN KEY (blocked_id) REFERENCES public.returning_blockedperson(player_id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.rtp_monitoring_answer
    ADD CONSTRAINT rtp_monitoring_answe_alarm_id_fa9cddf1_fk_rtp_monit FOREIGN KEY (alarm_id) REFERENCES public.rtp_monitoring_alarm(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.rtp_monitoring_answer
    ADD CONSTRAINT rtp_monitoring_answer_person_id_7824885e_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.rulebook_rulechange
    ADD CONSTRAINT rulebook_rulechange_author_id_46075374_fk_players_person_id FOREIGN KEY (author_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.rulebook_rulechange
    ADD CONSTRAINT rulebook_rulechange_base_id_8f04f17f_fk_games_rulesheet_id FOREIGN KEY (base_id) REFERENCES public.games_rulesheet(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.rulebook_rulechange
    ADD CONSTRAINT rulebook_rulechange_content_id_8f4fd0c5_fk_rulebook_ FOREIGN KEY (content_id) REFERENCES public.rulebook_rulecontent(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.rulebook_rulechange
    ADD CONSTRAINT rulebook_rulechange_reinstated_id_7adc0721_fk_games_rul FOREIGN KEY (reinstated_id) REFERENCES public.games_rulesheet(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.rulebook_rulechange
    ADD CONSTRAINT rulebook_rulechange_sheet_id_7346280d_fk_games_rulesheet_id FOREIGN KEY (sheet_id) REFERENCES public.games_rulesheet(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.rulebook_ruledocument
    ADD CONSTRAINT rulebook_ruledocumen_change_id_494a7920_fk_rulebook_ FOREIGN KEY (change_id) REFERENCES public.rulebook_rulechange(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.rulebook_ruledocument
    ADD CONSTRAINT rulebook_ruledocument_person_id_c67c2fde_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.rulebook_rulestep
    ADD CONSTRAINT rulebook_rulestep_change_id_f10b98d2_fk_rulebook_rulechange_id FOREIGN KEY (change_id) REFERENCES public.rulebook_rulechange(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.rulebook_rulestep
    ADD CONSTRAINT rulebook_rulestep_document_id_ddba8506_fk_rulebook_ FOREIGN KEY (document_id) REFERENCES public.rulebook_ruledocument(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.rulebook_rulestep
    ADD CONSTRAINT rulebook_rulestep_person_id_0f6fe443_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.screening_entry
    ADD CONSTRAINT screening_entry_removed_id_d0e9acee_fk_screening_listimport_id FOREIGN KEY (removed_id) REFERENCES public.screening_listimport(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.screening_entry
    ADD CONSTRAINT screening_entry_since_id_578d182d_fk_screening_listimport_id FOREIGN KEY (since_id) REFERENCES public.screening_listimport(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.screening_match
    ADD CONSTRAINT screening_match_author_id_1d54c15e_fk_players_person_id FOREIGN KEY (author_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.screening_match
    ADD CONSTRAINT screening_match_decider_id_2fa4327e_fk_players_person_id FOREIGN KEY (decider_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.screening_match
    ADD CONSTRAINT screening_match_entry_id_eef42f1d_fk_screening_entry_id FOREIGN KEY (entry_id) REFERENCES public.screening_entry(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.screening_match
    ADD CONSTRAINT screening_match_player_id_66d4694d_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.self_checks_certificate
    ADD CONSTRAINT self_checks_certific_manifest_id_f317eac2_fk_self_chec FOREIGN KEY (manifest_id) REFERENCES public.self_checks_manifest(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.self_checks_certificate
    ADD CONSTRAINT self_checks_certificate_person_id_ad234154_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.self_checks_hardwareentry
    ADD CONSTRAINT self_checks_hardware_person_id_404da84e_fk_players_p FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.self_checks_manifest
    ADD CONSTRAINT self_checks_manifest_person_id_126b5310_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.self_checks_partentry
    ADD CONSTRAINT self_checks_partentr_change_id_8b71f991_fk_rulebook_ FOREIGN KEY (change_id) REFERENCES public.rulebook_rulechange(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.self_checks_partentry
    ADD CONSTRAINT self_checks_partentr_manifest_id_dc9d29e3_fk_self_chec FOREIGN KEY (manifest_id) REFERENCES public.self_checks_manifest(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.self_checks_partentry
    ADD CONSTRAINT self_checks_partentry_person_id_54ba5ddf_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.self_checks_proof
    ADD CONSTRAINT self_checks_proof_person_id_e46aac80_fk_players_person_id FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.self_checks_systemchangestep
    ADD CONSTRAINT self_checks_systemch_change_id_ac91709c_fk_self_chec FOREIGN KEY (change_id) REFERENCES public.self_checks_systemchange(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.self_checks_systemchangestep
    ADD CONSTRAINT self_checks_systemch_manifest_id_6303f84a_fk_self_chec FOREIGN KEY (manifest_id) REFERENCES public.self_checks_manifest(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.self_checks_systemchange
    ADD CONSTRAINT self_checks_systemch_person_id_09dc9d9d_fk_players_p FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.self_checks_systemchangestep
    ADD CONSTRAINT self_checks_systemch_person_id_65e8b0ed_fk_players_p FOREIGN KEY (person_id) REFERENCES public.players_person(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.wallet_account
    ADD CONSTRAINT wallet_account_player_id_651ba349_fk_players_player_id FOREIGN KEY (player_id) REFERENCES public.players_player(id) DEFERRABLE INITIALLY DEFERRED;

CREATE POLICY a_role_ends_with_its_last_day ON public.players_person_groups FOR SELECT USING (public.players_role_counts(person_id, group_id));

ALTER TABLE public.players_person_groups ENABLE ROW LEVEL SECURITY;

GRANT USAGE ON SCHEMA public TO house_app;

REVOKE ALL ON FUNCTION public.a_partner_cannot_sign_in() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.a_partner_holds_credits_only() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.a_partner_stays_one() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.absence_has_begun(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.absence_has_begun(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.absence_is_longer(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.absence_is_longer(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.address_is_being_changed(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.address_is_being_changed(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.allowed_to_write() FROM PUBLIC;
GRANT ALL ON FUNCTION public.allowed_to_write() TO house_app;

REVOKE ALL ON FUNCTION public.api_token_only_ends() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.audit_line_before_sign_in(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.audit_line_before_sign_in(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.audit_line_is_about_its_person(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.audit_line_is_about_its_person(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.audit_line_of_the_session(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.audit_line_of_the_session(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.audit_line_of_the_token(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.audit_line_of_the_token(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.audit_line_without_author(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.audit_line_without_author(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.bank_chargeback_holds_withdrawals() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.bank_chargeback_is_open(the_player bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.bank_chargeback_is_open(the_player bigint) TO house_app;

REVOKE ALL ON FUNCTION public.bank_day_closes() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.bank_decision_decides() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.bank_match_is_open(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.bank_match_is_open(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.bank_match_steps() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.bank_one_person_decides(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.bank_one_person_decides(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.bank_post(row_id bigint, the_kind text, from_account bigint, to_account bigint, the_cents bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.bank_post_chargeback(chargeback bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.bank_post_chargeback(chargeback bigint) TO house_worker;

REVOKE ALL ON FUNCTION public.bank_post_chargeback_won(chargeback bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.bank_post_chargeback_won(chargeback bigint) TO house_worker;

REVOKE ALL ON FUNCTION public.bank_post_recovery(recovery bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.bank_post_recovery(recovery bigint) TO house_web;

REVOKE ALL ON FUNCTION public.case_of_own_report(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.case_of_own_report(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.cashier_account(the_kind text, the_player bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.cashier_account(the_kind text, the_player bigint) TO house_app;

REVOKE ALL ON FUNCTION public.cashier_ceiling_now(the_what text, the_method text, the_person bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.cashier_ceiling_now(the_what text, the_method text, the_person bigint) TO house_app;

GRANT SELECT ON TABLE public.cashier_ceiling TO house_app;
GRANT INSERT ON TABLE public.cashier_ceiling TO house_web;

GRANT SELECT(id) ON TABLE public.cashier_ceiling TO house_reader;

GRANT SELECT(what) ON TABLE public.cashier_ceiling TO house_reader;

GRANT SELECT(method) ON TABLE public.cashier_ceiling TO house_reader;

GRANT SELECT(cents) ON TABLE public.cashier_ceiling TO house_reader;

GRANT SELECT(begins) ON TABLE public.cashier_ceiling TO house_reader;

GRANT UPDATE(state) ON TABLE public.cashier_ceiling TO house_web;
GRANT SELECT(state) ON TABLE public.cashier_ceiling TO house_reader;

GRANT SELECT(reason) ON TABLE public.cashier_ceiling TO house_reader;

GRANT SELECT(at) ON TABLE public.cashier_ceiling TO house_reader;

GRANT UPDATE(decided) ON TABLE public.cashier_ceiling TO house_web;
GRANT SELECT(decided) ON TABLE public.cashier_ceiling TO house_reader;

GRANT UPDATE(answer) ON TABLE public.cashier_ceiling TO house_web;
GRANT SELECT(answer) ON TABLE public.cashier_ceiling TO house_reader;

GRANT SELECT(author_id) ON TABLE public.cashier_ceiling TO house_reader;

GRANT UPDATE(decider_id) ON TABLE public.cashier_ceiling TO house_web;
GRANT SELECT(decider_id) ON TABLE public.cashier_ceiling TO house_reader;

GRANT SELECT(role_id) ON TABLE public.cashier_ceiling TO house_reader;

REVOKE ALL ON FUNCTION public.cashier_ceilings_now() FROM PUBLIC;
GRANT ALL ON FUNCTION public.cashier_ceilings_now() TO house_app;

REVOKE ALL ON FUNCTION public.cashier_correction_is_within(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.cashier_correction_is_within(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.cashier_decision_by_staff() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.cashier_deposits_are_held() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.cashier_first_ceiling(the_what text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.cashier_first_ceiling(the_what text) TO house_app;

REVOKE ALL ON FUNCTION public.cashier_forget(who bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.cashier_goes_back(payment uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.cashier_goes_back(payment uuid) TO house_app;

GRANT SELECT ON TABLE public.cashier_payment TO house_app;
GRANT INSERT ON TABLE public.cashier_payment TO house_web;
GRANT INSERT ON TABLE public.cashier_payment TO house_worker;

GRANT SELECT(id) ON TABLE public.cashier_payment TO house_reader;

GRANT SELECT(direction) ON TABLE public.cashier_payment TO house_reader;

GRANT SELECT(cents) ON TABLE public.cashier_payment TO house_reader;

GRANT UPDATE(status) ON TABLE public.cashier_payment TO house_web;
GRANT UPDATE(status) ON TABLE public.cashier_payment TO house_worker;
GRANT SELECT(status) ON TABLE public.cashier_payment TO house_reader;

GRANT SELECT(cause) ON TABLE public.cashier_payment TO house_reader;

GRANT UPDATE(reason) ON TABLE public.cashier_payment TO house_web;
GRANT UPDATE(reason) ON TABLE public.cashier_payment TO house_worker;
GRANT SELECT(reason) ON TABLE public.cashier_payment TO house_reader;

GRANT SELECT(held) ON TABLE public.cashier_payment TO house_reader;

GRANT SELECT(method) ON TABLE public.cashier_payment TO house_reader;

GRANT UPDATE(instrument) ON TABLE public.cashier_payment TO house_worker;
GRANT SELECT(instrument) ON TABLE public.cashier_payment TO house_reader;

GRANT UPDATE(token) ON TABLE public.cashier_payment TO house_worker;

GRANT UPDATE(payer) ON TABLE public.cashier_payment TO house_worker;
GRANT SELECT(payer) ON TABLE public.cashier_payment TO house_reader;

GRANT UPDATE(instructions) ON TABLE public.cashier_payment TO house_web;
GRANT UPDATE(instructions) ON TABLE public.cashier_payment TO house_worker;

GRANT SELECT(expires) ON TABLE public.cashier_payment TO house_reader;

GRANT UPDATE(reference) ON TABLE public.cashier_payment TO house_web;
GRANT UPDATE(reference) ON TABLE public.cashier_payment TO house_worker;
GRANT SELECT(reference) ON TABLE public.cashier_payment TO house_reader;

GRANT UPDATE(url) ON TABLE public.cashier_payment TO house_web;
GRANT UPDATE(url) ON TABLE public.cashier_payment TO house_worker;

GRANT SELECT(iban) ON TABLE public.cashier_payment TO house_reader;

GRANT SELECT(holder) ON TABLE public.cashier_payment TO house_reader;

GRANT SELECT(made) ON TABLE public.cashier_payment TO house_reader;

GRANT UPDATE(changed) ON TABLE public.cashier_payment TO house_web;
GRANT UPDATE(changed) ON TABLE public.cashier_payment TO house_worker;
GRANT SELECT(changed) ON TABLE public.cashier_payment TO house_reader;

GRANT UPDATE(credited) ON TABLE public.cashier_payment TO house_worker;
GRANT SELECT(credited) ON TABLE public.cashier_payment TO house_reader;

GRANT UPDATE(before) ON TABLE public.cashier_payment TO house_worker;
GRANT SELECT(before) ON TABLE public.cashier_payment TO house_reader;

GRANT UPDATE(after) ON TABLE public.cashier_payment TO house_worker;
GRANT SELECT(after) ON TABLE public.cashier_payment TO house_reader;

GRANT UPDATE(next_query) ON TABLE public.cashier_payment TO house_web;
GRANT UPDATE(next_query) ON TABLE public.cashier_payment TO house_worker;
GRANT SELECT(next_query) ON TABLE public.cashier_payment TO house_reader;

GRANT UPDATE(promised) ON TABLE public.cashier_payment TO house_web;
GRANT UPDATE(promised) ON TABLE public.cashier_payment TO house_worker;
GRANT SELECT(promised) ON TABLE public.cashier_payment TO house_reader;

GRANT SELECT(player_id) ON TABLE public.cashier_payment TO house_reader;

GRANT SELECT(account_id) ON TABLE public.cashier_payment TO house_reader;

GRANT UPDATE(sealed) ON TABLE public.cashier_payment TO house_worker;

GRANT UPDATE(payer_digest) ON TABLE public.cashier_payment TO house_worker;
GRANT SELECT(payer_digest) ON TABLE public.cashier_payment TO house_reader;

GRANT SELECT,INSERT ON TABLE public.identity_paymentaccount TO house_web;
GRANT SELECT ON TABLE public.identity_paymentaccount TO house_worker;

GRANT SELECT(id) ON TABLE public.identity_paymentaccount TO house_reader;

GRANT SELECT(iban) ON TABLE public.identity_paymentaccount TO house_reader;

GRANT SELECT(holder) ON TABLE public.identity_paymentaccount TO house_reader;

GRANT SELECT(since) ON TABLE public.identity_paymentaccount TO house_reader;

GRANT UPDATE(until) ON TABLE public.identity_paymentaccount TO house_web;
GRANT SELECT(until) ON TABLE public.identity_paymentaccount TO house_reader;

GRANT SELECT(usable) ON TABLE public.identity_paymentaccount TO house_reader;

GRANT UPDATE(owner) ON TABLE public.identity_paymentaccount TO house_worker;
GRANT SELECT(owner) ON TABLE public.identity_paymentaccount TO house_reader;

GRANT UPDATE(owner_name) ON TABLE public.identity_paymentaccount TO house_worker;
GRANT SELECT(owner_name) ON TABLE public.identity_paymentaccount TO house_reader;

GRANT UPDATE(owner_answered) ON TABLE public.identity_paymentaccount TO house_worker;
GRANT SELECT(owner_answered) ON TABLE public.identity_paymentaccount TO house_reader;

GRANT UPDATE(owner_due) ON TABLE public.identity_paymentaccount TO house_worker;
GRANT SELECT(owner_due) ON TABLE public.identity_paymentaccount TO house_reader;

GRANT SELECT(player_id) ON TABLE public.identity_paymentaccount TO house_reader;

GRANT SELECT(sealed) ON TABLE public.identity_paymentaccount TO house_reader;

GRANT UPDATE(owner_sealed) ON TABLE public.identity_paymentaccount TO house_worker;

GRANT SELECT(iban_digest) ON TABLE public.identity_paymentaccount TO house_reader;

REVOKE ALL ON FUNCTION public.cashier_goes_to(p public.cashier_payment, a public.identity_paymentaccount) FROM PUBLIC;
GRANT ALL ON FUNCTION public.cashier_goes_to(p public.cashier_payment, a public.identity_paymentaccount) TO house_app;

REVOKE ALL ON FUNCTION public.cashier_is_declined(payment uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.cashier_is_declined(payment uuid) TO house_app;

REVOKE ALL ON FUNCTION public.cashier_is_released(payment uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.cashier_is_released(payment uuid) TO house_app;

REVOKE ALL ON FUNCTION public.cashier_may_be_sent(payment uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.cashier_may_be_sent(payment uuid) TO house_app;

REVOKE ALL ON FUNCTION public.cashier_note_payout_step() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.cashier_on_its_way(payment uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.cashier_on_its_way(payment uuid) TO house_app;

REVOKE ALL ON FUNCTION public.cashier_owner_allows(account bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.cashier_owner_allows(account bigint) TO house_app;

REVOKE ALL ON FUNCTION public.cashier_payment_steps() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.cashier_payout_step(status text, reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.cashier_payout_step(status text, reason text) TO house_app;

REVOKE ALL ON FUNCTION public.cashier_post(payment uuid, the_kind text) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.cashier_post_adjustment(adjustment bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.cashier_post_adjustment(adjustment bigint) TO house_web;

REVOKE ALL ON FUNCTION public.cashier_post_deposit(payment uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.cashier_post_deposit(payment uuid) TO house_worker;

REVOKE ALL ON FUNCTION public.cashier_post_withdrawal(payment uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.cashier_post_withdrawal(payment uuid) TO house_web;
GRANT ALL ON FUNCTION public.cashier_post_withdrawal(payment uuid) TO house_worker;

REVOKE ALL ON FUNCTION public.cashier_post_withdrawal_back(payment uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.cashier_post_withdrawal_back(payment uuid) TO house_web;
GRANT ALL ON FUNCTION public.cashier_post_withdrawal_back(payment uuid) TO house_worker;

REVOKE ALL ON FUNCTION public.cashier_post_withdrawal_paid(payment uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.cashier_post_withdrawal_paid(payment uuid) TO house_worker;

REVOKE ALL ON FUNCTION public.cashier_promise(step text, said timestamp with time zone, earlier_step text, earlier timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.cashier_promise(step text, said timestamp with time zone, earlier_step text, earlier timestamp with time zone) TO house_app;

REVOKE ALL ON FUNCTION public.cashier_requested(payment uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.cashier_requested(payment uuid) TO house_app;

REVOKE ALL ON FUNCTION public.cashier_transfer_id(of text, the_kind text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.cashier_transfer_id(of text, the_kind text) TO house_app;

REVOKE ALL ON FUNCTION public.cashier_withdrawal_is_debited() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.collusion_case_keeps_the_law() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.collusion_step_is_of_staff() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.complaint_is_open(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.complaint_is_open(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.complaint_of_the_author(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.complaint_of_the_author(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.correction_is_counted(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.correction_is_counted(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.data_are_erased(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.data_are_erased(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.decision_takes_its_steps() FROM PUBLIC;
GRANT ALL ON FUNCTION public.decision_takes_its_steps() TO house_app;

REVOKE ALL ON FUNCTION public.document_marks_forget() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.documents_are_wanted(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.documents_are_wanted(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.duties_entry_keeps_the_law() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.duties_question_keeps_the_law() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.duties_span_keeps_the_law() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.early_end_is_asked_now(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.early_end_is_asked_now(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.end_keeping(who bigint, what text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.end_keeping(who bigint, what text) TO house_worker;

REVOKE ALL ON FUNCTION public.erasure_of_noted_player_is_approved(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.erasure_of_noted_player_is_approved(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.erasure_waits_for_legal_holds() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.evidence_of_own_report(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.evidence_of_own_report(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.exclusion_follows_the_list(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.exclusion_follows_the_list(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.exclusion_is_listed(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.exclusion_is_listed(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.exclusion_of_the_player(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.exclusion_of_the_player(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.floor_change_is_of_a_bulk_change(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.floor_change_is_of_a_bulk_change(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.floor_change_keeps_the_law() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.floor_change_touches_a_jackpot(base bigint, will text, place bigint, deferred boolean, since timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.floor_change_touches_a_jackpot(base bigint, will text, place bigint, deferred boolean, since timestamp with time zone) TO house_app;

REVOKE ALL ON FUNCTION public.floor_pot_has_contributions(place bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.floor_pot_has_contributions(place bigint) TO house_app;

REVOKE ALL ON FUNCTION public.floor_suspended_stays_shut() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.games_commands_are_kept() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.games_event_of_transfer(id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.games_event_of_transfer(id uuid) TO house_app;
GRANT ALL ON FUNCTION public.games_event_of_transfer(id uuid) TO house_reader;

REVOKE ALL ON FUNCTION public.games_events_follow_the_last() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.games_payment_has_an_event() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.games_payments_follow_a_stake() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.games_processkey_belongs_to_its_role() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.games_refuse_unfounded_payment(paying_table bigint, the_round bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.games_refuse_unfounded_payment(paying_table bigint, the_round bigint) TO house_app;

REVOKE ALL ON FUNCTION public.games_stakes_add_up() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.games_table_only_advances() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.games_table_plays_what_was_confirmed() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.gateway_request_of_the_player(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.gateway_request_of_the_player(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.handover_is_for_reader(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.handover_is_for_reader(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.house_replication_lag() FROM PUBLIC;
GRANT ALL ON FUNCTION public.house_replication_lag() TO house_app;

REVOKE ALL ON FUNCTION public.identity_code_answer(proof text, who bigint, the_code text, OUT attempt bigint, OUT limited boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_code_answer(proof text, who bigint, the_code text, OUT attempt bigint, OUT limited boolean) TO house_web;

REVOKE ALL ON FUNCTION public.identity_code_outcome(proof text, tried bigint, OUT waits boolean, OUT factor integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_code_outcome(proof text, tried bigint, OUT waits boolean, OUT factor integer) TO house_web;

REVOKE ALL ON FUNCTION public.identity_code_verified(attempt bigint, factor integer, mark bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_code_verified(attempt bigint, factor integer, mark bigint) TO house_worker;

REVOKE ALL ON FUNCTION public.identity_confirm_password(who bigint, password_proof text, proof text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_confirm_password(who bigint, password_proof text, proof text) TO house_web;

REVOKE ALL ON FUNCTION public.identity_confirms(who bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_confirms(who bigint) TO house_app;

REVOKE ALL ON FUNCTION public.identity_erase(who bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_erase(who bigint) TO house_app;

REVOKE ALL ON FUNCTION public.identity_erasure_takes_credentials() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.identity_evidence_enter(who bigint, proof text) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.identity_factor_enter(who bigint, the_session text) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.identity_factors_are_proven() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.identity_has_factor(who bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.identity_is_bound(place oid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_is_bound(place oid) TO house_app;

REVOKE ALL ON FUNCTION public.identity_is_new(who bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_is_new(who bigint) TO house_app;

REVOKE ALL ON FUNCTION public.identity_is_refused(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_is_refused(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.identity_is_verified(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_is_verified(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.identity_keep_secret(the_secret text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_keep_secret(the_secret text) TO house_web;

REVOKE ALL ON FUNCTION public.identity_passkey_answer(proof text, who bigint, the_answer text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_passkey_answer(proof text, who bigint, the_answer text) TO house_web;

REVOKE ALL ON FUNCTION public.identity_passkey_challenge(proof text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_passkey_challenge(proof text) TO house_web;

REVOKE ALL ON FUNCTION public.identity_passkey_outcome(proof text, who bigint, OUT waits boolean, OUT proven boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_passkey_outcome(proof text, who bigint, OUT waits boolean, OUT proven boolean) TO house_web;

REVOKE ALL ON FUNCTION public.identity_passkey_verified(attempt bigint, is_right boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_passkey_verified(attempt bigint, is_right boolean) TO house_worker;

REVOKE ALL ON FUNCTION public.identity_password_change(who bigint, password_proof text, encoded text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_password_change(who bigint, password_proof text, encoded text) TO house_web;

REVOKE ALL ON FUNCTION public.identity_password_is(who bigint, proof text) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.identity_password_reset(token text, encoded text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_password_reset(token text, encoded text) TO house_web;

REVOKE ALL ON FUNCTION public.identity_proof_digest(proof text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_proof_digest(proof text) TO house_app;

REVOKE ALL ON FUNCTION public.identity_prove_new(who bigint, proof text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_prove_new(who bigint, proof text) TO house_web;

REVOKE ALL ON FUNCTION public.identity_prove_password(who bigint, password_proof text, proof text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_prove_password(who bigint, password_proof text, proof text) TO house_web;

REVOKE ALL ON FUNCTION public.identity_proven_person() FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_proven_person() TO house_app;

GRANT SELECT ON TABLE public.identity_signin TO house_app;

GRANT SELECT(id) ON TABLE public.identity_signin TO house_reader;

GRANT UPDATE(session) ON TABLE public.identity_signin TO house_web;
GRANT UPDATE(session) ON TABLE public.identity_signin TO house_worker;

GRANT SELECT(began) ON TABLE public.identity_signin TO house_reader;

GRANT UPDATE(seen) ON TABLE public.identity_signin TO house_web;
GRANT SELECT(seen) ON TABLE public.identity_signin TO house_reader;

GRANT UPDATE(ended) ON TABLE public.identity_signin TO house_web;
GRANT UPDATE(ended) ON TABLE public.identity_signin TO house_worker;
GRANT SELECT(ended) ON TABLE public.identity_signin TO house_reader;

GRANT UPDATE(cause) ON TABLE public.identity_signin TO house_web;
GRANT UPDATE(cause) ON TABLE public.identity_signin TO house_worker;
GRANT SELECT(cause) ON TABLE public.identity_signin TO house_reader;

GRANT SELECT(address) ON TABLE public.identity_signin TO house_reader;

GRANT SELECT(device) ON TABLE public.identity_signin TO house_reader;

GRANT SELECT(method) ON TABLE public.identity_signin TO house_reader;

GRANT SELECT(person_id) ON TABLE public.identity_signin TO house_reader;

REVOKE ALL ON FUNCTION public.identity_proven_sessions() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.identity_proves(who bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_proves(who bigint) TO house_app;

REVOKE ALL ON FUNCTION public.identity_proves_staff() FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_proves_staff() TO house_app;

REVOKE ALL ON FUNCTION public.identity_secret_goes() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.identity_secret_is_of(who bigint, data jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_secret_is_of(who bigint, data jsonb) TO house_web;

REVOKE ALL ON FUNCTION public.identity_session_goes_on() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.identity_session_move(entry bigint, proof text, the_session text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_session_move(entry bigint, proof text, the_session text) TO house_web;

REVOKE ALL ON FUNCTION public.identity_show_secret(the_secret uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_show_secret(the_secret uuid) TO house_web;
GRANT ALL ON FUNCTION public.identity_show_secret(the_secret uuid) TO house_worker;

REVOKE ALL ON FUNCTION public.identity_sign_in(who bigint, proof text, the_session text, the_address inet, the_device text, the_method text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_sign_in(who bigint, proof text, the_session text, the_address inet, the_device text, the_method text) TO house_web;

REVOKE ALL ON FUNCTION public.identity_sign_in_ends() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.identity_sign_in_epoch() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.identity_tokens_end() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.identity_visit(who bigint, the_session text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.identity_visit(who bigint, the_session text) TO house_web;

REVOKE ALL ON FUNCTION public.impact_is_final() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.inbox_browser_has_one_player() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.is_on_duty(person bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.is_on_duty(person bigint) TO house_app;

REVOKE ALL ON FUNCTION public.is_under_legal_hold(who bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.is_under_legal_hold(who bigint) TO house_web;
GRANT ALL ON FUNCTION public.is_under_legal_hold(who bigint) TO house_worker;

REVOKE ALL ON FUNCTION public.keeping_ends(what text, closed timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.keeping_ends(what text, closed timestamp with time zone) TO house_app;

REVOKE ALL ON FUNCTION public.laundering_erased() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.laundering_holds_payouts() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.legal_hold_lifts_its_own() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.limit_still_waits(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.limit_still_waits(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.limit_waits_if_higher(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.limit_waits_if_higher(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.member_of_own_report(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.member_of_own_report(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.mention_is_of_colleague(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.mention_is_of_colleague(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.message_before_sign_in(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.message_before_sign_in(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.message_of_staff(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.message_of_staff(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.message_to_oneself(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.message_to_oneself(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.monitoring_first_version() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.monitoring_follows_an_alert_of_care() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.monitoring_is_next_version(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.monitoring_is_next_version(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.monitoring_replay_allows(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.monitoring_replay_allows(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.monitoring_settled_until() FROM PUBLIC;
GRANT ALL ON FUNCTION public.monitoring_settled_until() TO house_worker;

REVOKE ALL ON FUNCTION public.month_is_signed(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.month_is_signed(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.payment_account_has_its_age() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.payment_account_is_told() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.payment_account_owner_stays() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.payout_is_released(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.payout_is_released(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.player_confirms_withdrawal() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.player_erasure_is_approved(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.player_erasure_is_approved(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.players_credential_epoch_grows() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.players_credentials_changed() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.players_factor_changed() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.players_funds_total_stays() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.players_role_changed() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.players_role_counts(person bigint, role integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.players_role_counts(person bigint, role integer) TO house_app;
GRANT ALL ON FUNCTION public.players_role_counts(person bigint, role integer) TO house_reader;

REVOKE ALL ON FUNCTION public.players_role_end_goes() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.players_staff_do_not_play() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.practice_partner_make(address text, name_at_tables text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.practice_partner_make(address text, name_at_tables text) TO house_croupier;

REVOKE ALL ON FUNCTION public.protection_eligibility(players bigint[], wanted text, moment timestamp with time zone, named_sessions text[], known_tables bigint[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.protection_eligibility(players bigint[], wanted text, moment timestamp with time zone, named_sessions text[], known_tables bigint[]) TO house_app;

REVOKE ALL ON FUNCTION public.protection_stakes_in_play(players bigint[], wanted text, known_tables bigint[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.protection_stakes_in_play(players bigint[], wanted text, known_tables bigint[]) TO house_app;

REVOKE ALL ON FUNCTION public.protection_standing(players bigint[], wanted text, moment timestamp with time zone, known_tables bigint[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.protection_standing(players bigint[], wanted text, moment timestamp with time zone, known_tables bigint[]) TO house_app;

REVOKE ALL ON FUNCTION public.provider_answer(proof text, the_state text, the_code text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.provider_answer(proof text, the_state text, the_code text) TO house_web;

REVOKE ALL ON FUNCTION public.provider_begin(proof text, OUT state text, OUT nonce text, OUT challenge text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.provider_begin(proof text, OUT state text, OUT nonce text, OUT challenge text) TO house_web;

REVOKE ALL ON FUNCTION public.provider_may_sign_in(who bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.provider_outcome(proof text, attempt bigint, OUT waits boolean, OUT result text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.provider_outcome(proof text, attempt bigint, OUT waits boolean, OUT result text) TO house_web;

REVOKE ALL ON FUNCTION public.provider_person(proof text, attempt bigint, OUT person bigint, OUT has_factor boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.provider_person(proof text, attempt bigint, OUT person bigint, OUT has_factor boolean) TO house_web;

REVOKE ALL ON FUNCTION public.provider_random() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.provider_refused(attempt bigint, reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.provider_refused(attempt bigint, reason text) TO house_worker;

REVOKE ALL ON FUNCTION public.provider_verified(attempt bigint, the_issuer text, the_subject text, the_email text, is_verified boolean, has_factor boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.provider_verified(attempt bigint, the_issuer text, the_subject text, the_email text, is_verified boolean, has_factor boolean) TO house_worker;

REVOKE ALL ON FUNCTION public.public_log_only_grows() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.record_add_months() FROM PUBLIC;
GRANT ALL ON FUNCTION public.record_add_months() TO house_worker;

REVOKE ALL ON FUNCTION public.record_add_partition(whole regclass, name text, bounds text) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.record_analyze() FROM PUBLIC;
GRANT ALL ON FUNCTION public.record_analyze() TO house_worker;

REVOKE ALL ON FUNCTION public.record_close_partition(part regclass) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.record_is_append_only() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.record_month_start(moment timestamp with time zone, months integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.record_month_start(moment timestamp with time zone, months integer) TO house_app;

REVOKE ALL ON FUNCTION public.record_months_ahead(OUT months integer, OUT is_beyond boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.record_months_ahead(OUT months integer, OUT is_beyond boolean) TO house_app;

REVOKE ALL ON FUNCTION public.record_stays_until_erased() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.regulator_answer_keeps_the_law() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.regulator_envelope_keeps_the_law() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.regulator_file_keeps_the_law() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.returning_erased() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.returning_waits_for_a_person() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.right_is_held(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.right_is_held(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.role_is_held(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.role_is_held(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.rule_change_is_lawful() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.rule_decision_follows_submission() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.rule_endorser(change bigint, content text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.rule_endorser(change bigint, content text) TO house_app;

REVOKE ALL ON FUNCTION public.rule_sheet_comes_once() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.rule_sheet_is_approved() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.rule_step_is_lawful() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.rule_three_people(change bigint, content text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.rule_three_people(change bigint, content text) TO house_app;

REVOKE ALL ON FUNCTION public.rule_weekdays_between(since timestamp with time zone, until timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.rule_weekdays_between(since timestamp with time zone, until timestamp with time zone) TO house_app;

REVOKE ALL ON FUNCTION public.screening_erased() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.search_marks_forget() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.self_checks_entry_names_an_approved_change() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.session_of_the_request(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.session_of_the_request(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.somebody_is_here(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.somebody_is_here(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.staff_change_by_two_people() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.staff_change_decide(change bigint, person bigint, verdict text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.staff_change_decide(change bigint, person bigint, verdict text) TO house_web;

REVOKE ALL ON FUNCTION public.staff_change_decider_is_proven() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.staff_change_is_a_proposal() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.staff_may(person bigint, permission text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.staff_may(person bigint, permission text) TO house_app;

REVOKE ALL ON FUNCTION public.staff_roles_end() FROM PUBLIC;
GRANT ALL ON FUNCTION public.staff_roles_end() TO house_worker;

REVOKE ALL ON FUNCTION public.successor_is_on_duty(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.successor_is_on_duty(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.system_change_keeps_the_law() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.table_has_a_setting(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.table_has_a_setting(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.table_incidents_are_closed(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.table_incidents_are_closed(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.table_is_empty(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.table_is_empty(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.table_is_new(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.table_is_new(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.table_is_suspended(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.table_is_suspended(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.table_session_is_announced(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.table_session_is_announced(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.table_setting_is_decided(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.table_setting_is_decided(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.table_suspension_ends(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.table_suspension_ends(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.test_account_is_authorised(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.test_account_is_authorised(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.wallet_account_is_born_empty() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.wallet_account_keeps_its_nature() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.wallet_balances_follow() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.wallet_give_credits(the_player bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.wallet_give_credits(the_player bigint) TO house_web;

REVOKE ALL ON FUNCTION public.wallet_ids_follow_the_last_event() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.wallet_is_opened_by_others() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.wallet_kinds_have_their_writers() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.wallet_may_be_opened(the_kind text, the_player bigint, the_table bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.wallet_open(the_kind text, the_currency text, the_player bigint, the_table bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.wallet_open(the_kind text, the_currency text, the_player bigint, the_table bigint) TO house_app;

REVOKE ALL ON FUNCTION public.work_is_assigned(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.work_is_assigned(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.work_is_handed_over(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.work_is_handed_over(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.work_permission(queue text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.work_permission(queue text) TO house_app;

REVOKE ALL ON FUNCTION public.works_on_item(earlier jsonb, later jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.works_on_item(earlier jsonb, later jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.write_columns(what text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.write_columns(what text) TO house_app;

REVOKE ALL ON FUNCTION public.write_is_covered(what text, operation text, before jsonb, after jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.write_is_covered(what text, operation text, before jsonb, after jsonb) TO house_app;

REVOKE ALL ON FUNCTION public.write_objection(who text, before jsonb, after jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.write_objection(who text, before jsonb, after jsonb) TO house_app;

GRANT SELECT,INSERT ON TABLE public.account_emailaddress TO house_web;
GRANT SELECT ON TABLE public.account_emailaddress TO house_worker;

GRANT UPDATE(email) ON TABLE public.account_emailaddress TO house_web;

GRANT SELECT ON TABLE public.account_emailconfirmation TO house_web;

GRANT SELECT ON TABLE public.administration_playernote TO house_app;
GRANT INSERT ON TABLE public.administration_playernote TO house_web;

GRANT SELECT(id) ON TABLE public.administration_playernote TO house_reader;

GRANT SELECT(at) ON TABLE public.administration_playernote TO house_reader;

GRANT SELECT(text) ON TABLE public.administration_playernote TO house_reader;

GRANT SELECT(by_id) ON TABLE public.administration_playernote TO house_reader;

GRANT SELECT(player_id) ON TABLE public.administration_playernote TO house_reader;

GRANT SELECT(sealed) ON TABLE public.administration_playernote TO house_reader;

GRANT SELECT ON TABLE public.administration_playertag TO house_app;
GRANT INSERT,DELETE ON TABLE public.administration_playertag TO house_web;

GRANT SELECT(id) ON TABLE public.administration_playertag TO house_reader;

GRANT SELECT(name) ON TABLE public.administration_playertag TO house_reader;

GRANT SELECT(at) ON TABLE public.administration_playertag TO house_reader;

GRANT SELECT(by_id) ON TABLE public.administration_playertag TO house_reader;

GRANT SELECT(player_id) ON TABLE public.administration_playertag TO house_reader;

GRANT SELECT ON TABLE public.audit_detachedpart TO house_app;

GRANT SELECT(until) ON TABLE public.audit_detachedpart TO house_reader;

GRANT SELECT(since) ON TABLE public.audit_detachedpart TO house_reader;

GRANT SELECT(name) ON TABLE public.audit_detachedpart TO house_reader;

GRANT SELECT(events) ON TABLE public.audit_detachedpart TO house_reader;

GRANT SELECT(transfers) ON TABLE public.audit_detachedpart TO house_reader;

GRANT SELECT(archives) ON TABLE public.audit_detachedpart TO house_reader;

GRANT SELECT(heads) ON TABLE public.audit_detachedpart TO house_reader;

GRANT SELECT(detached) ON TABLE public.audit_detachedpart TO house_reader;

GRANT SELECT ON TABLE public.audit_horizon TO house_app;
GRANT INSERT,DELETE ON TABLE public.audit_horizon TO house_worker;

GRANT SELECT(id) ON TABLE public.audit_horizon TO house_reader;

GRANT SELECT(at) ON TABLE public.audit_horizon TO house_reader;

GRANT SELECT(running) ON TABLE public.audit_horizon TO house_reader;

GRANT SELECT ON TABLE public.audit_line TO house_app;
GRANT INSERT ON TABLE public.audit_line TO house_croupier;
GRANT INSERT ON TABLE public.audit_line TO house_web;
GRANT INSERT ON TABLE public.audit_line TO house_worker;

GRANT SELECT(id) ON TABLE public.audit_line TO house_reader;

GRANT SELECT(at) ON TABLE public.audit_line TO house_reader;

GRANT SELECT(kind) ON TABLE public.audit_line TO house_reader;

GRANT SELECT(about) ON TABLE public.audit_line TO house_reader;

GRANT SELECT(details) ON TABLE public.audit_line TO house_reader;

GRANT SELECT(address) ON TABLE public.audit_line TO house_reader;

GRANT SELECT(device) ON TABLE public.audit_line TO house_reader;

GRANT SELECT(person_id) ON TABLE public.audit_line TO house_reader;

GRANT SELECT(player_id) ON TABLE public.audit_line TO house_reader;

GRANT SELECT ON TABLE public.audit_seal TO house_app;
GRANT INSERT ON TABLE public.audit_seal TO house_worker;

GRANT SELECT(number) ON TABLE public.audit_seal TO house_reader;

GRANT SELECT(made) ON TABLE public.audit_seal TO house_reader;

GRANT SELECT(since) ON TABLE public.audit_seal TO house_reader;

GRANT SELECT(until) ON TABLE public.audit_seal TO house_reader;

GRANT SELECT(lines) ON TABLE public.audit_seal TO house_reader;

GRANT SELECT(lines_digest) ON TABLE public.audit_seal TO house_reader;

GRANT SELECT(transfers) ON TABLE public.audit_seal TO house_reader;

GRANT SELECT(transfers_digest) ON TABLE public.audit_seal TO house_reader;

GRANT SELECT(chain) ON TABLE public.audit_seal TO house_reader;

GRANT SELECT ON TABLE public.audit_sealcheck TO house_app;
GRANT INSERT ON TABLE public.audit_sealcheck TO house_worker;

GRANT SELECT(id) ON TABLE public.audit_sealcheck TO house_reader;

GRANT SELECT(number) ON TABLE public.audit_sealcheck TO house_reader;

GRANT SELECT(chain) ON TABLE public.audit_sealcheck TO house_reader;

GRANT SELECT(complete) ON TABLE public.audit_sealcheck TO house_reader;

GRANT SELECT(made) ON TABLE public.audit_sealcheck TO house_reader;

GRANT SELECT ON TABLE public.auth_group TO house_app;

GRANT SELECT ON TABLE public.auth_group_permissions TO house_app;

GRANT SELECT ON TABLE public.auth_permission TO house_app;

GRANT SELECT ON TABLE public.backoffice_alert TO house_app;
GRANT INSERT ON TABLE public.backoffice_alert TO house_worker;

GRANT SELECT(id) ON TABLE public.backoffice_alert TO house_reader;

GRANT SELECT(content) ON TABLE public.backoffice_alert TO house_reader;

GRANT SELECT(made) ON TABLE public.backoffice_alert TO house_reader;

GRANT UPDATE(next_try) ON TABLE public.backoffice_alert TO house_worker;
GRANT SELECT(next_try) ON TABLE public.backoffice_alert TO house_reader;

GRANT UPDATE(tries) ON TABLE public.backoffice_alert TO house_worker;
GRANT SELECT(tries) ON TABLE public.backoffice_alert TO house_reader;

GRANT UPDATE(sent) ON TABLE public.backoffice_alert TO house_worker;
GRANT SELECT(sent) ON TABLE public.backoffice_alert TO house_reader;

GRANT UPDATE(trouble) ON TABLE public.backoffice_alert TO house_worker;
GRANT SELECT(trouble) ON TABLE public.backoffice_alert TO house_reader;

GRANT SELECT(event) ON TABLE public.backoffice_alert TO house_reader;

GRANT SELECT(key) ON TABLE public.backoffice_alert TO house_reader;

GRANT SELECT(channel) ON TABLE public.backoffice_alert TO house_reader;

GRANT SELECT ON TABLE public.backoffice_homelayout TO house_app;
GRANT INSERT,DELETE ON TABLE public.backoffice_homelayout TO house_web;

GRANT UPDATE(tiles) ON TABLE public.backoffice_homelayout TO house_web;

GRANT UPDATE(at) ON TABLE public.backoffice_homelayout TO house_web;

GRANT SELECT ON TABLE public.backoffice_plannedshift TO house_app;
GRANT INSERT ON TABLE public.backoffice_plannedshift TO house_web;

GRANT SELECT(id) ON TABLE public.backoffice_plannedshift TO house_reader;

GRANT SELECT(begins) ON TABLE public.backoffice_plannedshift TO house_reader;

GRANT SELECT(ends) ON TABLE public.backoffice_plannedshift TO house_reader;

GRANT SELECT(drawn) ON TABLE public.backoffice_plannedshift TO house_reader;

GRANT UPDATE(withdrawn) ON TABLE public.backoffice_plannedshift TO house_web;
GRANT SELECT(withdrawn) ON TABLE public.backoffice_plannedshift TO house_reader;

GRANT SELECT(drawn_by_id) ON TABLE public.backoffice_plannedshift TO house_reader;

GRANT SELECT(person_id) ON TABLE public.backoffice_plannedshift TO house_reader;

GRANT SELECT(role_id) ON TABLE public.backoffice_plannedshift TO house_reader;

GRANT UPDATE(withdrawn_by_id) ON TABLE public.backoffice_plannedshift TO house_web;
GRANT SELECT(withdrawn_by_id) ON TABLE public.backoffice_plannedshift TO house_reader;

GRANT SELECT ON TABLE public.backoffice_providerattempt TO house_worker;

GRANT SELECT ON TABLE public.backoffice_rightuse TO house_app;

GRANT SELECT(id) ON TABLE public.backoffice_rightuse TO house_reader;

GRANT INSERT(permission) ON TABLE public.backoffice_rightuse TO house_web;
GRANT SELECT(permission) ON TABLE public.backoffice_rightuse TO house_reader;

GRANT SELECT(first) ON TABLE public.backoffice_rightuse TO house_reader;

GRANT UPDATE(at) ON TABLE public.backoffice_rightuse TO house_web;
GRANT SELECT(at) ON TABLE public.backoffice_rightuse TO house_reader;

GRANT INSERT(person_id) ON TABLE public.backoffice_rightuse TO house_web;
GRANT SELECT(person_id) ON TABLE public.backoffice_rightuse TO house_reader;

GRANT SELECT ON TABLE public.backoffice_savedfilter TO house_app;
GRANT INSERT,DELETE ON TABLE public.backoffice_savedfilter TO house_web;

GRANT UPDATE(query) ON TABLE public.backoffice_savedfilter TO house_web;

GRANT UPDATE(at) ON TABLE public.backoffice_savedfilter TO house_web;

GRANT SELECT ON TABLE public.backoffice_shift TO house_app;
GRANT INSERT ON TABLE public.backoffice_shift TO house_web;

GRANT SELECT(id) ON TABLE public.backoffice_shift TO house_reader;

GRANT SELECT(began) ON TABLE public.backoffice_shift TO house_reader;

GRANT UPDATE(ended) ON TABLE public.backoffice_shift TO house_web;
GRANT SELECT(ended) ON TABLE public.backoffice_shift TO house_reader;

GRANT UPDATE(items) ON TABLE public.backoffice_shift TO house_web;
GRANT SELECT(items) ON TABLE public.backoffice_shift TO house_reader;

GRANT UPDATE(note) ON TABLE public.backoffice_shift TO house_web;
GRANT SELECT(note) ON TABLE public.backoffice_shift TO house_reader;

GRANT SELECT(person_id) ON TABLE public.backoffice_shift TO house_reader;

GRANT UPDATE(successor_id) ON TABLE public.backoffice_shift TO house_web;
GRANT SELECT(successor_id) ON TABLE public.backoffice_shift TO house_reader;

GRANT UPDATE(open_work) ON TABLE public.backoffice_shift TO house_web;
GRANT SELECT(open_work) ON TABLE public.backoffice_shift TO house_reader;

GRANT UPDATE(read) ON TABLE public.backoffice_shift TO house_web;
GRANT SELECT(read) ON TABLE public.backoffice_shift TO house_reader;

GRANT UPDATE(read_by_id) ON TABLE public.backoffice_shift TO house_web;
GRANT SELECT(read_by_id) ON TABLE public.backoffice_shift TO house_reader;

GRANT SELECT ON TABLE public.backoffice_staffchange TO house_app;

GRANT SELECT(id) ON TABLE public.backoffice_staffchange TO house_reader;

GRANT INSERT(kind) ON TABLE public.backoffice_staffchange TO house_web;
GRANT SELECT(kind) ON TABLE public.backoffice_staffchange TO house_reader;

GRANT INSERT(email) ON TABLE public.backoffice_staffchange TO house_web;
GRANT SELECT(email) ON TABLE public.backoffice_staffchange TO house_reader;

GRANT INSERT(last_day) ON TABLE public.backoffice_staffchange TO house_web;
GRANT SELECT(last_day) ON TABLE public.backoffice_staffchange TO house_reader;

GRANT INSERT(reason) ON TABLE public.backoffice_staffchange TO house_web;
GRANT SELECT(reason) ON TABLE public.backoffice_staffchange TO house_reader;

GRANT INSERT(state) ON TABLE public.backoffice_staffchange TO house_web;
GRANT SELECT(state) ON TABLE public.backoffice_staffchange TO house_reader;

GRANT SELECT(proposed) ON TABLE public.backoffice_staffchange TO house_reader;

GRANT SELECT(decided) ON TABLE public.backoffice_staffchange TO house_reader;

GRANT SELECT(decided_by_id) ON TABLE public.backoffice_staffchange TO house_reader;

GRANT INSERT(proposed_by_id) ON TABLE public.backoffice_staffchange TO house_web;
GRANT SELECT(proposed_by_id) ON TABLE public.backoffice_staffchange TO house_reader;

GRANT INSERT(role_id) ON TABLE public.backoffice_staffchange TO house_web;
GRANT SELECT(role_id) ON TABLE public.backoffice_staffchange TO house_reader;

GRANT SELECT ON TABLE public.backoffice_staffpolicy TO house_app;

GRANT SELECT(id) ON TABLE public.backoffice_staffpolicy TO house_reader;

GRANT SELECT(approver_days) ON TABLE public.backoffice_staffpolicy TO house_reader;

GRANT SELECT ON TABLE public.backoffice_webhookaddress TO house_app;
GRANT INSERT,DELETE ON TABLE public.backoffice_webhookaddress TO house_worker;

GRANT UPDATE(host) ON TABLE public.backoffice_webhookaddress TO house_worker;

GRANT UPDATE(events) ON TABLE public.backoffice_webhookaddress TO house_worker;

GRANT UPDATE(since) ON TABLE public.backoffice_webhookaddress TO house_worker;

GRANT UPDATE(seen) ON TABLE public.backoffice_webhookaddress TO house_worker;

GRANT SELECT ON TABLE public.backoffice_webhookattempt TO house_app;
GRANT INSERT,DELETE ON TABLE public.backoffice_webhookattempt TO house_worker;

GRANT SELECT ON TABLE public.backoffice_webhookmessage TO house_app;
GRANT INSERT,DELETE ON TABLE public.backoffice_webhookmessage TO house_worker;
GRANT INSERT ON TABLE public.backoffice_webhookmessage TO house_web;

GRANT UPDATE(next_try) ON TABLE public.backoffice_webhookmessage TO house_worker;
GRANT UPDATE(next_try) ON TABLE public.backoffice_webhookmessage TO house_web;

GRANT UPDATE(tries) ON TABLE public.backoffice_webhookmessage TO house_worker;
GRANT UPDATE(tries) ON TABLE public.backoffice_webhookmessage TO house_web;

GRANT UPDATE(sent) ON TABLE public.backoffice_webhookmessage TO house_worker;

GRANT UPDATE(trouble) ON TABLE public.backoffice_webhookmessage TO house_worker;

GRANT SELECT ON TABLE public.backoffice_webhookprogress TO house_app;
GRANT INSERT ON TABLE public.backoffice_webhookprogress TO house_worker;

GRANT UPDATE(until) ON TABLE public.backoffice_webhookprogress TO house_worker;

GRANT SELECT ON TABLE public.backoffice_workclaim TO house_app;
GRANT INSERT ON TABLE public.backoffice_workclaim TO house_web;

GRANT SELECT(id) ON TABLE public.backoffice_workclaim TO house_reader;

GRANT SELECT(source) ON TABLE public.backoffice_workclaim TO house_reader;

GRANT SELECT(key) ON TABLE public.backoffice_workclaim TO house_reader;

GRANT SELECT(at) ON TABLE public.backoffice_workclaim TO house_reader;

GRANT UPDATE(ended) ON TABLE public.backoffice_workclaim TO house_web;
GRANT SELECT(ended) ON TABLE public.backoffice_workclaim TO house_reader;

GRANT SELECT(person_id) ON TABLE public.backoffice_workclaim TO house_reader;

GRANT SELECT ON TABLE public.backoffice_workmention TO house_app;
GRANT INSERT ON TABLE public.backoffice_workmention TO house_web;

GRANT SELECT(id) ON TABLE public.backoffice_workmention TO house_reader;

GRANT UPDATE(seen) ON TABLE public.backoffice_workmention TO house_web;
GRANT SELECT(seen) ON TABLE public.backoffice_workmention TO house_reader;

GRANT SELECT(note_id) ON TABLE public.backoffice_workmention TO house_reader;

GRANT SELECT(person_id) ON TABLE public.backoffice_workmention TO house_reader;

GRANT SELECT ON TABLE public.backoffice_worknote TO house_app;
GRANT INSERT ON TABLE public.backoffice_worknote TO house_web;

GRANT SELECT(id) ON TABLE public.backoffice_worknote TO house_reader;

GRANT SELECT(source) ON TABLE public.backoffice_worknote TO house_reader;

GRANT SELECT(key) ON TABLE public.backoffice_worknote TO house_reader;

GRANT SELECT(text) ON TABLE public.backoffice_worknote TO house_reader;

GRANT SELECT(at) ON TABLE public.backoffice_worknote TO house_reader;

GRANT SELECT(person_id) ON TABLE public.backoffice_worknote TO house_reader;

GRANT SELECT ON TABLE public.bank_bankfile TO house_app;
GRANT INSERT ON TABLE public.bank_bankfile TO house_web;
GRANT INSERT ON TABLE public.bank_bankfile TO house_worker;

GRANT SELECT(id) ON TABLE public.bank_bankfile TO house_reader;

GRANT SELECT(name) ON TABLE public.bank_bankfile TO house_reader;

GRANT SELECT(digest) ON TABLE public.bank_bankfile TO house_reader;

GRANT SELECT(size) ON TABLE public.bank_bankfile TO house_reader;

GRANT UPDATE(content) ON TABLE public.bank_bankfile TO house_worker;

GRANT SELECT(received) ON TABLE public.bank_bankfile TO house_reader;

GRANT UPDATE(state) ON TABLE public.bank_bankfile TO house_worker;
GRANT SELECT(state) ON TABLE public.bank_bankfile TO house_reader;

GRANT UPDATE(kind) ON TABLE public.bank_bankfile TO house_worker;
GRANT SELECT(kind) ON TABLE public.bank_bankfile TO house_reader;

GRANT UPDATE(refusal) ON TABLE public.bank_bankfile TO house_worker;
GRANT SELECT(refusal) ON TABLE public.bank_bankfile TO house_reader;

GRANT UPDATE(detail) ON TABLE public.bank_bankfile TO house_worker;
GRANT SELECT(detail) ON TABLE public.bank_bankfile TO house_reader;

GRANT UPDATE(read) ON TABLE public.bank_bankfile TO house_worker;
GRANT SELECT(read) ON TABLE public.bank_bankfile TO house_reader;

GRANT SELECT(person_id) ON TABLE public.bank_bankfile TO house_reader;

GRANT SELECT ON TABLE public.bank_chargeback TO house_app;
GRANT INSERT ON TABLE public.bank_chargeback TO house_worker;

GRANT SELECT(id) ON TABLE public.bank_chargeback TO house_reader;

GRANT SELECT(cents) ON TABLE public.bank_chargeback TO house_reader;

GRANT SELECT(opened) ON TABLE public.bank_chargeback TO house_reader;

GRANT UPDATE(state) ON TABLE public.bank_chargeback TO house_worker;
GRANT SELECT(state) ON TABLE public.bank_chargeback TO house_reader;

GRANT SELECT(payment_id) ON TABLE public.bank_chargeback TO house_reader;

GRANT SELECT(player_id) ON TABLE public.bank_chargeback TO house_reader;

GRANT SELECT(line_id) ON TABLE public.bank_chargeback TO house_reader;

GRANT UPDATE(won_line_id) ON TABLE public.bank_chargeback TO house_worker;
GRANT SELECT(won_line_id) ON TABLE public.bank_chargeback TO house_reader;

GRANT SELECT ON TABLE public.bank_fundsday TO house_app;
GRANT INSERT ON TABLE public.bank_fundsday TO house_worker;

GRANT SELECT(day) ON TABLE public.bank_fundsday TO house_reader;

GRANT SELECT(owed) ON TABLE public.bank_fundsday TO house_reader;

GRANT UPDATE(held) ON TABLE public.bank_fundsday TO house_worker;
GRANT SELECT(held) ON TABLE public.bank_fundsday TO house_reader;

GRANT UPDATE(compared) ON TABLE public.bank_fundsday TO house_worker;
GRANT SELECT(compared) ON TABLE public.bank_fundsday TO house_reader;

GRANT SELECT ON TABLE public.bank_match TO house_app;
GRANT INSERT ON TABLE public.bank_match TO house_worker;

GRANT SELECT(id) ON TABLE public.bank_match TO house_reader;

GRANT SELECT(key) ON TABLE public.bank_match TO house_reader;

GRANT SELECT(reason) ON TABLE public.bank_match TO house_reader;

GRANT SELECT(proposed) ON TABLE public.bank_match TO house_reader;

GRANT SELECT(cents) ON TABLE public.bank_match TO house_reader;

GRANT SELECT(bank) ON TABLE public.bank_match TO house_reader;

GRANT SELECT(provider) ON TABLE public.bank_match TO house_reader;

GRANT SELECT(ledger) ON TABLE public.bank_match TO house_reader;

GRANT UPDATE(state) ON TABLE public.bank_match TO house_worker;
GRANT SELECT(state) ON TABLE public.bank_match TO house_reader;

GRANT SELECT(made) ON TABLE public.bank_match TO house_reader;

GRANT SELECT(day_id) ON TABLE public.bank_match TO house_reader;

GRANT SELECT ON TABLE public.bank_matchdecision TO house_app;
GRANT INSERT ON TABLE public.bank_matchdecision TO house_web;

GRANT SELECT(id) ON TABLE public.bank_matchdecision TO house_reader;

GRANT SELECT(outcome) ON TABLE public.bank_matchdecision TO house_reader;

GRANT SELECT(reason) ON TABLE public.bank_matchdecision TO house_reader;

GRANT SELECT(at) ON TABLE public.bank_matchdecision TO house_reader;

GRANT UPDATE(state) ON TABLE public.bank_matchdecision TO house_web;
GRANT SELECT(state) ON TABLE public.bank_matchdecision TO house_reader;

GRANT UPDATE(decided) ON TABLE public.bank_matchdecision TO house_web;
GRANT SELECT(decided) ON TABLE public.bank_matchdecision TO house_reader;

GRANT UPDATE(answer) ON TABLE public.bank_matchdecision TO house_web;
GRANT SELECT(answer) ON TABLE public.bank_matchdecision TO house_reader;

GRANT SELECT(author_id) ON TABLE public.bank_matchdecision TO house_reader;

GRANT UPDATE(decider_id) ON TABLE public.bank_matchdecision TO house_web;
GRANT SELECT(decider_id) ON TABLE public.bank_matchdecision TO house_reader;

GRANT SELECT(match_id) ON TABLE public.bank_matchdecision TO house_reader;

GRANT SELECT ON TABLE public.bank_payoutbatch TO house_app;
GRANT INSERT ON TABLE public.bank_payoutbatch TO house_worker;

GRANT SELECT(id) ON TABLE public.bank_payoutbatch TO house_reader;

GRANT SELECT(number) ON TABLE public.bank_payoutbatch TO house_reader;

GRANT SELECT(made) ON TABLE public.bank_payoutbatch TO house_reader;

GRANT SELECT(cents) ON TABLE public.bank_payoutbatch TO house_reader;

GRANT SELECT(payments) ON TABLE public.bank_payoutbatch TO house_reader;

GRANT SELECT(instant) ON TABLE public.bank_payoutbatch TO house_reader;

GRANT SELECT ON TABLE public.bank_payoutorder TO house_app;
GRANT INSERT ON TABLE public.bank_payoutorder TO house_worker;

GRANT SELECT(id) ON TABLE public.bank_payoutorder TO house_reader;

GRANT UPDATE(answer) ON TABLE public.bank_payoutorder TO house_worker;
GRANT SELECT(answer) ON TABLE public.bank_payoutorder TO house_reader;

GRANT UPDATE(answer_reason) ON TABLE public.bank_payoutorder TO house_worker;
GRANT SELECT(answer_reason) ON TABLE public.bank_payoutorder TO house_reader;

GRANT UPDATE(answered) ON TABLE public.bank_payoutorder TO house_worker;
GRANT SELECT(answered) ON TABLE public.bank_payoutorder TO house_reader;

GRANT SELECT(batch_id) ON TABLE public.bank_payoutorder TO house_reader;

GRANT SELECT(payment_id) ON TABLE public.bank_payoutorder TO house_reader;

GRANT SELECT ON TABLE public.bank_reconciliationday TO house_app;
GRANT INSERT ON TABLE public.bank_reconciliationday TO house_worker;

GRANT SELECT(day) ON TABLE public.bank_reconciliationday TO house_reader;

GRANT UPDATE(waiting) ON TABLE public.bank_reconciliationday TO house_worker;
GRANT SELECT(waiting) ON TABLE public.bank_reconciliationday TO house_reader;

GRANT UPDATE(closed) ON TABLE public.bank_reconciliationday TO house_worker;
GRANT SELECT(closed) ON TABLE public.bank_reconciliationday TO house_reader;

GRANT UPDATE(seal) ON TABLE public.bank_reconciliationday TO house_worker;
GRANT SELECT(seal) ON TABLE public.bank_reconciliationday TO house_reader;

GRANT SELECT ON TABLE public.bank_recovery TO house_app;
GRANT INSERT ON TABLE public.bank_recovery TO house_web;

GRANT SELECT(id) ON TABLE public.bank_recovery TO house_reader;

GRANT SELECT(reason) ON TABLE public.bank_recovery TO house_reader;

GRANT SELECT(at) ON TABLE public.bank_recovery TO house_reader;

GRANT UPDATE(state) ON TABLE public.bank_recovery TO house_web;
GRANT SELECT(state) ON TABLE public.bank_recovery TO house_reader;

GRANT UPDATE(decided) ON TABLE public.bank_recovery TO house_web;
GRANT SELECT(decided) ON TABLE public.bank_recovery TO house_reader;

GRANT UPDATE(answer) ON TABLE public.bank_recovery TO house_web;
GRANT SELECT(answer) ON TABLE public.bank_recovery TO house_reader;

GRANT UPDATE(taken) ON TABLE public.bank_recovery TO house_web;
GRANT SELECT(taken) ON TABLE public.bank_recovery TO house_reader;

GRANT SELECT(author_id) ON TABLE public.bank_recovery TO house_reader;

GRANT SELECT(chargeback_id) ON TABLE public.bank_recovery TO house_reader;

GRANT UPDATE(decider_id) ON TABLE public.bank_recovery TO house_web;
GRANT SELECT(decider_id) ON TABLE public.bank_recovery TO house_reader;

GRANT SELECT ON TABLE public.bank_settlementline TO house_app;
GRANT INSERT ON TABLE public.bank_settlementline TO house_worker;

GRANT SELECT(id) ON TABLE public.bank_settlementline TO house_reader;

GRANT SELECT(transaction) ON TABLE public.bank_settlementline TO house_reader;

GRANT SELECT(day) ON TABLE public.bank_settlementline TO house_reader;

GRANT SELECT(reference) ON TABLE public.bank_settlementline TO house_reader;

GRANT SELECT(kind) ON TABLE public.bank_settlementline TO house_reader;

GRANT SELECT(currency) ON TABLE public.bank_settlementline TO house_reader;

GRANT SELECT(cents) ON TABLE public.bank_settlementline TO house_reader;

GRANT SELECT(fee) ON TABLE public.bank_settlementline TO house_reader;

GRANT SELECT(batch) ON TABLE public.bank_settlementline TO house_reader;

GRANT SELECT(file_id) ON TABLE public.bank_settlementline TO house_reader;

GRANT SELECT ON TABLE public.bank_statement TO house_app;
GRANT INSERT ON TABLE public.bank_statement TO house_worker;

GRANT SELECT(id) ON TABLE public.bank_statement TO house_reader;

GRANT SELECT(kind) ON TABLE public.bank_statement TO house_reader;

GRANT SELECT(iban) ON TABLE public.bank_statement TO house_reader;

GRANT SELECT(number) ON TABLE public.bank_statement TO house_reader;

GRANT SELECT(since) ON TABLE public.bank_statement TO house_reader;

GRANT SELECT(until) ON TABLE public.bank_statement TO house_reader;

GRANT SELECT(opening) ON TABLE public.bank_statement TO house_reader;

GRANT SELECT(closing) ON TABLE public.bank_statement TO house_reader;

GRANT UPDATE(gap) ON TABLE public.bank_statement TO house_worker;
GRANT SELECT(gap) ON TABLE public.bank_statement TO house_reader;

GRANT SELECT(file_id) ON TABLE public.bank_statement TO house_reader;

GRANT SELECT ON TABLE public.bank_statementline TO house_app;
GRANT INSERT ON TABLE public.bank_statementline TO house_worker;

GRANT SELECT(id) ON TABLE public.bank_statementline TO house_reader;

GRANT SELECT("position") ON TABLE public.bank_statementline TO house_reader;

GRANT SELECT(booked) ON TABLE public.bank_statementline TO house_reader;

GRANT SELECT(cents) ON TABLE public.bank_statementline TO house_reader;

GRANT SELECT(reference) ON TABLE public.bank_statementline TO house_reader;

GRANT SELECT(entry) ON TABLE public.bank_statementline TO house_reader;

GRANT SELECT(text) ON TABLE public.bank_statementline TO house_reader;

GRANT SELECT(statement_id) ON TABLE public.bank_statementline TO house_reader;

GRANT SELECT ON TABLE public.bots_finding TO house_web;
GRANT SELECT,INSERT ON TABLE public.bots_finding TO house_worker;

GRANT SELECT(id) ON TABLE public.bots_finding TO house_reader;

GRANT SELECT(kind) ON TABLE public.bots_finding TO house_reader;

GRANT SELECT(at) ON TABLE public.bots_finding TO house_reader;

GRANT SELECT(figures) ON TABLE public.bots_finding TO house_reader;

GRANT SELECT(player_id) ON TABLE public.bots_finding TO house_reader;

GRANT SELECT,INSERT,DELETE ON TABLE public.bots_playedday TO house_worker;

GRANT UPDATE(decisions) ON TABLE public.bots_playedday TO house_worker;

GRANT SELECT ON TABLE public.care_contact TO house_app;
GRANT INSERT ON TABLE public.care_contact TO house_web;

GRANT SELECT(id) ON TABLE public.care_contact TO house_reader;

GRANT SELECT(at) ON TABLE public.care_contact TO house_reader;

GRANT SELECT(method) ON TABLE public.care_contact TO house_reader;

GRANT SELECT(notes) ON TABLE public.care_contact TO house_reader;

GRANT SELECT(person_id) ON TABLE public.care_contact TO house_reader;

GRANT SELECT(player_id) ON TABLE public.care_contact TO house_reader;

GRANT SELECT(sealed) ON TABLE public.care_contact TO house_reader;

GRANT SELECT ON TABLE public.cashier_adjustment TO house_app;
GRANT INSERT ON TABLE public.cashier_adjustment TO house_web;

GRANT SELECT(id) ON TABLE public.cashier_adjustment TO house_reader;

GRANT SELECT(cents) ON TABLE public.cashier_adjustment TO house_reader;

GRANT SELECT(ticket) ON TABLE public.cashier_adjustment TO house_reader;

GRANT SELECT(reason) ON TABLE public.cashier_adjustment TO house_reader;

GRANT UPDATE(status) ON TABLE public.cashier_adjustment TO house_web;
GRANT SELECT(status) ON TABLE public.cashier_adjustment TO house_reader;

GRANT SELECT(requested_at) ON TABLE public.cashier_adjustment TO house_reader;

GRANT UPDATE(decided) ON TABLE public.cashier_adjustment TO house_web;
GRANT SELECT(decided) ON TABLE public.cashier_adjustment TO house_reader;

GRANT UPDATE(before) ON TABLE public.cashier_adjustment TO house_web;
GRANT SELECT(before) ON TABLE public.cashier_adjustment TO house_reader;

GRANT UPDATE(after) ON TABLE public.cashier_adjustment TO house_web;
GRANT SELECT(after) ON TABLE public.cashier_adjustment TO house_reader;

GRANT UPDATE(decided_by_id) ON TABLE public.cashier_adjustment TO house_web;
GRANT SELECT(decided_by_id) ON TABLE public.cashier_adjustment TO house_reader;

GRANT SELECT(player_id) ON TABLE public.cashier_adjustment TO house_reader;

GRANT SELECT(requested_by_id) ON TABLE public.cashier_adjustment TO house_reader;

GRANT SELECT ON TABLE public.cashier_decision TO house_app;
GRANT INSERT ON TABLE public.cashier_decision TO house_web;

GRANT SELECT(id) ON TABLE public.cashier_decision TO house_reader;

GRANT SELECT(verb) ON TABLE public.cashier_decision TO house_reader;

GRANT SELECT(reason) ON TABLE public.cashier_decision TO house_reader;

GRANT SELECT(at) ON TABLE public.cashier_decision TO house_reader;

GRANT SELECT(suffices) ON TABLE public.cashier_decision TO house_reader;

GRANT SELECT(payment_id) ON TABLE public.cashier_decision TO house_reader;

GRANT SELECT(person_id) ON TABLE public.cashier_decision TO house_reader;

GRANT SELECT ON TABLE public.cashier_gatewayrequest TO house_app;
GRANT INSERT ON TABLE public.cashier_gatewayrequest TO house_web;
GRANT INSERT ON TABLE public.cashier_gatewayrequest TO house_worker;

GRANT SELECT(id) ON TABLE public.cashier_gatewayrequest TO house_reader;

GRANT SELECT(kind) ON TABLE public.cashier_gatewayrequest TO house_reader;

GRANT SELECT(made) ON TABLE public.cashier_gatewayrequest TO house_reader;

GRANT UPDATE(done) ON TABLE public.cashier_gatewayrequest TO house_web;
GRANT UPDATE(done) ON TABLE public.cashier_gatewayrequest TO house_worker;
GRANT SELECT(done) ON TABLE public.cashier_gatewayrequest TO house_reader;

GRANT UPDATE(tries) ON TABLE public.cashier_gatewayrequest TO house_web;
GRANT UPDATE(tries) ON TABLE public.cashier_gatewayrequest TO house_worker;
GRANT SELECT(tries) ON TABLE public.cashier_gatewayrequest TO house_reader;

GRANT UPDATE(next_try) ON TABLE public.cashier_gatewayrequest TO house_web;
GRANT UPDATE(next_try) ON TABLE public.cashier_gatewayrequest TO house_worker;
GRANT SELECT(next_try) ON TABLE public.cashier_gatewayrequest TO house_reader;

GRANT UPDATE(trouble) ON TABLE public.cashier_gatewayrequest TO house_web;
GRANT UPDATE(trouble) ON TABLE public.cashier_gatewayrequest TO house_worker;
GRANT SELECT(trouble) ON TABLE public.cashier_gatewayrequest TO house_reader;

GRANT SELECT(payment_id) ON TABLE public.cashier_gatewayrequest TO house_reader;

GRANT SELECT ON TABLE public.cashier_notification TO house_app;
GRANT INSERT ON TABLE public.cashier_notification TO house_web;

GRANT SELECT(id) ON TABLE public.cashier_notification TO house_reader;

GRANT SELECT(payment) ON TABLE public.cashier_notification TO house_reader;

GRANT SELECT(status) ON TABLE public.cashier_notification TO house_reader;

GRANT SELECT(received) ON TABLE public.cashier_notification TO house_reader;

GRANT SELECT(outcome) ON TABLE public.cashier_notification TO house_reader;

GRANT SELECT ON TABLE public.cashier_payoutstep TO house_app;

GRANT SELECT(id) ON TABLE public.cashier_payoutstep TO house_reader;

GRANT SELECT(code) ON TABLE public.cashier_payoutstep TO house_reader;

GRANT SELECT(at) ON TABLE public.cashier_payoutstep TO house_reader;

GRANT SELECT(promised) ON TABLE public.cashier_payoutstep TO house_reader;

GRANT SELECT(payment_id) ON TABLE public.cashier_payoutstep TO house_reader;

GRANT SELECT ON TABLE public.cashier_protectionconfirmation TO house_app;
GRANT INSERT ON TABLE public.cashier_protectionconfirmation TO house_web;

GRANT SELECT(id) ON TABLE public.cashier_protectionconfirmation TO house_reader;

GRANT SELECT(version) ON TABLE public.cashier_protectionconfirmation TO house_reader;

GRANT SELECT(words) ON TABLE public.cashier_protectionconfirmation TO house_reader;

GRANT SELECT(at) ON TABLE public.cashier_protectionconfirmation TO house_reader;

GRANT SELECT(player_id) ON TABLE public.cashier_protectionconfirmation TO house_reader;

GRANT SELECT,INSERT ON TABLE public.casino_scheduledtask TO house_worker;

GRANT UPDATE(sent) ON TABLE public.casino_scheduledtask TO house_worker;

GRANT SELECT ON TABLE public.casino_taskrun TO house_app;
GRANT INSERT ON TABLE public.casino_taskrun TO house_worker;

GRANT SELECT(name) ON TABLE public.casino_taskrun TO house_reader;

GRANT UPDATE(known) ON TABLE public.casino_taskrun TO house_worker;
GRANT SELECT(known) ON TABLE public.casino_taskrun TO house_reader;

GRANT UPDATE(started) ON TABLE public.casino_taskrun TO house_worker;
GRANT SELECT(started) ON TABLE public.casino_taskrun TO house_reader;

GRANT UPDATE(succeeded) ON TABLE public.casino_taskrun TO house_worker;
GRANT SELECT(succeeded) ON TABLE public.casino_taskrun TO house_reader;

GRANT UPDATE(failed) ON TABLE public.casino_taskrun TO house_worker;
GRANT SELECT(failed) ON TABLE public.casino_taskrun TO house_reader;

GRANT UPDATE(failing) ON TABLE public.casino_taskrun TO house_worker;
GRANT SELECT(failing) ON TABLE public.casino_taskrun TO house_reader;

GRANT UPDATE(error) ON TABLE public.casino_taskrun TO house_worker;
GRANT SELECT(error) ON TABLE public.casino_taskrun TO house_reader;

GRANT UPDATE(worker) ON TABLE public.casino_taskrun TO house_worker;
GRANT SELECT(worker) ON TABLE public.casino_taskrun TO house_reader;

GRANT UPDATE(lost) ON TABLE public.casino_taskrun TO house_worker;
GRANT SELECT(lost) ON TABLE public.casino_taskrun TO house_reader;

GRANT SELECT ON TABLE public.collusion_analysisrun TO house_app;
GRANT INSERT ON TABLE public.collusion_analysisrun TO house_worker;

GRANT SELECT(id) ON TABLE public.collusion_analysisrun TO house_reader;

GRANT SELECT(at) ON TABLE public.collusion_analysisrun TO house_reader;

GRANT SELECT(since) ON TABLE public.collusion_analysisrun TO house_reader;

GRANT SELECT(new_hands) ON TABLE public.collusion_analysisrun TO house_reader;

GRANT SELECT(hands) ON TABLE public.collusion_analysisrun TO house_reader;

GRANT SELECT(pairs) ON TABLE public.collusion_analysisrun TO house_reader;

GRANT SELECT(people) ON TABLE public.collusion_analysisrun TO house_reader;

GRANT SELECT(findings) ON TABLE public.collusion_analysisrun TO house_reader;

GRANT SELECT(limits) ON TABLE public.collusion_analysisrun TO house_reader;

GRANT SELECT ON TABLE public.collusion_case TO house_app;
GRANT INSERT ON TABLE public.collusion_case TO house_web;
GRANT INSERT ON TABLE public.collusion_case TO house_worker;

GRANT SELECT(id) ON TABLE public.collusion_case TO house_reader;

GRANT SELECT(kind) ON TABLE public.collusion_case TO house_reader;

GRANT SELECT(key) ON TABLE public.collusion_case TO house_reader;

GRANT UPDATE(state) ON TABLE public.collusion_case TO house_web;
GRANT SELECT(state) ON TABLE public.collusion_case TO house_reader;

GRANT SELECT(opened) ON TABLE public.collusion_case TO house_reader;

GRANT UPDATE(decision) ON TABLE public.collusion_case TO house_web;
GRANT SELECT(decision) ON TABLE public.collusion_case TO house_reader;

GRANT UPDATE(reason) ON TABLE public.collusion_case TO house_web;
GRANT SELECT(reason) ON TABLE public.collusion_case TO house_reader;

GRANT UPDATE(closed) ON TABLE public.collusion_case TO house_web;
GRANT SELECT(closed) ON TABLE public.collusion_case TO house_reader;

GRANT UPDATE(proposer_id) ON TABLE public.collusion_case TO house_web;
GRANT SELECT(proposer_id) ON TABLE public.collusion_case TO house_reader;

GRANT UPDATE(signer_id) ON TABLE public.collusion_case TO house_web;
GRANT SELECT(signer_id) ON TABLE public.collusion_case TO house_reader;

GRANT SELECT ON TABLE public.collusion_casemember TO house_app;
GRANT INSERT ON TABLE public.collusion_casemember TO house_web;
GRANT INSERT ON TABLE public.collusion_casemember TO house_worker;

GRANT SELECT(id) ON TABLE public.collusion_casemember TO house_reader;

GRANT SELECT(case_id) ON TABLE public.collusion_casemember TO house_reader;

GRANT SELECT(player_id) ON TABLE public.collusion_casemember TO house_reader;

GRANT SELECT ON TABLE public.collusion_decisiontimes TO house_app;
GRANT INSERT ON TABLE public.collusion_decisiontimes TO house_worker;

GRANT SELECT(id) ON TABLE public.collusion_decisiontimes TO house_reader;

GRANT SELECT(day) ON TABLE public.collusion_decisiontimes TO house_reader;

GRANT SELECT(player) ON TABLE public.collusion_decisiontimes TO house_reader;

GRANT SELECT(step) ON TABLE public.collusion_decisiontimes TO house_reader;

GRANT UPDATE(came) ON TABLE public.collusion_decisiontimes TO house_worker;
GRANT SELECT(came) ON TABLE public.collusion_decisiontimes TO house_reader;

GRANT SELECT ON TABLE public.collusion_evidence TO house_app;
GRANT INSERT ON TABLE public.collusion_evidence TO house_web;
GRANT INSERT ON TABLE public.collusion_evidence TO house_worker;

GRANT SELECT(id) ON TABLE public.collusion_evidence TO house_reader;

GRANT SELECT(at) ON TABLE public.collusion_evidence TO house_reader;

GRANT SELECT(kind) ON TABLE public.collusion_evidence TO house_reader;

GRANT SELECT(chance) ON TABLE public.collusion_evidence TO house_reader;

GRANT SELECT(figures) ON TABLE public.collusion_evidence TO house_reader;

GRANT SELECT(rounds) ON TABLE public.collusion_evidence TO house_reader;

GRANT SELECT(case_id) ON TABLE public.collusion_evidence TO house_reader;

GRANT SELECT(run_id) ON TABLE public.collusion_evidence TO house_reader;

GRANT SELECT ON TABLE public.collusion_hand TO house_app;
GRANT INSERT ON TABLE public.collusion_hand TO house_worker;

GRANT SELECT(round) ON TABLE public.collusion_hand TO house_reader;

GRANT SELECT("table") ON TABLE public.collusion_hand TO house_reader;

GRANT SELECT(day) ON TABLE public.collusion_hand TO house_reader;

GRANT SELECT(at) ON TABLE public.collusion_hand TO house_reader;

GRANT SELECT(minimum) ON TABLE public.collusion_hand TO house_reader;

GRANT SELECT(players) ON TABLE public.collusion_hand TO house_reader;

GRANT SELECT(nets) ON TABLE public.collusion_hand TO house_reader;

GRANT SELECT ON TABLE public.collusion_step TO house_app;
GRANT INSERT ON TABLE public.collusion_step TO house_web;

GRANT SELECT(id) ON TABLE public.collusion_step TO house_reader;

GRANT SELECT(verb) ON TABLE public.collusion_step TO house_reader;

GRANT SELECT(reason) ON TABLE public.collusion_step TO house_reader;

GRANT SELECT(decision) ON TABLE public.collusion_step TO house_reader;

GRANT SELECT(round) ON TABLE public.collusion_step TO house_reader;

GRANT SELECT(at) ON TABLE public.collusion_step TO house_reader;

GRANT SELECT(case_id) ON TABLE public.collusion_step TO house_reader;

GRANT SELECT(person_id) ON TABLE public.collusion_step TO house_reader;

GRANT SELECT ON TABLE public.collusion_tally TO house_app;
GRANT INSERT ON TABLE public.collusion_tally TO house_worker;

GRANT SELECT(id) ON TABLE public.collusion_tally TO house_reader;

GRANT SELECT(day) ON TABLE public.collusion_tally TO house_reader;

GRANT SELECT(player) ON TABLE public.collusion_tally TO house_reader;

GRANT SELECT(other) ON TABLE public.collusion_tally TO house_reader;

GRANT SELECT(moment) ON TABLE public.collusion_tally TO house_reader;

GRANT UPDATE(came) ON TABLE public.collusion_tally TO house_worker;
GRANT SELECT(came) ON TABLE public.collusion_tally TO house_reader;

GRANT UPDATE(done) ON TABLE public.collusion_tally TO house_worker;
GRANT SELECT(done) ON TABLE public.collusion_tally TO house_reader;

GRANT SELECT,INSERT ON TABLE public.django_admin_log TO house_web;

GRANT SELECT ON TABLE public.django_content_type TO house_app;

GRANT SELECT ON TABLE public.django_migrations TO house_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.django_session TO house_web;
GRANT SELECT,DELETE ON TABLE public.django_session TO house_worker;

GRANT SELECT(session_key) ON TABLE public.django_session TO house_croupier;

GRANT UPDATE(session_data) ON TABLE public.django_session TO house_web;

GRANT SELECT(expire_date) ON TABLE public.django_session TO house_croupier;
GRANT UPDATE(expire_date) ON TABLE public.django_session TO house_web;

GRANT SELECT ON TABLE public.duties_calendarfeed TO house_app;
GRANT INSERT ON TABLE public.duties_calendarfeed TO house_web;

GRANT SELECT(id) ON TABLE public.duties_calendarfeed TO house_reader;

GRANT SELECT(made) ON TABLE public.duties_calendarfeed TO house_reader;

GRANT UPDATE(revoked) ON TABLE public.duties_calendarfeed TO house_web;
GRANT SELECT(revoked) ON TABLE public.duties_calendarfeed TO house_reader;

GRANT SELECT(person_id) ON TABLE public.duties_calendarfeed TO house_reader;

GRANT SELECT ON TABLE public.duties_componentspan TO house_app;
GRANT INSERT ON TABLE public.duties_componentspan TO house_worker;

GRANT SELECT(id) ON TABLE public.duties_componentspan TO house_reader;

GRANT SELECT(component) ON TABLE public.duties_componentspan TO house_reader;

GRANT SELECT(is_up) ON TABLE public.duties_componentspan TO house_reader;

GRANT SELECT(since) ON TABLE public.duties_componentspan TO house_reader;

GRANT UPDATE(until) ON TABLE public.duties_componentspan TO house_worker;
GRANT SELECT(until) ON TABLE public.duties_componentspan TO house_reader;

GRANT SELECT ON TABLE public.duties_filing TO house_app;
GRANT INSERT ON TABLE public.duties_filing TO house_web;

GRANT SELECT(id) ON TABLE public.duties_filing TO house_reader;

GRANT SELECT(duty) ON TABLE public.duties_filing TO house_reader;

GRANT SELECT(period) ON TABLE public.duties_filing TO house_reader;

GRANT SELECT(dated) ON TABLE public.duties_filing TO house_reader;

GRANT SELECT(reference) ON TABLE public.duties_filing TO house_reader;

GRANT SELECT(at) ON TABLE public.duties_filing TO house_reader;

GRANT SELECT(person_id) ON TABLE public.duties_filing TO house_reader;

GRANT SELECT ON TABLE public.duties_occurrence TO house_app;
GRANT INSERT ON TABLE public.duties_occurrence TO house_web;

GRANT SELECT(id) ON TABLE public.duties_occurrence TO house_reader;

GRANT SELECT(kind) ON TABLE public.duties_occurrence TO house_reader;

GRANT SELECT(title) ON TABLE public.duties_occurrence TO house_reader;

GRANT SELECT(facts) ON TABLE public.duties_occurrence TO house_reader;

GRANT SELECT(occurred) ON TABLE public.duties_occurrence TO house_reader;

GRANT SELECT(noticed) ON TABLE public.duties_occurrence TO house_reader;

GRANT SELECT(report_by) ON TABLE public.duties_occurrence TO house_reader;

GRANT SELECT(solve_by) ON TABLE public.duties_occurrence TO house_reader;

GRANT SELECT(at) ON TABLE public.duties_occurrence TO house_reader;

GRANT SELECT(incident_id) ON TABLE public.duties_occurrence TO house_reader;

GRANT SELECT(person_id) ON TABLE public.duties_occurrence TO house_reader;

GRANT SELECT(score) ON TABLE public.duties_occurrence TO house_reader;

GRANT SELECT ON TABLE public.duties_occurrenceentry TO house_app;
GRANT INSERT ON TABLE public.duties_occurrenceentry TO house_web;

GRANT SELECT(id) ON TABLE public.duties_occurrenceentry TO house_reader;

GRANT SELECT(kind) ON TABLE public.duties_occurrenceentry TO house_reader;

GRANT SELECT(text) ON TABLE public.duties_occurrenceentry TO house_reader;

GRANT SELECT(reference) ON TABLE public.duties_occurrenceentry TO house_reader;

GRANT SELECT(done) ON TABLE public.duties_occurrenceentry TO house_reader;

GRANT SELECT(at) ON TABLE public.duties_occurrenceentry TO house_reader;

GRANT SELECT(occurrence_id) ON TABLE public.duties_occurrenceentry TO house_reader;

GRANT SELECT(person_id) ON TABLE public.duties_occurrenceentry TO house_reader;

GRANT SELECT ON TABLE public.duties_question TO house_app;
GRANT INSERT ON TABLE public.duties_question TO house_web;

GRANT SELECT(id) ON TABLE public.duties_question TO house_reader;

GRANT SELECT(reference) ON TABLE public.duties_question TO house_reader;

GRANT SELECT(purpose) ON TABLE public.duties_question TO house_reader;

GRANT SELECT(asked) ON TABLE public.duties_question TO house_reader;

GRANT SELECT(due) ON TABLE public.duties_question TO house_reader;

GRANT SELECT(query) ON TABLE public.duties_question TO house_reader;

GRANT SELECT(is_personal) ON TABLE public.duties_question TO house_reader;

GRANT SELECT(at) ON TABLE public.duties_question TO house_reader;

GRANT SELECT(person_id) ON TABLE public.duties_question TO house_reader;

GRANT SELECT ON TABLE public.duties_questionentry TO house_app;
GRANT INSERT ON TABLE public.duties_questionentry TO house_web;

GRANT SELECT(id) ON TABLE public.duties_questionentry TO house_reader;

GRANT SELECT(kind) ON TABLE public.duties_questionentry TO house_reader;

GRANT SELECT(text) ON TABLE public.duties_questionentry TO house_reader;

GRANT SELECT(format) ON TABLE public.duties_questionentry TO house_reader;

GRANT SELECT(count) ON TABLE public.duties_questionentry TO house_reader;

GRANT SELECT(digest) ON TABLE public.duties_questionentry TO house_reader;

GRANT SELECT("position") ON TABLE public.duties_questionentry TO house_reader;

GRANT SELECT(at) ON TABLE public.duties_questionentry TO house_reader;

GRANT SELECT(person_id) ON TABLE public.duties_questionentry TO house_reader;

GRANT SELECT(question_id) ON TABLE public.duties_questionentry TO house_reader;

GRANT SELECT ON TABLE public.floor_bulkchange TO house_app;
GRANT INSERT ON TABLE public.floor_bulkchange TO house_web;

GRANT SELECT(id) ON TABLE public.floor_bulkchange TO house_reader;

GRANT SELECT(kind) ON TABLE public.floor_bulkchange TO house_reader;

GRANT SELECT(tables) ON TABLE public.floor_bulkchange TO house_reader;

GRANT SELECT(reason) ON TABLE public.floor_bulkchange TO house_reader;

GRANT SELECT(at) ON TABLE public.floor_bulkchange TO house_reader;

GRANT UPDATE(state) ON TABLE public.floor_bulkchange TO house_web;
GRANT SELECT(state) ON TABLE public.floor_bulkchange TO house_reader;

GRANT UPDATE(decided) ON TABLE public.floor_bulkchange TO house_web;
GRANT SELECT(decided) ON TABLE public.floor_bulkchange TO house_reader;

GRANT UPDATE(answer) ON TABLE public.floor_bulkchange TO house_web;
GRANT SELECT(answer) ON TABLE public.floor_bulkchange TO house_reader;

GRANT UPDATE(results) ON TABLE public.floor_bulkchange TO house_web;
GRANT SELECT(results) ON TABLE public.floor_bulkchange TO house_reader;

GRANT SELECT(author_id) ON TABLE public.floor_bulkchange TO house_reader;

GRANT UPDATE(confirmer_id) ON TABLE public.floor_bulkchange TO house_web;
GRANT SELECT(confirmer_id) ON TABLE public.floor_bulkchange TO house_reader;

GRANT SELECT(source_id) ON TABLE public.floor_bulkchange TO house_reader;

GRANT SELECT(value) ON TABLE public.floor_bulkchange TO house_reader;

GRANT SELECT ON TABLE public.floor_tablechange TO house_app;
GRANT INSERT ON TABLE public.floor_tablechange TO house_web;
GRANT INSERT ON TABLE public.floor_tablechange TO house_worker;

GRANT SELECT(id) ON TABLE public.floor_tablechange TO house_reader;

GRANT SELECT(data) ON TABLE public.floor_tablechange TO house_reader;

GRANT SELECT(digest) ON TABLE public.floor_tablechange TO house_reader;

GRANT SELECT(alone) ON TABLE public.floor_tablechange TO house_reader;

GRANT SELECT(reason) ON TABLE public.floor_tablechange TO house_reader;

GRANT SELECT(at) ON TABLE public.floor_tablechange TO house_reader;

GRANT UPDATE(state) ON TABLE public.floor_tablechange TO house_web;
GRANT UPDATE(state) ON TABLE public.floor_tablechange TO house_worker;
GRANT SELECT(state) ON TABLE public.floor_tablechange TO house_reader;

GRANT UPDATE(decided) ON TABLE public.floor_tablechange TO house_web;
GRANT UPDATE(decided) ON TABLE public.floor_tablechange TO house_worker;
GRANT SELECT(decided) ON TABLE public.floor_tablechange TO house_reader;

GRANT UPDATE(answer) ON TABLE public.floor_tablechange TO house_web;
GRANT UPDATE(answer) ON TABLE public.floor_tablechange TO house_worker;
GRANT SELECT(answer) ON TABLE public.floor_tablechange TO house_reader;

GRANT SELECT(author_id) ON TABLE public.floor_tablechange TO house_reader;

GRANT SELECT(base_id) ON TABLE public.floor_tablechange TO house_reader;

GRANT UPDATE(confirmer_id) ON TABLE public.floor_tablechange TO house_web;
GRANT UPDATE(confirmer_id) ON TABLE public.floor_tablechange TO house_worker;
GRANT SELECT(confirmer_id) ON TABLE public.floor_tablechange TO house_reader;

GRANT UPDATE(setting_id) ON TABLE public.floor_tablechange TO house_web;
GRANT UPDATE(setting_id) ON TABLE public.floor_tablechange TO house_worker;
GRANT SELECT(setting_id) ON TABLE public.floor_tablechange TO house_reader;

GRANT SELECT(table_id) ON TABLE public.floor_tablechange TO house_reader;

GRANT SELECT ON TABLE public.floor_tablehours TO house_app;
GRANT INSERT,DELETE ON TABLE public.floor_tablehours TO house_web;

GRANT SELECT(table_id) ON TABLE public.floor_tablehours TO house_reader;

GRANT UPDATE(week) ON TABLE public.floor_tablehours TO house_web;
GRANT SELECT(week) ON TABLE public.floor_tablehours TO house_reader;

GRANT UPDATE(closed_by_hours) ON TABLE public.floor_tablehours TO house_web;
GRANT UPDATE(closed_by_hours) ON TABLE public.floor_tablehours TO house_worker;
GRANT SELECT(closed_by_hours) ON TABLE public.floor_tablehours TO house_reader;

GRANT SELECT ON TABLE public.floor_tablesuspension TO house_app;
GRANT INSERT ON TABLE public.floor_tablesuspension TO house_web;

GRANT SELECT(id) ON TABLE public.floor_tablesuspension TO house_reader;

GRANT SELECT(reason) ON TABLE public.floor_tablesuspension TO house_reader;

GRANT SELECT(at) ON TABLE public.floor_tablesuspension TO house_reader;

GRANT UPDATE(ended) ON TABLE public.floor_tablesuspension TO house_web;
GRANT SELECT(ended) ON TABLE public.floor_tablesuspension TO house_reader;

GRANT UPDATE(release_reason) ON TABLE public.floor_tablesuspension TO house_web;
GRANT SELECT(release_reason) ON TABLE public.floor_tablesuspension TO house_reader;

GRANT SELECT(person_id) ON TABLE public.floor_tablesuspension TO house_reader;

GRANT UPDATE(released_by_id) ON TABLE public.floor_tablesuspension TO house_web;
GRANT SELECT(released_by_id) ON TABLE public.floor_tablesuspension TO house_reader;

GRANT SELECT(table_id) ON TABLE public.floor_tablesuspension TO house_reader;

GRANT SELECT ON TABLE public.games_attendance TO house_app;
GRANT INSERT ON TABLE public.games_attendance TO house_croupier;

GRANT SELECT(shard) ON TABLE public.games_attendance TO house_reader;

GRANT UPDATE(at) ON TABLE public.games_attendance TO house_croupier;
GRANT SELECT(at) ON TABLE public.games_attendance TO house_reader;

GRANT SELECT ON TABLE public.games_beaconchain TO house_app;
GRANT SELECT,INSERT ON TABLE public.games_beaconchain TO house_beacon;

GRANT SELECT(name) ON TABLE public.games_beaconchain TO house_reader;

GRANT SELECT(hash) ON TABLE public.games_beaconchain TO house_reader;

GRANT SELECT(public_key) ON TABLE public.games_beaconchain TO house_reader;

GRANT SELECT(genesis) ON TABLE public.games_beaconchain TO house_reader;

GRANT SELECT(period) ON TABLE public.games_beaconchain TO house_reader;

GRANT SELECT(group_hash) ON TABLE public.games_beaconchain TO house_reader;

GRANT SELECT(at) ON TABLE public.games_beaconchain TO house_reader;

GRANT SELECT ON TABLE public.games_beaconvalue TO house_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.games_beaconvalue TO house_beacon;

GRANT SELECT(number) ON TABLE public.games_beaconvalue TO house_reader;

GRANT SELECT(signature) ON TABLE public.games_beaconvalue TO house_reader;

GRANT SELECT(at) ON TABLE public.games_beaconvalue TO house_reader;

GRANT SELECT(chain_id) ON TABLE public.games_beaconvalue TO house_reader;

GRANT SELECT ON TABLE public.games_beaconwatch TO house_app;
GRANT SELECT,INSERT ON TABLE public.games_beaconwatch TO house_beacon;

GRANT SELECT(name) ON TABLE public.games_beaconwatch TO house_reader;

GRANT UPDATE(at) ON TABLE public.games_beaconwatch TO house_beacon;
GRANT SELECT(at) ON TABLE public.games_beaconwatch TO house_reader;

GRANT UPDATE(number) ON TABLE public.games_beaconwatch TO house_beacon;
GRANT SELECT(number) ON TABLE public.games_beaconwatch TO house_reader;

GRANT UPDATE(trouble) ON TABLE public.games_beaconwatch TO house_beacon;
GRANT SELECT(trouble) ON TABLE public.games_beaconwatch TO house_reader;

GRANT UPDATE(since) ON TABLE public.games_beaconwatch TO house_beacon;
GRANT SELECT(since) ON TABLE public.games_beaconwatch TO house_reader;

GRANT UPDATE(refused) ON TABLE public.games_beaconwatch TO house_beacon;
GRANT SELECT(refused) ON TABLE public.games_beaconwatch TO house_reader;

GRANT UPDATE(refused_at) ON TABLE public.games_beaconwatch TO house_beacon;
GRANT SELECT(refused_at) ON TABLE public.games_beaconwatch TO house_reader;

GRANT UPDATE(refused_why) ON TABLE public.games_beaconwatch TO house_beacon;
GRANT SELECT(refused_why) ON TABLE public.games_beaconwatch TO house_reader;

GRANT UPDATE(refused_relay) ON TABLE public.games_beaconwatch TO house_beacon;
GRANT SELECT(refused_relay) ON TABLE public.games_beaconwatch TO house_reader;

GRANT SELECT ON TABLE public.games_chatline TO house_app;
GRANT INSERT ON TABLE public.games_chatline TO house_croupier;
GRANT DELETE ON TABLE public.games_chatline TO house_worker;

GRANT SELECT(id) ON TABLE public.games_chatline TO house_reader;

GRANT SELECT(round) ON TABLE public.games_chatline TO house_reader;

GRANT SELECT(alias) ON TABLE public.games_chatline TO house_reader;

GRANT SELECT(text) ON TABLE public.games_chatline TO house_reader;

GRANT SELECT(at) ON TABLE public.games_chatline TO house_reader;

GRANT UPDATE(hidden) ON TABLE public.games_chatline TO house_web;
GRANT SELECT(hidden) ON TABLE public.games_chatline TO house_reader;

GRANT UPDATE(hider_id) ON TABLE public.games_chatline TO house_web;
GRANT SELECT(hider_id) ON TABLE public.games_chatline TO house_reader;

GRANT SELECT(player_id) ON TABLE public.games_chatline TO house_reader;

GRANT SELECT(table_id) ON TABLE public.games_chatline TO house_reader;

GRANT SELECT ON TABLE public.games_chatmute TO house_app;
GRANT INSERT ON TABLE public.games_chatmute TO house_web;

GRANT SELECT(id) ON TABLE public.games_chatmute TO house_reader;

GRANT SELECT(until) ON TABLE public.games_chatmute TO house_reader;

GRANT SELECT(reason) ON TABLE public.games_chatmute TO house_reader;

GRANT SELECT(at) ON TABLE public.games_chatmute TO house_reader;

GRANT SELECT(by_id) ON TABLE public.games_chatmute TO house_reader;

GRANT SELECT(player_id) ON TABLE public.games_chatmute TO house_reader;

GRANT SELECT ON TABLE public.games_command TO house_app;

GRANT SELECT(player) ON TABLE public.games_command TO house_reader;

GRANT SELECT(command) ON TABLE public.games_command TO house_reader;

GRANT SELECT(seq) ON TABLE public.games_command TO house_reader;

GRANT SELECT(digest) ON TABLE public.games_command TO house_reader;

GRANT SELECT ON TABLE public.games_event TO house_app;
GRANT INSERT ON TABLE public.games_event TO house_croupier;

GRANT SELECT(seq) ON TABLE public.games_event TO house_reader;

GRANT SELECT(at) ON TABLE public.games_event TO house_reader;

GRANT SELECT(kind) ON TABLE public.games_event TO house_reader;

GRANT SELECT(data) ON TABLE public.games_event TO house_reader;

GRANT SELECT(player) ON TABLE public.games_event TO house_reader;

GRANT SELECT(command) ON TABLE public.games_event TO house_reader;

GRANT SELECT(digest) ON TABLE public.games_event TO house_reader;

GRANT SELECT(chain) ON TABLE public.games_event TO house_reader;

GRANT SELECT(round_id) ON TABLE public.games_event TO house_reader;

GRANT SELECT(table_id) ON TABLE public.games_event TO house_reader;

GRANT SELECT ON TABLE public.games_favourite TO house_app;
GRANT INSERT,DELETE ON TABLE public.games_favourite TO house_web;

GRANT SELECT(id) ON TABLE public.games_favourite TO house_reader;

GRANT SELECT(at) ON TABLE public.games_favourite TO house_reader;

GRANT SELECT(player_id) ON TABLE public.games_favourite TO house_reader;

GRANT SELECT(table_id) ON TABLE public.games_favourite TO house_reader;

GRANT SELECT ON TABLE public.games_housekey TO house_app;
GRANT INSERT ON TABLE public.games_housekey TO house_croupier;
GRANT INSERT ON TABLE public.games_housekey TO house_worker;

GRANT SELECT(id) ON TABLE public.games_housekey TO house_reader;

GRANT SELECT(name) ON TABLE public.games_housekey TO house_reader;

GRANT SELECT(public) ON TABLE public.games_housekey TO house_reader;

GRANT SELECT(since) ON TABLE public.games_housekey TO house_reader;

GRANT SELECT ON TABLE public.games_incident TO house_app;
GRANT INSERT ON TABLE public.games_incident TO house_croupier;

GRANT SELECT(id) ON TABLE public.games_incident TO house_reader;

GRANT SELECT(round) ON TABLE public.games_incident TO house_reader;

GRANT SELECT(reason) ON TABLE public.games_incident TO house_reader;

GRANT SELECT(opened) ON TABLE public.games_incident TO house_reader;

GRANT UPDATE(proposal) ON TABLE public.games_incident TO house_web;
GRANT SELECT(proposal) ON TABLE public.games_incident TO house_reader;

GRANT UPDATE(proposed) ON TABLE public.games_incident TO house_web;
GRANT SELECT(proposed) ON TABLE public.games_incident TO house_reader;

GRANT UPDATE(closed) ON TABLE public.games_incident TO house_web;
GRANT SELECT(closed) ON TABLE public.games_incident TO house_reader;

GRANT UPDATE(note) ON TABLE public.games_incident TO house_web;
GRANT SELECT(note) ON TABLE public.games_incident TO house_reader;

GRANT UPDATE(confirmer_id) ON TABLE public.games_incident TO house_web;
GRANT SELECT(confirmer_id) ON TABLE public.games_incident TO house_reader;

GRANT UPDATE(proposer_id) ON TABLE public.games_incident TO house_web;
GRANT SELECT(proposer_id) ON TABLE public.games_incident TO house_reader;

GRANT SELECT(table_id) ON TABLE public.games_incident TO house_reader;

GRANT SELECT,INSERT,DELETE ON TABLE public.games_opponentnote TO house_web;
GRANT SELECT,DELETE ON TABLE public.games_opponentnote TO house_worker;

GRANT SELECT(id) ON TABLE public.games_opponentnote TO house_reader;

GRANT SELECT(at) ON TABLE public.games_opponentnote TO house_reader;

GRANT SELECT(about_id) ON TABLE public.games_opponentnote TO house_reader;

GRANT SELECT(player_id) ON TABLE public.games_opponentnote TO house_reader;

GRANT SELECT,INSERT,DELETE ON TABLE public.games_processkey TO house_app;

GRANT SELECT(id) ON TABLE public.games_processkey TO house_reader;

GRANT UPDATE(kind) ON TABLE public.games_processkey TO house_app;
GRANT SELECT(kind) ON TABLE public.games_processkey TO house_reader;

GRANT SELECT(started) ON TABLE public.games_processkey TO house_reader;

GRANT SELECT(until) ON TABLE public.games_processkey TO house_reader;

GRANT SELECT ON TABLE public.games_provenstate TO house_app;
GRANT INSERT ON TABLE public.games_provenstate TO house_croupier;

GRANT SELECT(seq) ON TABLE public.games_provenstate TO house_reader;

GRANT SELECT(at) ON TABLE public.games_provenstate TO house_reader;

GRANT SELECT(complete) ON TABLE public.games_provenstate TO house_reader;

GRANT SELECT(made) ON TABLE public.games_provenstate TO house_reader;

GRANT SELECT(table_id) ON TABLE public.games_provenstate TO house_reader;

GRANT SELECT ON TABLE public.games_registration TO house_app;
GRANT INSERT,DELETE ON TABLE public.games_registration TO house_web;

GRANT SELECT(id) ON TABLE public.games_registration TO house_reader;

GRANT SELECT(at) ON TABLE public.games_registration TO house_reader;

GRANT SELECT(player_id) ON TABLE public.games_registration TO house_reader;

GRANT SELECT(session_id) ON TABLE public.games_registration TO house_reader;

GRANT SELECT ON TABLE public.games_round TO house_app;
GRANT INSERT ON TABLE public.games_round TO house_croupier;

GRANT SELECT(id) ON TABLE public.games_round TO house_reader;

GRANT SELECT(number) ON TABLE public.games_round TO house_reader;

GRANT UPDATE(status) ON TABLE public.games_round TO house_croupier;
GRANT SELECT(status) ON TABLE public.games_round TO house_reader;

GRANT UPDATE(engine) ON TABLE public.games_round TO house_croupier;
GRANT SELECT(engine) ON TABLE public.games_round TO house_reader;

GRANT SELECT(commitment) ON TABLE public.games_round TO house_reader;

GRANT UPDATE(seed) ON TABLE public.games_round TO house_croupier;
GRANT SELECT(seed) ON TABLE public.games_round TO house_reader;

GRANT UPDATE(nonces) ON TABLE public.games_round TO house_croupier;
GRANT SELECT(nonces) ON TABLE public.games_round TO house_reader;

GRANT UPDATE(shares) ON TABLE public.games_round TO house_croupier;

GRANT UPDATE(shoe) ON TABLE public.games_round TO house_croupier;
GRANT SELECT(shoe) ON TABLE public.games_round TO house_reader;

GRANT UPDATE(root) ON TABLE public.games_round TO house_croupier;
GRANT SELECT(root) ON TABLE public.games_round TO house_reader;

GRANT UPDATE(start) ON TABLE public.games_round TO house_croupier;

GRANT UPDATE(opened) ON TABLE public.games_round TO house_croupier;
GRANT SELECT(opened) ON TABLE public.games_round TO house_reader;

GRANT UPDATE(ended) ON TABLE public.games_round TO house_croupier;
GRANT SELECT(ended) ON TABLE public.games_round TO house_reader;

GRANT UPDATE(outcome) ON TABLE public.games_round TO house_croupier;
GRANT SELECT(outcome) ON TABLE public.games_round TO house_reader;

GRANT UPDATE(cause) ON TABLE public.games_round TO house_croupier;
GRANT SELECT(cause) ON TABLE public.games_round TO house_reader;

GRANT UPDATE(staked) ON TABLE public.games_round TO house_croupier;
GRANT SELECT(staked) ON TABLE public.games_round TO house_reader;

GRANT UPDATE(returned) ON TABLE public.games_round TO house_croupier;
GRANT SELECT(returned) ON TABLE public.games_round TO house_reader;

GRANT UPDATE(sheet_id) ON TABLE public.games_round TO house_croupier;
GRANT SELECT(sheet_id) ON TABLE public.games_round TO house_reader;

GRANT SELECT(table_id) ON TABLE public.games_round TO house_reader;

GRANT UPDATE(setting_id) ON TABLE public.games_round TO house_croupier;
GRANT SELECT(setting_id) ON TABLE public.games_round TO house_reader;

GRANT USAGE ON SEQUENCE public.games_round_id_seq TO house_croupier;

GRANT SELECT,INSERT,DELETE ON TABLE public.games_roundnote TO house_web;
GRANT SELECT,DELETE ON TABLE public.games_roundnote TO house_worker;

GRANT SELECT(id) ON TABLE public.games_roundnote TO house_reader;

GRANT SELECT(at) ON TABLE public.games_roundnote TO house_reader;

GRANT SELECT(player_id) ON TABLE public.games_roundnote TO house_reader;

GRANT SELECT(round_id) ON TABLE public.games_roundnote TO house_reader;

GRANT SELECT ON TABLE public.games_rulesheet TO house_app;

GRANT SELECT(id) ON TABLE public.games_rulesheet TO house_reader;

GRANT SELECT(system) ON TABLE public.games_rulesheet TO house_reader;

GRANT SELECT(version) ON TABLE public.games_rulesheet TO house_reader;

GRANT SELECT(status) ON TABLE public.games_rulesheet TO house_reader;

GRANT SELECT(data) ON TABLE public.games_rulesheet TO house_reader;

GRANT SELECT(digest) ON TABLE public.games_rulesheet TO house_reader;

GRANT SELECT(reference) ON TABLE public.games_rulesheet TO house_reader;

GRANT SELECT(since) ON TABLE public.games_rulesheet TO house_reader;

GRANT SELECT ON TABLE public.games_sessionlease TO house_app;
GRANT INSERT ON TABLE public.games_sessionlease TO house_worker;

GRANT SELECT(id) ON TABLE public.games_sessionlease TO house_reader;

GRANT UPDATE(until) ON TABLE public.games_sessionlease TO house_worker;
GRANT SELECT(until) ON TABLE public.games_sessionlease TO house_reader;

GRANT UPDATE(cause) ON TABLE public.games_sessionlease TO house_worker;
GRANT SELECT(cause) ON TABLE public.games_sessionlease TO house_reader;

GRANT SELECT ON TABLE public.games_stake TO house_app;
GRANT INSERT ON TABLE public.games_stake TO house_croupier;

GRANT SELECT(id) ON TABLE public.games_stake TO house_reader;

GRANT SELECT(session) ON TABLE public.games_stake TO house_reader;

GRANT SELECT(seat) ON TABLE public.games_stake TO house_reader;

GRANT SELECT(staked) ON TABLE public.games_stake TO house_reader;

GRANT SELECT(lost) ON TABLE public.games_stake TO house_reader;

GRANT SELECT(back) ON TABLE public.games_stake TO house_reader;

GRANT SELECT(prize) ON TABLE public.games_stake TO house_reader;

GRANT SELECT(held) ON TABLE public.games_stake TO house_reader;

GRANT SELECT(commission) ON TABLE public.games_stake TO house_reader;

GRANT SELECT(at) ON TABLE public.games_stake TO house_reader;

GRANT SELECT(player_id) ON TABLE public.games_stake TO house_reader;

GRANT SELECT(round_id) ON TABLE public.games_stake TO house_reader;

GRANT SELECT ON TABLE public.games_table TO house_app;
GRANT INSERT ON TABLE public.games_table TO house_web;

GRANT SELECT(id) ON TABLE public.games_table TO house_reader;

GRANT UPDATE(name) ON TABLE public.games_table TO house_web;
GRANT SELECT(name) ON TABLE public.games_table TO house_reader;

GRANT SELECT(system) ON TABLE public.games_table TO house_reader;

GRANT SELECT(currency) ON TABLE public.games_table TO house_reader;

GRANT UPDATE(status) ON TABLE public.games_table TO house_croupier;
GRANT UPDATE(status) ON TABLE public.games_table TO house_web;
GRANT UPDATE(status) ON TABLE public.games_table TO house_worker;
GRANT SELECT(status) ON TABLE public.games_table TO house_reader;

GRANT UPDATE(reason) ON TABLE public.games_table TO house_croupier;
GRANT UPDATE(reason) ON TABLE public.games_table TO house_web;
GRANT UPDATE(reason) ON TABLE public.games_table TO house_worker;
GRANT SELECT(reason) ON TABLE public.games_table TO house_reader;

GRANT UPDATE(version) ON TABLE public.games_table TO house_croupier;
GRANT SELECT(version) ON TABLE public.games_table TO house_reader;

GRANT UPDATE(chain) ON TABLE public.games_table TO house_croupier;
GRANT SELECT(chain) ON TABLE public.games_table TO house_reader;

GRANT UPDATE(round) ON TABLE public.games_table TO house_croupier;
GRANT SELECT(round) ON TABLE public.games_table TO house_reader;

GRANT UPDATE(seated) ON TABLE public.games_table TO house_croupier;
GRANT SELECT(seated) ON TABLE public.games_table TO house_reader;

GRANT UPDATE(partners) ON TABLE public.games_table TO house_croupier;
GRANT SELECT(partners) ON TABLE public.games_table TO house_reader;

GRANT UPDATE(waiting) ON TABLE public.games_table TO house_croupier;
GRANT SELECT(waiting) ON TABLE public.games_table TO house_reader;

GRANT UPDATE(due) ON TABLE public.games_table TO house_croupier;
GRANT SELECT(due) ON TABLE public.games_table TO house_reader;

GRANT UPDATE(inactivity_due) ON TABLE public.games_table TO house_croupier;
GRANT SELECT(inactivity_due) ON TABLE public.games_table TO house_reader;

GRANT UPDATE(phase) ON TABLE public.games_table TO house_croupier;
GRANT SELECT(phase) ON TABLE public.games_table TO house_reader;

GRANT UPDATE(recent) ON TABLE public.games_table TO house_croupier;
GRANT SELECT(recent) ON TABLE public.games_table TO house_reader;

GRANT UPDATE(snapshot) ON TABLE public.games_table TO house_croupier;

GRANT UPDATE(snapshot_version) ON TABLE public.games_table TO house_croupier;
GRANT SELECT(snapshot_version) ON TABLE public.games_table TO house_reader;

GRANT UPDATE(setting_id) ON TABLE public.games_table TO house_web;
GRANT UPDATE(setting_id) ON TABLE public.games_table TO house_worker;
GRANT SELECT(setting_id) ON TABLE public.games_table TO house_reader;

GRANT SELECT ON TABLE public.games_tablesession TO house_app;
GRANT INSERT ON TABLE public.games_tablesession TO house_web;

GRANT SELECT(id) ON TABLE public.games_tablesession TO house_reader;

GRANT SELECT(starts) ON TABLE public.games_tablesession TO house_reader;

GRANT SELECT(ends) ON TABLE public.games_tablesession TO house_reader;

GRANT UPDATE(status) ON TABLE public.games_tablesession TO house_app;
GRANT SELECT(status) ON TABLE public.games_tablesession TO house_reader;

GRANT SELECT(table_id) ON TABLE public.games_tablesession TO house_reader;

GRANT SELECT ON TABLE public.games_tablesetting TO house_app;
GRANT INSERT ON TABLE public.games_tablesetting TO house_web;
GRANT INSERT ON TABLE public.games_tablesetting TO house_worker;

GRANT SELECT(id) ON TABLE public.games_tablesetting TO house_reader;

GRANT SELECT(version) ON TABLE public.games_tablesetting TO house_reader;

GRANT SELECT(data) ON TABLE public.games_tablesetting TO house_reader;

GRANT SELECT(digest) ON TABLE public.games_tablesetting TO house_reader;

GRANT SELECT(created) ON TABLE public.games_tablesetting TO house_reader;

GRANT SELECT(author_id) ON TABLE public.games_tablesetting TO house_reader;

GRANT SELECT(table_id) ON TABLE public.games_tablesetting TO house_reader;

GRANT SELECT ON TABLE public.history_copy TO house_app;
GRANT INSERT ON TABLE public.history_copy TO house_web;

GRANT SELECT(id) ON TABLE public.history_copy TO house_reader;

GRANT SELECT(requested_at) ON TABLE public.history_copy TO house_reader;

GRANT UPDATE(state) ON TABLE public.history_copy TO house_worker;
GRANT SELECT(state) ON TABLE public.history_copy TO house_reader;

GRANT UPDATE(expires) ON TABLE public.history_copy TO house_worker;
GRANT SELECT(expires) ON TABLE public.history_copy TO house_reader;

GRANT UPDATE(bytes) ON TABLE public.history_copy TO house_worker;
GRANT SELECT(bytes) ON TABLE public.history_copy TO house_reader;

GRANT UPDATE(digest) ON TABLE public.history_copy TO house_worker;
GRANT SELECT(digest) ON TABLE public.history_copy TO house_reader;

GRANT UPDATE(data) ON TABLE public.history_copy TO house_worker;

GRANT SELECT(player_id) ON TABLE public.history_copy TO house_reader;

GRANT SELECT ON TABLE public.history_folded TO house_app;
GRANT INSERT,DELETE ON TABLE public.history_folded TO house_worker;

GRANT SELECT(id) ON TABLE public.history_folded TO house_reader;

GRANT SELECT(upto) ON TABLE public.history_folded TO house_reader;

GRANT SELECT ON TABLE public.history_moved TO house_app;
GRANT INSERT,DELETE ON TABLE public.history_moved TO house_worker;

GRANT SELECT(id) ON TABLE public.history_moved TO house_reader;

GRANT SELECT(day) ON TABLE public.history_moved TO house_reader;

GRANT SELECT(kind) ON TABLE public.history_moved TO house_reader;

GRANT SELECT(play) ON TABLE public.history_moved TO house_reader;

GRANT SELECT(moves) ON TABLE public.history_moved TO house_reader;

GRANT SELECT(came) ON TABLE public.history_moved TO house_reader;

GRANT SELECT(went) ON TABLE public.history_moved TO house_reader;

GRANT SELECT(account_id) ON TABLE public.history_moved TO house_reader;

GRANT SELECT ON TABLE public.history_played TO house_app;
GRANT INSERT,DELETE ON TABLE public.history_played TO house_worker;

GRANT SELECT(id) ON TABLE public.history_played TO house_reader;

GRANT SELECT(day) ON TABLE public.history_played TO house_reader;

GRANT SELECT("table") ON TABLE public.history_played TO house_reader;

GRANT SELECT(system) ON TABLE public.history_played TO house_reader;

GRANT SELECT(currency) ON TABLE public.history_played TO house_reader;

GRANT SELECT(rounds) ON TABLE public.history_played TO house_reader;

GRANT SELECT(staked) ON TABLE public.history_played TO house_reader;

GRANT SELECT(returned) ON TABLE public.history_played TO house_reader;

GRANT SELECT(player_id) ON TABLE public.history_played TO house_reader;

GRANT SELECT ON TABLE public.history_statement TO house_app;
GRANT INSERT ON TABLE public.history_statement TO house_worker;

GRANT SELECT(id) ON TABLE public.history_statement TO house_reader;

GRANT SELECT(currency) ON TABLE public.history_statement TO house_reader;

GRANT SELECT(month) ON TABLE public.history_statement TO house_reader;

GRANT SELECT(made) ON TABLE public.history_statement TO house_reader;

GRANT SELECT(data) ON TABLE public.history_statement TO house_reader;

GRANT SELECT(digest) ON TABLE public.history_statement TO house_reader;

GRANT SELECT(player_id) ON TABLE public.history_statement TO house_reader;

GRANT SELECT ON TABLE public.identity_acceptance TO house_app;
GRANT INSERT ON TABLE public.identity_acceptance TO house_web;

GRANT SELECT(id) ON TABLE public.identity_acceptance TO house_reader;

GRANT SELECT(language) ON TABLE public.identity_acceptance TO house_reader;

GRANT SELECT(at) ON TABLE public.identity_acceptance TO house_reader;

GRANT SELECT(player_id) ON TABLE public.identity_acceptance TO house_reader;

GRANT SELECT(terms_id) ON TABLE public.identity_acceptance TO house_reader;

GRANT SELECT,INSERT ON TABLE public.identity_addresschange TO house_web;
GRANT SELECT ON TABLE public.identity_addresschange TO house_worker;

GRANT SELECT(id) ON TABLE public.identity_addresschange TO house_reader;

GRANT SELECT(before) ON TABLE public.identity_addresschange TO house_reader;

GRANT SELECT(after) ON TABLE public.identity_addresschange TO house_reader;

GRANT SELECT(requested_at) ON TABLE public.identity_addresschange TO house_reader;

GRANT UPDATE(code) ON TABLE public.identity_addresschange TO house_web;

GRANT UPDATE(code_tries) ON TABLE public.identity_addresschange TO house_web;

GRANT UPDATE(confirmed) ON TABLE public.identity_addresschange TO house_web;
GRANT SELECT(confirmed) ON TABLE public.identity_addresschange TO house_reader;

GRANT UPDATE(withdrawn) ON TABLE public.identity_addresschange TO house_web;
GRANT SELECT(withdrawn) ON TABLE public.identity_addresschange TO house_reader;

GRANT SELECT(person_id) ON TABLE public.identity_addresschange TO house_reader;

GRANT SELECT,INSERT ON TABLE public.identity_apitoken TO house_web;
GRANT SELECT,DELETE ON TABLE public.identity_apitoken TO house_worker;

GRANT UPDATE(used) ON TABLE public.identity_apitoken TO house_web;

GRANT UPDATE(revoked) ON TABLE public.identity_apitoken TO house_web;

GRANT SELECT,INSERT ON TABLE public.identity_check TO house_web;
GRANT SELECT,INSERT ON TABLE public.identity_check TO house_worker;

GRANT SELECT(id) ON TABLE public.identity_check TO house_reader;

GRANT SELECT(at) ON TABLE public.identity_check TO house_reader;

GRANT SELECT(verifier) ON TABLE public.identity_check TO house_reader;

GRANT SELECT(answer) ON TABLE public.identity_check TO house_reader;

GRANT SELECT(reference) ON TABLE public.identity_check TO house_reader;

GRANT SELECT(by_id) ON TABLE public.identity_check TO house_reader;

GRANT SELECT(identity_id) ON TABLE public.identity_check TO house_reader;

GRANT SELECT ON TABLE public.identity_codeattempt TO house_worker;

GRANT SELECT,INSERT,DELETE ON TABLE public.identity_draft TO house_web;
GRANT SELECT ON TABLE public.identity_draft TO house_worker;

GRANT SELECT(id) ON TABLE public.identity_draft TO house_reader;

GRANT SELECT(begun) ON TABLE public.identity_draft TO house_reader;

GRANT UPDATE(changed) ON TABLE public.identity_draft TO house_web;
GRANT SELECT(changed) ON TABLE public.identity_draft TO house_reader;

GRANT UPDATE(step) ON TABLE public.identity_draft TO house_web;
GRANT UPDATE(step) ON TABLE public.identity_draft TO house_worker;
GRANT SELECT(step) ON TABLE public.identity_draft TO house_reader;

GRANT UPDATE(email) ON TABLE public.identity_draft TO house_web;
GRANT UPDATE(email) ON TABLE public.identity_draft TO house_worker;

GRANT UPDATE(password) ON TABLE public.identity_draft TO house_web;
GRANT UPDATE(password) ON TABLE public.identity_draft TO house_worker;

GRANT UPDATE(answers) ON TABLE public.identity_draft TO house_web;
GRANT UPDATE(answers) ON TABLE public.identity_draft TO house_worker;

GRANT UPDATE(code) ON TABLE public.identity_draft TO house_web;
GRANT UPDATE(code) ON TABLE public.identity_draft TO house_worker;

GRANT UPDATE(code_until) ON TABLE public.identity_draft TO house_web;

GRANT UPDATE(code_tries) ON TABLE public.identity_draft TO house_web;

GRANT UPDATE(confirmed) ON TABLE public.identity_draft TO house_web;
GRANT SELECT(confirmed) ON TABLE public.identity_draft TO house_reader;

GRANT UPDATE(player_id) ON TABLE public.identity_draft TO house_web;
GRANT SELECT(player_id) ON TABLE public.identity_draft TO house_reader;

GRANT SELECT,INSERT ON TABLE public.identity_erasure TO house_web;
GRANT SELECT ON TABLE public.identity_erasure TO house_worker;

GRANT SELECT(id) ON TABLE public.identity_erasure TO house_reader;

GRANT SELECT(reason) ON TABLE public.identity_erasure TO house_reader;

GRANT UPDATE(status) ON TABLE public.identity_erasure TO house_web;
GRANT SELECT(status) ON TABLE public.identity_erasure TO house_reader;

GRANT SELECT(requested_at) ON TABLE public.identity_erasure TO house_reader;

GRANT UPDATE(decided) ON TABLE public.identity_erasure TO house_web;
GRANT SELECT(decided) ON TABLE public.identity_erasure TO house_reader;

GRANT UPDATE(done) ON TABLE public.identity_erasure TO house_web;
GRANT SELECT(done) ON TABLE public.identity_erasure TO house_reader;

GRANT UPDATE(decided_by_id) ON TABLE public.identity_erasure TO house_web;
GRANT SELECT(decided_by_id) ON TABLE public.identity_erasure TO house_reader;

GRANT UPDATE(done_by_id) ON TABLE public.identity_erasure TO house_web;
GRANT SELECT(done_by_id) ON TABLE public.identity_erasure TO house_reader;

GRANT SELECT(player_id) ON TABLE public.identity_erasure TO house_reader;

GRANT SELECT(requested_by_id) ON TABLE public.identity_erasure TO house_reader;

GRANT SELECT,INSERT ON TABLE public.identity_identity TO house_web;
GRANT SELECT ON TABLE public.identity_identity TO house_worker;

GRANT SELECT(id) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(sealed) ON TABLE public.identity_identity TO house_web;
GRANT SELECT(sealed) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(name) ON TABLE public.identity_identity TO house_web;
GRANT SELECT(name) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(birth) ON TABLE public.identity_identity TO house_web;
GRANT SELECT(birth) ON TABLE public.identity_identity TO house_reader;

GRANT SELECT(nationality) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(profession) ON TABLE public.identity_identity TO house_web;
GRANT SELECT(profession) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(address) ON TABLE public.identity_identity TO house_web;
GRANT SELECT(address) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(postcode) ON TABLE public.identity_identity TO house_web;
GRANT SELECT(postcode) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(town) ON TABLE public.identity_identity TO house_web;
GRANT SELECT(town) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(country) ON TABLE public.identity_identity TO house_web;
GRANT SELECT(country) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(document_kind) ON TABLE public.identity_identity TO house_web;
GRANT SELECT(document_kind) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(document_country) ON TABLE public.identity_identity TO house_web;
GRANT SELECT(document_country) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(document_number) ON TABLE public.identity_identity TO house_web;
GRANT SELECT(document_number) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(nif) ON TABLE public.identity_identity TO house_web;
GRANT SELECT(nif) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(state) ON TABLE public.identity_identity TO house_web;
GRANT UPDATE(state) ON TABLE public.identity_identity TO house_worker;
GRANT SELECT(state) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(reason) ON TABLE public.identity_identity TO house_web;
GRANT UPDATE(reason) ON TABLE public.identity_identity TO house_worker;
GRANT SELECT(reason) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(attempts) ON TABLE public.identity_identity TO house_web;
GRANT UPDATE(attempts) ON TABLE public.identity_identity TO house_worker;
GRANT SELECT(attempts) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(corrected) ON TABLE public.identity_identity TO house_web;
GRANT SELECT(corrected) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(due) ON TABLE public.identity_identity TO house_web;
GRANT UPDATE(due) ON TABLE public.identity_identity TO house_worker;
GRANT SELECT(due) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(changed) ON TABLE public.identity_identity TO house_web;
GRANT UPDATE(changed) ON TABLE public.identity_identity TO house_worker;
GRANT SELECT(changed) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(verified) ON TABLE public.identity_identity TO house_web;
GRANT UPDATE(verified) ON TABLE public.identity_identity TO house_worker;
GRANT SELECT(verified) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(reference) ON TABLE public.identity_identity TO house_worker;
GRANT SELECT(reference) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(by_id) ON TABLE public.identity_identity TO house_web;
GRANT UPDATE(by_id) ON TABLE public.identity_identity TO house_worker;
GRANT SELECT(by_id) ON TABLE public.identity_identity TO house_reader;

GRANT SELECT(player_id) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(papers) ON TABLE public.identity_identity TO house_web;
GRANT SELECT(papers) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(nif_digest) ON TABLE public.identity_identity TO house_web;

GRANT UPDATE(document_digest) ON TABLE public.identity_identity TO house_web;

GRANT UPDATE(name_digests) ON TABLE public.identity_identity TO house_web;

GRANT UPDATE(birth_month) ON TABLE public.identity_identity TO house_web;
GRANT SELECT(birth_month) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(postal_area) ON TABLE public.identity_identity TO house_web;
GRANT SELECT(postal_area) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(district) ON TABLE public.identity_identity TO house_web;
GRANT SELECT(district) ON TABLE public.identity_identity TO house_reader;

GRANT UPDATE(telephone) ON TABLE public.identity_identity TO house_web;
GRANT SELECT(telephone) ON TABLE public.identity_identity TO house_reader;

GRANT SELECT,INSERT ON TABLE public.identity_legalhold TO house_web;
GRANT SELECT ON TABLE public.identity_legalhold TO house_worker;

GRANT UPDATE(state) ON TABLE public.identity_legalhold TO house_web;

GRANT UPDATE(decided) ON TABLE public.identity_legalhold TO house_web;

GRANT UPDATE(answer) ON TABLE public.identity_legalhold TO house_web;

GRANT UPDATE(decider_id) ON TABLE public.identity_legalhold TO house_web;

GRANT SELECT ON TABLE public.identity_passkeyattempt TO house_worker;

GRANT INSERT ON TABLE public.identity_queuedemail TO house_web;
GRANT SELECT,INSERT ON TABLE public.identity_queuedemail TO house_worker;

GRANT SELECT(id) ON TABLE public.identity_queuedemail TO house_web;

GRANT UPDATE(text) ON TABLE public.identity_queuedemail TO house_worker;

GRANT SELECT(made) ON TABLE public.identity_queuedemail TO house_web;

GRANT SELECT(due) ON TABLE public.identity_queuedemail TO house_web;
GRANT UPDATE(due) ON TABLE public.identity_queuedemail TO house_worker;

GRANT UPDATE(tries) ON TABLE public.identity_queuedemail TO house_worker;

GRANT UPDATE(sent) ON TABLE public.identity_queuedemail TO house_worker;

GRANT SELECT ON TABLE public.identity_resettoken TO house_web;
GRANT SELECT,INSERT,DELETE ON TABLE public.identity_resettoken TO house_worker;

GRANT SELECT,INSERT ON TABLE public.identity_searchmark TO house_web;
GRANT SELECT,INSERT,DELETE ON TABLE public.identity_searchmark TO house_worker;

GRANT SELECT ON TABLE public.identity_terms TO house_app;

GRANT SELECT(version) ON TABLE public.identity_terms TO house_reader;

GRANT SELECT(since) ON TABLE public.identity_terms TO house_reader;

GRANT SELECT(portuguese) ON TABLE public.identity_terms TO house_reader;

GRANT SELECT(english) ON TABLE public.identity_terms TO house_reader;

GRANT SELECT(portuguese_digest) ON TABLE public.identity_terms TO house_reader;

GRANT SELECT(english_digest) ON TABLE public.identity_terms TO house_reader;

GRANT SELECT,INSERT ON TABLE public.identity_testaccount TO house_web;
GRANT SELECT ON TABLE public.identity_testaccount TO house_worker;

GRANT SELECT(id) ON TABLE public.identity_testaccount TO house_reader;

GRANT SELECT(reason) ON TABLE public.identity_testaccount TO house_reader;

GRANT SELECT(at) ON TABLE public.identity_testaccount TO house_reader;

GRANT SELECT(by_id) ON TABLE public.identity_testaccount TO house_reader;

GRANT SELECT(player_id) ON TABLE public.identity_testaccount TO house_reader;

GRANT SELECT,INSERT ON TABLE public.identity_uploadeddocument TO house_web;
GRANT SELECT ON TABLE public.identity_uploadeddocument TO house_worker;

GRANT SELECT(id) ON TABLE public.identity_uploadeddocument TO house_reader;

GRANT SELECT(sealed) ON TABLE public.identity_uploadeddocument TO house_reader;

GRANT SELECT(kind) ON TABLE public.identity_uploadeddocument TO house_reader;

GRANT SELECT(at) ON TABLE public.identity_uploadeddocument TO house_reader;

GRANT SELECT(name) ON TABLE public.identity_uploadeddocument TO house_reader;

GRANT SELECT(type) ON TABLE public.identity_uploadeddocument TO house_reader;

GRANT SELECT(size) ON TABLE public.identity_uploadeddocument TO house_reader;

GRANT SELECT(digest) ON TABLE public.identity_uploadeddocument TO house_reader;

GRANT SELECT(scanned) ON TABLE public.identity_uploadeddocument TO house_reader;

GRANT SELECT(player_id) ON TABLE public.identity_uploadeddocument TO house_reader;

GRANT SELECT ON TABLE public.inbox_bulknotice TO house_app;
GRANT INSERT ON TABLE public.inbox_bulknotice TO house_web;

GRANT UPDATE(state) ON TABLE public.inbox_bulknotice TO house_web;
GRANT UPDATE(state) ON TABLE public.inbox_bulknotice TO house_worker;

GRANT UPDATE(decided) ON TABLE public.inbox_bulknotice TO house_web;

GRANT UPDATE(answer) ON TABLE public.inbox_bulknotice TO house_web;

GRANT UPDATE(stopped) ON TABLE public.inbox_bulknotice TO house_web;

GRANT UPDATE(cursor) ON TABLE public.inbox_bulknotice TO house_worker;

GRANT UPDATE(sent) ON TABLE public.inbox_bulknotice TO house_worker;

GRANT UPDATE(left_out) ON TABLE public.inbox_bulknotice TO house_worker;

GRANT UPDATE(ended) ON TABLE public.inbox_bulknotice TO house_worker;

GRANT UPDATE(decider_id) ON TABLE public.inbox_bulknotice TO house_web;

GRANT UPDATE(stopper_id) ON TABLE public.inbox_bulknotice TO house_web;

GRANT SELECT ON TABLE public.inbox_complaint TO house_app;
GRANT INSERT ON TABLE public.inbox_complaint TO house_web;

GRANT SELECT(id) ON TABLE public.inbox_complaint TO house_reader;

GRANT SELECT(number) ON TABLE public.inbox_complaint TO house_reader;

GRANT SELECT(category) ON TABLE public.inbox_complaint TO house_reader;

GRANT SELECT(round) ON TABLE public.inbox_complaint TO house_reader;

GRANT SELECT(transfer) ON TABLE public.inbox_complaint TO house_reader;

GRANT SELECT("table") ON TABLE public.inbox_complaint TO house_reader;

GRANT SELECT(table_name) ON TABLE public.inbox_complaint TO house_reader;

GRANT UPDATE(state) ON TABLE public.inbox_complaint TO house_web;
GRANT SELECT(state) ON TABLE public.inbox_complaint TO house_reader;

GRANT SELECT(opened) ON TABLE public.inbox_complaint TO house_reader;

GRANT SELECT(due) ON TABLE public.inbox_complaint TO house_reader;

GRANT UPDATE(decided) ON TABLE public.inbox_complaint TO house_web;
GRANT SELECT(decided) ON TABLE public.inbox_complaint TO house_reader;

GRANT UPDATE(outcome) ON TABLE public.inbox_complaint TO house_web;
GRANT SELECT(outcome) ON TABLE public.inbox_complaint TO house_reader;

GRANT UPDATE(handler_id) ON TABLE public.inbox_complaint TO house_web;
GRANT SELECT(handler_id) ON TABLE public.inbox_complaint TO house_reader;

GRANT SELECT(player_id) ON TABLE public.inbox_complaint TO house_reader;

GRANT SELECT(reported_id) ON TABLE public.inbox_complaint TO house_reader;

GRANT USAGE ON SEQUENCE public.inbox_complaint_number TO house_web;

GRANT SELECT ON TABLE public.inbox_complaintmessage TO house_app;
GRANT INSERT ON TABLE public.inbox_complaintmessage TO house_web;

GRANT SELECT(id) ON TABLE public.inbox_complaintmessage TO house_reader;

GRANT SELECT(sealed) ON TABLE public.inbox_complaintmessage TO house_reader;

GRANT SELECT(house) ON TABLE public.inbox_complaintmessage TO house_reader;

GRANT SELECT(text) ON TABLE public.inbox_complaintmessage TO house_reader;

GRANT SELECT(at) ON TABLE public.inbox_complaintmessage TO house_reader;

GRANT SELECT(author_id) ON TABLE public.inbox_complaintmessage TO house_reader;

GRANT SELECT(complaint_id) ON TABLE public.inbox_complaintmessage TO house_reader;

GRANT SELECT ON TABLE public.inbox_marketingconsent TO house_app;
GRANT INSERT ON TABLE public.inbox_marketingconsent TO house_web;

GRANT UPDATE(agreed) ON TABLE public.inbox_marketingconsent TO house_web;

GRANT UPDATE(at) ON TABLE public.inbox_marketingconsent TO house_web;

GRANT SELECT ON TABLE public.inbox_message TO house_app;
GRANT INSERT ON TABLE public.inbox_message TO house_web;
GRANT INSERT ON TABLE public.inbox_message TO house_worker;

GRANT SELECT(id) ON TABLE public.inbox_message TO house_reader;

GRANT SELECT(kind) ON TABLE public.inbox_message TO house_reader;

GRANT SELECT(details) ON TABLE public.inbox_message TO house_reader;

GRANT SELECT(at) ON TABLE public.inbox_message TO house_reader;

GRANT UPDATE(read) ON TABLE public.inbox_message TO house_web;
GRANT SELECT(read) ON TABLE public.inbox_message TO house_reader;

GRANT UPDATE(mail) ON TABLE public.inbox_message TO house_worker;
GRANT SELECT(mail) ON TABLE public.inbox_message TO house_reader;

GRANT UPDATE(tries) ON TABLE public.inbox_message TO house_worker;
GRANT SELECT(tries) ON TABLE public.inbox_message TO house_reader;

GRANT UPDATE(due) ON TABLE public.inbox_message TO house_worker;
GRANT SELECT(due) ON TABLE public.inbox_message TO house_reader;

GRANT UPDATE(mailed) ON TABLE public.inbox_message TO house_worker;
GRANT SELECT(mailed) ON TABLE public.inbox_message TO house_reader;

GRANT SELECT(player_id) ON TABLE public.inbox_message TO house_reader;

GRANT SELECT ON TABLE public.inbox_noticereceipt TO house_app;
GRANT INSERT ON TABLE public.inbox_noticereceipt TO house_worker;

GRANT SELECT ON TABLE public.inbox_pushchoice TO house_app;
GRANT INSERT ON TABLE public.inbox_pushchoice TO house_web;

GRANT UPDATE(turn) ON TABLE public.inbox_pushchoice TO house_web;

GRANT UPDATE(seat) ON TABLE public.inbox_pushchoice TO house_web;

GRANT UPDATE(session) ON TABLE public.inbox_pushchoice TO house_web;

GRANT UPDATE(payment) ON TABLE public.inbox_pushchoice TO house_web;

GRANT SELECT ON TABLE public.inbox_pushnotice TO house_app;
GRANT INSERT ON TABLE public.inbox_pushnotice TO house_croupier;
GRANT DELETE ON TABLE public.inbox_pushnotice TO house_worker;

GRANT UPDATE(at) ON TABLE public.inbox_pushnotice TO house_worker;

GRANT SELECT ON TABLE public.inbox_pushsubscription TO house_app;
GRANT INSERT,DELETE ON TABLE public.inbox_pushsubscription TO house_web;
GRANT DELETE ON TABLE public.inbox_pushsubscription TO house_worker;

GRANT SELECT,INSERT ON TABLE public.laundering_access TO house_web;
GRANT SELECT ON TABLE public.laundering_access TO house_worker;

GRANT SELECT,INSERT ON TABLE public.laundering_measure TO house_web;
GRANT SELECT ON TABLE public.laundering_measure TO house_worker;

GRANT UPDATE(ended) ON TABLE public.laundering_measure TO house_web;

GRANT UPDATE(outcome) ON TABLE public.laundering_measure TO house_web;

GRANT UPDATE(documents) ON TABLE public.laundering_measure TO house_web;

GRANT UPDATE(funds) ON TABLE public.laundering_measure TO house_web;

GRANT UPDATE(answer) ON TABLE public.laundering_measure TO house_web;

GRANT UPDATE(ender_id) ON TABLE public.laundering_measure TO house_web;

GRANT SELECT,INSERT ON TABLE public.laundering_report TO house_web;
GRANT SELECT ON TABLE public.laundering_report TO house_worker;

GRANT UPDATE(communicated) ON TABLE public.laundering_report TO house_web;

GRANT UPDATE(dciap) ON TABLE public.laundering_report TO house_web;

GRANT UPDATE(uif) ON TABLE public.laundering_report TO house_web;

GRANT UPDATE(communicator_id) ON TABLE public.laundering_report TO house_web;

GRANT SELECT,INSERT,DELETE ON TABLE public.mfa_authenticator TO house_web;
GRANT SELECT ON TABLE public.mfa_authenticator TO house_worker;

GRANT UPDATE(data) ON TABLE public.mfa_authenticator TO house_web;

GRANT UPDATE(last_used_at) ON TABLE public.mfa_authenticator TO house_web;

GRANT SELECT ON TABLE public.monitoring_alert TO house_app;
GRANT INSERT ON TABLE public.monitoring_alert TO house_worker;

GRANT SELECT ON TABLE public.monitoring_case TO house_web;
GRANT SELECT,INSERT ON TABLE public.monitoring_case TO house_worker;

GRANT UPDATE(closed) ON TABLE public.monitoring_case TO house_web;

GRANT UPDATE(outcome) ON TABLE public.monitoring_case TO house_web;

GRANT UPDATE(reason) ON TABLE public.monitoring_case TO house_web;

GRANT UPDATE(person_id) ON TABLE public.monitoring_case TO house_web;

GRANT SELECT,INSERT,DELETE ON TABLE public.monitoring_playerstate TO house_worker;

GRANT UPDATE(states) ON TABLE public.monitoring_playerstate TO house_worker;

GRANT UPDATE(wake) ON TABLE public.monitoring_playerstate TO house_worker;

GRANT SELECT ON TABLE public.monitoring_rulereplay TO house_app;
GRANT INSERT ON TABLE public.monitoring_rulereplay TO house_web;

GRANT UPDATE(state) ON TABLE public.monitoring_rulereplay TO house_web;
GRANT UPDATE(state) ON TABLE public.monitoring_rulereplay TO house_worker;

GRANT UPDATE(begun) ON TABLE public.monitoring_rulereplay TO house_worker;

GRANT UPDATE(ended) ON TABLE public.monitoring_rulereplay TO house_worker;

GRANT UPDATE(done) ON TABLE public.monitoring_rulereplay TO house_worker;

GRANT UPDATE(players) ON TABLE public.monitoring_rulereplay TO house_worker;

GRANT UPDATE(flagged) ON TABLE public.monitoring_rulereplay TO house_worker;

GRANT UPDATE(alerts) ON TABLE public.monitoring_rulereplay TO house_worker;

GRANT UPDATE(evidence) ON TABLE public.monitoring_rulereplay TO house_worker;

GRANT SELECT ON TABLE public.monitoring_ruleversion TO house_app;
GRANT INSERT ON TABLE public.monitoring_ruleversion TO house_web;
GRANT INSERT ON TABLE public.monitoring_ruleversion TO house_worker;

GRANT UPDATE(state) ON TABLE public.monitoring_ruleversion TO house_web;
GRANT UPDATE(state) ON TABLE public.monitoring_ruleversion TO house_worker;

GRANT UPDATE(decided) ON TABLE public.monitoring_ruleversion TO house_web;

GRANT UPDATE(answer) ON TABLE public.monitoring_ruleversion TO house_web;

GRANT UPDATE(decider_id) ON TABLE public.monitoring_ruleversion TO house_web;

GRANT SELECT ON TABLE public.monitoring_shard TO house_app;
GRANT INSERT ON TABLE public.monitoring_shard TO house_worker;

GRANT UPDATE(until) ON TABLE public.monitoring_shard TO house_worker;

GRANT UPDATE(versions) ON TABLE public.monitoring_shard TO house_worker;

GRANT SELECT,INSERT,DELETE ON TABLE public.players_exclusivework TO house_worker;

GRANT UPDATE(holder) ON TABLE public.players_exclusivework TO house_worker;

GRANT UPDATE(until) ON TABLE public.players_exclusivework TO house_worker;

GRANT SELECT ON TABLE public.players_funds_daytotal TO house_app;
GRANT INSERT ON TABLE public.players_funds_daytotal TO house_worker;

GRANT SELECT(id) ON TABLE public.players_funds_daytotal TO house_reader;

GRANT SELECT(day) ON TABLE public.players_funds_daytotal TO house_reader;

GRANT SELECT(currency) ON TABLE public.players_funds_daytotal TO house_reader;

GRANT SELECT(instant) ON TABLE public.players_funds_daytotal TO house_reader;

GRANT SELECT(leaves) ON TABLE public.players_funds_daytotal TO house_reader;

GRANT SELECT(cents) ON TABLE public.players_funds_daytotal TO house_reader;

GRANT SELECT(jackpots) ON TABLE public.players_funds_daytotal TO house_reader;

GRANT SELECT(root) ON TABLE public.players_funds_daytotal TO house_reader;

GRANT SELECT(made) ON TABLE public.players_funds_daytotal TO house_reader;

GRANT UPDATE(entry) ON TABLE public.players_funds_daytotal TO house_worker;
GRANT SELECT(entry) ON TABLE public.players_funds_daytotal TO house_reader;

GRANT SELECT ON TABLE public.players_funds_daytree TO house_web;
GRANT SELECT,INSERT,DELETE ON TABLE public.players_funds_daytree TO house_worker;

GRANT SELECT ON TABLE public.players_funds_leaftile TO house_web;
GRANT SELECT,INSERT,DELETE ON TABLE public.players_funds_leaftile TO house_worker;

GRANT SELECT ON TABLE public.players_funds_placetile TO house_web;
GRANT SELECT,INSERT,DELETE ON TABLE public.players_funds_placetile TO house_worker;

GRANT SELECT,INSERT ON TABLE public.players_person TO house_web;
GRANT SELECT ON TABLE public.players_person TO house_worker;

GRANT SELECT(id) ON TABLE public.players_person TO house_croupier;
GRANT SELECT(id) ON TABLE public.players_person TO house_reader;

GRANT SELECT(last_login) ON TABLE public.players_person TO house_reader;

GRANT SELECT(is_superuser) ON TABLE public.players_person TO house_reader;

GRANT SELECT(first_name) ON TABLE public.players_person TO house_reader;

GRANT SELECT(last_name) ON TABLE public.players_person TO house_reader;

GRANT SELECT(is_staff) ON TABLE public.players_person TO house_reader;

GRANT SELECT(is_active) ON TABLE public.players_person TO house_croupier;
GRANT SELECT(is_active) ON TABLE public.players_person TO house_reader;

GRANT SELECT(date_joined) ON TABLE public.players_person TO house_reader;

GRANT UPDATE(email) ON TABLE public.players_person TO house_web;
GRANT SELECT(email) ON TABLE public.players_person TO house_reader;

GRANT SELECT(credential_epoch) ON TABLE public.players_person TO house_croupier;
GRANT SELECT(credential_epoch) ON TABLE public.players_person TO house_reader;

GRANT UPDATE(language) ON TABLE public.players_person TO house_web;
GRANT SELECT(language) ON TABLE public.players_person TO house_reader;

GRANT SELECT ON TABLE public.players_person_groups TO house_app;

GRANT SELECT(id) ON TABLE public.players_person_groups TO house_reader;

GRANT SELECT(person_id) ON TABLE public.players_person_groups TO house_reader;

GRANT SELECT(group_id) ON TABLE public.players_person_groups TO house_reader;

GRANT SELECT ON TABLE public.players_person_user_permissions TO house_app;

GRANT SELECT(id) ON TABLE public.players_person_user_permissions TO house_reader;

GRANT SELECT(person_id) ON TABLE public.players_person_user_permissions TO house_reader;

GRANT SELECT(permission_id) ON TABLE public.players_person_user_permissions TO house_reader;

GRANT SELECT,INSERT ON TABLE public.players_personkey TO house_web;
GRANT SELECT,INSERT ON TABLE public.players_personkey TO house_worker;

GRANT SELECT(id) ON TABLE public.players_personkey TO house_reader;

GRANT SELECT(keeping) ON TABLE public.players_personkey TO house_reader;

GRANT SELECT(made) ON TABLE public.players_personkey TO house_reader;

GRANT SELECT(destroyed) ON TABLE public.players_personkey TO house_reader;

GRANT UPDATE(gone) ON TABLE public.players_personkey TO house_worker;
GRANT SELECT(gone) ON TABLE public.players_personkey TO house_reader;

GRANT SELECT(player_id) ON TABLE public.players_personkey TO house_reader;

GRANT SELECT ON TABLE public.players_player TO house_app;
GRANT INSERT ON TABLE public.players_player TO house_web;

GRANT SELECT(id) ON TABLE public.players_player TO house_reader;

GRANT SELECT(alias) ON TABLE public.players_player TO house_reader;

GRANT UPDATE(status) ON TABLE public.players_player TO house_web;
GRANT UPDATE(status) ON TABLE public.players_player TO house_worker;
GRANT SELECT(status) ON TABLE public.players_player TO house_reader;

GRANT SELECT(since) ON TABLE public.players_player TO house_reader;

GRANT UPDATE(testing) ON TABLE public.players_player TO house_web;
GRANT SELECT(testing) ON TABLE public.players_player TO house_reader;

GRANT SELECT(person_id) ON TABLE public.players_player TO house_reader;

GRANT SELECT ON TABLE public.players_playsession TO house_app;
GRANT INSERT ON TABLE public.players_playsession TO house_croupier;

GRANT SELECT(id) ON TABLE public.players_playsession TO house_reader;

GRANT SELECT("table") ON TABLE public.players_playsession TO house_reader;

GRANT SELECT(table_name) ON TABLE public.players_playsession TO house_reader;

GRANT SELECT(system) ON TABLE public.players_playsession TO house_reader;

GRANT SELECT(currency) ON TABLE public.players_playsession TO house_reader;

GRANT SELECT(started) ON TABLE public.players_playsession TO house_reader;

GRANT UPDATE(ended) ON TABLE public.players_playsession TO house_croupier;
GRANT SELECT(ended) ON TABLE public.players_playsession TO house_reader;

GRANT UPDATE(cause) ON TABLE public.players_playsession TO house_croupier;
GRANT SELECT(cause) ON TABLE public.players_playsession TO house_reader;

GRANT UPDATE(invited) ON TABLE public.players_playsession TO house_croupier;
GRANT SELECT(invited) ON TABLE public.players_playsession TO house_reader;

GRANT UPDATE(warned) ON TABLE public.players_playsession TO house_croupier;
GRANT SELECT(warned) ON TABLE public.players_playsession TO house_reader;

GRANT UPDATE(rounds) ON TABLE public.players_playsession TO house_croupier;
GRANT SELECT(rounds) ON TABLE public.players_playsession TO house_reader;

GRANT UPDATE(staked) ON TABLE public.players_playsession TO house_croupier;
GRANT SELECT(staked) ON TABLE public.players_playsession TO house_reader;

GRANT UPDATE(returned) ON TABLE public.players_playsession TO house_croupier;
GRANT SELECT(returned) ON TABLE public.players_playsession TO house_reader;

GRANT SELECT(player_id) ON TABLE public.players_playsession TO house_reader;

GRANT USAGE ON SEQUENCE public.players_playsession_id_seq TO house_croupier;

GRANT SELECT ON TABLE public.players_roleend TO house_app;

GRANT SELECT(id) ON TABLE public.players_roleend TO house_reader;

GRANT SELECT(last_day) ON TABLE public.players_roleend TO house_reader;

GRANT SELECT(person_id) ON TABLE public.players_roleend TO house_reader;

GRANT SELECT(role_id) ON TABLE public.players_roleend TO house_reader;

GRANT SELECT ON TABLE public.protection_absenceafterhand TO house_app;
GRANT INSERT ON TABLE public.protection_absenceafterhand TO house_web;

GRANT SELECT(id) ON TABLE public.protection_absenceafterhand TO house_reader;

GRANT SELECT(kind) ON TABLE public.protection_absenceafterhand TO house_reader;

GRANT UPDATE(length) ON TABLE public.protection_absenceafterhand TO house_web;
GRANT SELECT(length) ON TABLE public.protection_absenceafterhand TO house_reader;

GRANT SELECT(requested_at) ON TABLE public.protection_absenceafterhand TO house_reader;

GRANT UPDATE(begun) ON TABLE public.protection_absenceafterhand TO house_web;
GRANT UPDATE(begun) ON TABLE public.protection_absenceafterhand TO house_worker;
GRANT SELECT(begun) ON TABLE public.protection_absenceafterhand TO house_reader;

GRANT SELECT(player_id) ON TABLE public.protection_absenceafterhand TO house_reader;

GRANT SELECT(occupation) ON TABLE public.protection_absenceafterhand TO house_reader;

GRANT SELECT(reason) ON TABLE public.protection_absenceafterhand TO house_reader;

GRANT SELECT ON TABLE public.protection_caremessage TO house_app;
GRANT INSERT ON TABLE public.protection_caremessage TO house_worker;

GRANT UPDATE(answered) ON TABLE public.protection_caremessage TO house_web;

GRANT UPDATE(answer) ON TABLE public.protection_caremessage TO house_web;

GRANT SELECT ON TABLE public.protection_deposithold TO house_web;
GRANT SELECT,INSERT ON TABLE public.protection_deposithold TO house_worker;

GRANT UPDATE(released) ON TABLE public.protection_deposithold TO house_web;

GRANT UPDATE(reason) ON TABLE public.protection_deposithold TO house_web;

GRANT UPDATE(releaser_id) ON TABLE public.protection_deposithold TO house_web;

GRANT SELECT,INSERT ON TABLE public.protection_documentmark TO house_web;
GRANT SELECT,INSERT,DELETE ON TABLE public.protection_documentmark TO house_worker;

GRANT SELECT(id) ON TABLE public.protection_documentmark TO house_reader;

GRANT SELECT(player_id) ON TABLE public.protection_documentmark TO house_reader;

GRANT SELECT ON TABLE public.protection_exclusion TO house_app;
GRANT INSERT ON TABLE public.protection_exclusion TO house_web;
GRANT INSERT ON TABLE public.protection_exclusion TO house_worker;

GRANT SELECT(id) ON TABLE public.protection_exclusion TO house_reader;

GRANT SELECT(source) ON TABLE public.protection_exclusion TO house_reader;

GRANT SELECT(reference) ON TABLE public.protection_exclusion TO house_reader;

GRANT SELECT(starts) ON TABLE public.protection_exclusion TO house_reader;

GRANT UPDATE(ends) ON TABLE public.protection_exclusion TO house_web;
GRANT UPDATE(ends) ON TABLE public.protection_exclusion TO house_worker;
GRANT SELECT(ends) ON TABLE public.protection_exclusion TO house_reader;

GRANT SELECT(requested_until) ON TABLE public.protection_exclusion TO house_reader;

GRANT UPDATE(noticed) ON TABLE public.protection_exclusion TO house_web;
GRANT SELECT(noticed) ON TABLE public.protection_exclusion TO house_reader;

GRANT UPDATE(notified) ON TABLE public.protection_exclusion TO house_web;
GRANT UPDATE(notified) ON TABLE public.protection_exclusion TO house_worker;
GRANT SELECT(notified) ON TABLE public.protection_exclusion TO house_reader;

GRANT UPDATE(paid_out) ON TABLE public.protection_exclusion TO house_worker;
GRANT SELECT(paid_out) ON TABLE public.protection_exclusion TO house_reader;

GRANT SELECT(player_id) ON TABLE public.protection_exclusion TO house_reader;

GRANT SELECT(occupation) ON TABLE public.protection_exclusion TO house_reader;

GRANT SELECT(reason) ON TABLE public.protection_exclusion TO house_reader;

GRANT SELECT ON TABLE public.protection_habits TO house_app;
GRANT INSERT ON TABLE public.protection_habits TO house_web;

GRANT SELECT(player_id) ON TABLE public.protection_habits TO house_reader;

GRANT UPDATE(reality_minutes) ON TABLE public.protection_habits TO house_web;
GRANT SELECT(reality_minutes) ON TABLE public.protection_habits TO house_reader;

GRANT UPDATE(limits_answered) ON TABLE public.protection_habits TO house_web;
GRANT SELECT(limits_answered) ON TABLE public.protection_habits TO house_reader;

GRANT SELECT ON TABLE public.protection_limit TO house_app;
GRANT INSERT ON TABLE public.protection_limit TO house_web;

GRANT SELECT(id) ON TABLE public.protection_limit TO house_reader;

GRANT SELECT(kind) ON TABLE public.protection_limit TO house_reader;

GRANT SELECT(period) ON TABLE public.protection_limit TO house_reader;

GRANT SELECT(value) ON TABLE public.protection_limit TO house_reader;

GRANT SELECT(requested_at) ON TABLE public.protection_limit TO house_reader;

GRANT SELECT(starts) ON TABLE public.protection_limit TO house_reader;

GRANT UPDATE(cancelled) ON TABLE public.protection_limit TO house_web;
GRANT SELECT(cancelled) ON TABLE public.protection_limit TO house_reader;

GRANT UPDATE(notified) ON TABLE public.protection_limit TO house_web;
GRANT UPDATE(notified) ON TABLE public.protection_limit TO house_worker;
GRANT SELECT(notified) ON TABLE public.protection_limit TO house_reader;

GRANT SELECT(player_id) ON TABLE public.protection_limit TO house_reader;

GRANT SELECT ON TABLE public.protection_limitsquestion TO house_web;
GRANT SELECT,INSERT ON TABLE public.protection_limitsquestion TO house_worker;

GRANT SELECT(id) ON TABLE public.protection_limitsquestion TO house_reader;

GRANT SELECT(due) ON TABLE public.protection_limitsquestion TO house_reader;

GRANT SELECT(at) ON TABLE public.protection_limitsquestion TO house_reader;

GRANT UPDATE(answered) ON TABLE public.protection_limitsquestion TO house_web;
GRANT SELECT(answered) ON TABLE public.protection_limitsquestion TO house_reader;

GRANT UPDATE(answer) ON TABLE public.protection_limitsquestion TO house_web;
GRANT SELECT(answer) ON TABLE public.protection_limitsquestion TO house_reader;

GRANT SELECT(player_id) ON TABLE public.protection_limitsquestion TO house_reader;

GRANT SELECT ON TABLE public.protection_nationalentry TO house_web;
GRANT SELECT,INSERT ON TABLE public.protection_nationalentry TO house_worker;

GRANT SELECT(id) ON TABLE public.protection_nationalentry TO house_reader;

GRANT SELECT(reference) ON TABLE public.protection_nationalentry TO house_reader;

GRANT UPDATE(mark) ON TABLE public.protection_nationalentry TO house_worker;

GRANT UPDATE(starts) ON TABLE public.protection_nationalentry TO house_worker;
GRANT SELECT(starts) ON TABLE public.protection_nationalentry TO house_reader;

GRANT UPDATE(ends) ON TABLE public.protection_nationalentry TO house_worker;
GRANT SELECT(ends) ON TABLE public.protection_nationalentry TO house_reader;

GRANT UPDATE(removed) ON TABLE public.protection_nationalentry TO house_worker;
GRANT SELECT(removed) ON TABLE public.protection_nationalentry TO house_reader;

GRANT UPDATE(changed) ON TABLE public.protection_nationalentry TO house_worker;
GRANT SELECT(changed) ON TABLE public.protection_nationalentry TO house_reader;

GRANT SELECT ON TABLE public.protection_nationalfeed TO house_app;
GRANT INSERT ON TABLE public.protection_nationalfeed TO house_worker;

GRANT SELECT(id) ON TABLE public.protection_nationalfeed TO house_reader;

GRANT UPDATE(loaded) ON TABLE public.protection_nationalfeed TO house_worker;
GRANT SELECT(loaded) ON TABLE public.protection_nationalfeed TO house_reader;

GRANT UPDATE(tried) ON TABLE public.protection_nationalfeed TO house_worker;
GRANT SELECT(tried) ON TABLE public.protection_nationalfeed TO house_reader;

GRANT UPDATE(entries) ON TABLE public.protection_nationalfeed TO house_worker;
GRANT SELECT(entries) ON TABLE public.protection_nationalfeed TO house_reader;

GRANT UPDATE(trouble) ON TABLE public.protection_nationalfeed TO house_worker;
GRANT SELECT(trouble) ON TABLE public.protection_nationalfeed TO house_reader;

GRANT UPDATE(key) ON TABLE public.protection_nationalfeed TO house_worker;
GRANT SELECT(key) ON TABLE public.protection_nationalfeed TO house_reader;

GRANT SELECT ON TABLE public.protection_nationallist TO house_web;
GRANT SELECT,INSERT ON TABLE public.protection_nationallist TO house_worker;

GRANT SELECT(id) ON TABLE public.protection_nationallist TO house_reader;

GRANT SELECT(key) ON TABLE public.protection_nationallist TO house_reader;

GRANT SELECT(at) ON TABLE public.protection_nationallist TO house_reader;

GRANT SELECT(pushed) ON TABLE public.protection_nationallist TO house_reader;

GRANT UPDATE(entries) ON TABLE public.protection_nationallist TO house_worker;
GRANT SELECT(entries) ON TABLE public.protection_nationallist TO house_reader;

GRANT UPDATE(applied) ON TABLE public.protection_nationallist TO house_worker;
GRANT SELECT(applied) ON TABLE public.protection_nationallist TO house_reader;

GRANT UPDATE(digest) ON TABLE public.protection_nationallist TO house_worker;
GRANT SELECT(digest) ON TABLE public.protection_nationallist TO house_reader;

GRANT INSERT ON TABLE public.protection_nationalpush TO house_web;
GRANT SELECT,DELETE ON TABLE public.protection_nationalpush TO house_worker;

GRANT SELECT(id) ON TABLE public.protection_nationalpush TO house_web;
GRANT SELECT(id) ON TABLE public.protection_nationalpush TO house_reader;

GRANT SELECT(at) ON TABLE public.protection_nationalpush TO house_web;
GRANT SELECT(at) ON TABLE public.protection_nationalpush TO house_reader;

GRANT UPDATE(body) ON TABLE public.protection_nationalpush TO house_worker;

GRANT SELECT(outcome) ON TABLE public.protection_nationalpush TO house_web;
GRANT UPDATE(outcome) ON TABLE public.protection_nationalpush TO house_worker;
GRANT SELECT(outcome) ON TABLE public.protection_nationalpush TO house_reader;

GRANT SELECT(changed) ON TABLE public.protection_nationalpush TO house_web;
GRANT UPDATE(changed) ON TABLE public.protection_nationalpush TO house_worker;
GRANT SELECT(changed) ON TABLE public.protection_nationalpush TO house_reader;

GRANT SELECT ON TABLE public.protection_pause TO house_app;
GRANT INSERT ON TABLE public.protection_pause TO house_web;
GRANT INSERT ON TABLE public.protection_pause TO house_worker;

GRANT SELECT(id) ON TABLE public.protection_pause TO house_reader;

GRANT SELECT(starts) ON TABLE public.protection_pause TO house_reader;

GRANT SELECT(ends) ON TABLE public.protection_pause TO house_reader;

GRANT UPDATE(notified) ON TABLE public.protection_pause TO house_worker;
GRANT SELECT(notified) ON TABLE public.protection_pause TO house_reader;

GRANT SELECT(player_id) ON TABLE public.protection_pause TO house_reader;

GRANT SELECT,INSERT ON TABLE public.protection_realitycheck TO house_web;
GRANT SELECT ON TABLE public.protection_realitycheck TO house_worker;

GRANT SELECT(id) ON TABLE public.protection_realitycheck TO house_reader;

GRANT SELECT(session) ON TABLE public.protection_realitycheck TO house_reader;

GRANT SELECT(at) ON TABLE public.protection_realitycheck TO house_reader;

GRANT SELECT(minutes) ON TABLE public.protection_realitycheck TO house_reader;

GRANT SELECT(net) ON TABLE public.protection_realitycheck TO house_reader;

GRANT SELECT(answer) ON TABLE public.protection_realitycheck TO house_reader;

GRANT SELECT(player_id) ON TABLE public.protection_realitycheck TO house_reader;

GRANT SELECT,INSERT ON TABLE public.protection_report TO house_web;
GRANT SELECT,INSERT ON TABLE public.protection_report TO house_worker;

GRANT SELECT(id) ON TABLE public.protection_report TO house_reader;

GRANT SELECT(kind) ON TABLE public.protection_report TO house_reader;

GRANT SELECT(made) ON TABLE public.protection_report TO house_reader;

GRANT SELECT(due) ON TABLE public.protection_report TO house_reader;

GRANT UPDATE(sent) ON TABLE public.protection_report TO house_worker;
GRANT SELECT(sent) ON TABLE public.protection_report TO house_reader;

GRANT UPDATE(tries) ON TABLE public.protection_report TO house_worker;
GRANT SELECT(tries) ON TABLE public.protection_report TO house_reader;

GRANT UPDATE(next_try) ON TABLE public.protection_report TO house_worker;
GRANT SELECT(next_try) ON TABLE public.protection_report TO house_reader;

GRANT UPDATE(trouble) ON TABLE public.protection_report TO house_worker;
GRANT SELECT(trouble) ON TABLE public.protection_report TO house_reader;

GRANT SELECT(exclusion_id) ON TABLE public.protection_report TO house_reader;

GRANT SELECT ON TABLE public.protection_staked TO house_app;

GRANT SELECT(currency) ON TABLE public.protection_staked TO house_reader;

GRANT SELECT(day) ON TABLE public.protection_staked TO house_reader;

GRANT SELECT(cents) ON TABLE public.protection_staked TO house_reader;

GRANT SELECT(lost) ON TABLE public.protection_staked TO house_reader;

GRANT SELECT(player_id) ON TABLE public.protection_staked TO house_reader;

GRANT SELECT ON TABLE public.public_log_cosigning TO house_web;
GRANT SELECT,INSERT ON TABLE public.public_log_cosigning TO house_worker;

GRANT UPDATE(size) ON TABLE public.public_log_cosigning TO house_worker;

GRANT UPDATE(at) ON TABLE public.public_log_cosigning TO house_worker;

GRANT UPDATE(failure) ON TABLE public.public_log_cosigning TO house_worker;

GRANT UPDATE(tried) ON TABLE public.public_log_cosigning TO house_worker;

GRANT SELECT ON TABLE public.public_log_head TO house_web;
GRANT SELECT,INSERT ON TABLE public.public_log_head TO house_worker;

GRANT UPDATE(size) ON TABLE public.public_log_head TO house_worker;

GRANT UPDATE(root) ON TABLE public.public_log_head TO house_worker;

GRANT UPDATE(until) ON TABLE public.public_log_head TO house_worker;

GRANT UPDATE(published) ON TABLE public.public_log_head TO house_worker;

GRANT SELECT ON TABLE public.public_log_stretch TO house_web;
GRANT SELECT,INSERT ON TABLE public.public_log_stretch TO house_worker;

GRANT SELECT ON TABLE public.regulator_alertfile TO house_app;
GRANT INSERT ON TABLE public.regulator_alertfile TO house_worker;

GRANT SELECT(id) ON TABLE public.regulator_alertfile TO house_reader;

GRANT SELECT(source) ON TABLE public.regulator_alertfile TO house_reader;

GRANT SELECT(name) ON TABLE public.regulator_alertfile TO house_reader;

GRANT SELECT(digest) ON TABLE public.regulator_alertfile TO house_reader;

GRANT SELECT(size) ON TABLE public.regulator_alertfile TO house_reader;

GRANT SELECT(envelope_id) ON TABLE public.regulator_alertfile TO house_reader;

GRANT SELECT ON TABLE public.regulator_envelope TO house_app;
GRANT INSERT ON TABLE public.regulator_envelope TO house_worker;

GRANT SELECT(id) ON TABLE public.regulator_envelope TO house_reader;

GRANT SELECT(day) ON TABLE public.regulator_envelope TO house_reader;

GRANT SELECT(name) ON TABLE public.regulator_envelope TO house_reader;

GRANT SELECT(deadline) ON TABLE public.regulator_envelope TO house_reader;

GRANT SELECT(digest) ON TABLE public.regulator_envelope TO house_reader;

GRANT SELECT(size) ON TABLE public.regulator_envelope TO house_reader;

GRANT SELECT(sealed) ON TABLE public.regulator_envelope TO house_reader;

GRANT UPDATE(laid_down) ON TABLE public.regulator_envelope TO house_worker;
GRANT SELECT(laid_down) ON TABLE public.regulator_envelope TO house_reader;

GRANT UPDATE(fetched) ON TABLE public.regulator_envelope TO house_worker;
GRANT SELECT(fetched) ON TABLE public.regulator_envelope TO house_reader;

GRANT UPDATE(receipt) ON TABLE public.regulator_envelope TO house_worker;
GRANT SELECT(receipt) ON TABLE public.regulator_envelope TO house_reader;

GRANT UPDATE(error) ON TABLE public.regulator_envelope TO house_worker;
GRANT SELECT(error) ON TABLE public.regulator_envelope TO house_reader;

GRANT UPDATE(tries) ON TABLE public.regulator_envelope TO house_worker;
GRANT SELECT(tries) ON TABLE public.regulator_envelope TO house_reader;

GRANT UPDATE(next_try) ON TABLE public.regulator_envelope TO house_worker;
GRANT SELECT(next_try) ON TABLE public.regulator_envelope TO house_reader;

GRANT SELECT ON TABLE public.regulator_envelopedfile TO house_app;
GRANT INSERT ON TABLE public.regulator_envelopedfile TO house_worker;

GRANT SELECT(id) ON TABLE public.regulator_envelopedfile TO house_reader;

GRANT UPDATE(verdict) ON TABLE public.regulator_envelopedfile TO house_worker;
GRANT SELECT(verdict) ON TABLE public.regulator_envelopedfile TO house_reader;

GRANT UPDATE(reason) ON TABLE public.regulator_envelopedfile TO house_worker;
GRANT SELECT(reason) ON TABLE public.regulator_envelopedfile TO house_reader;

GRANT UPDATE(answered) ON TABLE public.regulator_envelopedfile TO house_worker;
GRANT SELECT(answered) ON TABLE public.regulator_envelopedfile TO house_reader;

GRANT SELECT(envelope_id) ON TABLE public.regulator_envelopedfile TO house_reader;

GRANT SELECT(file_id) ON TABLE public.regulator_envelopedfile TO house_reader;

GRANT SELECT ON TABLE public.regulator_regulatoranswer TO house_app;
GRANT INSERT ON TABLE public.regulator_regulatoranswer TO house_worker;

GRANT SELECT(id) ON TABLE public.regulator_regulatoranswer TO house_reader;

GRANT SELECT(name) ON TABLE public.regulator_regulatoranswer TO house_reader;

GRANT SELECT(digest) ON TABLE public.regulator_regulatoranswer TO house_reader;

GRANT SELECT(outcome) ON TABLE public.regulator_regulatoranswer TO house_reader;

GRANT SELECT(detail) ON TABLE public.regulator_regulatoranswer TO house_reader;

GRANT SELECT(at) ON TABLE public.regulator_regulatoranswer TO house_reader;

GRANT SELECT(envelope_id) ON TABLE public.regulator_regulatoranswer TO house_reader;

GRANT SELECT ON TABLE public.regulator_regulatorfile TO house_app;
GRANT INSERT ON TABLE public.regulator_regulatorfile TO house_web;
GRANT INSERT ON TABLE public.regulator_regulatorfile TO house_worker;

GRANT SELECT(id) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT SELECT(family) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT SELECT(day) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT SELECT(hour) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT SELECT(since) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT SELECT(until) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT SELECT(sequence) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT SELECT(name) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT UPDATE(state) ON TABLE public.regulator_regulatorfile TO house_worker;
GRANT SELECT(state) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT SELECT(deadline) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT UPDATE(late) ON TABLE public.regulator_regulatorfile TO house_worker;
GRANT SELECT(late) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT UPDATE(rows) ON TABLE public.regulator_regulatorfile TO house_worker;
GRANT SELECT(rows) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT UPDATE(totals) ON TABLE public.regulator_regulatorfile TO house_worker;
GRANT SELECT(totals) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT UPDATE(digest) ON TABLE public.regulator_regulatorfile TO house_worker;
GRANT SELECT(digest) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT UPDATE(size) ON TABLE public.regulator_regulatorfile TO house_worker;
GRANT SELECT(size) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT UPDATE(seal) ON TABLE public.regulator_regulatorfile TO house_worker;
GRANT SELECT(seal) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT UPDATE(receipt) ON TABLE public.regulator_regulatorfile TO house_worker;
GRANT SELECT(receipt) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT UPDATE(error) ON TABLE public.regulator_regulatorfile TO house_worker;
GRANT SELECT(error) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT UPDATE(tries) ON TABLE public.regulator_regulatorfile TO house_worker;
GRANT SELECT(tries) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT UPDATE(next_try) ON TABLE public.regulator_regulatorfile TO house_worker;
GRANT SELECT(next_try) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT SELECT(due_since) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT UPDATE(made) ON TABLE public.regulator_regulatorfile TO house_worker;
GRANT SELECT(made) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT UPDATE(validated) ON TABLE public.regulator_regulatorfile TO house_worker;
GRANT SELECT(validated) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT UPDATE(reconciled) ON TABLE public.regulator_regulatorfile TO house_worker;
GRANT SELECT(reconciled) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT UPDATE(delivered) ON TABLE public.regulator_regulatorfile TO house_worker;
GRANT SELECT(delivered) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT SELECT(reason) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT SELECT(requested_by_id) ON TABLE public.regulator_regulatorfile TO house_reader;

GRANT SELECT ON TABLE public.regulator_reportedalert TO house_app;
GRANT INSERT ON TABLE public.regulator_reportedalert TO house_worker;

GRANT SELECT(id) ON TABLE public.regulator_reportedalert TO house_reader;

GRANT SELECT(source) ON TABLE public.regulator_reportedalert TO house_reader;

GRANT SELECT(number) ON TABLE public.regulator_reportedalert TO house_reader;

GRANT SELECT(file_id) ON TABLE public.regulator_reportedalert TO house_reader;

GRANT SELECT ON TABLE public.reports_closingsignature TO house_app;
GRANT INSERT ON TABLE public.reports_closingsignature TO house_web;

GRANT SELECT(id) ON TABLE public.reports_closingsignature TO house_reader;

GRANT SELECT(month) ON TABLE public.reports_closingsignature TO house_reader;

GRANT SELECT("position") ON TABLE public.reports_closingsignature TO house_reader;

GRANT SELECT(digest) ON TABLE public.reports_closingsignature TO house_reader;

GRANT SELECT(open_points) ON TABLE public.reports_closingsignature TO house_reader;

GRANT SELECT(note) ON TABLE public.reports_closingsignature TO house_reader;

GRANT SELECT(at) ON TABLE public.reports_closingsignature TO house_reader;

GRANT SELECT(person_id) ON TABLE public.reports_closingsignature TO house_reader;

GRANT SELECT ON TABLE public.reports_issue TO house_app;
GRANT INSERT ON TABLE public.reports_issue TO house_web;
GRANT INSERT ON TABLE public.reports_issue TO house_worker;

GRANT SELECT(id) ON TABLE public.reports_issue TO house_reader;

GRANT SELECT(code) ON TABLE public.reports_issue TO house_reader;

GRANT SELECT(parameters) ON TABLE public.reports_issue TO house_reader;

GRANT SELECT(data) ON TABLE public.reports_issue TO house_reader;

GRANT SELECT(count) ON TABLE public.reports_issue TO house_reader;

GRANT SELECT(digest) ON TABLE public.reports_issue TO house_reader;

GRANT SELECT(reason) ON TABLE public.reports_issue TO house_reader;

GRANT SELECT(at) ON TABLE public.reports_issue TO house_reader;

GRANT SELECT(by_id) ON TABLE public.reports_issue TO house_reader;

GRANT SELECT ON TABLE public.reports_metered TO house_app;
GRANT INSERT,DELETE ON TABLE public.reports_metered TO house_worker;

GRANT SELECT(id) ON TABLE public.reports_metered TO house_reader;

GRANT SELECT(day) ON TABLE public.reports_metered TO house_reader;

GRANT SELECT(cents) ON TABLE public.reports_metered TO house_reader;

GRANT SELECT(account_id) ON TABLE public.reports_metered TO house_reader;

GRANT SELECT ON TABLE public.reports_moved TO house_app;
GRANT INSERT,DELETE ON TABLE public.reports_moved TO house_worker;

GRANT SELECT(id) ON TABLE public.reports_moved TO house_reader;

GRANT SELECT(day) ON TABLE public.reports_moved TO house_reader;

GRANT SELECT(kind) ON TABLE public.reports_moved TO house_reader;

GRANT SELECT(testing) ON TABLE public.reports_moved TO house_reader;

GRANT SELECT(moves) ON TABLE public.reports_moved TO house_reader;

GRANT SELECT(cents) ON TABLE public.reports_moved TO house_reader;

GRANT SELECT(sheet_id) ON TABLE public.reports_moved TO house_reader;

GRANT SELECT(table_id) ON TABLE public.reports_moved TO house_reader;

GRANT SELECT ON TABLE public.reports_played TO house_app;
GRANT INSERT,DELETE ON TABLE public.reports_played TO house_worker;

GRANT SELECT(id) ON TABLE public.reports_played TO house_reader;

GRANT SELECT(day) ON TABLE public.reports_played TO house_reader;

GRANT SELECT(testing) ON TABLE public.reports_played TO house_reader;

GRANT SELECT(rounds) ON TABLE public.reports_played TO house_reader;

GRANT SELECT(staked) ON TABLE public.reports_played TO house_reader;

GRANT SELECT(back) ON TABLE public.reports_played TO house_reader;

GRANT SELECT(prize) ON TABLE public.reports_played TO house_reader;

GRANT SELECT(commission) ON TABLE public.reports_played TO house_reader;

GRANT SELECT(gross) ON TABLE public.reports_played TO house_reader;

GRANT SELECT(sheet_id) ON TABLE public.reports_played TO house_reader;

GRANT SELECT(table_id) ON TABLE public.reports_played TO house_reader;

GRANT SELECT ON TABLE public.reports_reportmail TO house_app;
GRANT INSERT ON TABLE public.reports_reportmail TO house_web;
GRANT INSERT ON TABLE public.reports_reportmail TO house_worker;

GRANT SELECT(id) ON TABLE public.reports_reportmail TO house_reader;

GRANT SELECT(since) ON TABLE public.reports_reportmail TO house_reader;

GRANT SELECT(until) ON TABLE public.reports_reportmail TO house_reader;

GRANT SELECT(made) ON TABLE public.reports_reportmail TO house_reader;

GRANT UPDATE(next_try) ON TABLE public.reports_reportmail TO house_worker;
GRANT SELECT(next_try) ON TABLE public.reports_reportmail TO house_reader;

GRANT UPDATE(tries) ON TABLE public.reports_reportmail TO house_worker;
GRANT SELECT(tries) ON TABLE public.reports_reportmail TO house_reader;

GRANT UPDATE(outcome) ON TABLE public.reports_reportmail TO house_worker;
GRANT SELECT(outcome) ON TABLE public.reports_reportmail TO house_reader;

GRANT UPDATE(ended) ON TABLE public.reports_reportmail TO house_worker;
GRANT SELECT(ended) ON TABLE public.reports_reportmail TO house_reader;

GRANT UPDATE(trouble) ON TABLE public.reports_reportmail TO house_worker;
GRANT SELECT(trouble) ON TABLE public.reports_reportmail TO house_reader;

GRANT SELECT(by_id) ON TABLE public.reports_reportmail TO house_reader;

GRANT SELECT(person_id) ON TABLE public.reports_reportmail TO house_reader;

GRANT SELECT(role_id) ON TABLE public.reports_reportmail TO house_reader;

GRANT SELECT(schedule_id) ON TABLE public.reports_reportmail TO house_reader;

GRANT SELECT ON TABLE public.reports_reportschedule TO house_app;
GRANT INSERT ON TABLE public.reports_reportschedule TO house_web;

GRANT SELECT(id) ON TABLE public.reports_reportschedule TO house_reader;

GRANT SELECT(report) ON TABLE public.reports_reportschedule TO house_reader;

GRANT SELECT(period) ON TABLE public.reports_reportschedule TO house_reader;

GRANT SELECT(file) ON TABLE public.reports_reportschedule TO house_reader;

GRANT SELECT(at) ON TABLE public.reports_reportschedule TO house_reader;

GRANT UPDATE(ended) ON TABLE public.reports_reportschedule TO house_web;
GRANT SELECT(ended) ON TABLE public.reports_reportschedule TO house_reader;

GRANT SELECT(by_id) ON TABLE public.reports_reportschedule TO house_reader;

GRANT UPDATE(ended_by_id) ON TABLE public.reports_reportschedule TO house_web;
GRANT SELECT(ended_by_id) ON TABLE public.reports_reportschedule TO house_reader;

GRANT SELECT(role_id) ON TABLE public.reports_reportschedule TO house_reader;

GRANT SELECT ON TABLE public.reports_upto TO house_app;
GRANT INSERT,DELETE ON TABLE public.reports_upto TO house_worker;

GRANT SELECT(id) ON TABLE public.reports_upto TO house_reader;

GRANT SELECT(day) ON TABLE public.reports_upto TO house_reader;

GRANT SELECT,INSERT,DELETE ON TABLE public.returning_blockedperson TO house_worker;

GRANT UPDATE(cause) ON TABLE public.returning_blockedperson TO house_worker;

GRANT UPDATE(digest) ON TABLE public.returning_blockedperson TO house_worker;

GRANT SELECT ON TABLE public.returning_resemblance TO house_web;
GRANT SELECT,INSERT ON TABLE public.returning_resemblance TO house_worker;

GRANT UPDATE(state) ON TABLE public.returning_resemblance TO house_web;
GRANT UPDATE(state) ON TABLE public.returning_resemblance TO house_worker;

GRANT UPDATE(decided) ON TABLE public.returning_resemblance TO house_web;

GRANT UPDATE(answer) ON TABLE public.returning_resemblance TO house_web;

GRANT UPDATE(applied) ON TABLE public.returning_resemblance TO house_worker;

GRANT UPDATE(decider_id) ON TABLE public.returning_resemblance TO house_web;

GRANT SELECT,INSERT,DELETE ON TABLE public.returning_trait TO house_worker;

GRANT SELECT ON TABLE public.rtp_monitoring_alarm TO house_app;
GRANT INSERT ON TABLE public.rtp_monitoring_alarm TO house_worker;

GRANT SELECT(id) ON TABLE public.rtp_monitoring_alarm TO house_reader;

GRANT SELECT(scope) ON TABLE public.rtp_monitoring_alarm TO house_reader;

GRANT SELECT(day) ON TABLE public.rtp_monitoring_alarm TO house_reader;

GRANT SELECT(since) ON TABLE public.rtp_monitoring_alarm TO house_reader;

GRANT SELECT(rounds) ON TABLE public.rtp_monitoring_alarm TO house_reader;

GRANT SELECT(staked) ON TABLE public.rtp_monitoring_alarm TO house_reader;

GRANT SELECT(difference) ON TABLE public.rtp_monitoring_alarm TO house_reader;

GRANT SELECT(evidence) ON TABLE public.rtp_monitoring_alarm TO house_reader;

GRANT SELECT(opened) ON TABLE public.rtp_monitoring_alarm TO house_reader;

GRANT SELECT ON TABLE public.rtp_monitoring_answer TO house_app;
GRANT INSERT ON TABLE public.rtp_monitoring_answer TO house_web;

GRANT SELECT(id) ON TABLE public.rtp_monitoring_answer TO house_reader;

GRANT SELECT(at) ON TABLE public.rtp_monitoring_answer TO house_reader;

GRANT SELECT(day) ON TABLE public.rtp_monitoring_answer TO house_reader;

GRANT SELECT(reason) ON TABLE public.rtp_monitoring_answer TO house_reader;

GRANT SELECT(alarm_id) ON TABLE public.rtp_monitoring_answer TO house_reader;

GRANT SELECT(person_id) ON TABLE public.rtp_monitoring_answer TO house_reader;

GRANT SELECT ON TABLE public.rtp_monitoring_day TO house_app;
GRANT INSERT,DELETE ON TABLE public.rtp_monitoring_day TO house_worker;

GRANT SELECT(id) ON TABLE public.rtp_monitoring_day TO house_reader;

GRANT SELECT(day) ON TABLE public.rtp_monitoring_day TO house_reader;

GRANT SELECT("table") ON TABLE public.rtp_monitoring_day TO house_reader;

GRANT SELECT(system) ON TABLE public.rtp_monitoring_day TO house_reader;

GRANT SELECT(sheet) ON TABLE public.rtp_monitoring_day TO house_reader;

GRANT SELECT(bet) ON TABLE public.rtp_monitoring_day TO house_reader;

GRANT SELECT(rounds) ON TABLE public.rtp_monitoring_day TO house_reader;

GRANT SELECT(staked) ON TABLE public.rtp_monitoring_day TO house_reader;

GRANT SELECT(returned) ON TABLE public.rtp_monitoring_day TO house_reader;

GRANT SELECT(expected) ON TABLE public.rtp_monitoring_day TO house_reader;

GRANT SELECT(variance) ON TABLE public.rtp_monitoring_day TO house_reader;

GRANT SELECT(squares) ON TABLE public.rtp_monitoring_day TO house_reader;

GRANT SELECT(spread) ON TABLE public.rtp_monitoring_day TO house_reader;

GRANT SELECT ON TABLE public.rtp_monitoring_theory TO house_app;
GRANT INSERT ON TABLE public.rtp_monitoring_theory TO house_worker;

GRANT SELECT(id) ON TABLE public.rtp_monitoring_theory TO house_reader;

GRANT SELECT(system) ON TABLE public.rtp_monitoring_theory TO house_reader;

GRANT SELECT(digest) ON TABLE public.rtp_monitoring_theory TO house_reader;

GRANT SELECT("case") ON TABLE public.rtp_monitoring_theory TO house_reader;

GRANT SELECT(data) ON TABLE public.rtp_monitoring_theory TO house_reader;

GRANT SELECT(at) ON TABLE public.rtp_monitoring_theory TO house_reader;

GRANT SELECT ON TABLE public.rtp_monitoring_upto TO house_app;
GRANT INSERT,DELETE ON TABLE public.rtp_monitoring_upto TO house_worker;

GRANT SELECT(id) ON TABLE public.rtp_monitoring_upto TO house_reader;

GRANT SELECT(day) ON TABLE public.rtp_monitoring_upto TO house_reader;

GRANT UPDATE(reached) ON TABLE public.rtp_monitoring_upto TO house_worker;
GRANT SELECT(reached) ON TABLE public.rtp_monitoring_upto TO house_reader;

GRANT SELECT ON TABLE public.rulebook_impact TO house_app;
GRANT INSERT ON TABLE public.rulebook_impact TO house_web;
GRANT INSERT ON TABLE public.rulebook_impact TO house_worker;

GRANT SELECT(id) ON TABLE public.rulebook_impact TO house_reader;

GRANT SELECT(system) ON TABLE public.rulebook_impact TO house_reader;

GRANT SELECT(base) ON TABLE public.rulebook_impact TO house_reader;

GRANT SELECT(content) ON TABLE public.rulebook_impact TO house_reader;

GRANT SELECT(settings) ON TABLE public.rulebook_impact TO house_reader;

GRANT UPDATE(state) ON TABLE public.rulebook_impact TO house_web;
GRANT UPDATE(state) ON TABLE public.rulebook_impact TO house_worker;
GRANT SELECT(state) ON TABLE public.rulebook_impact TO house_reader;

GRANT UPDATE(percent) ON TABLE public.rulebook_impact TO house_web;
GRANT UPDATE(percent) ON TABLE public.rulebook_impact TO house_worker;
GRANT SELECT(percent) ON TABLE public.rulebook_impact TO house_reader;

GRANT UPDATE(doing) ON TABLE public.rulebook_impact TO house_web;
GRANT UPDATE(doing) ON TABLE public.rulebook_impact TO house_worker;
GRANT SELECT(doing) ON TABLE public.rulebook_impact TO house_reader;

GRANT SELECT(requested_at) ON TABLE public.rulebook_impact TO house_reader;

GRANT UPDATE(touched) ON TABLE public.rulebook_impact TO house_web;
GRANT UPDATE(touched) ON TABLE public.rulebook_impact TO house_worker;
GRANT SELECT(touched) ON TABLE public.rulebook_impact TO house_reader;

GRANT UPDATE(data) ON TABLE public.rulebook_impact TO house_worker;
GRANT SELECT(data) ON TABLE public.rulebook_impact TO house_reader;

GRANT SELECT ON TABLE public.rulebook_keptedges TO house_app;
GRANT INSERT ON TABLE public.rulebook_keptedges TO house_worker;

GRANT SELECT(id) ON TABLE public.rulebook_keptedges TO house_reader;

GRANT SELECT(system) ON TABLE public.rulebook_keptedges TO house_reader;

GRANT SELECT(digest) ON TABLE public.rulebook_keptedges TO house_reader;

GRANT SELECT("case") ON TABLE public.rulebook_keptedges TO house_reader;

GRANT SELECT(data) ON TABLE public.rulebook_keptedges TO house_reader;

GRANT SELECT(at) ON TABLE public.rulebook_keptedges TO house_reader;

GRANT SELECT ON TABLE public.rulebook_rulechange TO house_app;
GRANT INSERT ON TABLE public.rulebook_rulechange TO house_web;

GRANT SELECT(id) ON TABLE public.rulebook_rulechange TO house_reader;

GRANT SELECT(system) ON TABLE public.rulebook_rulechange TO house_reader;

GRANT UPDATE(title) ON TABLE public.rulebook_rulechange TO house_web;
GRANT SELECT(title) ON TABLE public.rulebook_rulechange TO house_reader;

GRANT UPDATE(reason) ON TABLE public.rulebook_rulechange TO house_web;
GRANT SELECT(reason) ON TABLE public.rulebook_rulechange TO house_reader;

GRANT UPDATE(state) ON TABLE public.rulebook_rulechange TO house_worker;
GRANT SELECT(state) ON TABLE public.rulebook_rulechange TO house_reader;

GRANT UPDATE(generator) ON TABLE public.rulebook_rulechange TO house_web;
GRANT SELECT(generator) ON TABLE public.rulebook_rulechange TO house_reader;

GRANT UPDATE(category) ON TABLE public.rulebook_rulechange TO house_web;
GRANT SELECT(category) ON TABLE public.rulebook_rulechange TO house_reader;

GRANT UPDATE(other_parts) ON TABLE public.rulebook_rulechange TO house_web;
GRANT SELECT(other_parts) ON TABLE public.rulebook_rulechange TO house_reader;

GRANT UPDATE(risk) ON TABLE public.rulebook_rulechange TO house_web;
GRANT SELECT(risk) ON TABLE public.rulebook_rulechange TO house_reader;

GRANT SELECT(created) ON TABLE public.rulebook_rulechange TO house_reader;

GRANT SELECT(changed) ON TABLE public.rulebook_rulechange TO house_reader;

GRANT SELECT(earliest) ON TABLE public.rulebook_rulechange TO house_reader;

GRANT SELECT(moment) ON TABLE public.rulebook_rulechange TO house_reader;

GRANT SELECT(reference) ON TABLE public.rulebook_rulechange TO house_reader;

GRANT SELECT(author_id) ON TABLE public.rulebook_rulechange TO house_reader;

GRANT UPDATE(base_id) ON TABLE public.rulebook_rulechange TO house_web;
GRANT SELECT(base_id) ON TABLE public.rulebook_rulechange TO house_reader;

GRANT SELECT(reinstated_id) ON TABLE public.rulebook_rulechange TO house_reader;

GRANT SELECT(sheet_id) ON TABLE public.rulebook_rulechange TO house_reader;

GRANT UPDATE(content_id) ON TABLE public.rulebook_rulechange TO house_web;
GRANT SELECT(content_id) ON TABLE public.rulebook_rulechange TO house_reader;

GRANT SELECT ON TABLE public.rulebook_rulecontent TO house_app;
GRANT INSERT ON TABLE public.rulebook_rulecontent TO house_web;

GRANT SELECT(id) ON TABLE public.rulebook_rulecontent TO house_reader;

GRANT SELECT(system) ON TABLE public.rulebook_rulecontent TO house_reader;

GRANT SELECT(digest) ON TABLE public.rulebook_rulecontent TO house_reader;

GRANT SELECT(data) ON TABLE public.rulebook_rulecontent TO house_reader;

GRANT SELECT(at) ON TABLE public.rulebook_rulecontent TO house_reader;

GRANT SELECT ON TABLE public.rulebook_ruledocument TO house_app;
GRANT INSERT ON TABLE public.rulebook_ruledocument TO house_web;

GRANT SELECT(id) ON TABLE public.rulebook_ruledocument TO house_reader;

GRANT SELECT(at) ON TABLE public.rulebook_ruledocument TO house_reader;

GRANT SELECT(name) ON TABLE public.rulebook_ruledocument TO house_reader;

GRANT SELECT(type) ON TABLE public.rulebook_ruledocument TO house_reader;

GRANT SELECT(digest) ON TABLE public.rulebook_ruledocument TO house_reader;

GRANT SELECT(change_id) ON TABLE public.rulebook_ruledocument TO house_reader;

GRANT SELECT(person_id) ON TABLE public.rulebook_ruledocument TO house_reader;

GRANT SELECT ON TABLE public.rulebook_rulestep TO house_app;
GRANT INSERT ON TABLE public.rulebook_rulestep TO house_web;
GRANT INSERT ON TABLE public.rulebook_rulestep TO house_worker;

GRANT SELECT(id) ON TABLE public.rulebook_rulestep TO house_reader;

GRANT SELECT(at) ON TABLE public.rulebook_rulestep TO house_reader;

GRANT SELECT(verb) ON TABLE public.rulebook_rulestep TO house_reader;

GRANT SELECT(digest) ON TABLE public.rulebook_rulestep TO house_reader;

GRANT SELECT(reason) ON TABLE public.rulebook_rulestep TO house_reader;

GRANT SELECT(reference) ON TABLE public.rulebook_rulestep TO house_reader;

GRANT SELECT(dated) ON TABLE public.rulebook_rulestep TO house_reader;

GRANT SELECT(moment) ON TABLE public.rulebook_rulestep TO house_reader;

GRANT SELECT(change_id) ON TABLE public.rulebook_rulestep TO house_reader;

GRANT SELECT(document_id) ON TABLE public.rulebook_rulestep TO house_reader;

GRANT SELECT(person_id) ON TABLE public.rulebook_rulestep TO house_reader;

GRANT SELECT ON TABLE public.screening_entry TO house_web;
GRANT SELECT,INSERT ON TABLE public.screening_entry TO house_worker;

GRANT UPDATE(kind) ON TABLE public.screening_entry TO house_worker;

GRANT UPDATE(names) ON TABLE public.screening_entry TO house_worker;

GRANT UPDATE(births) ON TABLE public.screening_entry TO house_worker;

GRANT UPDATE(countries) ON TABLE public.screening_entry TO house_worker;

GRANT UPDATE(digest) ON TABLE public.screening_entry TO house_worker;

GRANT UPDATE(removed_id) ON TABLE public.screening_entry TO house_worker;

GRANT UPDATE(since_id) ON TABLE public.screening_entry TO house_worker;

GRANT SELECT ON TABLE public.screening_listimport TO house_web;
GRANT SELECT,INSERT ON TABLE public.screening_listimport TO house_worker;

GRANT SELECT ON TABLE public.screening_match TO house_web;
GRANT SELECT,INSERT ON TABLE public.screening_match TO house_worker;

GRANT UPDATE(state) ON TABLE public.screening_match TO house_web;
GRANT UPDATE(state) ON TABLE public.screening_match TO house_worker;

GRANT UPDATE(decided) ON TABLE public.screening_match TO house_web;

GRANT UPDATE(answer) ON TABLE public.screening_match TO house_web;

GRANT UPDATE(held) ON TABLE public.screening_match TO house_worker;

GRANT UPDATE(freed) ON TABLE public.screening_match TO house_worker;

GRANT UPDATE(decider_id) ON TABLE public.screening_match TO house_web;

GRANT SELECT,INSERT ON TABLE public.screening_screened TO house_worker;

GRANT UPDATE(digest) ON TABLE public.screening_screened TO house_worker;

GRANT UPDATE(until) ON TABLE public.screening_screened TO house_worker;

GRANT UPDATE(at) ON TABLE public.screening_screened TO house_worker;

GRANT SELECT ON TABLE public.self_checks_certificate TO house_app;
GRANT INSERT ON TABLE public.self_checks_certificate TO house_web;

GRANT SELECT(id) ON TABLE public.self_checks_certificate TO house_reader;

GRANT SELECT(at) ON TABLE public.self_checks_certificate TO house_reader;

GRANT SELECT(parts) ON TABLE public.self_checks_certificate TO house_reader;

GRANT SELECT(first) ON TABLE public.self_checks_certificate TO house_reader;

GRANT SELECT(last) ON TABLE public.self_checks_certificate TO house_reader;

GRANT SELECT(norm) ON TABLE public.self_checks_certificate TO house_reader;

GRANT SELECT(norm_version) ON TABLE public.self_checks_certificate TO house_reader;

GRANT SELECT(body) ON TABLE public.self_checks_certificate TO house_reader;

GRANT SELECT(verifier) ON TABLE public.self_checks_certificate TO house_reader;

GRANT SELECT(reference) ON TABLE public.self_checks_certificate TO house_reader;

GRANT SELECT(reports) ON TABLE public.self_checks_certificate TO house_reader;

GRANT SELECT(dated) ON TABLE public.self_checks_certificate TO house_reader;

GRANT SELECT(reason) ON TABLE public.self_checks_certificate TO house_reader;

GRANT SELECT(person_id) ON TABLE public.self_checks_certificate TO house_reader;

GRANT SELECT(manifest_id) ON TABLE public.self_checks_certificate TO house_reader;

GRANT SELECT ON TABLE public.self_checks_hardwareentry TO house_app;
GRANT INSERT ON TABLE public.self_checks_hardwareentry TO house_web;

GRANT SELECT(id) ON TABLE public.self_checks_hardwareentry TO house_reader;

GRANT SELECT(at) ON TABLE public.self_checks_hardwareentry TO house_reader;

GRANT SELECT(number) ON TABLE public.self_checks_hardwareentry TO house_reader;

GRANT SELECT(name) ON TABLE public.self_checks_hardwareentry TO house_reader;

GRANT SELECT(version) ON TABLE public.self_checks_hardwareentry TO house_reader;

GRANT SELECT(features) ON TABLE public.self_checks_hardwareentry TO house_reader;

GRANT SELECT(place) ON TABLE public.self_checks_hardwareentry TO house_reader;

GRANT SELECT(holder) ON TABLE public.self_checks_hardwareentry TO house_reader;

GRANT SELECT(environment) ON TABLE public.self_checks_hardwareentry TO house_reader;

GRANT SELECT(is_redundant) ON TABLE public.self_checks_hardwareentry TO house_reader;

GRANT SELECT(is_certified) ON TABLE public.self_checks_hardwareentry TO house_reader;

GRANT SELECT(confidentiality) ON TABLE public.self_checks_hardwareentry TO house_reader;

GRANT SELECT(integrity) ON TABLE public.self_checks_hardwareentry TO house_reader;

GRANT SELECT(availability) ON TABLE public.self_checks_hardwareentry TO house_reader;

GRANT SELECT(traceability) ON TABLE public.self_checks_hardwareentry TO house_reader;

GRANT SELECT(is_removed) ON TABLE public.self_checks_hardwareentry TO house_reader;

GRANT SELECT(reason) ON TABLE public.self_checks_hardwareentry TO house_reader;

GRANT SELECT(person_id) ON TABLE public.self_checks_hardwareentry TO house_reader;

GRANT SELECT ON TABLE public.self_checks_manifest TO house_app;
GRANT INSERT ON TABLE public.self_checks_manifest TO house_web;

GRANT SELECT(id) ON TABLE public.self_checks_manifest TO house_reader;

GRANT SELECT(at) ON TABLE public.self_checks_manifest TO house_reader;

GRANT SELECT(digest) ON TABLE public.self_checks_manifest TO house_reader;

GRANT SELECT(files) ON TABLE public.self_checks_manifest TO house_reader;

GRANT SELECT(libraries) ON TABLE public.self_checks_manifest TO house_reader;

GRANT SELECT(reason) ON TABLE public.self_checks_manifest TO house_reader;

GRANT SELECT(version) ON TABLE public.self_checks_manifest TO house_reader;

GRANT SELECT(person_id) ON TABLE public.self_checks_manifest TO house_reader;

GRANT SELECT ON TABLE public.self_checks_partentry TO house_app;
GRANT INSERT ON TABLE public.self_checks_partentry TO house_web;

GRANT SELECT(id) ON TABLE public.self_checks_partentry TO house_reader;

GRANT SELECT(at) ON TABLE public.self_checks_partentry TO house_reader;

GRANT SELECT(part) ON TABLE public.self_checks_partentry TO house_reader;

GRANT SELECT(holder) ON TABLE public.self_checks_partentry TO house_reader;

GRANT SELECT(reason) ON TABLE public.self_checks_partentry TO house_reader;

GRANT SELECT(change_id) ON TABLE public.self_checks_partentry TO house_reader;

GRANT SELECT(manifest_id) ON TABLE public.self_checks_partentry TO house_reader;

GRANT SELECT(person_id) ON TABLE public.self_checks_partentry TO house_reader;

GRANT SELECT ON TABLE public.self_checks_proof TO house_app;
GRANT INSERT ON TABLE public.self_checks_proof TO house_worker;

GRANT SELECT(id) ON TABLE public.self_checks_proof TO house_reader;

GRANT SELECT(kind) ON TABLE public.self_checks_proof TO house_reader;

GRANT SELECT(begun) ON TABLE public.self_checks_proof TO house_reader;

GRANT SELECT(ended) ON TABLE public.self_checks_proof TO house_reader;

GRANT SELECT(since) ON TABLE public.self_checks_proof TO house_reader;

GRANT SELECT(rows) ON TABLE public.self_checks_proof TO house_reader;

GRANT SELECT(differences) ON TABLE public.self_checks_proof TO house_reader;

GRANT SELECT(faults) ON TABLE public.self_checks_proof TO house_reader;

GRANT SELECT(complete) ON TABLE public.self_checks_proof TO house_reader;

GRANT SELECT(reached) ON TABLE public.self_checks_proof TO house_reader;

GRANT SELECT(person_id) ON TABLE public.self_checks_proof TO house_reader;

GRANT SELECT ON TABLE public.self_checks_root TO house_app;
GRANT INSERT ON TABLE public.self_checks_root TO house_worker;

GRANT SELECT(id) ON TABLE public.self_checks_root TO house_reader;

GRANT SELECT(part) ON TABLE public.self_checks_root TO house_reader;

GRANT SELECT(number) ON TABLE public.self_checks_root TO house_reader;

GRANT SELECT(at) ON TABLE public.self_checks_root TO house_reader;

GRANT SELECT(first) ON TABLE public.self_checks_root TO house_reader;

GRANT SELECT(last) ON TABLE public.self_checks_root TO house_reader;

GRANT SELECT(rows) ON TABLE public.self_checks_root TO house_reader;

GRANT SELECT(digest) ON TABLE public.self_checks_root TO house_reader;

GRANT SELECT(events) ON TABLE public.self_checks_root TO house_reader;

GRANT SELECT(head) ON TABLE public.self_checks_root TO house_reader;

GRANT SELECT(chain) ON TABLE public.self_checks_root TO house_reader;

GRANT SELECT ON TABLE public.self_checks_state TO house_app;
GRANT INSERT ON TABLE public.self_checks_state TO house_worker;

GRANT SELECT(name) ON TABLE public.self_checks_state TO house_reader;

GRANT UPDATE(good) ON TABLE public.self_checks_state TO house_worker;
GRANT SELECT(good) ON TABLE public.self_checks_state TO house_reader;

GRANT UPDATE(details) ON TABLE public.self_checks_state TO house_worker;
GRANT SELECT(details) ON TABLE public.self_checks_state TO house_reader;

GRANT UPDATE(at) ON TABLE public.self_checks_state TO house_worker;
GRANT SELECT(at) ON TABLE public.self_checks_state TO house_reader;

GRANT UPDATE(since) ON TABLE public.self_checks_state TO house_worker;
GRANT SELECT(since) ON TABLE public.self_checks_state TO house_reader;

GRANT SELECT ON TABLE public.self_checks_systemchange TO house_app;
GRANT INSERT ON TABLE public.self_checks_systemchange TO house_web;

GRANT SELECT(id) ON TABLE public.self_checks_systemchange TO house_reader;

GRANT SELECT(title) ON TABLE public.self_checks_systemchange TO house_reader;

GRANT SELECT(components) ON TABLE public.self_checks_systemchange TO house_reader;

GRANT SELECT(description) ON TABLE public.self_checks_systemchange TO house_reader;

GRANT SELECT(reason) ON TABLE public.self_checks_systemchange TO house_reader;

GRANT SELECT(category) ON TABLE public.self_checks_systemchange TO house_reader;

GRANT SELECT(others) ON TABLE public.self_checks_systemchange TO house_reader;

GRANT SELECT(effect) ON TABLE public.self_checks_systemchange TO house_reader;

GRANT SELECT(risk) ON TABLE public.self_checks_systemchange TO house_reader;

GRANT SELECT(conformity) ON TABLE public.self_checks_systemchange TO house_reader;

GRANT SELECT(confidentiality) ON TABLE public.self_checks_systemchange TO house_reader;

GRANT SELECT(integrity) ON TABLE public.self_checks_systemchange TO house_reader;

GRANT SELECT(availability) ON TABLE public.self_checks_systemchange TO house_reader;

GRANT SELECT(traceability) ON TABLE public.self_checks_systemchange TO house_reader;

GRANT SELECT(relevance) ON TABLE public.self_checks_systemchange TO house_reader;

GRANT SELECT(changes_data_model) ON TABLE public.self_checks_systemchange TO house_reader;

GRANT SELECT(examples) ON TABLE public.self_checks_systemchange TO house_reader;

GRANT SELECT(planned) ON TABLE public.self_checks_systemchange TO house_reader;

GRANT SELECT(at) ON TABLE public.self_checks_systemchange TO house_reader;

GRANT SELECT(person_id) ON TABLE public.self_checks_systemchange TO house_reader;

GRANT SELECT ON TABLE public.self_checks_systemchangestep TO house_app;
GRANT INSERT ON TABLE public.self_checks_systemchangestep TO house_web;

GRANT SELECT(id) ON TABLE public.self_checks_systemchangestep TO house_reader;

GRANT SELECT(kind) ON TABLE public.self_checks_systemchangestep TO house_reader;

GRANT SELECT(text) ON TABLE public.self_checks_systemchangestep TO house_reader;

GRANT SELECT(reference) ON TABLE public.self_checks_systemchangestep TO house_reader;

GRANT SELECT(earliest) ON TABLE public.self_checks_systemchangestep TO house_reader;

GRANT SELECT(at) ON TABLE public.self_checks_systemchangestep TO house_reader;

GRANT SELECT(change_id) ON TABLE public.self_checks_systemchangestep TO house_reader;

GRANT SELECT(manifest_id) ON TABLE public.self_checks_systemchangestep TO house_reader;

GRANT SELECT(person_id) ON TABLE public.self_checks_systemchangestep TO house_reader;

GRANT SELECT ON TABLE public.wallet_account TO house_app;

GRANT SELECT(id) ON TABLE public.wallet_account TO house_reader;

GRANT SELECT(kind) ON TABLE public.wallet_account TO house_reader;

GRANT SELECT(currency) ON TABLE public.wallet_account TO house_reader;

GRANT SELECT("table") ON TABLE public.wallet_account TO house_reader;

GRANT SELECT(balance) ON TABLE public.wallet_account TO house_reader;

GRANT SELECT(moves) ON TABLE public.wallet_account TO house_reader;

GRANT UPDATE(latch) ON TABLE public.wallet_account TO house_croupier;
GRANT UPDATE(latch) ON TABLE public.wallet_account TO house_web;
GRANT UPDATE(latch) ON TABLE public.wallet_account TO house_worker;
GRANT SELECT(latch) ON TABLE public.wallet_account TO house_reader;

GRANT SELECT(player_id) ON TABLE public.wallet_account TO house_reader;

GRANT SELECT ON TABLE public.wallet_bookscheck TO house_app;
GRANT INSERT ON TABLE public.wallet_bookscheck TO house_worker;

GRANT SELECT(id) ON TABLE public.wallet_bookscheck TO house_reader;

GRANT SELECT(until) ON TABLE public.wallet_bookscheck TO house_reader;

GRANT SELECT(made) ON TABLE public.wallet_bookscheck TO house_reader;

GRANT SELECT ON TABLE public.wallet_checkedbalance TO house_app;
GRANT INSERT ON TABLE public.wallet_checkedbalance TO house_worker;

GRANT SELECT(account_id) ON TABLE public.wallet_checkedbalance TO house_reader;

GRANT UPDATE(received) ON TABLE public.wallet_checkedbalance TO house_worker;
GRANT SELECT(received) ON TABLE public.wallet_checkedbalance TO house_reader;

GRANT UPDATE(paid) ON TABLE public.wallet_checkedbalance TO house_worker;
GRANT SELECT(paid) ON TABLE public.wallet_checkedbalance TO house_reader;

GRANT UPDATE(moves) ON TABLE public.wallet_checkedbalance TO house_worker;
GRANT SELECT(moves) ON TABLE public.wallet_checkedbalance TO house_reader;

GRANT SELECT ON TABLE public.wallet_detachedsum TO house_app;

GRANT SELECT(until) ON TABLE public.wallet_detachedsum TO house_reader;

GRANT SELECT(kind) ON TABLE public.wallet_detachedsum TO house_reader;

GRANT SELECT(received) ON TABLE public.wallet_detachedsum TO house_reader;

GRANT SELECT(paid) ON TABLE public.wallet_detachedsum TO house_reader;

GRANT SELECT(moves) ON TABLE public.wallet_detachedsum TO house_reader;

GRANT SELECT(account_id) ON TABLE public.wallet_detachedsum TO house_reader;

GRANT SELECT ON TABLE public.wallet_transfer TO house_app;
GRANT INSERT ON TABLE public.wallet_transfer TO house_croupier;

GRANT SELECT(id) ON TABLE public.wallet_transfer TO house_reader;

GRANT SELECT(kind) ON TABLE public.wallet_transfer TO house_reader;

GRANT SELECT(currency) ON TABLE public.wallet_transfer TO house_reader;

GRANT SELECT(cents) ON TABLE public.wallet_transfer TO house_reader;

GRANT SELECT(round) ON TABLE public.wallet_transfer TO house_reader;

GRANT SELECT(seat) ON TABLE public.wallet_transfer TO house_reader;

GRANT SELECT(at) ON TABLE public.wallet_transfer TO house_reader;

GRANT SELECT(source_id) ON TABLE public.wallet_transfer TO house_reader;

GRANT SELECT(target_id) ON TABLE public.wallet_transfer TO house_reader;

GRANT SELECT ON TABLE public.wallet_transferid TO house_app;

GRANT SELECT(id) ON TABLE public.wallet_transferid TO house_reader;

SELECT public.record_add_months();
