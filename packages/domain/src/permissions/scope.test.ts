import { expect, it } from 'vitest';
import { roleCodes } from '../model/roles.ts';
import { applicationStatuses } from '../model/statuses.ts';
import { inScope, listRoles, scope } from './scope.ts';

it('is the own applications for everybody, and what is submitted for the officer', () => {
  const own = { kind: 'owned_by', userId: 7 } as const;
  for (const role of roleCodes.filter((code) => code !== 'pro')) {
    expect([listRoles({ userId: 7, role }), scope({ userId: 7, role })]).toEqual([['applicant'], [own]]);
  }
  const officer = { userId: 7, role: 'pro' } as const;
  expect([listRoles(officer), scope(officer)]).toEqual([
    ['applicant', 'pro'],
    [own, { kind: 'submitted' }],
  ]);
});

it('is that of one role where a list is looked at in one, and nothing in a role that one does not play', () => {
  const officer = { userId: 7, role: 'pro' } as const;
  expect(scope(officer, 'applicant')).toEqual([{ kind: 'owned_by', userId: 7 }]);
  expect(scope(officer, 'pro')).toEqual([{ kind: 'submitted' }]);
  expect(scope({ userId: 7, role: 'user' }, 'pro')).toEqual([]);
  expect(scope({ userId: 7, role: 'panel_chair' }, 'panel_chair')).toEqual([]);
});

it('holds one application as it does the rows of a list', () => {
  const statuses = (clauses: ReturnType<typeof scope>, ownerId: number) =>
    applicationStatuses.filter((status) => inScope(clauses, { ownerId, status }));
  const officer = scope({ userId: 7, role: 'pro' });
  expect(statuses(officer, 7)).toEqual(applicationStatuses);
  expect(statuses(officer, 8)).toEqual(applicationStatuses.filter((status) => status !== 'draft'));
  const user = scope({ userId: 7, role: 'user' });
  expect([statuses(user, 7), statuses(user, 8), statuses([], 7)]).toEqual([applicationStatuses, [], []]);
});
