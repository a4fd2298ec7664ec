import { Readable } from 'node:stream';
import type { ComingStep } from '@clearcall/domain/applications/coming-step.ts';
import type { Receipt } from '@clearcall/domain/applications/receipt.ts';
import { applicationProcess, comingSteps } from '@clearcall/domain/deadlines/application-process.ts';
import { automaticStarts } from '@clearcall/domain/deadlines/automatic-starts.ts';
import { takeBackAfterSubmission } from '@clearcall/domain/deadlines/take-back.ts';
import { inLanguage, inOrderFor, type TextInLanguages } from '@clearcall/domain/forms/text-in-languages.ts';
import type { Automation } from '@clearcall/domain/forms/types.ts';
import type { CalendarEntry } from '@clearcall/domain/mail/flow-mails.ts';
import type { MailFacts, MailTemplate } from '@clearcall/domain/mail/mail.ts';
import type { SignInChange } from '@clearcall/domain/mail/sign-in-mails.ts';
import { type AccountStatus, reachableStatuses } from '@clearcall/domain/people/account-status.ts';
import { askedForBankDetailsMs } from '@clearcall/domain/workflow/payment-due.ts';
import { defaultLanguage, isLanguage, readLanguage } from '@clearcall/i18n/language.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { accountsOf } from '../features/applications/automations/notify-by-flow.ts';
import { loadReceipts, receiptFilename } from '../features/applications/receipts/load-receipts.ts';
import { type SubmissionKey, submittedPdf } from '../features/applications/receipts/submitted-pdf.ts';
import { cutoffEndsAt, timeframesJson } from '../features/applications/sql.ts';
import { loadUnpaidReviews } from '../features/applications/unpaid-reviews.ts';
import {
  cutoffExtendedFacts,
  nextDraftOwners,
  publicationFailedFacts,
} from '../features/calls/definition/publication-mails.ts';
import {
  failedReportFacts,
  reportAttachments,
  reportMailFacts,
} from '../features/calls/reports/mail-facts.ts';
import { loadStepHeads } from '../features/calls/sql.ts';
import { accountMailFacts } from '../features/users/account/mail-facts.ts';
import { passwordsTaken } from '../features/users/account/password-login.ts';
import { isUnclaimed } from '../features/users/account/unclaimed.ts';
import { providerCodeFacts } from '../features/users/identities/provider-code.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Database } from '../platform/db/schema.ts';
import { toldIn } from '../platform/db/told-in.ts';
import { type Attachment, maxAttachedBytes } from '../platform/mail/mailer.ts';
import type { PlannedMail } from '../platform/outbox/plan-deliveries.ts';
import { type Platform, workflowNow } from '../platform/platform.ts';
import { draftMailFacts, lastDraftMailFacts } from './drafts/mail-facts.ts';
import { planDeadlineGone, readDeadlineGone } from './letters/calendar-entries.ts';
import { readDigest, waitForMorning } from './letters/digest.ts';
import { readNotice, readOutcomeLetter, readReminder } from './letters/flow-letters.ts';
import { readTimeAnswered, readTimeAsked } from './letters/more-time-letters.ts';
import { readAsRecipient, type Sending } from './letters/read-as-recipient.ts';
import { callOpenedFacts, nextOnMailingList } from './mailing-list/mail-facts.ts';

type Event = Selectable<Database['events']>;

/** Who gets a mail because of an event, and what is stored of it till then: nothing that must stay secret. */
type Plan = (db: Db, event: Event, platform: Platform) => Promise<Omit<PlannedMail, 'template'>[]>;

/** The next of those who are on a list, by the ids of their accounts; `size` of them where there are so many. */
type NextReaders = (
  db: Db,
  event: Event,
  from: { after: number; size: number },
) => Promise<(Omit<PlannedMail, 'template'> & { userId: number })[]>;

/** Adds to the stored facts what exists only in the mail itself: links with their tokens, and codes. null: no longer wanted. */
export type Finish = (
  facts: Record<string, unknown>,
  platform: Platform,
  sending: Sending,
) => Promise<Record<string, unknown> | null>;

/**
 * Whether a mail that is finished goes now, as its recipient has chosen, or is looked at again after so many seconds;
 * `looks`: how often it was. Without it a mail never waits.
 */
type Wait = (
  finished: Record<string, unknown>,
  platform: Platform,
  at: { recipient: string; looks: number },
) => Promise<'send' | 'leave_out' | { until: Date } | { againAfter: number }>;

/** The entries for the calendar that a finished mail brings. */
type Entries = (finished: Record<string, unknown>) => CalendarEntry[];

/** The files that travel with a mail, by its stored facts and the finished ones. */
type Attach = (
  facts: Record<string, unknown>,
  platform: Platform,
  finished: Record<string, unknown>,
) => Promise<Attachment[]>;

const wayBackDetail = z.object({ return: z.string().optional() });

/** To the person of the event, while the account is in one of these states. */
const toAccount =
  (...states: readonly AccountStatus[]): Plan =>
  async (db, { user_id, detail }) => {
    if (user_id === null) return [];
    const user = await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', user_id)
      .where('status', 'in', states)
      .executeTakeFirst();
    return user === undefined
      ? []
      : [{ recipient: user.email, facts: { userId: user_id, ...wayBackDetail.parse(detail) } }];
  };

/** To the administrator of a publication. */
const toPublisher: Plan = async (db, event, platform) => {
  const mails = await toAccount('active')(db, event, platform);
  return mails.map(({ recipient, facts }) => ({ recipient, facts: { ...facts, ...event.detail } }));
};

/** The registration whose link is to be sent: the one of the event, else the only one that waits. */
const toRegistered: Plan = async (db, { user_id, detail }) => {
  if (user_id === null) return [];
  const waiting = await db
    .selectFrom('registrations')
    .innerJoin('users', 'users.id', 'registrations.user_id')
    .select(['users.email', 'registrations.id'])
    .where('users.id', '=', user_id)
    .where('users.status', '=', 'locked')
    .limit(1_000)
    .execute();
  const { registrationId } = z.object({ registrationId: z.string().optional() }).parse(detail);
  const wanted =
    registrationId === undefined
      ? waiting.length === 1
        ? waiting
        : []
      : waiting.filter(({ id }) => id === registrationId);
  return wanted.map(({ id, email }) => ({
    recipient: email,
    facts: { userId: user_id, registrationId: id },
  }));
};

/** A locked account of which nobody can say whose password waits: its owner chooses one with the link. */
const toUnclaimed: Plan = async (db, event, platform) => {
  const registered = event.type === 'confirmation_requested' ? await toRegistered(db, event, platform) : [];
  return registered.length > 0 ? [] : toAccount('locked')(db, event, platform);
};

const changeDetail = z.object({ email: z.string() });

/** Who has an address. Where nobody ever came in, nobody has it: a stranger may have registered it. */
const ownerOf = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'status'])
    .where('email', '=', email)
    .where((row) => row.not(isUnclaimed))
    .executeTakeFirst();

/** To the new address, while nobody has it. */
const toWanted: Plan = async (db, { user_id, detail }) => {
  const { email } = changeDetail.parse(detail);
  if (user_id === null || (await ownerOf(db, email)) !== undefined) return [];
  return [{ recipient: email, facts: { userId: user_id, email } }];
};

/** To the new address, when somebody has it already. */
const toTaken: Plan = async (db, { user_id, detail }) => {
  const owner = await ownerOf(db, changeDetail.parse(detail).email);
  if (user_id === null || owner === undefined || owner.status === 'closed' || owner.status === 'suspended')
    return [];
  return [{ recipient: owner.email, facts: { userId: owner.id } }];
};

/** To the old address, before the change. */
const toOwner: Plan = async (db, event, platform) => {
  const { email } = changeDetail.parse(event.detail);
  const mails = await toAccount('active')(db, event, platform);
  return mails.map((mail) => ({ ...mail, facts: { ...mail.facts, newEmail: email } }));
};

/** To the old address, after the change. */
const toFormer: Plan = async (_db, { user_id, detail }) => {
  const { before } = z.object({ before: z.string() }).parse(detail);
  return [{ recipient: before, facts: { userId: user_id, before } }];
};

const toChallenged: Plan = async (_db, { detail }) => {
  const schema = z.object({ challengeId: z.string(), email: z.string(), language: z.string().optional() });
  const { challengeId, email, language } = schema.parse(detail);
  return [{ recipient: email, facts: { challengeId, ...(language === undefined ? {} : { language }) } }];
};

const toProviderGuest: Plan = async (_db, { detail }) => {
  const schema = z.object({
    step: z.string(),
    email: z.string(),
    provider: z.string(),
    language: z.string().optional(),
  });
  const { step, email, provider, language } = schema.parse(detail);
  return [
    { recipient: email, facts: { step, email, provider, ...(language === undefined ? {} : { language }) } },
  ];
};

const toOwnerOfAccount: Plan = async (db, { user_id, detail, occurred_at }) => {
  const user = await db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name'])
    .where('id', '=', user_id)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (user === undefined) return [];
  // Written by us, from the table of changes.
  const { change, what } = detail as { change: SignInChange; what: string };
  const name = `${user.first_name} ${user.last_name}`.trim();
  return [
    {
      recipient: user.email,
      facts: { name, changed: { change, what }, at: occurred_at.toISOString() },
    },
  ];
};

/** What was handed in by an event, as its mail names it; nothing where no such submission is kept any more. */
async function submissionOf(
  db: Db,
  { assignment_id, user_id, occurred_at }: Event,
): Promise<{ submission?: SubmissionKey }> {
  const { rows } = await sql<SubmissionKey>`
    select s.assignment_id as "assignmentId", s.number, a.owner_id as "userId"
    from submissions s join assignments a on a.id = s.assignment_id
    where s.assignment_id = ${assignment_id}::uuid and a.owner_id = ${user_id} and s.submitted_at = ${occurred_at}
    order by s.number desc limit 1`.execute(db);
  return rows[0] === undefined ? {} : { submission: rows[0] };
}

const submissionKey = z.object({ assignmentId: z.string(), number: z.number(), userId: z.number() });

async function translatorOf(platform: Platform, userId: number): Promise<Translator> {
  const owner = await platform.db
    .selectFrom('users')
    .select('language')
    .where('id', '=', userId)
    .executeTakeFirst();
  return platform.organisation.translator(readLanguage(owner?.language) ?? defaultLanguage);
}

/** The receipt of what a mail is about, in the words of its reader; null where there is none. */
async function receiptOf(facts: Record<string, unknown>, platform: Platform): Promise<Receipt | null> {
  const key = submissionKey.safeParse(facts.submission);
  if (!key.success) return null;
  const { assignmentId, number, userId } = key.data;
  const translator = await translatorOf(platform, userId);
  const viewer = { userId, role: 'applicant', isStaff: false } as const;
  const asked = { viewer, assignmentId, number };
  return (await loadReceipts(platform, asked, workflowNow(platform), translator))?.[0] ?? null;
}

/** The PDF of what a mail is about; a mail that is kept instead of sent has no files. */
async function pdfOf(facts: Record<string, unknown>, platform: Platform) {
  const key = submissionKey.safeParse(facts.submission);
  if (!key.success || platform.config.smtpUrl === null) return null;
  const pdf = await submittedPdf(platform, key.data, await translatorOf(platform, key.data.userId));
  if (pdf === null || pdf === 'making' || (pdf.sizeBytes ?? 0) <= maxAttachedBytes) return pdf;
  pdf.stream.destroy();
  return 'too_large';
}

/** A PDF comes within seconds; the mail never depends on it, and goes without it after five minutes. */
const looksForPdf = 30;
const secondsBetweenLooks = 10;

const toApplicant: Plan = async (db, event) => {
  if (event.application_id === null || event.user_id === null) return [];
  // Events of versions before name the step by its older key.
  const { step, stepId } = z
    .object({ step: z.string().default(''), stepId: z.string().default('') })
    .parse(event.detail);
  const submitted = step || stepId;
  const row = await db
    .selectFrom('applications')
    .innerJoin('calls', 'calls.id', 'applications.call_id')
    .innerJoin('users', 'users.id', 'applications.owner_id')
    .leftJoin('cutoffs as k', 'k.id', 'applications.cutoff_id')
    .select(['users.email', 'users.first_name', 'users.last_name', 'applications.uid', 'applications.title'])
    .select([toldIn(sql`users.language`, 'calls', 'title').as('callTitle'), 'calls.time_zone as timeZone'])
    .select(
      sql<boolean>`applications.award_declined_at is not distinct from ${event.occurred_at}::timestamptz`.as(
        'declined',
      ),
    )
    .select(['applications.flow_version_id as flowVersionId', timeframesJson.as('timeframes')])
    .select([
      cutoffEndsAt.as('cutoffEnd'),
      sql<Automation[]>`(select coalesce(f.document -> 'automations', '[]') from flow_versions f
        where f.id = applications.flow_version_id)`.as('automations'),
    ])
    .select(
      sql<TextInLanguages | null>`(select s -> 'title' from flow_versions f, jsonb_array_elements(f.document -> 'steps') s
        where f.id = applications.flow_version_id and s ->> 'id' = ${submitted})`.as('stepTitle'),
    )
    .select(['users.language', sql<unknown>`(select settings -> 'language' from organisation)`.as('own')])
    .where('applications.id', '=', event.application_id)
    // What a reviewer submits is no news for the applicant.
    .where('applications.owner_id', '=', event.user_id)
    .executeTakeFirst();
  if (row === undefined) return [];
  const { email, uid, title, callTitle, timeZone, flowVersionId, timeframes, cutoffEnd } = row;
  const own = isLanguage(row.own) ? row.own : defaultLanguage;
  const order = inOrderFor(readLanguage(row.language) ?? own, own);
  const steps = (await loadStepHeads(db, [flowVersionId], order)).get(flowVersionId) ?? [];
  // These steps end with the decision.
  const isBefore = steps.some(({ id }) => id === submitted);
  const work = [
    { stepId: submitted, status: 'submitted' as const, isOwn: true, start: null, deadline: null },
  ];
  const isFirst = steps[0]?.id === submitted;
  const flow = {
    steps: steps.map((one, index) => ({ ...one, final: index === steps.length - 1 })),
    automations: row.automations,
  };
  const moments = { cutoff: cutoffEnd, awardStart: null, awardEnd: null };
  const process = applicationProcess(
    flow.steps,
    timeframes,
    { status: 'submitted', mine: true, work, ...automaticStarts(flow, timeframes, moments) },
    event.occurred_at,
  );
  const name = `${row.first_name} ${row.last_name}`.trim();
  return [
    {
      recipient: email,
      facts: {
        name,
        uid,
        title,
        callTitle,
        // The first step is the application itself.
        step: isFirst || row.stepTitle === null ? null : inLanguage(row.stepTitle, order),
        declined: row.declined,
        again: event.type === 'resubmitted',
        timeZone,
        submittedAt: event.occurred_at.toISOString(),
        takeBack:
          isFirst && event.type !== 'resubmitted'
            ? takeBackAfterSubmission(flow, cutoffEnd, event.occurred_at)
            : null,
        comingSteps: isBefore ? comingSteps(process, 'submitted') : [],
        ...(isBefore || row.stepTitle === null
          ? {}
          : { afterDecision: { applicationId: event.application_id, userId: event.user_id } }),
        ...(await submissionOf(db, event)),
      },
    },
  ];
};

const readerOfSteps = z.object({ applicationId: z.number(), userId: z.number() });

/** The steps after a submission that follows the decision, as the page of the applicant shows them when the email is sent. */
async function stepsAfterDecision(
  of: unknown,
  platform: Platform,
  { translator, recipient: address }: Sending,
): Promise<{ comingSteps: ComingStep[] }> {
  const reader = { ...readerOfSteps.parse(of), address };
  const read = await readAsRecipient(platform, reader, translator.language);
  return { comingSteps: read?.seen?.comingSteps ?? [] };
}

const toDraftOwner: Plan = async (db, { application_id, user_id }) => {
  if (application_id === null || user_id === null) return [];
  const owner = await db
    .selectFrom('applications')
    .innerJoin('users', 'users.id', 'applications.owner_id')
    .select('users.email')
    .where('applications.id', '=', application_id)
    .where('users.id', '=', user_id)
    .where('users.status', '=', 'active')
    .executeTakeFirst();
  return owner === undefined
    ? []
    : [{ recipient: owner.email, facts: { applicationId: application_id, userId: user_id } }];
};

const accountMail =
  (template: Parameters<typeof accountMailFacts>[1]): Finish =>
  (facts, { db, now, config }) =>
    accountMailFacts({ db, now: now(), config }, template, facts);

const toReader: Plan = async (db, event, platform) => {
  const { reportId } = z.object({ reportId: z.string() }).parse(event.detail);
  const mails = await toAccount('active')(db, event, platform);
  return mails.map(({ recipient }) => ({ recipient, facts: { reportId } }));
};

/** Planned by what an automation does, or when a morning comes: no event of its own brings it. */
const plannedElsewhere: Plan = async () => [];

/** To whoever was to be reminded when it was asked for. */
const toReminded: Plan = async (
  db,
  { application_id: applicationId, assignment_id: assignmentId, user_id, detail },
) => {
  if (user_id === null) return [];
  const { reason: words } = z.object({ reason: z.string().optional() }).parse(detail ?? {});
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', user_id)
    .where('status', 'in', reachableStatuses)
    .executeTakeFirst();
  const facts = { applicationId, assignmentId, userId: user_id, ...(words === undefined ? {} : { words }) };
  return user === undefined ? [] : [{ recipient: user.email, facts }];
};

/** To staff who may deal with the application. */
const toStaffOf: Plan = async (
  db,
  { application_id: applicationId, assignment_id: assignmentId },
  platform,
) => {
  if (applicationId === null) return [];
  const { staffRoles } = (await platform.organisation()).theme;
  const staff = { userIds: [], emails: [], staff: true, centresOf: [] };
  const accounts = await accountsOf(db, applicationId, staff, staffRoles);
  return accounts.map(({ userId, email }) => ({
    recipient: email,
    facts: { applicationId, assignmentId, userId },
  }));
};

/** To the owner of an assignment whose deadline staff moved, or whose request for more time they declined. */
const toAsker: Plan = async (db, event, platform) => {
  const { granted = false, cause } = z
    .object({ granted: z.boolean().optional(), cause: z.int().optional() })
    .parse(event.detail);
  const moved = event.type === 'deadline_changed' && !granted;
  // Automations send their own emails.
  if (moved && cause !== undefined) return [];
  const mails = await toReminded(db, event, platform);
  return mails.map(({ recipient, facts }) => ({ recipient, facts: { ...facts, granted, moved } }));
};

/**
 * To a reviewer who has just submitted a review that is paid and has entered no bank details, unless the same email went
 * to them a short time ago.
 */
const toUnpayable: Plan = async (db, event) => {
  const { rows } = await sql<{ userId: number; email: string }>`
    select u.id as "userId", u.email from assignments a join users u on u.id = a.owner_id
      join applications ap on ap.id = a.application_id
      join flow_steps f on f.flow_version_id = ap.flow_version_id and f.step_id = a.step_id
    where a.id = ${event.assignment_id}::uuid and f.kind = 'scientific_review' and u.status = 'active'
      and not exists (select from deliveries d join events e on e.id = d.event_id
        where d.recipient = u.email and d.template = 'bank_details_asked' and e.id <> ${event.id}
          and e.occurred_at > ${new Date(event.occurred_at.getTime() - askedForBankDetailsMs)})`.execute(db);
  const [reviewer] = rows;
  if (reviewer === undefined || (await loadUnpaidReviews(db, reviewer.userId)) === 0) return [];
  return [{ recipient: reviewer.email, facts: { userId: reviewer.userId } }];
};

const ownEntry: Entries = ({ calendar }) => (calendar ? [calendar as CalendarEntry] : []);

/** To the applicant, where it is the result that was released. */
const toDecided: Plan = async (db, { application_id: applicationId, occurred_at, detail }) => {
  const { step } = z.object({ step: z.string().default('') }).parse(detail);
  const { rows } = await sql<{ userId: number; email: string }>`
    select u.id as "userId", u.email from applications ap join users u on u.id = ap.owner_id
    where ap.id = ${applicationId}::bigint and u.status = 'active'
      and exists (select from decisions d where d.application_id = ap.id and d.released_at = ${occurred_at}::timestamptz)
      and exists (select from flow_versions f, jsonb_array_elements(f.document -> 'steps') s
        where f.id = ap.flow_version_id and s ->> 'id' = ${step} and (s -> 'final' = 'true' or s ? 'judges' and ap.status = 'rejected'))
  `.execute(db);
  return rows.map(({ userId, email }) => ({ recipient: email, facts: { applicationId, userId } }));
};

/** How each mail finds its readers and its facts. Which events it follows says packages/domain/src/automation. */
export const mailWork: Record<
  MailTemplate,
  // Readers are few and found at once, or many and found in batches.
  ({ plan: Plan } | { nextReaders: NextReaders }) & {
    finish: Finish;
    attach?: Attach;
    wait?: Wait;
    entries?: Entries;
  }
> = {
  confirm_account: { plan: toRegistered, finish: accountMail('confirm_account') },
  already_registered: { plan: toAccount('active'), finish: accountMail('already_registered') },
  reset_password: { plan: toAccount('active'), finish: accountMail('reset_password') },
  choose_password: { plan: toUnclaimed, finish: accountMail('choose_password') },
  invite: { plan: toAccount('locked'), finish: accountMail('invite') },
  password_changed: { plan: toAccount('active'), finish: accountMail('password_changed') },
  email_change_requested: {
    plan: toOwner,
    finish: async (facts, platform, sending) => {
      const written = await accountMail('email_change_requested')(facts, platform, sending);
      return written === null || (await passwordsTaken(platform))
        ? written
        : { ...written, forgotLink: null };
    },
  },
  confirm_email: { plan: toWanted, finish: accountMail('confirm_email') },
  email_taken: { plan: toTaken, finish: accountMail('email_taken') },
  email_changed: { plan: toFormer, finish: accountMail('email_changed') },
  human_code: { plan: toChallenged, finish: accountMail('human_code') },
  account_suspended: { plan: toAccount('suspended'), finish: accountMail('account_suspended') },
  sender_test: { plan: toAccount('active'), finish: accountMail('sender_test') },
  account_restored: { plan: toAccount('active'), finish: accountMail('account_restored') },
  account_closed: {
    // Planned where the account is closed: afterwards nobody knows the address.
    plan: async () => [],
    finish: async (_facts, { config }) => ({ privacyLink: `${config.publicUrl}/privacy` }),
  },
  application_submitted: {
    plan: toApplicant,
    finish: async ({ submission, afterDecision, ...facts }, platform, sending) => {
      const receipt = await receiptOf({ submission }, platform);
      const pdf = await pdfOf({ submission }, platform);
      if (typeof pdf === 'object') pdf?.stream.destroy();
      return {
        ...facts,
        ...(afterDecision === undefined ? {} : await stepsAfterDecision(afterDecision, platform, sending)),
        // A mail that is kept instead of sent has no files.
        receipt: receipt && {
          sha256: receipt.sha256.replace(/.{8}(?=.)/g, '$& '),
          attached: platform.config.smtpUrl !== null,
        },
        pdf:
          typeof pdf === 'string'
            ? pdf === 'making'
              ? 'making'
              : 'on_page'
            : pdf === null
              ? null
              : 'attached',
        link: `${platform.config.publicUrl}/applications/${String(facts.uid)}`,
      };
    },
    wait: async ({ pdf }, _platform, { looks }) =>
      pdf === 'making' && looks < looksForPdf
        ? { againAfter: looks === 0 ? 0 : secondsBetweenLooks }
        : 'send',
    attach: async (facts, platform, { pdf: said }) => {
      const receipt = platform.config.smtpUrl === null ? null : await receiptOf(facts, platform);
      if (receipt === null) return [];
      const text = `${JSON.stringify(receipt, null, 2)}\n`;
      const open = async () => Readable.from([Buffer.from(text)]);
      const attached = [{ filename: receiptFilename(receipt), contentType: 'application/json', open }];
      if (said !== 'attached') return attached;
      const pdf = await pdfOf(facts, platform);
      // Gone since the mail was written: it is written again.
      if (pdf === null || typeof pdf === 'string') throw new Error('the PDF of a submission went meanwhile');
      const { filename, contentType, stream } = pdf;
      return [...attached, { filename, contentType, open: async () => stream }];
    },
  },
  applications_report: {
    plan: toReader,
    finish: ({ reportId }, platform) => reportMailFacts(platform, String(reportId)),
    attach: ({ reportId }, platform) => reportAttachments(platform, String(reportId)),
  },
  applications_report_failed: {
    plan: toReader,
    finish: ({ reportId }, platform) => failedReportFacts(platform, String(reportId)),
  },
  draft_expires: { plan: toDraftOwner, finish: draftMailFacts },
  draft_deleted_soon: { plan: toDraftOwner, finish: lastDraftMailFacts },
  call_opened: { nextReaders: nextOnMailingList, finish: callOpenedFacts },
  cutoff_extended: { nextReaders: nextDraftOwners, finish: cutoffExtendedFacts },
  publication_failed: { plan: toPublisher, finish: publicationFailedFacts },
  flow_notice: {
    plan: plannedElsewhere,
    finish: (facts, platform, sending) => readNotice(platform, facts, sending),
    entries: ownEntry,
    wait: waitForMorning,
  },
  notices_digest: {
    plan: plannedElsewhere,
    finish: (facts, platform, sending) => readDigest(platform, facts, sending),
    entries: ({ items }) =>
      (items as MailFacts<'notices_digest'>['items']).flatMap(({ calendar }) => calendar ?? []),
  },
  deadline_gone: {
    plan: planDeadlineGone,
    finish: (facts, platform, sending) => readDeadlineGone(platform, facts, sending),
    entries: ownEntry,
  },
  outcome_letter: {
    plan: toDecided,
    finish: (facts, platform, sending) => readOutcomeLetter(platform, facts, sending),
  },
  bank_details_asked: {
    plan: toUnpayable,
    finish: async ({ userId }, { db, config }) => {
      const reviewer = await db
        .selectFrom('users')
        .select(['first_name', 'last_name'])
        .where('id', '=', Number(userId))
        .executeTakeFirst();
      if (reviewer === undefined || (await loadUnpaidReviews(db, Number(userId))) === 0) return null;
      const name = `${reviewer.first_name} ${reviewer.last_name}`.trim();
      return { name, link: `${config.publicUrl}/profile?tab=bank` };
    },
  },
  time_asked: {
    plan: toStaffOf,
    finish: (facts, platform, sending) => readTimeAsked(platform, facts, sending),
  },
  time_answered: {
    plan: toAsker,
    finish: (facts, platform, sending) => readTimeAnswered(platform, facts, sending),
  },
  assignment_reminder: {
    plan: toReminded,
    finish: (facts, platform, sending) => readReminder(platform, facts, sending),
    entries: ownEntry,
  },
  provider_code: {
    plan: toProviderGuest,
    finish: (facts, { db, now }) => providerCodeFacts(db, facts, now()),
  },
  sign_in_changed: {
    plan: toOwnerOfAccount,
    finish: async ({ sentence, ...facts }, platform, { mayEnter }) => ({
      // A version before has planned the sentence itself.
      ...(sentence === undefined ? {} : { changed: sentence }),
      ...facts,
      timeZone: (await platform.organisation()).theme.timeZone,
      profileLink: mayEnter ? `${platform.config.publicUrl}/profile/pwd` : null,
    }),
  },
};
