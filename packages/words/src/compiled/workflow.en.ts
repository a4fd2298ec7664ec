// Compiled from packages/words/catalogue/workflow/en.po: node tools/check-words.ts --write
export default {
  "workflow.coming.from": ["from ",["start"]],
  "workflow.coming.heading": ["What happens next"],
  "workflow.coming.noDate": ["date not set yet"],
  "workflow.coming.nothingBefore": ["You do not have to do anything before ‘",["step"],"’."],
  "workflow.coming.nothingNow": ["You do not have to do anything for now."],
  "workflow.coming.range": [["start"]," to ",["end"]],
  "workflow.coming.until": ["until ",["end"]],
  "workflow.coming.wasPlanned": ["was planned until ",["end"]],
};
