// Compiled from packages/words/catalogue/legacy/de.po: node tools/check-words.ts --write
export default {

};
