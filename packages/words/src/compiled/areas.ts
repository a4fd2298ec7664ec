// The folders of packages/words/catalogue: node tools/check-words.ts --write
export const areas = {
  account: true,
  admin: true,
  frame: true,
  mails: true,
  parts: true,
  refusals: true,
  workflow: true,
} as const;
