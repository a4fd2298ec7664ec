import type { Db } from '../platform/db/pool.ts';

interface Logged {
  type: string;
  assignment_id: string | null;
  detail: { step?: string; partition?: string; outcome?: string };
}

interface Reported {
  application: string;
  assignments: Record<string, string>;
}

/** What an assignment is after an event of this name. */
const leadsTo: Record<string, string> = {
  assigned: 'assigned',
  draft: 'draft',
  accepted: 'accepted',
  refused: 'refused',
  handed_back: 'refused',
  submitted: 'submitted',
  resubmitted: 'resubmitted',
  approved: 'approved',
  rejected: 'rejected',
  changes_requested: 'changes_requested',
  reopened: 'accepted',
  revoked: 'revoked',
  conflicted: 'conflicted',
  taken_back: 'draft',
};

/** What an application is after an event about its first step. */
const applicationIs: Record<string, string> = {
  submitted: 'submitted',
  resubmitted: 'submitted',
  changes_requested: 'changes_requested',
  taken_back: 'draft',
};

/** The story of an application as its log tells it: the status of each assignment, and its own. */
function replay(events: readonly Logged[], firstStep: string, finalStep: string): Reported {
  const reported: Reported = { application: 'draft', assignments: {} };
  const stopped: Record<string, string> = {};
  let releasing = false;
  let first: string | null = null;
  const outcomes: Record<string, string> = {};
  for (const { type, assignment_id: id, detail } of events) {
    if (detail.partition !== undefined && detail.outcome !== undefined)
      outcomes[detail.partition] = detail.outcome;
    const given = Object.values(outcomes);
    // What the release of the result approves or rejects is the application; else the assignment was judged, also right
    // after the release of a place on the reserve list.
    const result =
      releasing &&
      ((type === 'approved' && given.some((outcome) => outcome === 'awarded' || outcome === 'reduced')) ||
        (type === 'rejected' && given.length > 0 && given.every((outcome) => outcome === 'rejected')));
    releasing = type === 'released' && detail.step === finalStep;
    if (result || type === 'withdrawn' || type === 'award_declined') {
      reported.application = type;
      // With its end nobody asks for changes any more.
      if (first !== null && reported.assignments[first] === 'changes_requested')
        reported.assignments[first] = 'submitted';
      continue;
    }
    if (id === null) continue;
    const before = reported.assignments[id];
    if (detail.step === firstStep) {
      first = id;
      reported.application = applicationIs[type] ?? reported.application;
    }
    if (type === 'conflicted' && before !== undefined) stopped[id] = before;
    const after = type === 'conflict_cleared' ? stopped[id] : leadsTo[type];
    if (after !== undefined) reported.assignments[id] = after;
  }
  return reported;
}

/** How an application stands in the tables, and how its log tells it; null for one that is gone. */
export async function bothStories(
  db: Db,
  applicationId: number,
  [firstStep, finalStep]: readonly [string, string],
): Promise<{ tables: Reported; log: Reported } | null> {
  const row = await db
    .selectFrom('applications')
    .select('status')
    .where('id', '=', applicationId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const assignments = await db
    .selectFrom('assignments')
    .select(['id', 'status', 'step_id'])
    .where('application_id', '=', applicationId)
    .execute();
  const events = await db
    .selectFrom('events')
    .select(['type', 'assignment_id', 'detail'])
    .where('application_id', '=', applicationId)
    .orderBy('id')
    .execute();
  return {
    tables: {
      application: row.status,
      assignments: Object.fromEntries(assignments.map(({ id, status: is }) => [id, is])),
    },
    log: replay(events as Logged[], firstStep, finalStep),
  };
}
