// Compiled from packages/words/catalogue/editor/fr.po: node tools/check-words.ts --write
export default {

};
