// Compiled from packages/words/catalogue/applications/de.po: node tools/check-words.ts --write
export default {

};
