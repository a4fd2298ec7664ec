// Compiled from packages/i18n/catalogue/admin/en.po: node tools/check-texts.ts --write
export default {
  "admin.coming": ["Here you will create calls with their cut-offs and limits, design the steps and forms of their flows, decide who is told what and when, and manage users, option lists and the look of your organisation."],
  "admin.loggedInAs": ["Logged in as ",["email"],"."],
  "admin.nothing": ["Nothing here yet"],
  "admin.openUserPortal": ["Open the user portal"],
  "admin.toUserPortal": ["To apply for computing time, <link>go to the user portal</link>."],
  "admin.worldFiles": ["Until then, calls, forms and options are loaded from world files."],
};
