// Compiled from packages/words/catalogue/documents/fr.po: node tools/check-words.ts --write
export default {

};
