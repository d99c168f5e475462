from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='ScheduledTask',
            fields=[
                ('name', models.CharField(max_length=60, primary_key=True, serialize=False, verbose_name='name')),
                ('sent', models.DateTimeField(verbose_name='sent')),
            ],
            options={
                'verbose_name': 'scheduled task',
                'verbose_name_plural': 'scheduled tasks',
                'default_permissions': (),
            },
        ),
    ]
