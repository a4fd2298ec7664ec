// Compiled from packages/words/catalogue/legacy/en.po: node tools/check-words.ts --write
export default {

};
