// Compiled from packages/words/catalogue/forms/en.po: node tools/check-words.ts --write
export default {

};
