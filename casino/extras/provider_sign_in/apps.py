from players.shared import extras


class ProviderSignInConfig(extras.Extra):
    name = "casino.extras.provider_sign_in"
    label = "provider_sign_in"
    pages_below = "staff/"

    def ready(self) -> None:
        from casino.extras.provider_sign_in.provider import button_label
        from players.identity.sign_in.other_sign_ins import OtherSignIn, register_sign_in

        register_sign_in(OtherSignIn("staff_provider", button_label))
