// Compiled from packages/words/catalogue/workflow/fr.po: node tools/check-words.ts --write
export default {
  "workflow.coming.from": ["à partir du ",["start"]],
  "workflow.coming.heading": ["Prochaines étapes"],
  "workflow.coming.noDate": ["date pas encore fixée"],
  "workflow.coming.nothingBefore": ["Vous n’avez rien à faire avant « ",["step"]," »."],
  "workflow.coming.nothingNow": ["Vous n’avez rien à faire pour le moment."],
  "workflow.coming.range": ["du ",["start"]," au ",["end"]],
  "workflow.coming.until": ["jusqu’au ",["end"]],
  "workflow.coming.wasPlanned": ["était prévu jusqu’au ",["end"]],
};
