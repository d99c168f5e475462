"""Django settings. What differs between machines comes from the environment; defaults are secure.

Without the environment this is a production installation: no secret, host or database has a default, and a
missing one is named at the start. HOUSE_DEMO=1 is the demonstration that `make run` opens, HOUSE_TEST=1 the
test suite's installation. manage.py sets HOUSE_PURE=1 for commands that need no installation.
"""

from __future__ import annotations

import sys
from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONE, SELF, UNSAFE_INLINE
from django.core.exceptions import ImproperlyConfigured
from django.http.request import split_domain_port

from casino import env
from casino.backoffice import theme as backoffice
from casino.former_settings import adopt_former_settings
from casino.operation import logs
from casino.tasks import queues, schedule
from players import languages

if sys.flags.optimize:
    raise ImproperlyConfigured("`python -O` removes the assertions that this program relies on.")

BASE_DIR = Path(__file__).resolve().parent.parent
# Old names of settings that this process has; before anything below is read.
FORMER_SETTINGS_IN_USE = adopt_former_settings()

# --- kind of installation
HOUSE_DEMO = env.flag("HOUSE_DEMO")
HOUSE_TEST = env.flag("HOUSE_TEST")
# A demonstration with a simulated past and with house players (casino/operation/deployment_checks.py).
HOUSE_LIVELY = env.flag("HOUSE_LIVELY")
HOUSE_PURE, BEACON = env.flag("HOUSE_PURE"), env.text("BEACON")
DEBUG = env.flag("DEBUG")
PRODUCTION = not (HOUSE_DEMO or HOUSE_TEST or DEBUG)
HOUSE_DIR = Path(env.text("HOUSE_DIR") or BASE_DIR / ".house")
LEAVING_FILE = env.text("LEAVING_FILE")  # while it exists, a web process says that it is about to end
# The operator's brand: its name, and a folder whose static/css/tokens.css (colours), static/img/mark.svg and
# templates/portal/mark.html (logo) replace ours.
HOUSE_NAME = env.text("HOUSE_NAME") or "Feltro"
BRAND_DIR = [Path(env.text("BRAND_DIR"))] if env.text("BRAND_DIR") else []

# --- secrets
SECRET_KEY = env.secret("SECRET_KEY")
# Older keys, newest first. They only open what was sealed with them.
SECRET_KEY_FALLBACKS = env.secret("SECRET_KEY_FALLBACKS").split()
# Signs tasks for the worker (casino/tasks/signed_tasks.py).
COMMAND_KEY = env.key("COMMAND_KEY")
# Older keys, whose signatures are still accepted while the processes change to a new one.
COMMAND_KEY_FALLBACKS = env.keys("COMMAND_KEY_FALLBACKS")
# Set for the croupier only, which reads the file itself.
SEAL_KEY_FILE = env.text("SEAL_KEY_FILE")

# --- addresses
# The one origin that links, passkeys and checks use. It has a default outside production.
_address = env.text("HOUSE_URL").rstrip("/") or (
    "" if PRODUCTION else "http://testserver" if HOUSE_TEST else "http://127.0.0.1:8000"
)
HOUSE_ORIGINS = env.origins(_address, both_names=not PRODUCTION) if _address else ()
HOUSE_URL = next(iter(HOUSE_ORIGINS), "")
# Other names of the house, from which everybody is led to HOUSE_URL.
HOUSE_OTHER_NAMES = env.other_names("HOUSE_OTHER_NAMES", HOUSE_ORIGINS)
# casino.web.origin checks the host with its port before Django does.
ALLOWED_HOSTS = [split_domain_port(urlsplit(origin).netloc)[0] for origin in HOUSE_ORIGINS]
CSRF_TRUSTED_ORIGINS = list(HOUSE_ORIGINS) if PRODUCTION else []
DATABASE_URL = env.secret("DATABASE_URL")
# Valkey, with one user per purpose of this process (deploy/valkey-users.acl).
REDIS_URL = env.secret("REDIS_URL")
CACHE_URL = env.secret("CACHE_URL") or REDIS_URL
CELERY_BROKER_URL, BROKER_OPTIONS, CELERY_BROKER_USE_SSL = env.broker(
    env.secret("CELERY_BROKER_URL") or REDIS_URL
)

if not HOUSE_PURE:
    needed = {
        "SECRET_KEY": SECRET_KEY,
        # Processes with the seal key deal, prove or archive; they send no tasks.
        "COMMAND_KEY": COMMAND_KEY or SEAL_KEY_FILE,
        "HOUSE_URL": HOUSE_URL,
        "DATABASE_URL": DATABASE_URL,
        "REDIS_URL": REDIS_URL,
    }
    if absent := [name for name, value in needed.items() if not value]:
        raise ImproperlyConfigured(
            f"Missing required settings: {', '.join(absent)}. See deploy/README.md, or run the "
            "demonstration with `make run`."
        )

# The optional apps of each layer. All are on unless HOUSE_EXTRAS names some, or says `none`.
KNOWN_EXTRAS = {
    "detached_months": "casino.extras.detached_months",
    "phh": "games.extras.phh",
    "provider_sign_in": "casino.extras.provider_sign_in",
    "push": "players.extras.push",
    "scheduled_reports": "casino.extras.scheduled_reports",
    "warehouse": "casino.extras.warehouse",
    "webhooks": "casino.extras.webhooks",
}
EXTRAS = env.extras("HOUSE_EXTRAS", KNOWN_EXTRAS)
INSTALLED_APPS = [
    "unfold.apps.BasicAppConfig",
    "casino.backoffice.apps.OfficeConfig",
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
    "players.wallet.bank",
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
    "casino.compliance.bots",
    "casino.compliance.collusion",
    "casino.compliance.rtp_monitoring",
    "casino.record_checks",
    "casino.public_log",
    "casino.players_funds",
    "casino.compliance.monitoring",
    "casino.compliance.player_risk",
    "casino.compliance.screening",
    "casino.compliance.returning",
    "casino.compliance.laundering",
    "casino.compliance.regulator",
    "casino.compliance.duties",
    "casino.backoffice",
    *EXTRAS,
]
MIDDLEWARE = [
    "casino.web.request_log.RequestLog",
    "casino.web.origin.CanonicalHost",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "casino.web.headers.NoStore",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "casino.web.storable_text.StorableText",  # after the CSRF middleware, which reads the form first
    "players.identity.sign_in.idle_sign_out.IdleSignOut",
    "players.protection.middleware.NationalListBlock",
    "players.identity.registration.terms_middleware.TermsRequired",
    "casino.backoffice.access.BackOfficeAccess",
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
            "builtins": ["players.templatetags.brand", "players.templatetags.languages"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "players.portal.context_processors.house",
                "casino.record_checks.banner.failing_checks_banner",
                "players.identity.sign_in.session_end.session_end",
            ],
        },
    }
]

# --- language and time
LANGUAGES, LANGUAGE_CODE = languages.LANGUAGES, languages.LANGUAGE_CODE
FORMAT_MODULE_PATH = "casino.languages.formats"
LOCALE_PATHS = [BASE_DIR / "casino" / "locale"]
USE_I18N = USE_TZ = True
TIME_ZONE = "Europe/Lisbon"

# --- the record
# Each process has a database role of its own (deploy/roles.sql); only migrations run as the owner.
DATABASES = env.databases(
    {"default": DATABASE_URL, "reader": env.secret("DATABASE_READER_URL")},
    pool=env.number("DATABASE_POOL", 0), pooler=env.flag("DATABASE_POOLER"),
)  # fmt: skip
DATABASE_READER_MAX_LAG = env.number("DATABASE_READER_MAX_LAG", 30)  # in seconds

# --- messages between processes: losing all of them costs only time
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        # A list, because an address may contain commas.
        "LOCATION": [CACHE_URL],
        # Prefixed with the user's name, so that no process can change another one's values.
        "KEY_PREFIX": urlsplit(CACHE_URL).username or "cache",
        "OPTIONS": {
            "serializer": "casino.web.cache.JsonSerializer",
            "pool_class": "players.shared.valkey_clients.ConnectionPool",
        },
    }
}
# Celery reads the variable CELERY_BROKER_URL itself, before its setting, and does not know our form for
# Sentinels. These two settings come before both.
CELERY_BROKER_READ_URL = CELERY_BROKER_WRITE_URL = CELERY_BROKER_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_TIME_LIMIT = 600
CELERY_BEAT_SCHEDULE, SLOW_TASKS = schedule.with_extras(EXTRAS)
CELERY_TASK_ROUTES = {task: {"queue": queues.SLOW} for task in SLOW_TASKS}
# A slow task outlasts the time after which the broker delivers an unacknowledged task again.
CELERY_TASK_ANNOTATIONS = {task: {"acks_late": False} for task in SLOW_TASKS}
CELERY_WORKER_CONCURRENCY = env.number("WORKER_PROCESSES", 2)
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TIMEZONE = TIME_ZONE
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 900, "priority_steps": [0], **BROKER_OPTIONS}
CELERY_BEAT_SCHEDULER = "casino.tasks.beat:SharedScheduler"

# --- lists of sanctions and of politically exposed people, by name: files, or addresses of files
SCREENING_LISTS = env.pairs("SCREENING_LISTS") or (
    {} if PRODUCTION else {"sandbox": str(BASE_DIR / "casino/compliance/screening/sandbox.csv")}
)

# --- proofs of the record
# The folder of anchors, which the operator ships elsewhere.
ANCHOR_DIR = env.text("ANCHOR_DIR") or str(HOUSE_DIR / "anchors")
# If an installed file differs from the manifest: "hold" holds the tables, "tell" only shows it on the panel.
SELF_CHECK = env.text("SELF_CHECK") or ("hold" if PRODUCTION else "tell")

# --- external services, over signed HTTP: the payment gateway and the national register of excluded people
GATEWAY = env.text("GATEWAY") or "players.wallet.cashier.gateway.HttpGateway"
GATEWAY_URL, GATEWAY_KEY = env.text("GATEWAY_URL"), env.key("GATEWAY_KEY")
# The number of the house's terminal in its contract with the gateway.
GATEWAY_TERMINAL = env.text("GATEWAY_TERMINAL") or "1"
# What the gateway encrypts its notifications with, if it has given a key; otherwise derived from GATEWAY_KEY.
GATEWAY_NOTIFICATION_KEY = env.key("GATEWAY_NOTIFICATION_KEY")
# Set for the worker only: it orders payouts and refunds, and asks the gateway about payments.
PAYOUT_KEY = env.key("PAYOUT_KEY")
REGISTER = env.text("REGISTER") or "players.protection.national_register.HttpRegister"
REGISTER_URL, REGISTER_KEY = env.text("REGISTER_URL"), env.key("REGISTER_KEY")
# The names of hosts, beside that of GATEWAY_URL, where players are led to pay; over HTTPS alone.
PAYMENT_PAGES = env.words("PAYMENT_PAGES")
# The payment instruments that players are told of: codes of `players.wallet.methods.descriptions`.
PAYMENT_INSTRUMENTS = env.words("PAYMENT_INSTRUMENTS") or (
    [] if PRODUCTION else ["mb-way", "multibanco", "card", "transfer"]
)
# In cents. From which amounts people decide is data of two people (`players/wallet/cashier/ceilings.py`).
DEPOSIT_MINIMUM = env.number("DEPOSIT_MINIMUM", 500)
DEPOSIT_MAXIMUM = env.number("DEPOSIT_MAXIMUM", 1_000_000)
# Hours before a new or changed payment account receives money, so that its owner can react to the message.
# Whether money whose payer the provider does not name goes back.  [903-B 5.1.2.6] [903-B 5.2.2.2]
PAYER_REQUIRED = env.flag("PAYER_REQUIRED")
PAYMENT_ACCOUNT_WAIT_HOURS = env.number("PAYMENT_ACCOUNT_WAIT_HOURS", 48, most=7 * 24)
WITHDRAWAL_MINIMUM = env.number("WITHDRAWAL_MINIMUM", 1_000)
# What players are promised about a withdrawal: hours of a review, and minutes of each step after its release.
# The database allows no later promise than these (`payout_steps.sql`).
PAYOUT_REVIEW_HOURS = env.number("PAYOUT_REVIEW_HOURS", 24, most=7 * 24)
PAYOUT_STEP_MINUTES = env.number("PAYOUT_STEP_MINUTES", 60, most=24 * 60)
# The alarm rings this many minutes before a promise breaks.
PAYOUT_ALARM_MINUTES = env.number("PAYOUT_ALARM_MINUTES", 30)

# --- the bank: accounts whose statements are imported, those of them for players' money, a folder of files
BANK_ACCOUNTS = env.words("BANK_ACCOUNTS")
PLAYERS_FUNDS_ACCOUNTS = env.words("PLAYERS_FUNDS_ACCOUNTS")
BANK_FOLDER = env.text("BANK_FOLDER")
# How payouts leave: by the gateway, or as files for the bank (pain.001) from this account.
PAYOUT_ROUTE = env.choice("PAYOUT_ROUTE", ("gateway", "batch", "instant"))
PAYOUT_ACCOUNT, PAYOUT_NAME = env.text("PAYOUT_ACCOUNT"), env.text("PAYOUT_NAME")
# How players' money is protected if the house fails; players read and confirm it.
FUNDS_PROTECTION = env.choice("FUNDS_PROTECTION", ("none", "separate", "trust", "guarantee"))

# --- regulator files: their folder, their delivery, and the hours without delivery after which play stops
REGULATOR_FILES = env.text("REGULATOR_FILES") or str(HOUSE_DIR / "regulator")
# What the regulator wants (casino/compliance/regulator/packs), and its numbers for house, safe and licence.
REGULATOR_PACK = env.text("REGULATOR_PACK") or "casino.compliance.regulator.packs.pt_2015"
REGULATOR_ENTITY = env.number("REGULATOR_ENTITY", 1)
REGULATOR_VAULT = env.text("REGULATOR_VAULT") or "1AA"
REGULATOR_LICENCE = env.text("REGULATOR_LICENCE")
REGULATOR_DELIVERY = env.text("REGULATOR_DELIVERY") or (
    "" if PRODUCTION else "casino.compliance.regulator.delivery.FolderDelivery"
)
REGULATOR_OUTBOX = env.text("REGULATOR_OUTBOX") or str(HOUSE_DIR / "regulator-outbox")
# For the worker only: the house's key and certificate, and the regulator's certificates, of which the last
# encrypts; a demonstration makes its own. Where answers arrive: with no folder set, nobody waits for them.
REGULATOR_SIGNING_KEY = env.secret("REGULATOR_SIGNING_KEY")
REGULATOR_SIGNING_CERTIFICATE = env.text("REGULATOR_SIGNING_CERTIFICATE")
REGULATOR_CERTIFICATES = env.text("REGULATOR_CERTIFICATES")
REGULATOR_SANDBOX_KEYS = "" if PRODUCTION else str(HOUSE_DIR / "regulator-keys")
REGULATOR_ANSWERS = env.text("REGULATOR_ANSWERS")
# The operator's table of networks and their regions, for the files of play.
REGULATOR_REGIONS = env.text("REGULATOR_REGIONS")
# The address of the regulator's services, for the drivers in casino.compliance.regulator.services.
REGULATOR_SERVICES = env.text("REGULATOR_SERVICES")
# The signed archives of each month (`manage.py archive`).
ARCHIVE_DIR = env.text("ARCHIVE_DIR") or str(HOUSE_DIR / "archive")
# Servers of the legal time, which the database's clock is held against.
TIME_SERVERS = env.words("TIME_SERVERS")
# Minutes after its hour by which an hourly file is made, and the address at which the gateway is asked.
REGULATOR_HOURLY_MINUTES = env.number("REGULATOR_HOURLY_MINUTES", 60)
REGULATOR_GATEWAY = env.text("REGULATOR_GATEWAY")
REGULATOR_STOP_HOURS = env.number("REGULATOR_STOP_HOURS", 24 if PRODUCTION and REGULATOR_DELIVERY else 0)

# --- the live tables
FACE_UP_PERMISSION = "collusion.open_hands"  # the right to see the hands of a finished round
# Messages per second of one person over all sockets; twice as many in a burst after a pause.
TABLE_MESSAGES_A_SECOND = env.number("TABLE_MESSAGES_A_SECOND", 10)
TABLE_SOCKETS_A_PERSON = env.number("TABLE_SOCKETS_A_PERSON", 20)
# Sockets of anonymous visitors per address and web process: enough for a household, an office or a school.
TABLE_SOCKETS_AN_ADDRESS = env.number("TABLE_SOCKETS_AN_ADDRESS", 60)

# --- the API
API_REQUESTS_A_MINUTE = env.number("API_REQUESTS_A_MINUTE", 240)
API_WRITES_A_MINUTE = env.number("API_WRITES_A_MINUTE", 30)
REST_FRAMEWORK = {
    # The views of the API set their own permissions (players/api/base.py); any other view is for staff only.
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAdminUser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["players.api.parsers.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "players.api.base.ApiSchema",
    "EXCEPTION_HANDLER": "players.api.errors.exception_handler",
    "UNICODE_JSON": True,
    # The number of trusted proxies in front of the visitor's address.
    "NUM_PROXIES": env.number("TRUSTED_PROXIES", 1 if env.flag("BEHIND_PROXY") else 0),
}
SPECTACULAR_SETTINGS = {
    "TITLE": HOUSE_NAME,
    "DESCRIPTION": "What a player sees and does outside a table, and what anyone may see of games and rules.",
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": ["casino.api.complete_schema"],
}

# --- static files and uploads
STATIC_URL = "/static/"
STATIC_ROOT = env.text("STATIC_ROOT") or str(HOUSE_DIR / "static")
BUNDLES = env.text("BUNDLES") != "none"  # of scripts and styles
STATICFILES_DIRS = [*(brand / "static" for brand in BRAND_DIR), BASE_DIR / "static"]
STATICFILES_FINDERS = [
    # Before the sources, which they replace.
    "games.catalogue.page_bundles.SmallStyles",
    "django.contrib.staticfiles.finders.FileSystemFinder",
    # Before the theme, because it replaces one of its files.
    "casino.backoffice.alpine.AlpineForStrictPolicy",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "casino.languages.fonts.Inter",
    "games.catalogue.page_bundles.PageBundles",
    "games.catalogue.signature_script.SignatureScript",
]
# Documents of players, regulator files and archives: in folders, or in a bucket that every host reaches.
FILE_STORE = env.text("FILE_STORE")
FILE_STORE_KEYS = (env.secret("FILE_STORE_ACCESS_KEY"), env.secret("FILE_STORE_SECRET_KEY"))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": env.STATIC_FILES[HOUSE_TEST]},
    **env.file_stores(FILE_STORE, *FILE_STORE_KEYS),
}
MEDIA_ROOT = env.text("MEDIA_ROOT") or str(HOUSE_DIR / "media")
# The maximum size of an upload, and of the form around it. The proxy's limit (deploy/Caddyfile) is their sum.
UPLOAD_LARGEST, UPLOAD_FORM = 8 * 1024 * 1024, 64 * 1024
# Uploads are encrypted with the last key of this file. Set for web only.
FILE_KEYS_FILE = env.text("FILE_KEYS_FILE")
# The keys of players, in a folder that no backup of the database contains, each sealed under the last key of
# the file. Set for web, worker and commands.
PERSON_KEYS_DIR = env.text("PERSON_KEYS_DIR") or str(HOUSE_DIR / "person-keys")
PERSON_KEYS_FILE = env.text("PERSON_KEYS_FILE")
# The public log of the record: its files, its name, the key that signs it, which the worker alone has, and
# the address and public key of each witness, apart by spaces. Without a key no log is kept.
PUBLIC_LOG_DIR = env.text("PUBLIC_LOG_DIR") or str(HOUSE_DIR / "public-log")
PUBLIC_LOG_ORIGIN = env.text("PUBLIC_LOG_ORIGIN") or f"{urlsplit(HOUSE_URL).netloc}/log"
PUBLIC_LOG_KEY_FILE = env.text("PUBLIC_LOG_KEY_FILE")
PUBLIC_LOG_WITNESSES = env.text("PUBLIC_LOG_WITNESSES")
MALWARE_SCANNER = env.text("MALWARE_SCANNER") or "players.identity.verification.malware_scanning.ClamAV"
CLAMAV = env.text("CLAMAV")
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
DATA_UPLOAD_MAX_NUMBER_FILES = 10
FILE_UPLOAD_PERMISSIONS = 0o640

# --- browser security
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
    # Requested internally, by monitoring.
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
    SECURE_HSTS_SECONDS = 2 * 365 * 86400
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    if env.flag("BEHIND_PROXY"):
        # The reverse proxy of deploy/ always overwrites this header.
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
# The theme of the back office sets styles inline; only its pages allow that. Scripts have one policy.
CSP_BACK_OFFICE = {
    # The style elements of its scroll bars and of htmx, by digest, and the style attributes of its widgets.
    "style-src": [
        "'sha256-bsV5JivYxvGywDAZ22EZJKBFip65Ng9xoJVLbBg7bdo='",
        "'sha256-p1cCeZ+wNkusBVkFXAdIESgxtP+cmaBqKodCYKVCwCE='",
    ],
    "style-src-attr": [UNSAFE_INLINE],
}

# --- monitoring
METRICS_TOKEN = env.secret("METRICS_TOKEN")
LOG_FORMAT = env.text("LOG_FORMAT") or ("json" if PRODUCTION else "console")
LOGGING = logs.configuration(LOG_FORMAT, env.text("LOG_LEVEL") or "INFO")
LOGGING_CONFIG = "casino.operation.logs.configure"
TRACES_URL, TRACES_EVERY = env.text("TRACES_URL"), max(1, env.number("TRACES_EVERY", 100))

# --- sign-in
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby"
# Pages of play and deposits, which are closed to people on the national list of exclusions.
PLAY_PATHS = ("/lobby/", "/table/", "/api/tables/", "/account/deposit")
# The names of routes whose page is the same for everybody, and of those that require no accepted terms.
PUBLIC_PAGES = frozenset({"responsible", "complaints", "contacts", "terms", "privacy", "accessibility"})
PAGES_WITHOUT_TERMS = PUBLIC_PAGES | {"healthz", "readyz", "metrics"}
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["players.password_hashers.ProvenScrypt", "players.password_hashers.ProvenPBKDF2"]
if HOUSE_TEST and not HOUSE_DEMO:
    # A slow hash would dominate the duration of tests.
    PASSWORD_HASHERS = ["players.password_hashers.ProvenMD5", *PASSWORD_HASHERS]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in (
        ("UserAttributeSimilarityValidator", {}),
        ("MinimumLengthValidator", {"min_length": 10}),
        ("CommonPasswordValidator", {}),
        ("NumericPasswordValidator", {}),
    )
] + [{"NAME": "players.identity.sign_in.passwords.GuessablePasswordValidator"}]
ACCOUNT_ADAPTER = "players.identity.sign_in.adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "players.identity.sign_in.forms.LoginForm",
    "change_password": "players.identity.sign_in.forms.ChangePasswordForm",
    "reset_password": "players.identity.sign_in.forms.ResetPasswordForm",
    "reset_password_from_key": "players.identity.sign_in.forms.ResetPasswordKeyForm",
    "reauthenticate": "players.identity.sign_in.forms.ReauthenticateForm",
}
MFA_FORMS = {
    "authenticate": "players.identity.sign_in.forms.AuthenticateForm",
    "reauthenticate": "players.identity.sign_in.forms.ReauthenticateFactorForm",
    "activate_totp": "players.identity.sign_in.forms.ActivateTOTPForm",
    "login_webauthn": "players.identity.sign_in.forms.LoginPasskeyForm",
    "authenticate_webauthn": "players.identity.sign_in.forms.AuthenticatePasskeyForm",
    "reauthenticate_webauthn": "players.identity.sign_in.forms.ReauthenticatePasskeyForm",
    "add_webauthn": "players.identity.sign_in.forms.AddPasskeyForm",
    "edit_webauthn": "players.identity.sign_in.forms.EditPasskeyForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "players.identity.sign_in.recovery_links.ResetTokens"
ACCOUNT_SESSION_REMEMBER = False
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# Three failed attempts lock an account for 15 minutes for the network address that they came from; the second
# limit is that of an address for all accounts (adapters and lockout in players.identity.sign_in).
ACCOUNT_RATE_LIMITS = {"login_failed": "3/15m/key,30/m/ip"}
PASSWORD_RESET_TIMEOUT = 60 * 60  # the life of a link for a forgotten password, in seconds
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("TRUSTED_PROXIES", 1 if env.flag("BEHIND_PROXY") else 0)
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
# A passkey is the only factor, so the device must verify its user.
MFA_WEBAUTHN_USER_VERIFICATION = "required"
# Browsers use passkeys only with TLS or on localhost. Our forms compare the origin.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PRODUCTION
MFA_ADAPTER = "players.identity.sign_in.adapters.SecondFactorAdapter"
MFA_TOTP_ISSUER = HOUSE_NAME
# Our registration verifies the e-mail address, so allauth need not.
MFA_ALLOW_UNVERIFIED_EMAIL = True
IDLE_SIGN_OUT_SECONDS = 30 * 60
# The identity service (players.identity.verification.verifier). Without one, staff check documents.
IDENTITY_VERIFIER = env.text("IDENTITY_VERIFIER") or (
    "" if PRODUCTION else "players.identity.verification.sandbox_verifier.Sandbox"
)
# Stores sessions encrypted, under a digest of the cookie's key.
SESSION_ENGINE = "players.identity.sign_in.session_store"
# A session ends at the latest so long after the sign-in, whatever is clicked.
SESSION_HOURS = env.number("SESSION_HOURS", 12)
SESSION_COOKIE_AGE = SESSION_HOURS * 3600
SESSION_EXPIRE_AT_BROWSER_CLOSE = True
CSRF_FAILURE_VIEW = "casino.web.errors.csrf_failure"
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("MAIL_FROM") or "feltro@localhost"
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if env.text('EMAIL_HOST') else 'console'}.EmailBackend"
EMAIL_HOST, EMAIL_PORT = env.text("EMAIL_HOST"), env.number("EMAIL_PORT", 587)
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_USER"), env.secret("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = bool(EMAIL_HOST) and EMAIL_PORT == 587
# Who is called when a table is on hold or a self-check fails, and where the operating guide is published.
ALERT_EMAILS, RUNBOOK_URL = env.words("ALERT_EMAILS"), env.text("RUNBOOK_URL")
ALERT_WEBHOOK_URL, ALERT_WEBHOOK_SECRET = env.text("ALERT_WEBHOOK_URL"), env.secret("ALERT_WEBHOOK_SECRET")
# For the worker only: the systems that receive webhooks, and the secret key of Web Push.
WEBHOOKS_FILE = env.text("WEBHOOKS_FILE")
PUSH_KEY, PUSH_PUBLIC_KEY = env.secret("PUSH_KEY"), env.secret("PUSH_PUBLIC_KEY")
# The licence on the home page and in the footer of every page; empty if there is none.
HOUSE_LICENCE, HOUSE_MAIL = env.text("HOUSE_LICENCE"), env.text("HOUSE_MAIL")
# Who runs the house, by its registered name, and where it sits.  [903-B 5.1.2.4]
HOUSE_OPERATOR, HOUSE_ADDRESS = env.text("HOUSE_OPERATOR"), env.text("HOUSE_ADDRESS")

# In cents, whole euros: from which amounts the registers of high prizes and large transfers begin, which the
# operator decides.  [903-B 6.3.6.6] From 2,000 euros on, Directive (EU) 2015/849 (article 11 d) asks gambling
# services to know their customer. The sum is of one player in thirty days.
HIGH_PRIZE = env.number("HIGH_PRIZE", 500_000)
LARGE_TRANSFER = env.number("LARGE_TRANSFER", 200_000)
LARGE_TRANSFER_SUM = env.number("LARGE_TRANSFER_SUM", 1_000_000)
# What happens when somebody sits down at a poker table for money where another player uses the same device:
# "refuse" the seat, or "notice" it only. The officers learn of it in either case. In a demonstration one
# person may try several accounts.  [903-B 6.6.1.4]
SAME_DEVICE_AT_TABLE = env.choice(
    "SAME_DEVICE_AT_TABLE", ("notice", "refuse") if HOUSE_DEMO else ("refuse", "notice")
)

# --- admin
# The minimum age in days of an account that approves changes of staff. `migrate` writes it to the database.
STAFF_APPROVER_DAYS = env.number("STAFF_APPROVER_DAYS", 7)
UNFOLD = backoffice.UNFOLD
