import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applicationStatuses, assignmentStatuses } from '../applications/statuses.ts';
import { type Role, roleCodes } from '../people/roles.ts';
import {
  type Cast,
  endedWorkOf,
  type Person,
  projectPeople,
  projectPerson,
  suggestionScope,
} from './project-person.ts';
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

const releaseTime = '2026-11-21T09:00:00.000Z';

type Part = Cast['assignments'][number];
const part = (stepId: string, ownerId: number | null, role: string, more: Partial<Part> = {}): Part => ({
  ...{ stepId, ownerId, role, status: 'accepted', partitionId: null, submittedAt: null },
  ...more,
});
type Opening = Cast['steps'][number]['permissions']['view'][number];
const opening = (role: string, scope: 'centre' | 'panel', of: Opening['of'] = 'submitted'): Opening => ({
  ...{ role, scope, of },
});
const cast = ({
  application = {},
  ...more
}: Partial<Omit<Cast, 'application'>> & { application?: Partial<Cast['application']> } = {}): Cast => ({
  application: {
    ...{ ownerId: applicant, status: 'submitted', partitions: ['north', 'south'], panel: 'PE1' },
    ...application,
  },
  steps: [
    {
      id: 'APP',
      permissions: {
        assign: [],
        assignable: [],
        view: [opening('panel_chair', 'panel'), opening('compute_centre_representative', 'centre')],
      },
    },
    {
      id: 'REV',
      permissions: {
        assign: ['panel_chair', 'rapporteur'],
        assignable: ['scientific_reviewer'],
        view: [],
      },
    },
    {
      id: 'TEC',
      permissions: {
        assign: ['compute_centre_representative'],
        assignable: ['technical_reviewer'],
        view: [],
      },
    },
  ],
  assignments: [
    part('APP', applicant, 'applicant', { status: 'submitted', submittedAt: '2026-11-20T09:00:00.000Z' }),
    part('REV', reviewer, 'scientific_reviewer'),
    part('TEC', other, 'technical_reviewer', { partitionId: 'north' }),
  ],
  awardDeclinedAt: null,
  releasedAt: {},
  inConflict: [],
  viewer: { centrePartitions: [], panels: [] },
  ...more,
});
/** The same with the viewer on it. */
const withViewer = (role: string, more: Partial<Part> = {}): Cast => {
  const given = cast();
  return { ...given, assignments: [...given.assignments, part('PANEL', viewerId, role, more)] };
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
    expect(seen(cast({ application: { status: 'draft' } }))).toEqual([]);
    expect(known('pro', cast())).toEqual(['1 email', '2 email', '3 email']);
  });

  it('are the own name alone for its owner, whatever the role', () => {
    for (const role of roleCodes) {
      expect(known(role, cast({ application: { ownerId: viewerId } })), role).toEqual([`${viewerId} email`]);
    }
  });

  it('are those of the steps that one fills, with the name of the owner, for those who fill them', () => {
    // The role on the assignment gives the right; the system role alone, without centre or panel, gives none.
    for (const role of roleCodes.filter((code) => !staff.includes(code))) {
      expect(known(role, withViewer('panel_chair')), role).toEqual(['1 name', '2 email']);
      expect(known(role, withViewer('compute_centre_representative')), role).toEqual(['1 name', '3 email']);
      expect(known(role, withViewer('scientific_reviewer')), role).toEqual([]);
      expect(known(role, withViewer('technical_reviewer')), role).toEqual([]);
      expect(known(role, cast()), role).toEqual([]);
    }
  });

  it('are those of the partitions of the own centre, and of the steps of the own panel', () => {
    const placed = (viewer: Partial<Cast['viewer']>, application = {}) =>
      cast({ viewer: { centrePartitions: [], panels: [], ...viewer }, application });
    const centre = (own: string, application = {}) =>
      known('compute_centre_representative', placed({ centrePartitions: [own] }, application));
    expect([centre('north'), centre('south'), centre('west')]).toEqual([
      ['1 name', '3 email'],
      // Who works for another centre is not theirs to put there.
      ['1 name'],
      [],
    ]);
    const chair = (panel: string) => known('panel_chair', placed({ panels: [panel] }));
    expect([chair('PE1'), chair('LS1')]).toEqual([['1 name', '2 email'], []]);
    // Their role reads by the panel, and by no centre.
    expect(known('panel_chair', placed({ centrePartitions: ['north'] }))).toEqual([]);
    // Of the same panel, but its role reads nothing by it; and of centre and panel, but without a step to fill.
    expect(known('rapporteur', placed({ panels: ['PE1'] }))).toEqual([]);
    expect(known('user', placed({ panels: ['PE1'], centrePartitions: ['north'] }))).toEqual([]);
    expect(centre('north', { ownerId: viewerId })).toEqual([`${viewerId} email`]);
    expect(centre('north', { status: 'draft' })).toEqual([]);
    const conflicted = cast({
      inConflict: [viewerId],
      viewer: { centrePartitions: ['north'], panels: [] },
    });
    expect(known('compute_centre_representative', conflicted)).toEqual([]);
  });

  it('are there by centre and panel only once a view rule opens something to them', () => {
    const later = (of: Opening['of'], more: Partial<Cast> = {}) => {
      const given = cast({ viewer: { centrePartitions: ['north'], panels: ['PE1'] }, ...more });
      const view = [
        opening('panel_chair', 'panel', of),
        opening('compute_centre_representative', 'centre', of),
      ];
      const steps = given.steps.map((step) => ({ ...step, permissions: { ...step.permissions, view } }));
      return (['panel_chair', 'compute_centre_representative'] as const).map((role) =>
        known(role, { ...given, steps }),
      );
    };
    const may = [
      ['1 name', '2 email'],
      ['1 name', '3 email'],
    ];
    expect(later('submitted')).toEqual(may);
    expect(later({ released: 'REV' })).toEqual([[], []]);
    expect(later({ released: 'REV' }, { releasedAt: { TEC: releaseTime } })).toEqual([[], []]);
    expect(later({ released: 'REV' }, { releasedAt: { REV: releaseTime } })).toEqual(may);
    // Nothing was handed in that the rule could open.
    expect(later('submitted', { assignments: [part('REV', reviewer, 'scientific_reviewer')] })).toEqual([
      [],
      [],
    ]);
    // What is about another centre opens nothing to this one.
    const elsewhere = part('TEC', other, 'technical_reviewer', { partitionId: 'south', status: 'submitted' });
    expect(later('submitted', { assignments: [elsewhere] })[1]).toEqual([]);
  });

  it('are those of the partition of the own work, where that is about one', () => {
    const working = (partitionId: string) =>
      known('user', withViewer('compute_centre_representative', { partitionId }));
    expect([working('north'), working('south')]).toEqual([['1 name', '3 email'], ['1 name']]);
  });

  it('are hidden until the work is taken on, and again with a refusal, a revocation or a conflict', () => {
    const open = assignmentStatuses.filter(
      (status) => known('panel_chair', withViewer('panel_chair', { status })).length > 0,
    );
    expect(assignmentStatuses.filter((status) => !open.includes(status)).sort()).toEqual([
      'assigned',
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
  const reply = part('REV', applicant, 'applicant', { status: 'draft' });
  expect(projectPeople(chair, { ...open, assignments: [...open.assignments, reply] }, people)?.[0]).toEqual({
    id: applicant,
    firstName: 'First 1',
    lastName: 'Last 1',
  });
  const nobodys = part('REV', null, 'scientific_reviewer', { status: 'triggered' });
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
    application: fc.record({
      ownerId: fc.constantFrom(applicant, viewerId),
      status: fc.constantFrom(...applicationStatuses),
      partitions: fc.subarray(['north', 'south']),
      panel: fc.constantFrom(null, 'PE1'),
    }),
    steps: fc.array(
      fc.record({
        id: fc.constantFrom('APP', 'REV', 'TEC'),
        permissions: fc.record({
          assign: fc.subarray(['applicant', 'panel_chair', 'scientific_reviewer', 'user']),
          assignable: fc.subarray(['scientific_reviewer', 'technical_reviewer']),
          view: fc.array(
            fc.record({
              role: fc.constantFrom('panel_chair', 'user'),
              scope: fc.constantFrom('centre', 'panel', 'call'),
              of: fc.constantFrom<Opening['of']>('always', 'submitted', { released: 'REV' }),
            }),
            { maxLength: 2 },
          ),
        }),
      }),
      { maxLength: 3 },
    ),
    assignments: fc.array(
      fc.record({
        stepId: fc.constantFrom('APP', 'REV', 'TEC'),
        ownerId: fc.constantFrom(null, applicant, reviewer, other, viewerId),
        role: fc.constantFrom('applicant', 'panel_chair', 'scientific_reviewer', 'user'),
        status: fc.constantFrom(...assignmentStatuses),
        partitionId: fc.constantFrom(null, 'north'),
        submittedAt: fc.constantFrom(null, '2026-11-20T09:00:00.000Z', '2026-11-22T09:00:00.000Z'),
      }),
      { maxLength: 6 },
    ),
    releasedAt: fc.constantFrom({}, { REV: releaseTime }),
    inConflict: fc.subarray([reviewer, viewerId]),
    viewer: fc.record({ centrePartitions: fc.subarray(['north']), panels: fc.subarray(['PE1']) }),
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
              one.application.status !== 'draft' &&
              one.application.ownerId !== viewerId &&
              !one.inConflict.includes(viewerId) &&
              one.assignments.every((part) => part.ownerId !== viewerId || part.status !== 'conflicted') &&
              one.steps.some(({ id: step, permissions: { assign } }) => {
                const byWork = one.assignments.some(
                  (own) =>
                    own.ownerId === viewerId &&
                    assign.includes(own.role) &&
                    !['refused', 'revoked'].includes(own.status) &&
                    (!['triggered', 'assigned'].includes(own.status) || own.stepId === step),
                );
                const isPlaced =
                  one.application.panel !== null && one.viewer.panels.includes(one.application.panel)
                    ? 'panel'
                    : one.application.partitions.some((own) => one.viewer.centrePartitions.includes(own))
                      ? 'centre'
                      : null;
                // A rule for the whole call needs no place.
                const isRuled = one.steps.some(({ permissions: { view } }) =>
                  view.some((rule) => rule.role === role && rule.scope === 'call'),
                );
                return byWork || (assign.includes(role) && (isPlaced !== null || isRuled));
              }) &&
              (one.application.ownerId === id || one.assignments.some((part) => part.ownerId === id)),
          );
          expect(why.length).toBeGreaterThan(0);
          if (id === applicant && why.every((one) => one.application.ownerId === applicant))
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
    expect(
      roleCodes.filter((role) => scopeOf(role, cast({ application: { ownerId: viewerId } })) !== null),
    ).toEqual([]);
    expect(scopeOf('pro', null)).toEqual({ roles: 'any', without: [] });
    expect(scopeOf('pro', cast({ steps: cast().steps.slice(0, 1) }))?.roles).toBe('any');
    expect(scopeOf('pro', cast({ steps: [] }))).toBeNull();
    expect(scopeOf('user', withViewer('panel_chair'))).toEqual({
      roles: ['scientific_reviewer'],
      without: [applicant],
    });
    expect(scopeOf('scientific_reviewer', withViewer('scientific_reviewer'))).toBeNull();
    // By centre and panel alone, as far as the command goes.
    const by = (role: Role, viewer: Partial<Cast['viewer']>) =>
      scopeOf(role, cast({ viewer: { centrePartitions: [], panels: [], ...viewer } }))?.roles;
    expect([
      by('compute_centre_representative', { centrePartitions: ['south'] }),
      by('compute_centre_representative', { centrePartitions: ['west'] }),
      by('panel_chair', { panels: ['PE1'] }),
      by('panel_chair', { panels: ['LS1'] }),
      by('rapporteur', { panels: ['PE1'] }),
    ]).toEqual([['technical_reviewer'], undefined, ['scientific_reviewer'], undefined, undefined]);
    // Asked for work, one looks for whom to hand it on to, and for nobody else.
    const asked = (stepId: string) => withViewer('panel_chair', { stepId, status: 'assigned' });
    expect([scopeOf('user', asked('REV'))?.roles, scopeOf('user', asked('TEC'))]).toEqual([
      ['scientific_reviewer'],
      null,
    ]);
    expect(scopeOf('pro', withViewer('panel_chair', { ownerId: other, status: 'conflicted' }))).toEqual({
      roles: 'any',
      without: [applicant, other],
    });
  });
});

describe('who refused work or lost it', () => {
  const endedAt = '2026-11-20T09:00:00.000Z';
  const ended = cast({
    assignments: [part('REV', other, 'scientific_reviewer', { status: 'refused', endedAt })],
  });
  const endedFor = (role: Role, of = ended) => [
    ...endedWorkOf({ userId: viewerId, role, isStaff: isStaffRole(role) }, of),
  ];

  it('is disclosed to staff with the day, and to those who assign the step without it', () => {
    const submitted = part('APP', applicant, 'applicant', { status: 'submitted', submittedAt: releaseTime });
    const chaired = {
      ...ended,
      assignments: [submitted, ...ended.assignments],
      viewer: { centrePartitions: [], panels: ['PE1'] },
    };
    expect(endedFor('pro')).toEqual([[other, { how: 'refused', at: endedAt }]]);
    expect(endedFor('panel_chair', chaired)).toEqual([[other, { how: 'refused' }]]);
    expect(endedFor('scientific_reviewer', chaired)).toEqual([]);
  });
});
