// Compiled from packages/words/catalogue/forms/fr.po: node tools/check-words.ts --write
export default {

};
