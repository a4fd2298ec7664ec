// Compiled from packages/words/catalogue/documents/en.po: node tools/check-words.ts --write
export default {

};
