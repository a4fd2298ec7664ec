// Compiled from packages/words/catalogue/lists/en.po: node tools/check-words.ts --write
export default {
  "lists.column.callTitle": ["Call"],
  "lists.column.firstName": ["PI Name"],
  "lists.column.hidden": [["column"]," is not shown in this role, so you cannot sort or filter the list by it."],
  "lists.column.id": ["Application ID"],
  "lists.column.partition": ["Partition"],
  "lists.column.piAffiliation": ["Affiliation"],
  "lists.column.researchGroup": ["Research F. Group"],
  "lists.column.researchTitle": ["Research F. Title"],
  "lists.column.status": ["Status"],
  "lists.column.submissionDate": ["Submit Date"],
};
