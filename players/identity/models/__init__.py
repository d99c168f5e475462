"""The tables of the database that belong to identity."""

from players.identity.models.api_tokens import ApiToken as ApiToken
from players.identity.models.identities import AddressChange as AddressChange
from players.identity.models.identities import Document as Document
from players.identity.models.identities import Draft as Draft
from players.identity.models.identities import Erasure as Erasure
from players.identity.models.identities import Identity as Identity
from players.identity.models.identities import IdentityCheck as IdentityCheck
from players.identity.models.identities import IdentityState as IdentityState
from players.identity.models.identities import PaymentAccount as PaymentAccount
from players.identity.models.identities import SearchMark as SearchMark
from players.identity.models.identities import SignIn as SignIn
from players.identity.models.identities import TestAccount as TestAccount
from players.identity.models.identities import UploadedDocument as UploadedDocument
from players.identity.models.legal_holds import LegalHold as LegalHold
from players.identity.models.queued_emails import QueuedEmail as QueuedEmail
from players.identity.models.sign_in_evidence import CodeAttempt as CodeAttempt
from players.identity.models.sign_in_evidence import FactorSecret as FactorSecret
from players.identity.models.sign_in_evidence import PasskeyAttempt as PasskeyAttempt
from players.identity.models.sign_in_evidence import ResetToken as ResetToken
from players.identity.models.sign_in_evidence import SignInEvidence as SignInEvidence
from players.identity.models.terms import Acceptance as Acceptance
from players.identity.models.terms import Terms as Terms
