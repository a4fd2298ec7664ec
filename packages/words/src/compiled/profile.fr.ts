// Compiled from packages/words/catalogue/profile/fr.po: node tools/check-words.ts --write
export default {

};
