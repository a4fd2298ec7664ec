import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Role, roleCodes } from '../model/roles.ts';
import { applicationStatuses, assignmentStatuses } from '../model/statuses.ts';
import { type Cast, type Person, projectPeople, projectPerson, suggestionScope } from './project-person.ts';
import { isStaffRole } from './testing/staff-role.ts';

const applicant = 1;
const reviewer = 2;
const other = 3;
const viewerId = 9;
const person = (id: number): Person => ({
  id,
  firstName: `First ${id}`,
  lastName: `Last ${id}`,
  email: `${id}@example.org`,
  role: 'user',
});
const people = [applicant, reviewer, other, viewerId].map(person);
const staff: Role[] = ['admin', 'super_admin', 'eurohpc_admin', 'pro'];

const cast = (more: Partial<Cast> = {}): Cast => ({
  ownerId: applicant,
  status: 'submitted',
  steps: [
    { id: 'APP', assign: [], assignable: [] },
    { id: 'REV', assign: ['panel_chair'], assignable: ['scientific_reviewer'] },
    { id: 'TEC', assign: ['compute_centre_representative'], assignable: ['technical_reviewer'] },
  ],
  assignments: [
    { stepId: 'APP', ownerId: applicant, role: 'applicant', status: 'submitted' },
    { stepId: 'REV', ownerId: reviewer, role: 'scientific_reviewer', status: 'accepted' },
    { stepId: 'TEC', ownerId: other, role: 'technical_reviewer', status: 'accepted' },
  ],
  inConflict: [],
  ...more,
});
/** The same with the viewer on it. */
const withViewer = (role: string, more: Partial<Cast['assignments'][number]> = {}): Cast => {
  const given = cast();
  return {
    ...given,
    assignments: [
      ...given.assignments,
      { stepId: 'PANEL', ownerId: viewerId, role, status: 'accepted', ...more },
    ],
  };
};
/** Who is known, and how well, in short: '1 name', '2 email'. */
const known = (role: Role, given: Cast) =>
  (projectPeople({ userId: viewerId, role, isStaff: isStaffRole(role) }, given, people) ?? []).map(
    ({ id, email }) => `${id} ${email === undefined ? 'name' : 'email'}`,
  );

describe('the people of an application', () => {
  it('are there for staff alone when one has no part in it, and for nobody while it is a draft', () => {
    const seen = (given: Cast) =>
      roleCodes.filter(
        (role) =>
          projectPeople({ userId: viewerId, role, isStaff: isStaffRole(role) }, given, people) !== null,
      );
    expect([...seen(cast())].sort()).toEqual([...staff].sort());
    expect(seen(cast({ status: 'draft' }))).toEqual([]);
    expect(known('pro', cast())).toEqual(['1 email', '2 email', '3 email']);
  });

  it('are the own name alone for its owner, whatever the role', () => {
    for (const role of roleCodes) {
      expect(known(role, cast({ ownerId: viewerId })), role).toEqual([`${viewerId} email`]);
    }
  });

  it('are those of the steps that one fills, with the name of the owner, for those who fill them', () => {
    // The role on the assignment gives the right; the system role alone gives none.
    for (const role of roleCodes.filter((code) => !staff.includes(code))) {
      expect(known(role, withViewer('panel_chair')), role).toEqual(['1 name', '2 email']);
      expect(known(role, withViewer('compute_centre_representative')), role).toEqual(['1 name', '3 email']);
      expect(known(role, withViewer('scientific_reviewer')), role).toEqual([]);
      expect(known(role, withViewer('technical_reviewer')), role).toEqual([]);
      expect(known(role, cast()), role).toEqual([]);
    }
  });

  it('are hidden again with a refusal, a revocation or a conflict', () => {
    const open = assignmentStatuses.filter(
      (status) => known('panel_chair', withViewer('panel_chair', { status })).length > 0,
    );
    expect(assignmentStatuses.filter((status) => !open.includes(status)).sort()).toEqual([
      'conflicted',
      'refused',
      'revoked',
      'triggered',
    ]);
    // A conflict counts for staff as well, whatever other part they play.
    expect(known('pro', withViewer('panel_chair', { status: 'conflicted' }))).toEqual([]);
  });
});

it('names people with their addresses only where one may know these, and nobody on an assignment without owner', () => {
  const chair = { userId: viewerId, role: 'user', isStaff: false } as const;
  const open = withViewer('panel_chair');
  // Also where a step that the viewer fills is the applicant’s own: that is no way to the address.
  const reply = { stepId: 'REV', ownerId: applicant, role: 'applicant', status: 'draft' } as const;
  expect(projectPeople(chair, { ...open, assignments: [...open.assignments, reply] }, people)?.[0]).toEqual({
    id: applicant,
    firstName: 'First 1',
    lastName: 'Last 1',
  });
  const nobodys = { stepId: 'REV', ownerId: null, role: 'scientific_reviewer', status: 'triggered' } as const;
  const given = { ...open, assignments: [...open.assignments, nobodys] };
  expect(projectPeople(chair, given, people)).toEqual([
    { id: applicant, firstName: 'First 1', lastName: 'Last 1' },
    { id: reviewer, firstName: 'First 2', lastName: 'Last 2', email: '2@example.org' },
  ]);
  expect(suggestionScope(chair, given)?.without).toEqual([applicant]);
  const conflicted = { ...nobodys, status: 'conflicted' } as const;
  expect(
    suggestionScope(chair, { ...open, assignments: [...open.assignments, conflicted] })?.without,
  ).toEqual([applicant]);
  // Noted without work of theirs that it could stop: nobody offers them, and they know nobody by it, staff as well.
  expect(suggestionScope(chair, { ...open, inConflict: [other] })?.without).toEqual([applicant, other]);
  for (const role of ['pro', 'panel_chair'] as const) {
    const viewer = { ...chair, role, isStaff: role === 'pro' };
    expect(projectPeople(viewer, { ...open, inConflict: [viewerId] }, people)).toBeNull();
    expect(suggestionScope(viewer, { ...open, inConflict: [viewerId] })).toBeNull();
  }
});

describe('a person by id', () => {
  const arbitraryCast: fc.Arbitrary<Cast> = fc.record({
    ownerId: fc.constantFrom(applicant, viewerId),
    status: fc.constantFrom(...applicationStatuses),
    steps: fc.array(
      fc.record({
        id: fc.constantFrom('APP', 'REV', 'TEC'),
        assign: fc.subarray(['applicant', 'panel_chair', 'scientific_reviewer', 'user']),
        assignable: fc.subarray(['scientific_reviewer', 'technical_reviewer']),
      }),
      { maxLength: 3 },
    ),
    assignments: fc.array(
      fc.record({
        stepId: fc.constantFrom('APP', 'REV', 'TEC'),
        ownerId: fc.constantFrom(null, applicant, reviewer, other, viewerId),
        role: fc.constantFrom('applicant', 'panel_chair', 'scientific_reviewer', 'user'),
        status: fc.constantFrom(...assignmentStatuses),
      }),
      { maxLength: 6 },
    ),
    inConflict: fc.subarray([reviewer, viewerId]),
  });

  it('is oneself, and for staff everybody, with the address', () => {
    for (const role of roleCodes) {
      const viewer = { userId: viewerId, role, isStaff: isStaffRole(role) };
      expect(projectPerson(viewer, person(viewerId), [])?.email, role).toBe('9@example.org');
      expect(projectPerson(viewer, person(reviewer), []) !== null, role).toBe(staff.includes(role));
    }
  });

  it('is never known to an applicant by the own application, and never without a say on a common one', () => {
    let known = 0;
    fc.assert(
      fc.property(fc.constantFrom(...roleCodes), fc.array(arbitraryCast, { maxLength: 3 }), (role, casts) => {
        fc.pre(!staff.includes(role));
        const viewer = { userId: viewerId, role, isStaff: isStaffRole(role) };
        for (const id of [applicant, reviewer, other]) {
          const seen = projectPerson(viewer, person(id), casts);
          if (seen === null) continue;
          known += 1;
          // Somewhere the viewer has a say, that is no own application, no draft and no conflict, and the person is on it.
          const why = casts.filter(
            (one) =>
              one.status !== 'draft' &&
              one.ownerId !== viewerId &&
              !one.inConflict.includes(viewerId) &&
              one.assignments.every((part) => part.ownerId !== viewerId || part.status !== 'conflicted') &&
              one.assignments.some(
                (part) =>
                  part.ownerId === viewerId &&
                  !['triggered', 'refused', 'revoked'].includes(part.status) &&
                  one.steps.some(({ assign }) => assign.includes(part.role)),
              ) &&
              (one.ownerId === id || one.assignments.some((part) => part.ownerId === id)),
          );
          expect(why.length).toBeGreaterThan(0);
          if (id === applicant && why.every((one) => one.ownerId === applicant))
            expect(seen.email).toBeUndefined();
        }
      }),
      { numRuns: 2_000 },
    );
    // Chance has to have come by often enough.
    expect(known).toBeGreaterThan(20);
  });
});

describe('suggestions', () => {
  const scopeOf = (role: Role, given: Cast | null) =>
    suggestionScope({ userId: viewerId, role, isStaff: isStaffRole(role) }, given);

  it('are for staff, and for those who fill steps of the application that they name', () => {
    expect(roleCodes.filter((role) => scopeOf(role, null) !== null).sort()).toEqual([...staff].sort());
    expect(roleCodes.filter((role) => scopeOf(role, cast()) !== null).sort()).toEqual([...staff].sort());
    expect(roleCodes.filter((role) => scopeOf(role, cast({ ownerId: viewerId })) !== null)).toEqual([]);
    expect(scopeOf('pro', null)).toEqual({ roles: 'any', byEmail: true, without: [] });
    expect(scopeOf('pro', cast({ steps: cast().steps.slice(0, 1) }))?.roles).toBe('any');
    expect(scopeOf('pro', cast({ steps: [] }))).toBeNull();
    expect(scopeOf('user', withViewer('panel_chair'))).toEqual({
      roles: ['scientific_reviewer'],
      byEmail: false,
      without: [applicant],
    });
    expect(scopeOf('scientific_reviewer', withViewer('scientific_reviewer'))).toBeNull();
    expect(scopeOf('pro', withViewer('panel_chair', { ownerId: other, status: 'conflicted' }))).toEqual({
      roles: 'any',
      byEmail: true,
      without: [applicant, other],
    });
  });
});
