// Compiled from packages/words/catalogue/dashboard/fr.po: node tools/check-words.ts --write
export default {

};
