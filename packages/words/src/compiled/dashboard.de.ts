// Compiled from packages/words/catalogue/dashboard/de.po: node tools/check-words.ts --write
export default {

};
