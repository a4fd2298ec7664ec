// The folders of packages/words/catalogue: node tools/check-words.ts --write
import frame from './frame.en.ts';

export const areas = {
  account: () => import('./account.en.ts'),
  admin: () => import('./admin.en.ts'),
  applications: () => import('./applications.en.ts'),
  calls: () => import('./calls.en.ts'),
  dashboard: () => import('./dashboard.en.ts'),
  documents: () => import('./documents.en.ts'),
  editor: () => import('./editor.en.ts'),
  forms: () => import('./forms.en.ts'),
  frame: async () => ({ default: frame }),
  legacy: () => import('./legacy.en.ts'),
  mailbox: () => import('./mailbox.en.ts'),
  mails: () => import('./mails.en.ts'),
  parts: () => import('./parts.en.ts'),
  profile: () => import('./profile.en.ts'),
  refusals: () => import('./refusals.en.ts'),
  workflow: () => import('./workflow.en.ts'),
};
