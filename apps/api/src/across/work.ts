import type { MailTemplate } from '@clearcall/domain/mail/mail.ts';
import { accountMailFacts } from '../features/users/mail-facts.ts';
import { purgeExpired } from '../features/users/purge.ts';
import type { Work } from '../platform/jobs/work.ts';
import { createMailer } from '../platform/mail/mailer.ts';
import type { Platform } from '../platform/platform.ts';
import { removeAbandonedFiles, removeLeftovers } from './clean-up.ts';
import { handleEvent } from './handle-event.ts';
import { type FinishFacts, sendPlannedMail } from './send-mail.ts';

type Finish = { [T in MailTemplate]: FinishFacts };

const accountMail =
  (template: Exclude<MailTemplate, 'application_submitted'>): FinishFacts =>
  (facts, { db, now, config }) =>
    accountMailFacts({ db, now: now(), config }, template, facts);

const finishFacts: Finish = {
  confirm_account: accountMail('confirm_account'),
  already_registered: accountMail('already_registered'),
  reset_password: accountMail('reset_password'),
  human_code: accountMail('human_code'),
  application_submitted: async (facts, { config }) => ({
    ...facts,
    link: `${config.publicUrl}/applications/${String(facts.uid)}`,
  }),
};

/** Everything that is done in the background: what follows from events, and what comes round by the clock. */
export function allWork(platform: Platform): Work {
  const send = createMailer(platform.config, platform);
  return {
    tasks: {
      handle_event: (payload) => handleEvent(platform, payload),
      send_mail: (payload, job) => sendPlannedMail(platform, { send, finishFacts }, payload, job),
      purge_expired: () => purgeExpired(platform.db, platform.now()),
      remove_leftovers: () => removeLeftovers(platform),
      remove_abandoned_files: () => removeAbandonedFiles(platform),
    },
    schedule: [
      { task: 'purge_expired', match: '17 * * * *' },
      { task: 'remove_leftovers', match: '27 3 * * *' },
      { task: 'remove_abandoned_files', match: '*/10 * * * *' },
    ],
  };
}
