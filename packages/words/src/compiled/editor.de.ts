// Compiled from packages/words/catalogue/editor/de.po: node tools/check-words.ts --write
export default {

};
