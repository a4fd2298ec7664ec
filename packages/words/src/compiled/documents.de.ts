// Compiled from packages/words/catalogue/documents/de.po: node tools/check-words.ts --write
export default {

};
