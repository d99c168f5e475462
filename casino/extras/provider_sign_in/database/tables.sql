-- Who may write which table. What is not written here is refused.

GRANT SELECT ON backoffice_providerattempt TO house_worker;
