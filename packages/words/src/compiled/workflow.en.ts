// Compiled from packages/words/catalogue/workflow/en.po: node tools/check-words.ts --write
export default {

};
