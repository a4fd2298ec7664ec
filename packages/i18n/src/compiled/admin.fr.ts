// Compiled from packages/i18n/catalogue/admin/fr.po: node tools/check-texts.ts --write
export default {
  "admin.coming": ["Ici, vous créerez des appels avec leurs clôtures et leurs limites, concevrez les étapes et les formulaires de leurs processus, déciderez qui est informé de quoi et quand, et gérerez les utilisateurs, les listes d’options et l’apparence de votre organisation."],
  "admin.loggedInAs": ["Connecté en tant que ",["email"],"."],
  "admin.nothing": ["Rien ici pour le moment"],
  "admin.openUserPortal": ["Ouvrir le portail utilisateur"],
  "admin.toUserPortal": ["Pour demander du temps de calcul, <link>allez au portail utilisateur</link>."],
  "admin.worldFiles": ["D’ici là, les appels, les formulaires et les options sont chargés depuis des fichiers monde."],
};
