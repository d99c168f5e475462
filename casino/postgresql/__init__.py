"""The database engine of the settings. It does not take an unconfirmed commit for done."""
