from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ProtectionConfig(AppConfig):
    name = "players.protection"
    label = "protection"
    verbose_name = _("protection of players")

    def ready(self) -> None:
        from players.inbox.browser_notifications import register_push_refusal
        from players.inbox.notice_groups import register_marketing_refusal
        from players.protection.exclusions import is_excluded, is_kept_from_play, is_paused

        register_push_refusal(is_kept_from_play)
        register_marketing_refusal("excluded", _("is excluded from play"), is_excluded)
        register_marketing_refusal("paused", _("is paused"), is_paused)
        from players.identity.sign_in.extensions import register_registration_check, register_sign_in_details
        from players.protection.exclusions import exclusion_details
        from players.protection.national_list import check_registration  # the import also connects a receiver

        register_registration_check(check_registration)
        register_sign_in_details(exclusion_details)
