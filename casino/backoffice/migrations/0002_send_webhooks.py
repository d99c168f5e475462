from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('backoffice', '0001_initial'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='alert',
            options={'default_permissions': (), 'permissions': [('send_webhook', 'Can test webhooks and send failed messages again')], 'verbose_name': 'alert', 'verbose_name_plural': 'alerts'},
        ),
    ]
