// Compiled from packages/words/catalogue/calls/de.po: node tools/check-words.ts --write
export default {

};
