from players.shared import extras


class WarehouseConfig(extras.Extra):
    name = "casino.extras.warehouse"
    label = "warehouse"

    def ready(self) -> None:
        from casino.extras.warehouse.checks import check_warehouse
        from casino.extras.warehouse.schema import PUBLICATIONS, exported_columns
        from casino.operation.extra_checks import register_check
        from casino.operation.publications import declare_publication

        register_check("warehouse", check_warehouse)
        columns = exported_columns()
        for name, (_, tables) in PUBLICATIONS.items():
            declare_publication(name, {table: columns[table] for table in tables})
