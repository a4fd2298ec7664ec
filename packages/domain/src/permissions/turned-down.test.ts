import { expect, it } from 'vitest';
import type { AssignmentStatus } from '../applications/statuses.ts';
import type { Step } from '../forms/types.ts';
import { type ReadSubmission, turnedDownAmong } from './turned-down.ts';

const step: Step = {
  id: 'TEC',
  title: 'Technical review',
  order: 2,
  type: 'technical_review',
  ownerRole: 'technical_reviewer',
  perPartition: true,
  config: {},
  permissions: { view: [], assign: [], assignable: [] },
  forms: [
    {
      id: 'T',
      title: 'T',
      order: 0,
      elements: [
        {
          id: 'T.dec',
          type: 'select',
          title: 'Classification',
          config: { required: true, outcome: { yes: 'approved', no: 'rejected' } },
          effects: [],
          items: [
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ],
        },
      ],
    },
  ],
};
let nth = 0;
const review = (
  says: 'yes' | 'no' | null,
  more: { partitionId?: string; status?: AssignmentStatus; isLead?: boolean; day?: string; of?: Step } = {},
) => {
  nth += 1;
  const { partitionId = 'lumi', status = 'submitted', isLead = false, day = '01', of = step } = more;
  const id = `review ${nth}`;
  const data =
    says === null
      ? []
      : [{ flowElementId: 'T.dec', dataGroupId: null, input: { values: [says] }, revision: 1 }];
  const seen: ReadSubmission = {
    assignment: { id, stepId: of.id, partitionId, status, data },
    view: { step: of },
  };
  return { seen, known: { id, isLead, submittedAt: `2026-11-${day}T10:00:00.000Z` } };
};
const among = (...reviews: ReturnType<typeof review>[]) =>
  turnedDownAmong(
    reviews.map(({ known }) => known),
    reviews.map(({ seen }) => seen),
  );

it('are turned down by a submission that the reader reads, and by no draft', () => {
  expect(among(review('no'))).toEqual(['lumi']);
  expect(among(review('yes'))).toEqual([]);
  expect(among(review(null))).toEqual([]);
  expect(among(review('no', { status: 'accepted' }))).toEqual([]);
  expect(among(review('no'), review('yes', { partitionId: 'other' }))).toEqual(['lumi']);
});

it('are turned down by the lead, else by the first one', () => {
  const lead = review('yes', { isLead: true, day: '09' });
  expect(among(review('no'), lead)).toEqual([]);
  expect(among(review('yes'), review('no', { isLead: true, day: '09' }))).toEqual(['lumi']);
  expect(among(review('no', { day: '02' }), review('yes', { day: '01' }))).toEqual([]);
  expect(among(review('no', { day: '01' }), review('yes', { day: '02' }))).toEqual(['lumi']);
});

it('are turned down by each step that decides about its partition, and by no other', () => {
  const second: Step = { ...step, id: 'COM', order: 3 };
  expect(among(review('yes'), review('no', { of: second }))).toEqual(['lumi']);
  expect(among(review('no', { of: { ...step, perPartition: false } }))).toEqual([]);
});
