// Compiled from packages/words/catalogue/calls/en.po: node tools/check-words.ts --write
export default {

};
