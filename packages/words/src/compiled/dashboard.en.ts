// Compiled from packages/words/catalogue/dashboard/en.po: node tools/check-words.ts --write
export default {

};
