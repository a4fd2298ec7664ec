// Compiled from packages/words/catalogue/workflow/fr.po: node tools/check-words.ts --write
export default {

};
