// Compiled from packages/words/catalogue/applications/en.po: node tools/check-words.ts --write
export default {

};
