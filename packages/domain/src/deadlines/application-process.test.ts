import { describe, expect, it } from 'vitest';
import type { ProcessStep } from '../model/process-step.ts';
import { applicationProcess, type SeenWork } from './application-process.ts';

const steps = [
  { id: 'APP', title: 'Application', order: 0, ownerRole: 'applicant' },
  { id: 'TEC', title: 'Technical review', order: 1, ownerRole: 'technical_reviewer' },
  { id: 'SCI', title: 'Scientific review', order: 2, ownerRole: 'scientific_reviewer' },
  { id: 'RTR', title: 'Right to reply', order: 3, ownerRole: 'applicant' },
  { id: 'DEC', title: 'Decision', order: 4, ownerRole: 'ac_chair', final: true },
  { id: 'REP', title: 'Final report', order: 5, ownerRole: 'applicant' },
];
const planned = {
  APP: { start: '2026-07-01T08:00:00Z', end: '2026-09-04T08:00:00Z' },
  TEC: { start: '2026-09-05T09:00:00Z', end: '2026-10-09T16:00:00Z' },
  SCI: { start: '2026-10-09T16:00:00Z', end: '2026-11-18T17:00:00Z' },
  DEC: { start: '2026-12-01T00:00:00Z', end: '2026-12-20T17:00:00Z' },
};
const work = (stepId: string, status: SeenWork['status'], more: Partial<SeenWork> = {}): SeenWork => ({
  stepId,
  status,
  isOwn: false,
  deadline: null,
  ...more,
});
const sent = work('APP', 'submitted', { isOwn: true });
const told = (process: ProcessStep[]) =>
  process.map(({ id, state, here }) => `${id} ${state}${here ? ' here' : ''}`);
const at = (when: string, seen: SeenWork[], more: Partial<Parameters<typeof applicationProcess>[2]> = {}) =>
  applicationProcess(
    steps,
    planned,
    { status: 'submitted', mine: true, seesAll: false, work: seen, ...more },
    new Date(when),
  );

describe('the process of an application', () => {
  it('begins at its first step while it is a draft, and says when its deadline has passed', () => {
    const own = [work('APP', 'draft', { isOwn: true, deadline: '2026-09-04T08:00:00Z' })];
    const draft = (when: string) => told(at(when, own, { status: 'draft' }));
    const rest = ['TEC coming', 'SCI coming', 'RTR coming', 'DEC coming'];
    expect(draft('2026-09-04T08:00:00Z')).toEqual(['APP running here', ...rest]);
    expect(draft('2026-09-04T08:00:00.001Z')).toEqual(['APP late here', ...rest]);
  });

  it('goes on by the plan where its applicant learns no more, and ends with the decision', () => {
    expect(told(at('2026-09-04T12:00:00Z', [sent]))).toEqual([
      'APP done',
      'TEC coming here',
      'SCI coming',
      'RTR coming',
      'DEC coming',
    ]);
    expect(told(at('2026-10-20T00:00:00Z', [sent]))).toEqual([
      'APP done',
      'TEC over',
      'SCI running here',
      'RTR coming',
      'DEC coming',
    ]);
    expect(told(at('2027-01-05T00:00:00Z', [sent])).at(-1)).toBe('DEC late here');
  });

  it('stands where the reader has to act, by the deadline that counts for the reader', () => {
    const asked = work('APP', 'changes_requested', { isOwn: true, deadline: '2026-10-30T09:00:00Z' });
    const process = at('2026-10-20T00:00:00Z', [asked]);
    expect(told(process).slice(0, 3)).toEqual(['APP running here', 'TEC over', 'SCI running']);
    expect([process[0]?.end, process[0]?.yours, process[1]?.yours, process[3]?.yours]).toEqual([
      '2026-10-30T09:00:00Z',
      true,
      false,
      true,
    ]);
    // A reviewer's part is the review, and no step of the applicant.
    const review = work('SCI', 'accepted', { isOwn: true });
    const theirs = at('2026-10-20T00:00:00Z', [work('APP', 'submitted'), review], { mine: false });
    expect(theirs.map(({ yours }) => yours)).toEqual([false, false, true, false, false]);
  });

  it('is late for those who see all of the work, and stands at what runs', () => {
    const all = [
      work('APP', 'submitted'),
      work('TEC', 'submitted'),
      work('TEC', 'accepted', { deadline: planned.TEC.end }),
    ];
    expect(told(at('2026-10-29T00:00:00Z', all, { mine: false, seesAll: true })).slice(0, 3)).toEqual([
      'APP done',
      'TEC late',
      'SCI running here',
    ]);
    expect(
      told(at('2026-10-29T00:00:00Z', [work('APP', 'submitted')], { mine: false, seesAll: true }))[1],
    ).toBe('TEC late');
    // Where everything is late, at the first one: the rest waits for it.
    expect(told(at('2027-01-05T00:00:00Z', all, { mine: false, seesAll: true })).slice(0, 3)).toEqual([
      'APP done',
      'TEC late here',
      'SCI late',
    ]);
    expect(told(at('2026-10-20T00:00:00Z', [sent, work('SCI', 'triggered')]))[2]).toBe('SCI coming here');
  });

  it('stands nowhere once it is decided on; what follows is told to those who are awarded', () => {
    expect(told(at('2026-12-24T00:00:00Z', [sent], { status: 'rejected' }))).toEqual([
      'APP done',
      'TEC over',
      'SCI over',
      'RTR over',
      'DEC done',
    ]);
    // Before its time too; and where its applicant withdrew, nothing was decided.
    expect(told(at('2026-09-20T00:00:00Z', [sent], { status: 'rejected' })).slice(1)).toEqual([
      'TEC over',
      'SCI over',
      'RTR over',
      'DEC done',
    ]);
    expect(told(at('2026-09-20T00:00:00Z', [sent], { status: 'withdrawn' })).at(-1)).toBe('DEC over');
    expect(told(at('2026-12-24T00:00:00Z', [sent], { status: 'approved' })).slice(4)).toEqual([
      'DEC done',
      'REP coming',
    ]);
  });
});
