// Compiled from packages/words/catalogue/applications/fr.po: node tools/check-words.ts --write
export default {

};
