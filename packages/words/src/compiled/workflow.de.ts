// Compiled from packages/words/catalogue/workflow/de.po: node tools/check-words.ts --write
export default {

};
