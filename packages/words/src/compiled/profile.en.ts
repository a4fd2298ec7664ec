// Compiled from packages/words/catalogue/profile/en.po: node tools/check-words.ts --write
export default {

};
