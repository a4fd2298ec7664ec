// Compiled from packages/words/catalogue/mailbox/en.po: node tools/check-words.ts --write
export default {

};
