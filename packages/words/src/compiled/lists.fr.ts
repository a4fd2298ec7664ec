// Compiled from packages/words/catalogue/lists/fr.po: node tools/check-words.ts --write
export default {
  "lists.column.callTitle": ["Appel"],
  "lists.column.firstName": ["Nom du responsable"],
  "lists.column.hidden": [["column"]," n’est pas affiché dans ce rôle : vous ne pouvez donc ni trier ni filtrer la liste selon cette colonne."],
  "lists.column.id": ["ID de candidature"],
  "lists.column.partition": ["Partition"],
  "lists.column.piAffiliation": ["Affiliation"],
  "lists.column.researchGroup": ["Groupe du domaine"],
  "lists.column.researchTitle": ["Titre du domaine"],
  "lists.column.status": ["Statut"],
  "lists.column.submissionDate": ["Date de soumission"],
};
