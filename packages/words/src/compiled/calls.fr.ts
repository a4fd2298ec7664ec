// Compiled from packages/words/catalogue/calls/fr.po: node tools/check-words.ts --write
export default {

};
