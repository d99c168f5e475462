from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('inbox', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='complaintmessage',
            name='sealed',
            field=models.BinaryField(null=True),
        ),
    ]
