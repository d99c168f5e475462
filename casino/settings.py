"""Settings of the house: every one that differs between machines is read from the environment, secure where nothing is said.

Where nothing is said this is a production house: no secret, no host and no database is assumed, and what is missing is named
(`python manage.py check --deploy`). HOUSE_DEMO=1 is the demonstration house that `make run` opens on this machine; HOUSE_TEST=1
the one of the tests; HOUSE_PURE=1 is set by manage.py for the commands that need no house at all.
"""

from __future__ import annotations

import sys
from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONE, SELF, UNSAFE_INLINE
from django.core.exceptions import ImproperlyConfigured
from django.http.request import split_domain_port
from django.utils.translation import gettext_lazy as _

from casino import env, logs, schedule
from casino.backoffice import theme as backoffice

if sys.flags.optimize:
    raise ImproperlyConfigured("`python -O` removes the assertions that this program relies on.")

BASE_DIR = Path(__file__).resolve().parent.parent

# --- what kind of house this is
HOUSE_DEMO = env.flag("HOUSE_DEMO")
HOUSE_TEST = env.flag("HOUSE_TEST")
HOUSE_PURE = env.flag("HOUSE_PURE")
DEBUG = env.flag("DEBUG")
PRODUCTION = not (HOUSE_DEMO or HOUSE_TEST or DEBUG)
HOUSE_DIR = Path(env.text("HOUSE_DIR") or BASE_DIR / ".house")
# What an operator calls the house, and a folder with what looks another way there: static/css/tokens.css (its colours),
# static/img/mark.svg and templates/portal/mark.html (its mark). Each takes the place of ours.
HOUSE_NAME = env.text("HOUSE_NAME") or "Feltro"
BRAND_DIR = [Path(env.text("BRAND_DIR"))] if env.text("BRAND_DIR") else []

# --- secrets: in files, or not at all
SECRET_KEY = env.secret("SECRET_KEY")
# Older keys, newest first: what was sealed under one of them can still be opened.
SECRET_KEY_FALLBACKS = env.secret("SECRET_KEY_FALLBACKS").split()
# Signs tasks for the worker (casino/signed_tasks.py).
COMMAND_KEY = env.key("COMMAND_KEY")
# Only the croupier is told where this one is, and it reads it by itself.
SEAL_KEY_FILE = env.text("SEAL_KEY_FILE")

# --- where the house is
# One origin, which every link, key and check follows from; a house that is not for real says it by itself.
HOUSE_URL = env.text("HOUSE_URL").rstrip("/") or (
    "" if PRODUCTION else "http://testserver" if HOUSE_TEST else "http://127.0.0.1:8000"
)
HOUSE_ORIGINS = env.origins(HOUSE_URL, both_names=not PRODUCTION) if HOUSE_URL else ()
HOUSE_URL = next(iter(HOUSE_ORIGINS), "")
# With the port they are checked by casino.origin, which comes first.
ALLOWED_HOSTS = [split_domain_port(urlsplit(origin).netloc)[0] for origin in HOUSE_ORIGINS]
CSRF_TRUSTED_ORIGINS = list(HOUSE_ORIGINS) if PRODUCTION else []
DATABASE_URL = env.secret("DATABASE_URL")
# Valkey, as one user of this process for each purpose (deploy/valkey-users.acl).
REDIS_URL = env.secret("REDIS_URL")
CACHE_URL = env.secret("CACHE_URL") or REDIS_URL
CELERY_BROKER_URL = env.broker(env.secret("CELERY_BROKER_URL") or REDIS_URL)

if not HOUSE_PURE:
    needed = {
        "SECRET_KEY": SECRET_KEY,
        "COMMAND_KEY": COMMAND_KEY,
        "HOUSE_URL": HOUSE_URL,
        "DATABASE_URL": DATABASE_URL,
        "REDIS_URL": REDIS_URL,
    }
    if absent := [name for name, value in needed.items() if not value]:
        raise ImproperlyConfigured(
            f"This house is told nothing about {', '.join(absent)}: see deploy/README.md, or open a demonstration house with `make run`."
        )

INSTALLED_APPS = [
    "unfold",
    # Without its search for admin modules: the addresses ask for it, and what serves no page starts a third sooner.
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "channels",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "casino",
    "players",
    "players.wallet",
    "players.wallet.cashier",
    "players.identity",
    "players.protection",
    "players.audit",
    "players.inbox",
    "players.history",
    "players.administration",
    "games",
    "games.floor",
    "games.rulebook",
    "casino.compliance",
    "casino.compliance.reports",
    "casino.compliance.collusion",
    "casino.compliance.rtp_monitoring",
    "casino.compliance.self_checks",
    "casino.compliance.player_risk",
    "casino.compliance.regulator",
    "casino.backoffice",
]
MIDDLEWARE = [
    "casino.request_middleware.Requests",
    "casino.origin.CanonicalHost",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "casino.cache_headers.NoStore",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "casino.text_middleware.StorableText",  # after the protection of forms, which reads them first
    "players.identity.idle_sign_out.IdleSignOut",
    "players.protection.middleware.NationalListBlock",
    "players.identity.terms_middleware.TermsRequired",
    "casino.backoffice.access.Guard",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
AUTH_USER_MODEL = "players.Person"
ROOT_URLCONF = "casino.urls"
ASGI_APPLICATION = "casino.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [*(brand / "templates" for brand in BRAND_DIR), BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["players.templatetags.brand"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "players.portal.context_processors.house",
                "casino.compliance.self_checks.banner.wrong_things",
            ],
        },
    }
]

# --- words and hours
LANGUAGE_CODE = "pt-pt"
LANGUAGES = [("pt-pt", _("Portuguese")), ("en", _("English"))]
FORMAT_MODULE_PATH = "casino.formats"
LOCALE_PATHS = [BASE_DIR / "casino" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Europe/Lisbon"

# --- the record
DATABASES = {}
if DATABASE_URL:
    # Each process signs in as a role of its own (deploy/roles.sql); only migrations run as the owner of the tables.
    DATABASES["default"] = env.database(DATABASE_URL, pool=env.number("DATABASE_POOL", 0))

# --- messages between the processes: all of it may be lost, and only time is lost
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": CACHE_URL,
        # Under the name of the user: no process changes what another one remembers.
        "KEY_PREFIX": urlsplit(CACHE_URL).username or "cache",
        "OPTIONS": {"serializer": "casino.cache.JsonSerializer"},
    }
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_TIME_LIMIT = 600
CELERY_TIMEZONE = TIME_ZONE
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 900, "priority_steps": [0]}
CELERY_BEAT_SCHEDULE = schedule.DUE

# --- proofs of the record: where the chains' heads are written for somebody to ship them out of the house
ANCHOR_DIR = env.text("ANCHOR_DIR") or str(HOUSE_DIR / "anchors")
# Whether a file of the house that is not the recorded one holds the tables («hold»), or is told on the panel alone («tell»).
SELF_CHECK = env.text("SELF_CHECK") or ("hold" if PRODUCTION else "tell")

# --- money and people outside: a gateway for payments, the national list of excluded people; both speak signed HTTP
GATEWAY = env.text("GATEWAY") or "players.wallet.cashier.gateway.HttpGateway"
GATEWAY_URL, GATEWAY_KEY = env.text("GATEWAY_URL"), env.key("GATEWAY_KEY")
REGISTER = env.text("REGISTER") or "players.protection.national_register.HttpRegister"
REGISTER_URL, REGISTER_KEY = env.text("REGISTER_URL"), env.key("REGISTER_KEY")
# In cents. Above the second sum of a withdrawal staff look at it first, above the third two of them do.
DEPOSIT_MINIMUM, DEPOSIT_MAXIMUM = (
    env.number("DEPOSIT_MINIMUM", 500),
    env.number("DEPOSIT_MAXIMUM", 1_000_000),
)
# Hours for which money to a payment account that was added or changed waits: time for its owner to read the letter about it.
PAYMENT_ACCOUNT_WAIT_HOURS = env.number("PAYMENT_ACCOUNT_WAIT_HOURS", 48)
WITHDRAWAL_MINIMUM = env.number("WITHDRAWAL_MINIMUM", 1_000)
WITHDRAWAL_HELD_FROM, WITHDRAWAL_TWO_FROM = (
    env.number("WITHDRAWAL_HELD_FROM", 50_000),
    env.number("WITHDRAWAL_TWO_FROM", 500_000),
)
# Staff correct a balance by so much at most, once and in a day together; what is more is made good another way.
ADJUSTMENT_CEILING, ADJUSTMENT_DAY_CEILING = (
    env.number("ADJUSTMENT_CEILING", 100_000),
    env.number("ADJUSTMENT_DAY_CEILING", 200_000),
)

# --- what the regulator is sent: where the files lie, who carries them out of the house, and after how many hours without it play stops
REGULATOR_FILES = env.text("REGULATOR_FILES") or str(HOUSE_DIR / "regulator")
REGULATOR_CODE = env.text("REGULATOR_CODE") or "FLTR"
REGULATOR_DEADLINE = env.number("REGULATOR_DEADLINE", 1)
REGULATOR_DELIVERY = env.text("REGULATOR_DELIVERY") or (
    "" if PRODUCTION else "casino.compliance.regulator.delivery.FolderDelivery"
)
REGULATOR_OUTBOX = env.text("REGULATOR_OUTBOX") or str(HOUSE_DIR / "regulator-outbox")
# Months of the record, packed and signed (`manage.py archive`).
ARCHIVE_DIR = env.text("ARCHIVE_DIR") or str(HOUSE_DIR / "archive")
REGULATOR_STOP_HOURS = env.number("REGULATOR_STOP_HOURS", 24 if PRODUCTION and REGULATOR_DELIVERY else 0)

# --- the live tables
# Messages a second that one person may send over all sockets, and twice as many at once after a pause: more than anybody can mean.
TABLE_MESSAGES_A_SECOND = env.number("TABLE_MESSAGES_A_SECOND", 10)
TABLE_SOCKETS_A_PERSON = env.number("TABLE_SOCKETS_A_PERSON", 20)
# Sockets of people who are not signed in, from one address at one web process: a household, an office, a school.
TABLE_SOCKETS_AN_ADDRESS = env.number("TABLE_SOCKETS_AN_ADDRESS", 60)

# --- the API
API_REQUESTS_A_MINUTE = env.number("API_REQUESTS_A_MINUTE", 240)
API_WRITES_A_MINUTE = env.number("API_WRITES_A_MINUTE", 30)
REST_FRAMEWORK = {
    # The house's own views name their doors themselves (players/api/base.py); what does not is shut.
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAdminUser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "players.api.base.Document",
    "EXCEPTION_HANDLER": "players.api.errors.handled",
    "UNICODE_JSON": True,
    # Behind so many proxies the visitor's address is looked for, and no further.
    "NUM_PROXIES": env.number("TRUSTED_PROXIES", 1 if env.flag("BEHIND_PROXY") else 0),
}
SPECTACULAR_SETTINGS = {
    "TITLE": HOUSE_NAME,
    "DESCRIPTION": "The house for programs: what a player sees and does outside a table, and what anybody may see of games and rules.",
    "VERSION": "1.0.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": ["casino.api.refusals_told"],
}

# --- static files and what people send
STATIC_URL = "/static/"
STATIC_ROOT = env.text("STATIC_ROOT") or str(HOUSE_DIR / "static")
STATICFILES_DIRS = [*(brand / "static" for brand in BRAND_DIR), BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    # Before the theme, one of whose files it replaces.
    "casino.backoffice.alpine.AlpineForStrictPolicy",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "casino.fonts.Inter",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if HOUSE_TEST
        else "casino.static.HashedFiles"
    },
}
MEDIA_ROOT = env.text("MEDIA_ROOT") or str(HOUSE_DIR / "media")
# The largest file that somebody may send, and the form around it. The proxy's limit (deploy/Caddyfile) is both together.
UPLOAD_LARGEST, UPLOAD_FORM = 8 * 1024 * 1024, 64 * 1024
# What people upload is encrypted under the last key of this file; only web is told where it is.
FILE_KEYS_FILE = env.text("FILE_KEYS_FILE")
MALWARE_SCANNER = env.text("MALWARE_SCANNER") or "players.identity.malware_scanning.ClamAV"
CLAMAV = env.text("CLAMAV")
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
DATA_UPLOAD_MAX_NUMBER_FILES = 10
FILE_UPLOAD_PERMISSIONS = 0o640

# --- what a browser is told
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = PRODUCTION
if PRODUCTION:
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    SECURE_SSL_REDIRECT = True
    # Asked from inside, by whoever watches over the processes.
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
    SECURE_HSTS_SECONDS = 2 * 365 * 86400
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    if env.flag("BEHIND_PROXY"):
        # The reverse proxy of deploy/ overwrites this header, whatever came from outside.
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "media-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "object-src": [NONE],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
# The theme of the back office sets styles by itself: allowed on its pages, and on no other. Scripts have the same policy everywhere.
CSP_BACK_OFFICE = {
    # The two style elements that its scroll bars and its htmx add, by their content; and the style attributes of its widgets.
    "style-src": [
        "'sha256-bsV5JivYxvGywDAZ22EZJKBFip65Ng9xoJVLbBg7bdo='",
        "'sha256-p1cCeZ+wNkusBVkFXAdIESgxtP+cmaBqKodCYKVCwCE='",
    ],
    "style-src-attr": [UNSAFE_INLINE],
}

# --- watching over the house
METRICS_TOKEN = env.secret("METRICS_TOKEN")
LOG_FORMAT = env.text("LOG_FORMAT") or ("json" if PRODUCTION else "console")
LOGGING = logs.configuration(LOG_FORMAT, env.text("LOG_LEVEL") or "INFO")
LOGGING_CONFIG = "casino.logs.configure"

# --- sign-in
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby"
# Where people play or deposit: closed to whoever is on the national list of excluded people.
PLAY_PATHS = ("/lobby/", "/table/", "/api/tables/", "/account/deposit")
# Pages that a player reads without having accepted the terms in force, by the names of their routes.
PAGES_WITHOUT_TERMS = frozenset(
    {"terms", "privacy", "responsible", "complaints", "contacts", "healthz", "readyz", "metrics"}
)
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
if HOUSE_TEST and not HOUSE_DEMO:
    # A hash that is slow on purpose would be most of what a test waits for.
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *PASSWORD_HASHERS]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in (
        ("UserAttributeSimilarityValidator", {}),
        ("MinimumLengthValidator", {"min_length": 10}),
        ("CommonPasswordValidator", {}),
        ("NumericPasswordValidator", {}),
    )
] + [{"NAME": "players.identity.passwords.GuessedFirst"}]
ACCOUNT_ADAPTER = "players.identity.adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "players.identity.sign_in_forms.LoginForm",
    "change_password": "players.identity.sign_in_forms.ChangePasswordForm",
    "reset_password": "players.identity.sign_in_forms.ResetPasswordForm",
    "reset_password_from_key": "players.identity.sign_in_forms.ResetPasswordKeyForm",
    "reauthenticate": "players.identity.sign_in_forms.ReauthenticateForm",
}
MFA_FORMS = {
    "authenticate": "players.identity.sign_in_forms.AuthenticateForm",
    "reauthenticate": "players.identity.sign_in_forms.ReauthenticateFactorForm",
    "activate_totp": "players.identity.sign_in_forms.ActivateTOTPForm",
    "login_webauthn": "players.identity.sign_in_forms.LoginPasskeyForm",
    "authenticate_webauthn": "players.identity.sign_in_forms.AuthenticatePasskeyForm",
    "reauthenticate_webauthn": "players.identity.sign_in_forms.ReauthenticatePasskeyForm",
    "add_webauthn": "players.identity.sign_in_forms.AddPasskeyForm",
    "edit_webauthn": "players.identity.sign_in_forms.EditPasskeyForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_SESSION_REMEMBER = False
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# Three failed attempts lock an account for a quarter of an hour, from wherever they come; the last is by network address.
ACCOUNT_RATE_LIMITS = {"login_failed": "3/15m/key,30/m/ip"}
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("TRUSTED_PROXIES", 1 if env.flag("BEHIND_PROXY") else 0)
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
# A passkey opens the account alone, so the device must have made sure who holds it.
MFA_WEBAUTHN_USER_VERIFICATION = "required"
# Browsers give passkeys to secure addresses, and to this machine's own name. Our forms compare the origin.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PRODUCTION
MFA_ADAPTER = "players.identity.adapters.SecondFactorAdapter"
MFA_TOTP_ISSUER = HOUSE_NAME
# Accounts are opened by the house, which knows the address: no stranger's sign-up has to be guarded against here.
MFA_ALLOW_UNVERIFIED_EMAIL = True
IDLE_SIGN_OUT_SECONDS = 30 * 60
# Who says whether somebody is who they say (players.identity.verifier); in a house that names nobody, staff look at documents.
IDENTITY_VERIFIER = env.text("IDENTITY_VERIFIER") or (
    "" if PRODUCTION else "players.identity.sandbox_verifier.Sandbox"
)
# Under a digest of the key that the cookie carries, and sealed.
SESSION_ENGINE = "players.identity.session_store"
SESSION_COOKIE_AGE = 12 * 3600
SESSION_EXPIRE_AT_BROWSER_CLOSE = True
CSRF_FAILURE_VIEW = "casino.errors.csrf_failure"
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("MAIL_FROM") or "feltro@localhost"
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if env.text('EMAIL_HOST') else 'console'}.EmailBackend"
EMAIL_HOST = env.text("EMAIL_HOST")
EMAIL_PORT = env.number("EMAIL_PORT", 587)
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_USER"), env.secret("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = bool(EMAIL_HOST) and EMAIL_PORT == 587
# What the foot of every page says of the licence; empty means that there is none.
HOUSE_LICENCE = env.text("HOUSE_LICENCE")
HOUSE_MAIL = env.text("HOUSE_MAIL")

# --- admin
# Days that an account must be old before it may approve a change of staff. Written to the database by `migrate`.
STAFF_APPROVER_DAYS = env.number("STAFF_APPROVER_DAYS", 7)
UNFOLD = backoffice.UNFOLD
