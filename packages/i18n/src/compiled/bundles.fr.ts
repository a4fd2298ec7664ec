// Compiled from packages/i18n/catalogue/bundles/fr.po: node tools/check-texts.ts --write
export default {
  "bundles.missing.cut": ["Le portail n’a pas pu lire ce fichier jusqu’à la fin. Le fichier de ce dossier est incomplet. Téléchargez-le de nouveau dans quelques minutes."],
  "bundles.missing.failed": ["Le portail n’a pas pu ouvrir ce fichier. Réessayez dans quelques minutes."],
  "bundles.missing.gone": ["Le portail n’a plus ce fichier."],
  "bundles.missing.head": ["Ces fichiers manquent ici ou sont incomplets :"],
  "bundles.missing.inTheMaking": ["Le portail prépare encore ce PDF. Téléchargez-le de nouveau dans quelques minutes."],
  "bundles.missing.line": [["file"]," : ",["reason"]],
  "bundles.missing.name": ["Fichiers manquants.txt"],
  "bundles.readMe": ["Fichiers des candidatures pour ",["call"]," que vous pouvez télécharger, état au ",["at"],". Chaque candidature a un dossier qui porte son numéro. Ces fichiers contiennent des données personnelles : supprimez-les dès que vous n’en avez plus besoin."],
};
