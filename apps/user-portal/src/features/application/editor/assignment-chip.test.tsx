import type { AssignmentStatus } from '@clearcall/domain/applications/statuses.ts';
import type { SessionUser } from '@clearcall/domain/people/user.ts';
import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { UserContext } from '@clearcall/ui/session/require-session.tsx';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AssignmentChip } from './assignment-chip.tsx';

await startTexts(['frame', 'parts', 'editor'], 'en');

const person = (id: number) => ({ id, firstName: 'Ada', lastName: 'Moe', role: 'applicant' });

const chip = (reader: number, owner: number, status: AssignmentStatus = 'approved', more = {}) =>
  renderToString(
    <UserContext value={{ id: reader } as SessionUser}>
      <AssignmentChip
        application={{ owner: person(1) }}
        assignment={{ status, owner: person(owner), ...more }}
      />
    </UserContext>,
  ).replace(/<[^>]*>/g, '');

it('tells applicants that the check of their application is passed, which is no award', () => {
  expect(chip(1, 1)).toBe('Check passed');
  expect(chip(1, 1, 'submitted')).toBe('Submitted');
  // Staff read the status itself.
  expect(chip(2, 1)).toBe('Approved');
});

it('does not say of people who handed work back that they refused it', () => {
  expect(chip(2, 3, 'refused')).toBe('Refused');
  expect(chip(2, 3, 'refused', { isHandedBack: true })).toBe('Handed back');
});
