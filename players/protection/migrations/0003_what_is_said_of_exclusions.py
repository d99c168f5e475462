from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('protection', '0002_national_push'),
    ]

    operations = [
        migrations.AddField(
            model_name='absenceafterhand',
            name='occupation',
            field=models.CharField(blank=True, choices=[('employee', 'Employed'), ('self-employed', 'Self-employed'), ('liberal', 'Freelance professional'), ('student', 'Student'), ('trainee', 'Trainee'), ('retired', 'Retired'), ('unemployed', 'Unemployed'), ('inactive', 'No occupation'), ('other', 'Other')], db_default='', max_length=14, verbose_name='employment status'),
        ),
        migrations.AddField(
            model_name='absenceafterhand',
            name='reason',
            field=models.CharField(blank=True, choices=[('money', 'I spend more than I want'), ('time', 'I play longer than I want'), ('wellbeing', 'Playing does me no good'), ('advice', 'Somebody advised me to'), ('no-interest', 'I no longer want to play'), ('other', 'Another reason')], db_default='', max_length=12, verbose_name='reason'),
        ),
        migrations.AddField(
            model_name='exclusion',
            name='occupation',
            field=models.CharField(blank=True, choices=[('employee', 'Employed'), ('self-employed', 'Self-employed'), ('liberal', 'Freelance professional'), ('student', 'Student'), ('trainee', 'Trainee'), ('retired', 'Retired'), ('unemployed', 'Unemployed'), ('inactive', 'No occupation'), ('other', 'Other')], db_default='', max_length=14, verbose_name='employment status'),
        ),
        migrations.AddField(
            model_name='exclusion',
            name='reason',
            field=models.CharField(blank=True, choices=[('money', 'I spend more than I want'), ('time', 'I play longer than I want'), ('wellbeing', 'Playing does me no good'), ('advice', 'Somebody advised me to'), ('no-interest', 'I no longer want to play'), ('other', 'Another reason')], db_default='', max_length=12, verbose_name='reason'),
        ),
    ]
