// Compiled from packages/i18n/catalogue/mailing/de.po: node tools/check-texts.ts --write
export default {
  "mailing.again": ["Diese E-Mails wieder erhalten"],
  "mailing.back": ["Sie stehen wieder auf der Liste. Wir schreiben Ihnen, wenn die nächste Ausschreibung öffnet."],
  "mailing.broken": ["Dieser Link ist nicht vollständig. Kopieren Sie ihn ganz aus der E-Mail oder ändern Sie die Einstellung in Ihrem Profil."],
  "mailing.failed": [["why"]," Es wurde nichts geändert."],
  "mailing.left": ["Sie erhalten keine dieser E-Mails mehr. Was noch auf den Versand an Sie wartete, haben wir verworfen."],
  "mailing.note": ["E-Mails zu Ihrem Konto und Ihren Anträgen erhalten Sie weiterhin. Sie können Ihre Wahl jederzeit in <link>Ihrem Profil</link> ändern."],
  "mailing.stop": ["Diese E-Mails nicht mehr erhalten"],
  "mailing.text": [["name"]," schreibt Ihnen, wenn eine Ausschreibung öffnet und Sie das gewünscht haben. Anderes senden wir nicht an diese Liste."],
  "mailing.title": ["E-Mails zu neuen Ausschreibungen"],
};
