// Compiled from packages/i18n/catalogue/mailing/en.po: node tools/check-texts.ts --write
export default {
  "mailing.again": ["Send me these emails again"],
  "mailing.back": ["You are on the list again. We will email you when the next call opens."],
  "mailing.broken": ["This link is not complete. Copy all of it from the email, or change the setting in your profile."],
  "mailing.failed": [["why"]," Nothing was changed."],
  "mailing.left": ["You will get no more of these emails. We have cancelled those that were waiting to be sent to you."],
  "mailing.note": ["You still get emails about your own account and applications. You can change your mind at any time in <link>your profile</link>."],
  "mailing.stop": ["Stop these emails"],
  "mailing.text": [["name"]," emails you when a call opens, if you asked for it. We send nothing else to this list."],
  "mailing.title": ["Emails about new calls"],
};
