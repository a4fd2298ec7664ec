// Compiled from packages/words/catalogue/workflow/de.po: node tools/check-words.ts --write
export default {
  "workflow.coming.from": ["ab ",["start"]],
  "workflow.coming.heading": ["Wie es weitergeht"],
  "workflow.coming.noDate": ["Termin noch offen"],
  "workflow.coming.nothingBefore": ["Sie müssen bis ‚",["step"],"‘ nichts tun."],
  "workflow.coming.nothingNow": ["Sie müssen derzeit nichts tun."],
  "workflow.coming.range": [["start"]," bis ",["end"]],
  "workflow.coming.until": ["bis ",["end"]],
  "workflow.coming.wasPlanned": ["war geplant bis ",["end"]],
};
