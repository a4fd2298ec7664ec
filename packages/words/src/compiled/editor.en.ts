// Compiled from packages/words/catalogue/editor/en.po: node tools/check-words.ts --write
export default {

};
