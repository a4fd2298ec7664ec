// The folders of packages/words/catalogue: node tools/check-words.ts --write
export const areas = {
  account: true,
  admin: true,
  applications: true,
  calls: true,
  dashboard: true,
  documents: true,
  editor: true,
  forms: true,
  frame: true,
  legacy: true,
  mailbox: true,
  mails: true,
  parts: true,
  profile: true,
  refusals: true,
  workflow: true,
} as const;
