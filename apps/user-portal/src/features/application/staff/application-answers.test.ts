import type { Application } from '@clearcall/domain/applications/application.ts';
import { expect, test } from 'vitest';
import { isTurnedDown } from './application-answers.ts';

const review = (given: string, more: object = {}) => ({
  id: `${given}${JSON.stringify(more)}`,
  stepId: 'TEC',
  partitionId: 'lumi',
  status: 'submitted',
  isLead: false,
  data: [
    {
      flowElementId: 'T.dec',
      dataGroupId: null,
      input: { values: [given], revision: 1, savedAt: '2026-11-27T10:00:00.000Z' },
    },
  ],
  groups: [],
  submitted: null,
  ...more,
});
const application = (...assignments: object[]) =>
  ({
    flowVersion: 1,
    steps: [
      {
        id: 'TEC',
        title: 'Technical review',
        order: 0,
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
      },
    ],
    assignments,
    partitions: [],
    options: {},
    documents: [],
    uploads: [],
    call: { code: 'REG', timeZone: 'UTC' },
    cutoff: null,
  }) as unknown as Application;

test('a partition is turned down by the submission that counts, and by no draft', () => {
  const of = (...reviews: object[]) => isTurnedDown(application(...reviews), 'lumi');
  expect(of(review('no'))).toBe(true);
  expect(of(review('yes'))).toBe(false);
  expect(of(review('no', { status: 'accepted' }))).toBe(false);
  expect(of(review('no'), review('yes', { isLead: true }))).toBe(false);
  expect(of(review('no', { partitionId: 'other' }))).toBe(false);
});
