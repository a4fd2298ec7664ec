// Compiled from packages/i18n/catalogue/admin/de.po: node tools/check-texts.ts --write
export default {
  "admin.coming": ["Hier werden Sie Ausschreibungen mit ihren Stichtagen und Grenzen anlegen, die Schritte und Formulare ihrer Abläufe entwerfen, festlegen, wer wann was erfährt, und Nutzer, Auswahllisten und das Aussehen Ihrer Organisation verwalten."],
  "admin.loggedInAs": ["Angemeldet als ",["email"],"."],
  "admin.nothing": ["Hier ist noch nichts"],
  "admin.openUserPortal": ["Nutzerportal öffnen"],
  "admin.toUserPortal": ["Um Rechenzeit zu beantragen, <link>gehen Sie zum Nutzerportal</link>."],
  "admin.worldFiles": ["Bis dahin werden Ausschreibungen, Formulare und Auswahllisten aus Weltdateien geladen."],
};
