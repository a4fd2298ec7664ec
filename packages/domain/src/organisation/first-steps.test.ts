import { expect, it } from 'vitest';
import { defaultOrganisation, senderOfNobody } from './default-organisation.ts';
import { firstSteps, type Installation, stepsOf } from './first-steps.ts';

const nothing: Installation = {
  organisationName: defaultOrganisation.theme.organization.name,
  mailSender: senderOfNobody,
  sendsEmails: false,
  centres: 0,
  partitions: 0,
  lists: 0,
  staff: 0,
  publishedCalls: 0,
};
const done = (facts: Partial<Installation>) =>
  stepsOf({ ...nothing, ...facts })
    .filter((one) => one.done)
    .map(({ step }) => step);

it.each<[Partial<Installation>, string[]]>([
  [{}, []],
  [{ organisationName: 'National HPC Office' }, ['organisation']],
  [{ mailSender: 'office@hpc.example' }, []],
  [{ sendsEmails: true }, []],
  [{ mailSender: 'office@hpc.example', sendsEmails: true }, ['sender']],
  [{ centres: 2 }, ['centres']],
  [{ partitions: 4 }, ['partitions']],
  [{ lists: 1 }, ['lists']],
  [{ staff: 1 }, ['staff']],
  [{ publishedCalls: 1 }, ['call']],
])('with %o these steps are done: %o', (facts, steps) => {
  expect(done(facts)).toEqual(steps);
});

it('lists all steps in their order', () => {
  expect(stepsOf(nothing).map(({ step }) => step)).toEqual([...firstSteps]);
});
