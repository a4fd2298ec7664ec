import { defaultRetention, type Retention } from '../organisation/retention.ts';

/** How long drafts are kept: settings of the organisation. Source: Requirements 1, 10.52 and 10.53. */
export type DraftPeriods = Pick<Retention, 'draftWarningMonths' | 'draftMonths' | 'draftLastMailDays'>;

/** What holds until the organisation says something else: nine months, a year, a week. */
const usual: DraftPeriods = defaultRetention;

/** A draft as its expiry sees it: ISO instants. `changedAt` is when something in it was last saved. */
export interface AgeingDraft {
  createdAt: string;
  changedAt: string;
}

const dayMs = 86_400_000;

/** The same day and time so many months later, in UTC; the last day of the month where that day does not exist. */
function addMonths(instant: string, months: number): Date {
  const from = new Date(instant);
  const to = new Date(from.getTime());
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to;
}

/**
 * When a draft is deleted, as an ISO instant: a year after it was created, but not before it has lain untouched for as
 * long as its owner had between warning and deletion. The texts count from creation alone; nobody who is at work on a
 * draft should lose it for that. Source: Requirements 1, 10.52 and 10.53.
 */
export function draftExpiresAt({ createdAt, changedAt }: AgeingDraft, periods = usual): string {
  const life = addMonths(createdAt, periods.draftMonths);
  const rest = addMonths(changedAt, periods.draftMonths - periods.draftWarningMonths);
  return new Date(Math.max(life.getTime(), rest.getTime())).toISOString();
}

/** Whether its owner is to be warned: from nine months after creation. Source: Requirements 1, 10.52 and 10.53. */
export function draftExpiresSoon(createdAt: string, now: Date, periods = usual): boolean {
  return now.getTime() >= addMonths(createdAt, periods.draftWarningMonths).getTime();
}

/**
 * When a draft is gone at the earliest, if its last mail leaves at a moment: what a mail may promise. ISO instant.
 */
export function draftStaysUntil(draft: AgeingDraft, mailedAt: Date, periods = usual): string {
  const promisedMs = mailedAt.getTime() + periods.draftLastMailDays * dayMs;
  return new Date(Math.max(promisedMs, Date.parse(draftExpiresAt(draft, periods)))).toISOString();
}

/** What the owner of a draft was told so far. Instants are ISO. */
export interface DraftNotices {
  /** When the warning was written; null: not yet. */
  warnedAt: string | null;
  /** The last mail: when it was written, and when it left; `failed` when the address refused it for good. */
  last: { notedAt: string; sentAt: string | null; failed: boolean } | null;
}

/** The last mail, if it still is one: whoever saved since gets another. */
function lastMail({ changedAt, last }: AgeingDraft & Pick<DraftNotices, 'last'>): DraftNotices['last'] {
  return last !== null && last.notedAt >= changedAt ? last : null;
}

/**
 * When a page says that a draft will be deleted: once its owner is warned, and then the same day as the mails say. ISO
 * instant; null: not yet worth saying.
 */
export function draftEndsAt(
  draft: AgeingDraft & Pick<DraftNotices, 'last'>,
  now: Date,
  periods = usual,
): string | null {
  if (!draftExpiresSoon(draft.createdAt, now, periods)) return null;
  const sentAt = lastMail(draft)?.sentAt ?? null;
  return draftStaysUntil(draft, sentAt === null ? now : new Date(sentAt), periods);
}

// An address that takes no mail may be mended; asking once a month costs nobody anything.
const askAgainDays = 30;

/**
 * What is to be done about a draft now. It is deleted only when its last mail left at least a week before and nothing
 * was saved since that mail was written; however long the portal slept, the mail comes first. A draft whose owner
 * cannot be reached stays.
 */
export function decideDraftExpiry(
  draft: AgeingDraft & DraftNotices,
  now: Date,
  periods = usual,
): 'keep' | 'warn' | 'warn_last' | 'delete' {
  if (!draftExpiresSoon(draft.createdAt, now, periods)) return 'keep';
  const lastMs = periods.draftLastMailDays * dayMs;
  const expiresMs = Date.parse(draftExpiresAt(draft, periods));
  const ageOf = (instant: string): number => now.getTime() - Date.parse(instant);
  if (now.getTime() < expiresMs - lastMs)
    return draft.warnedAt === null && draft.last === null ? 'warn' : 'keep';
  const last = lastMail(draft);
  if (last === null || (last.failed && ageOf(last.notedAt) >= askAgainDays * dayMs)) return 'warn_last';
  const warned = last.sentAt !== null && ageOf(last.sentAt) >= lastMs;
  return warned && now.getTime() >= expiresMs ? 'delete' : 'keep';
}
