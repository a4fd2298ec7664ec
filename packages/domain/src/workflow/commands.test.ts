import { describe, expect, it } from 'vitest';
import { applicationStatuses, assignmentStatuses } from '../model/statuses.ts';
import { allows, type CommandName, commands, rowOf } from './commands.ts';

const ongoing = ['accepted', 'assigned', 'changes_requested', 'draft', 'triggered'];
const handedIn = ['approved', 'rejected', 'resubmitted', 'submitted'];
const underReview = ['changes_requested', 'submitted'];
const underWay = ['approved', ...underReview];
const known = [...underWay, 'rejected', 'withdrawn'];

/** Written down once more by hand, so that a slip in the table shows: from which statuses, and given by whom. */
const expected: Record<CommandName, [from: string[] | null, by: string[]]> = {
  create: [null, ['applicant']],
  assign: [underWay, ['assigners', 'staff', 'automation']],
  invite: [underWay, ['staff', 'assigners']],
  begin: [['triggered'], ['clock']],
  take: [
    ['accepted', 'assigned'],
    ['step_role', 'staff'],
  ],
  hand_back: [
    ['accepted', 'assigned'],
    ['owner', 'staff'],
  ],
  accept: [['assigned'], ['owner']],
  refuse: [['assigned'], ['owner']],
  hand_on: [['assigned'], ['owner']],
  save: [['accepted', 'changes_requested', 'draft'], ['owner']],
  submit: [['accepted', 'draft'], ['owner']],
  resubmit: [['changes_requested'], ['owner']],
  decide: [
    ['resubmitted', 'submitted'],
    ['automation', 'staff'],
  ],
  reopen: [
    ['resubmitted', 'submitted'],
    ['automation', 'staff'],
  ],
  outcome: [underWay, ['automation', 'staff']],
  release: [known, ['staff', 'automation']],
  withdraw: [underReview, ['application_owner']],
  take_back: [['submitted'], ['application_owner']],
  revoke: [ongoing, ['staff', 'assigner', 'automation']],
  declare_conflict: [[...ongoing, ...handedIn], ['owner']],
  mark_conflict: [known, ['staff', 'automation']],
  clear_conflict: [known, ['staff']],
  lock: [underWay, ['staff', 'automation']],
  unlock: [underWay, ['staff', 'automation']],
  make_lead: [[...ongoing, ...handedIn], ['lead_chair']],
  change_deadline: [ongoing, ['staff']],
  expire: [['accepted', 'assigned', 'changes_requested', 'draft'], ['clock']],
  delete: [['draft'], ['application_owner', 'clock']],
};

describe('the table of commands', () => {
  it('lets each command be given from these statuses, by these, and no others', () => {
    const statuses = [...new Set([...assignmentStatuses, ...applicationStatuses])];
    const found = Object.fromEntries(
      (Object.keys(commands) as CommandName[]).map((name) => [
        name,
        [
          allows(name, null) ? null : statuses.filter((status) => allows(name, status)).toSorted(),
          rowOf(name).by,
        ],
      ]),
    );
    const sorted = Object.entries(expected).map(([name, [from, by]]) => [
      name,
      [from?.toSorted() ?? null, by],
    ]);
    expect(found).toEqual(Object.fromEntries(sorted));
  });

  it('knows only statuses that exist', () => {
    for (const name of Object.keys(commands) as CommandName[])
      for (const status of [...rowOf(name).from, ...rowOf(name).to, ...(rowOf(name).repeated ?? [])])
        expect([...assignmentStatuses, ...applicationStatuses, 'same', 'previous']).toContain(status);
  });
});
