import type { Assignment, DataItem, GroupInstance } from '@clearcall/domain/applications/application.ts';
import type { FieldKey, Problem, Row, Step } from '@clearcall/domain/forms/types.ts';
import type { Batch, StoredAnswer } from '@clearcall/ui/form/unsaved-answers.ts';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { reportError } from '@clearcall/ui/kit/state/report-error.ts';
import { call, type Input } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { isUnanswered, pause } from '@clearcall/ui/session/retry.ts';
import { openApplication } from './open-application.ts';
import type { Known, Outcome, Saved, Server } from './save-queue.ts';

export function storedAnswer(item: DataItem): StoredAnswer {
  return {
    elementId: item.flowElementId,
    groupId: item.dataGroupId,
    values: item.input.values,
    revision: item.revision,
  };
}

export function itemOf(answer: StoredAnswer): DataItem {
  return {
    flowElementId: answer.elementId,
    dataGroupId: answer.groupId,
    input: { values: [...answer.values] },
    revision: answer.revision,
  };
}

export function rowOf(group: GroupInstance): Row {
  return { id: group.id, elementId: group.flowElementId, order: group.order };
}

type SaveBody = NonNullable<Input<'PUT /v2/assignments/:id/save'>['body']>;

function bodyOf(batch: Batch, version: string | undefined, flowVersion: number): SaveBody {
  return {
    version,
    flowVersion,
    data: batch.answers.map(itemOf),
    newGroups: batch.rows.map((row) => ({ id: row.id, flowElementId: row.elementId, order: row.order })),
  };
}

interface SaveReply {
  data: DataItem[];
  groups: GroupInstance[];
  savedAt: string;
  version?: string | undefined;
  isBehind?: true | undefined;
  stale?: DataItem[] | undefined;
}

const knownOf = ({ version, isBehind }: Pick<SaveReply, 'version' | 'isBehind'>): Known => ({
  version,
  isBehind: isBehind === true,
});

function savedOf(reply: SaveReply): Saved {
  const rows = new Set(reply.groups.map((group) => group.id));
  const stale = (reply.stale ?? []).map(storedAnswer);
  return {
    answers: reply.data.map(storedAnswer),
    stale,
    goneRows: [...new Set(stale.flatMap((answer) => answer.groupId ?? []))].filter((id) => !rows.has(id)),
    savedAt: reply.savedAt,
    known: knownOf(reply),
  };
}

/** The fields that a refusal names; none where it names none. */
function blamedOf(body: unknown): FieldKey[] {
  const named = typeof body === 'object' && body !== null && 'fields' in body ? body.fields : null;
  if (!Array.isArray(named)) return [];
  return named.flatMap((field: { flowElementId?: unknown; dataGroupId?: unknown } | null) => {
    const { flowElementId, dataGroupId } = field ?? {};
    if (typeof flowElementId !== 'string') return [];
    return [{ elementId: flowElementId, groupId: typeof dataGroupId === 'string' ? dataGroupId : null }];
  });
}

function outcomeOf<T>(error: unknown): Exclude<Outcome<T>, { kind: 'done' }> {
  if (!(error instanceof CallError)) {
    // An answer of another shape than agreed says nothing about what was stored: the words wait for a better one.
    reportError(error);
    return { kind: 'unreachable' };
  }
  if (error.status === 401) return { kind: 'signed-out' };
  // Nobody answered, somebody in between did in place of the server, or not all of it arrived.
  if (isUnanswered(error) || error.status === 429) return { kind: 'unreachable' };
  if (error.code === 'invalid_value' || error.code === 'invalid_input') {
    return { kind: 'refused', message: error.messages.join(' '), fields: blamedOf(error.body) };
  }
  return { kind: 'stopped', code: error.code, message: error.message };
}

// A last call of a page that is being closed may carry so much and no more.
const keepaliveBytes = 60_000;

/** The server as the save queue needs it: one assignment with one version of its form, refusals as values. */
export function serverFor(of: {
  assignmentId: string;
  uid: string;
  userId: number;
  flowVersion: number;
}): Server {
  const { assignmentId, uid, userId, flowVersion } = of;
  const params = { id: assignmentId };
  return {
    async save(batch, options) {
      const body = bodyOf(batch, options.version, flowVersion);
      const keepalive = options.keepalive && JSON.stringify(body).length < keepaliveBytes;
      try {
        const reply = await call('PUT /v2/assignments/:id/save', { params, body, quiet: true, keepalive });
        return { kind: 'done', value: savedOf(reply) };
      } catch (error) {
        if (error instanceof CallError && error.code === 'stale_revision') {
          return { kind: 'done', value: savedOf(error.body as SaveReply) };
        }
        return outcomeOf(error);
      }
    },
    async remove(rows, version) {
      try {
        const reply = await call('DELETE /v2/assignments/:id/data', {
          params,
          body: {
            dataIds: rows.map(({ id }) => id),
            seen: rows.flatMap(({ seen }) => seen.map(itemOf)),
            version,
            flowVersion,
          },
          quiet: true,
        });
        notify(noticeTexts.deleted);
        const { savedAt } = reply;
        return { kind: 'done', value: { savedAt, back: [], answers: [], known: knownOf(reply) } };
      } catch (error) {
        if (error instanceof CallError && error.code === 'stale_revision') {
          const reply = error.body as Omit<SaveReply, 'data'>;
          const { groups, stale = [], savedAt } = reply;
          const stay = new Set(stale.map((item) => item.dataGroupId));
          const back = groups.filter((group) => stay.has(group.id)).map(rowOf);
          const answers = stale.map(storedAnswer);
          return { kind: 'done', value: { savedAt, back, answers, known: knownOf(reply) } };
        }
        return outcomeOf(error);
      }
    },
    async read() {
      try {
        const opened = await openApplication(uid, userId, new AbortController().signal);
        const found =
          'conflict' in opened || 'ended' in opened
            ? undefined
            : opened.assignments.find(({ id }) => id === assignmentId);
        if ('conflict' in opened || 'ended' in opened || !found?.can.save)
          return { kind: 'stopped', code: 'not_editable', message: found?.notice ?? '' };
        if (opened.flowVersion !== flowVersion) return { kind: 'stopped', code: 'form_changed', message: '' };
        const { data, groups, version } = found;
        const answers = data.map(storedAnswer);
        return {
          kind: 'done',
          value: { answers, rows: groups.map(rowOf), documents: opened.documents, version },
        };
      } catch (error) {
        return outcomeOf(error);
      }
    },
  };
}

export type Submitted =
  | { kind: 'submitted' }
  | { kind: 'errors'; problems: Problem[] }
  /** It changes a result that was decided before. */
  | { kind: 'reason_needed' }
  /** It had to wait for its files, and the reader did not want to wait any more. */
  | { kind: 'left_waiting' }
  /** Something was stored elsewhere that the sender has not seen, or the form has changed: nothing was submitted. */
  | { kind: 'behind' }
  /** `isUnanswered`: nobody knows what became of it. */
  | { kind: 'failed'; message: string; isUnanswered: boolean };

interface Waiting {
  /** Its files are still being checked: as of when it counts, an ISO instant; empty where that was not told. */
  tell: (countsAt: string) => void;
  /** Ends the waiting; a request that is under way is carried out. */
  signal: AbortSignal;
}

/** The server itself waits for most of a minute each time. */
const sentAgainAfterMs = 3_000;

function countsAtOf(body: unknown): string {
  const reply = typeof body === 'object' && body !== null && 'submissionAskedAt' in body;
  return reply && typeof body.submissionAskedAt === 'string' ? body.submissionAskedAt : '';
}

/**
 * Submits what is saved, of a final step with the reason why its result changes. What still stops it is told by the
 * server in the same words as by the form. While its files are being checked it is sent again by itself: it counts as of
 * the first time.
 */
export async function submit(
  assignment: Pick<Assignment, 'id'>,
  step: Pick<Step, 'final'>,
  { tell, signal }: Waiting,
  based: { version?: string | undefined; flowVersion?: number | undefined; reason?: string | undefined } = {},
): Promise<Submitted> {
  for (let waits = false; ; ) {
    const outcome = await submitOnce(assignment, step, based);
    if (outcome.kind === 'in_check') {
      waits = true;
      tell(outcome.countsAt);
    } else if (!waits || outcome.kind !== 'failed' || !outcome.isUnanswered) return outcome;
    try {
      await pause(sentAgainAfterMs, signal);
    } catch {
      return { kind: 'left_waiting' };
    }
  }
}

async function submitOnce(
  assignment: Pick<Assignment, 'id'>,
  { final }: Pick<Step, 'final'>,
  { version, flowVersion, reason }: NonNullable<Parameters<typeof submit>[3]>,
): Promise<Submitted | { kind: 'in_check'; countsAt: string }> {
  try {
    await call('PUT /v2/assignments/:id/submit', {
      params: { id: assignment.id },
      body: { data: [], newGroups: [], version, flowVersion, ...(reason === undefined ? {} : { reason }) },
      quiet: true,
    });
    return { kind: 'submitted' };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.code === 'has_errors') {
      return { kind: 'errors', problems: (error.body as { problems?: Problem[] }).problems ?? [] };
    }
    if (error.code === 'stale_revision' || error.code === 'form_changed') return { kind: 'behind' };
    // Elsewhere the reason stands in the form.
    if (error.code === 'reason_needed' && final === true) return { kind: 'reason_needed' };
    if (error.code === 'files_in_check') return { kind: 'in_check', countsAt: countsAtOf(error.body) };
    return { kind: 'failed', message: error.message, isUnanswered: isUnanswered(error) };
  }
}
