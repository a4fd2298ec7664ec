// Compiled from packages/words/catalogue/lists/de.po: node tools/check-words.ts --write
export default {
  "lists.column.callTitle": ["Ausschreibung"],
  "lists.column.firstName": ["Name der Projektleitung"],
  "lists.column.hidden": [["column"]," wird in dieser Rolle nicht gezeigt. Deshalb können Sie die Liste nicht danach sortieren oder filtern."],
  "lists.column.id": ["Antrags-ID"],
  "lists.column.partition": ["Partition"],
  "lists.column.piAffiliation": ["Zugehörigkeit"],
  "lists.column.researchGroup": ["Forschungsgebiet, Gruppe"],
  "lists.column.researchTitle": ["Forschungsgebiet, Titel"],
  "lists.column.status": ["Status"],
  "lists.column.submissionDate": ["Eingereicht am"],
};
