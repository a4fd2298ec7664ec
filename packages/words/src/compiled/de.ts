// The folders of packages/words/catalogue: node tools/check-words.ts --write
import frame from './frame.de.ts';

export const areas = {
  account: () => import('./account.de.ts'),
  admin: () => import('./admin.de.ts'),
  applications: () => import('./applications.de.ts'),
  calls: () => import('./calls.de.ts'),
  dashboard: () => import('./dashboard.de.ts'),
  documents: () => import('./documents.de.ts'),
  editor: () => import('./editor.de.ts'),
  forms: () => import('./forms.de.ts'),
  frame: async () => ({ default: frame }),
  legacy: () => import('./legacy.de.ts'),
  mailbox: () => import('./mailbox.de.ts'),
  mails: () => import('./mails.de.ts'),
  parts: () => import('./parts.de.ts'),
  profile: () => import('./profile.de.ts'),
  refusals: () => import('./refusals.de.ts'),
  workflow: () => import('./workflow.de.ts'),
};
