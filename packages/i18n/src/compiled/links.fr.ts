// Compiled from packages/i18n/catalogue/links/fr.po: node tools/check-texts.ts --write
export default {
  "links.answers": ["Répond"],
  "links.broken": [["status"]," depuis le ",["day"]],
  "links.check": ["Vérifier les liens"],
  "links.checked": ["Les liens ont été vérifiés le ",["at"],". Le portail les vérifie chaque nuit."],
  "links.checking": ["Vérification des liens…"],
  "links.closed": ["Exige une connexion (",["status"],")"],
  "links.failure.certificate": ["Certificat non valide depuis le ",["day"]],
  "links.failure.connection": ["Aucune réponse depuis le ",["day"]],
  "links.failure.name": ["Serveur inconnu depuis le ",["day"]],
  "links.failure.redirects": ["Trop de redirections depuis le ",["day"]],
  "links.failure.time": ["Aucune réponse en 10 secondes depuis le ",["day"]],
  "links.inText": ["Dans le texte"],
  "links.never": ["Les liens seront vérifiés cette nuit pour la première fois."],
  "links.private": ["Non vérifié : dans un réseau privé"],
};
