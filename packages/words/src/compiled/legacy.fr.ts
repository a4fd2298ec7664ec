// Compiled from packages/words/catalogue/legacy/fr.po: node tools/check-words.ts --write
export default {

};
