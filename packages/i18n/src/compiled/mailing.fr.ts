// Compiled from packages/i18n/catalogue/mailing/fr.po: node tools/check-texts.ts --write
export default {
  "mailing.again": ["Recevoir de nouveau ces e-mails"],
  "mailing.back": ["Vous êtes de nouveau sur la liste. Nous vous écrirons à l’ouverture du prochain appel."],
  "mailing.broken": ["Ce lien est incomplet. Copiez-le en entier depuis l’e-mail, ou modifiez le réglage dans votre profil."],
  "mailing.failed": [["why"]," Rien n’a été modifié."],
  "mailing.left": ["Vous ne recevrez plus ces e-mails. Nous avons annulé ceux qui attendaient de vous être envoyés."],
  "mailing.note": ["Vous recevez toujours les e-mails concernant votre compte et vos candidatures. Vous pouvez changer d’avis à tout moment dans <link>votre profil</link>."],
  "mailing.stop": ["Ne plus recevoir ces e-mails"],
  "mailing.text": [["name"]," vous écrit à l’ouverture d’un appel, si vous l’avez demandé. Nous n’envoyons rien d’autre à cette liste."],
  "mailing.title": ["E-mails sur les nouveaux appels"],
};
