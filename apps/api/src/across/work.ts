import { checkArrivals } from '../features/applications/automations/all-at-step.ts';
import { automate } from '../features/applications/automations/automate.ts';
import { giveUpNotices, notifyByFlow } from '../features/applications/automations/notify-by-flow.ts';
import { runDueTimers } from '../features/applications/automations/run-due-timers.ts';
import { purgeReplies } from '../features/applications/idempotency.ts';
import { makePrintout } from '../features/applications/printouts/make.ts';
import { purgePrintouts } from '../features/applications/printouts/purge.ts';
import { checkReaderships } from '../features/applications/readerships.ts';
import { runDueReleases } from '../features/applications/releases/run-due-releases.ts';
import { runDueCommands } from '../features/applications/workflow/run-due-commands.ts';
import { runDuePublications } from '../features/calls/definition/publish.ts';
import { removeUnusedFiles } from '../features/calls/definition/remove-unused-files.ts';
import { checkLinks, checkLinksOfCall } from '../features/calls/links/check-links.ts';
import { makeReport } from '../features/calls/reports/make.ts';
import { purgeReports } from '../features/calls/reports/purge.ts';
import { purgeArchiveImport } from '../features/legacy/import/archive-import.ts';
import { runArchiveImport } from '../features/legacy/import/run-archive-import.ts';
import { runDueMemberships } from '../features/users/administration/memberships.ts';
import { purgeExpired } from '../features/users/profile/purge.ts';
import { resealBankDetails } from '../features/users/profile/reseal-bank-details.ts';
import { emailsGoTo } from '../platform/config.ts';
import { freeStuckJobs, type Work } from '../platform/jobs/work.ts';
import { createMailer } from '../platform/mail/mailer.ts';
import { type Platform, workflowNow } from '../platform/platform.ts';
import { callPrinters } from './call-printers.ts';
import { removeAbandonedFiles, removeLeftovers } from './clean-up.ts';
import { compareFilesByNight } from './compare-files.ts';
import { expireDrafts } from './drafts/expire-drafts.ts';
import { handleEvent, planList } from './handle-event.ts';
import { laterParts } from './later-columns.ts';
import { planDigests } from './letters/digest.ts';
import { announceCalls } from './mailing-list/announce-calls.ts';
import { applyRetention } from './privacy/apply-retention.ts';
import { sendPlannedMails } from './send-mail.ts';

/**
 * Everything that is done in the background: what follows from events, and what comes round by the clock. `besideAnswers`:
 * in the process that answers people as well, who come first.
 */
export function allWork(platform: Platform, { besideAnswers = false } = {}): Work {
  const { config, db, newId } = platform;
  // A kept mail stands in the mailbox at the time that its words are about.
  const send = createMailer(config, { db, newId, now: () => workflowNow(platform) });
  // Jobs that this process does not know stay in the queue, untried.
  const sends: Work['tasks'] =
    emailsGoTo(config) === 'nowhere'
      ? {}
      : {
          send_mail: (payload, job) =>
            sendPlannedMails(platform, { send, rests: besideAnswers }, payload, job),
        };
  return {
    tasks: {
      handle_event: (payload) => handleEvent(platform, payload),
      plan_list: (payload) => planList(platform, payload),
      automate: (payload) => automate(platform, payload),
      notify_by_flow: (payload) => notifyByFlow(platform, payload),
      announce_calls: () => announceCalls(platform),
      expire_drafts: () => expireDrafts(platform),
      check_arrivals: (payload) => checkArrivals(platform, payload),
      let_time_pass: async () => ({
        ...(await runDueMemberships(platform)),
        ...(await runDueCommands(platform)),
        ...(await runDueReleases(platform)),
        ...(await runDuePublications(platform)),
        ...(await runDueTimers(platform)),
      }),
      // In the order in which a portal would have come to it.
      clock_moved: async () => {
        await runDuePublications(platform);
        await announceCalls(platform);
        await runDueCommands(platform);
        await runDueReleases(platform);
        await runDueTimers(platform);
        await expireDrafts(platform);
        await planDigests(platform);
        await purgeReports(platform);
      },
      plan_digests: () => planDigests(platform),
      free_stuck_jobs: async () => ({
        ...(await freeStuckJobs(platform)),
        ...(await giveUpNotices(platform)),
      }),
      ...sends,
      make_report: (payload, job) => makeReport(platform, payload, job, laterParts),
      purge_reports: () => purgeReports(platform),
      make_printout: (payload, job) => makePrintout(platform, payload, job, callPrinters),
      purge_printouts: () => purgePrintouts(platform),
      purge_expired: async () => {
        await purgeExpired(platform.db, platform.now(), (await platform.organisation.stored()).retention);
        await purgeReplies(platform.db, workflowNow(platform));
      },
      keep_only_as_long: () => applyRetention(platform),
      reseal_bank_details: () => resealBankDetails(platform),
      compare_files: () => compareFilesByNight(platform),
      check_readerships: () => checkReaderships(platform),
      check_links: () => checkLinks(platform),
      check_links_of_call: (payload) => checkLinksOfCall(platform, payload),
      import_archive: (payload, job) => runArchiveImport(platform, payload, job),
      remove_leftovers: async () => {
        await removeLeftovers(platform);
        await removeUnusedFiles(platform);
        await purgeArchiveImport(platform);
      },
      remove_abandoned_files: () => removeAbandonedFiles(platform),
    },
    schedule: [
      { task: 'announce_calls', match: '* * * * *', does: 'notices calls that opened, plans their mails' },
      {
        task: 'let_time_pass',
        match: '* * * * *',
        does: 'begins and ends memberships, begins work, notes deadlines, releases, publications, timers of flows',
      },
      { task: 'plan_digests', match: '*/5 * * * *', does: 'brings together the mails of a morning' },
      {
        task: 'free_stuck_jobs',
        match: '*/5 * * * *',
        does: 'lets go what a killed process had begun, gives up what was tried too often',
      },
      { task: 'remove_abandoned_files', match: '*/10 * * * *', does: 'removes files whose rows are gone' },
      { task: 'purge_reports', match: '7 * * * *', does: 'removes reports that were kept long enough' },
      { task: 'purge_printouts', match: '*/10 * * * *', does: 'removes PDFs that were kept long enough' },
      { task: 'purge_expired', match: '17 * * * *', does: 'removes sessions, links, checks that are over' },
      { task: 'reseal_bank_details', match: '37 * * * *', does: 'seals bank details with the newest key' },
      {
        task: 'remove_leftovers',
        match: '27 3 * * *',
        does: 'removes old kept mails, torn uploads, unused files of calls, an old archive file',
      },
      { task: 'check_links', match: '53 1 * * *', does: 'asks the links of calls whether they answer' },
      { task: 'compare_files', match: '13 3 * * *', does: 'holds stored files against their rows' },
      {
        task: 'check_readerships',
        match: '23 3 * * *',
        does: 'compares by whom applications are read with their facts, corrects it',
      },
      { task: 'expire_drafts', match: '41 4 * * *', does: 'warns about old drafts, deletes after a year' },
      { task: 'keep_only_as_long', match: '47 2 * * *', does: 'lets go what is kept no longer' },
    ],
  };
}
