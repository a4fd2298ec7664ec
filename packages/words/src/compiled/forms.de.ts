// Compiled from packages/words/catalogue/forms/de.po: node tools/check-words.ts --write
export default {

};
