// Compiled from packages/words/catalogue/mailbox/fr.po: node tools/check-words.ts --write
export default {

};
