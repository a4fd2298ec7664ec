import { makeReport } from '../features/calls/reports/make.ts';
import { purgeReports } from '../features/calls/reports/purge.ts';
import { purgeExpired } from '../features/users/purge.ts';
import { resealBankDetails } from '../features/users/reseal-bank-details.ts';
import type { Work } from '../platform/jobs/work.ts';
import { createMailer } from '../platform/mail/mailer.ts';
import type { Platform } from '../platform/platform.ts';
import { removeAbandonedFiles, removeLeftovers } from './clean-up.ts';
import { handleEvent } from './handle-event.ts';
import { sendPlannedMail } from './send-mail.ts';

/** Everything that is done in the background: what follows from events, and what comes round by the clock. */
export function allWork(platform: Platform): Work {
  const send = createMailer(platform.config, platform);
  return {
    tasks: {
      handle_event: (payload) => handleEvent(platform, payload),
      send_mail: (payload, job) => sendPlannedMail(platform, send, payload, job),
      make_report: (payload, job) => makeReport(platform, payload, job),
      purge_reports: () => purgeReports(platform),
      purge_expired: () => purgeExpired(platform.db, platform.now()),
      reseal_bank_details: () => resealBankDetails(platform),
      remove_leftovers: () => removeLeftovers(platform),
      remove_abandoned_files: () => removeAbandonedFiles(platform),
    },
    schedule: [
      { task: 'purge_reports', match: '7 * * * *' },
      { task: 'purge_expired', match: '17 * * * *' },
      { task: 'reseal_bank_details', match: '37 * * * *' },
      { task: 'remove_leftovers', match: '27 3 * * *' },
      { task: 'remove_abandoned_files', match: '*/10 * * * *' },
    ],
  };
}
