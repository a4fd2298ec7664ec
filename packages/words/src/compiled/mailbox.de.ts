// Compiled from packages/words/catalogue/mailbox/de.po: node tools/check-words.ts --write
export default {

};
