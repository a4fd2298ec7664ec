// The folders of packages/words/catalogue: node tools/check-words.ts --write
export const areas = {
  account: true,
  admin: true,
  call: true,
  documents: true,
  editor: true,
  events: true,
  forms: true,
  frame: true,
  lists: true,
  mails: true,
  parts: true,
  privacy: true,
  refusals: true,
  workflow: true,
} as const;
