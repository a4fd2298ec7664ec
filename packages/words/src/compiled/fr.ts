// The folders of packages/words/catalogue: node tools/check-words.ts --write
import frame from './frame.fr.ts';

export const areas = {
  account: () => import('./account.fr.ts'),
  admin: () => import('./admin.fr.ts'),
  applications: () => import('./applications.fr.ts'),
  calls: () => import('./calls.fr.ts'),
  dashboard: () => import('./dashboard.fr.ts'),
  documents: () => import('./documents.fr.ts'),
  editor: () => import('./editor.fr.ts'),
  forms: () => import('./forms.fr.ts'),
  frame: async () => ({ default: frame }),
  legacy: () => import('./legacy.fr.ts'),
  mailbox: () => import('./mailbox.fr.ts'),
  mails: () => import('./mails.fr.ts'),
  parts: () => import('./parts.fr.ts'),
  profile: () => import('./profile.fr.ts'),
  refusals: () => import('./refusals.fr.ts'),
  workflow: () => import('./workflow.fr.ts'),
};
