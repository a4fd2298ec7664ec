// Compiled from packages/words/catalogue/profile/de.po: node tools/check-words.ts --write
export default {

};
