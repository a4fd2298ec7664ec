import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AssignmentStatus, applicationStatuses, assignmentStatuses } from '../applications/statuses.ts';
import { compileFlow } from '../forms/compile.ts';
import type { Answer, Audience, Element, Flow, Step, ViewRule } from '../forms/types.ts';
import { type Role, roleCodes } from '../people/roles.ts';
import type { ApplicationSnapshot, AssignmentSnapshot } from './application-snapshot.ts';
import { projectApplication } from './project-application.ts';
import { projectConflict } from './project-conflict.ts';
import { inScope, scope } from './scope.ts';
import { plantedCommands } from './testing/planted-commands.ts';
import type { Viewer } from './viewer.ts';

const now = new Date('2026-11-21T12:00:00Z');
const audiences: Audience[] = ['public', 'personal', 'panel_only', 'suggested_reviewers'];
const applicantId = 1;
const stepIds = ['S0', 'S1', 'S2'];
const workRoles: Role[] = ['scientific_reviewer', 'rapporteur', 'panel_chair'];

/** Of every audience an element that is marked for the preview and one that is not. */
const elementsOf = (stepId: string): Element[] =>
  audiences.flatMap((audience) =>
    [true, false].map((preview) => ({
      id: `${stepId}.${audience}.${preview ? 'marked' : 'plain'}`,
      type: 'text' as const,
      title: 'Element',
      config: { audience, preview },
      effects: [],
    })),
  );

const ruleOf: fc.Arbitrary<ViewRule> = fc
  .record({
    role: fc.oneof(fc.constantFrom<string>(...workRoles), fc.constantFrom('applicant', 'user', 'pro')),
    scope: fc.constantFrom('own', 'assigned', 'centre', 'panel', 'call'),
    of: fc.oneof(
      fc.constantFrom('always', 'submitted', 'awarded'),
      fc.constantFrom(...stepIds).map((released) => ({ released })),
    ),
    reader: fc.constantFrom('assigned', 'accepted', undefined),
    audience: fc.subarray(audiences),
  })
  .map(({ reader, ...rule }) =>
    rule.scope === 'assigned' && reader !== undefined ? { ...rule, reader } : rule,
  ) as fc.Arbitrary<ViewRule>;

const flowOf = (views: readonly (readonly ViewRule[])[]): Flow => ({
  version: 1,
  steps: stepIds.map(
    (id, order): Step => ({
      id,
      title: id,
      order,
      type: 'step',
      ownerRole: order === 0 ? 'applicant' : 'scientific_reviewer',
      config: {},
      permissions: {
        assign: order === 1 ? ['panel_chair'] : [],
        assignable: [],
        view: [...(views[order] ?? [])],
      },
      forms: [{ id: `${id}.F`, title: 'Form', order: 0, elements: elementsOf(id) }],
    }),
  ),
  automations: [],
  templates: [],
});

/** What is handed in is so at one of these times, and released in between. */
const times = ['2026-11-10T10:11:12.000Z', '2026-11-14T10:11:12.000Z'] as const;
const releaseAt = '2026-11-12T10:11:12.000Z';

interface Given {
  stepId: string;
  ownerId: number | null;
  role: string;
  status: AssignmentStatus;
  /** How often it was handed in, and when for the first time. */
  handedIn: { first: 0 | 1; again: boolean };
}
const assignmentOf = ({ stepId, ownerId, role, status, handedIn }: Given, at: number): AssignmentSnapshot => {
  const answersOf = (words: string) =>
    elementsOf(stepId).map(({ id }) => ({ elementId: id, groupId: null, values: [`words ${at} ${words}`] }));
  const answers = answersOf(handedIn.again ? 'anew' : '');
  const earlier = handedIn.again ? [{ at: times[handedIn.first], answers: answersOf(''), rows: [] }] : [];
  const last = handedIn.again ? times[1] : times[handedIn.first];
  return {
    id: `00000000-0000-4000-8000-${String((at * 7) % 5).padStart(12, '0')}`,
    stepId,
    ownerId,
    owner: ownerId === null ? null : { id: ownerId, firstName: 'Hidden', lastName: `Person ${ownerId}` },
    assignerId: null,
    role,
    partitionId: null,
    centreId: null,
    status,
    deadline: '2026-12-24T10:11:12.000Z',
    submittedAt: last,
    submissionAskedAt: null,
    createdAt: '2026-11-05T10:11:12.000Z',
    isLead: false,
    labelNumber: null,
    previousStatus: null,
    keptFor: {},
    replaces: null,
    wasUnowned: false,
    earlier,
    threads: [],
    points: [],
    agreedAt: null,
    agreement: null,
    reason: 'Hidden reason.',
    activities: [{ status, reason: 'Hidden reason.', createdAt: '2026-11-05T10:11:12.000Z' }],
    answers: answers.map((one) => ({ ...one, revision: 1, savedAt: '2026-11-05T10:11:12.000Z' })),
    rows: [],
    marks: {},
    submitted: { answers, rows: [] },
  };
};

/** One value in half of the cases, else any. */
const mostly = <T>(one: T, all: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(fc.constant(one), fc.constantFrom(...all));
const first = { stepId: 'S0', ownerId: applicantId, role: 'applicant' };
const handedInOf = fc.record({ first: fc.constantFrom(0, 1), again: fc.boolean() });
const sceneOf = fc
  .record({
    views: fc.tuple(...stepIds.map(() => fc.array(ruleOf, { maxLength: 4 }))),
    firstStatus: mostly('submitted', assignmentStatuses),
    firstHandedIn: handedInOf,
    others: fc.array(
      fc.record({
        stepId: fc.constantFrom('S1', 'S2'),
        ownerId: fc.constantFrom(2, 3, null),
        role: fc.constantFrom(...workRoles),
        status: fc.oneof(fc.constantFrom('assigned', 'accepted'), fc.constantFrom(...assignmentStatuses)),
        handedIn: handedInOf,
      }),
      { maxLength: 4 },
    ),
    status: mostly('submitted', applicationStatuses),
    awardDeclinedAt: mostly(null, ['2026-11-19T10:00:00.000Z']),
    releasedAt: fc
      .subarray(stepIds)
      .map((released) => Object.fromEntries(released.map((id) => [id, releaseAt]))),
    viewerPartitions: fc.constant([]),
    suggestedReplacements: fc.constant([]),
    centreIds: fc.subarray(['north', 'south']),
    panel: fc.constantFrom('PE1', null),
    memberships: fc.record({
      centres: fc.subarray(['north', 'east']),
      panels: fc.subarray(['PE1', 'LS1']),
    }),
    inConflict: fc.oneof(fc.constant([]), fc.subarray([1, 2, 3, 4], { maxLength: 1 })),
    viewer: fc.record({
      userId: fc.constantFrom(applicantId, 2, 3, 4),
      role: fc.constantFrom<Role>('user', 'pro', ...workRoles),
      isStaff: fc.boolean(),
    }),
  })
  .map(({ views, firstStatus, firstHandedIn, others, memberships, viewer, awardDeclinedAt, ...more }) => {
    const snapshot: ApplicationSnapshot = {
      id: 123456,
      uid: 'SECRET-UID',
      createdAt: '2026-11-05T10:11:12.000Z',
      changedAt: '2026-11-05T10:11:12.000Z',
      lastMail: null,
      submittedAt: '2026-11-10T10:11:12.000Z',
      duplicatedFrom: null,
      ownerId: applicantId,
      cutoffId: null,
      profile: { firstName: 'Hidden' },
      call: {
        id: 1,
        code: 'REG',
        title: 'Regular',
        logo: null,
        timeZone: 'UTC',
        unit: 'hours',
        published: true,
        termsOfReference: null,
        documents: [],
      },
      cutoffs: [],
      sameCode: [],
      assignments: [{ ...first, status: firstStatus, handedIn: firstHandedIn }, ...others].map(assignmentOf),
      documents: [],
      uploads: [],
      unlockedSteps: [],
      arrivals: [],
      decisions: [],
      partitionIds: [],
      viewer: memberships,
      ...more,
      awardDeclinedAt: more.status === 'withdrawn' ? awardDeclinedAt : null,
    };
    return { flow: flowOf(views), snapshot, viewer };
  });
type Scene = typeof sceneOf extends fc.Arbitrary<infer T> ? T : never;

const see = ({ flow, snapshot, viewer }: Scene) => {
  const compiled = compileFlow(flow);
  if (!compiled.ok) throw new Error(compiled.faults[0]?.rule);
  const facts = {
    flow,
    plan: compiled.plan,
    offered: {},
    readable: {},
    formFacts: () => null,
    commands: plantedCommands(flow.steps),
  };
  return projectApplication(viewer, snapshot, facts, now);
};
/** What is read, as `assignment element`, of what was handed in of others with its words. */
const readBy = (scene: Scene, withWords = false): string[] =>
  (see(scene)?.assignments ?? [])
    .flatMap(({ id, data }) =>
      data.map(
        ({ flowElementId, input }) => `${id} ${flowElementId}${withWords ? ` ${input.values[0]}` : ''}`,
      ),
    )
    .toSorted();

const handedIn: readonly string[] = ['submitted', 'resubmitted', 'changes_requested', 'approved', 'rejected'];
const gone: readonly string[] = ['refused', 'revoked', 'conflicted'];
const unanswered: readonly string[] = ['triggered', 'assigned'];

/** The rules in the words of the design, written once more: what one may read. */
function mayRead({ flow, snapshot, viewer }: Scene): string[] {
  const { ownerId, status, assignments, releasedAt, centreIds, panel, inConflict } = snapshot;
  const isAwarded = status === 'approved' || snapshot.awardDeclinedAt !== null;
  const mine = ownerId === viewer.userId;
  const work = assignments.filter((one) => one.ownerId === viewer.userId);
  if (!mine) {
    if (status === 'draft') return [];
  }
  const stopped =
    !mine && (inConflict.includes(viewer.userId) || work.some((one) => one.status === 'conflicted'));
  const live = work.filter((one) => !gone.includes(one.status));
  const reaches = ({ role, scope: name, reader }: ViewRule): boolean => {
    if (mine) return name === 'own' && role === 'applicant';
    if (name === 'assigned')
      return live.some(
        (one) => one.role === role && (reader !== 'accepted' || !unanswered.includes(one.status)),
      );
    if (role !== viewer.role || role === 'user') return false;
    if (name === 'centre') return snapshot.viewer.centres.some((one) => centreIds.includes(one));
    if (name === 'panel') return snapshot.viewer.panels.some((one) => one === panel);
    return name === 'call';
  };
  const staff = viewer.isStaff && !mine && !stopped;
  /** What a rule opens of an assignment: what was handed in last, or what was there when it was released; null: nothing. */
  const opens = ({ of }: ViewRule, given: AssignmentSnapshot): readonly Answer[] | null => {
    const last = given.submitted?.answers ?? [];
    if (typeof of === 'object') {
      const until = given.status === 'conflicted' ? undefined : releasedAt[of.released];
      if (until === undefined) return null;
      if ((given.submittedAt ?? '') <= until) return last;
      return given.earlier.find(({ at }) => at <= until)?.answers ?? null;
    }
    // A conflict leaves what was released before it came.
    if (stopped) return null;
    // What was given up is closed to those who read it always, but to staff.
    if (of === 'always')
      return given.status === 'draft' || (!staff && gone.includes(given.status)) ? null : last;
    return handedIn.includes(given.status) && (of === 'submitted' || isAwarded) ? last : null;
  };
  return assignments
    .flatMap((given) => {
      const step = flow.steps.find(({ id }) => id === given.stepId);
      const elements = step?.forms[0]?.elements ?? [];
      const own = !stopped && (given.ownerId === null ? staff : given.ownerId === viewer.userId);
      // What was given up, or not yet taken on, is closed to whoever has it.
      const closed =
        own &&
        !staff &&
        (given.status === 'conflicted' ||
          (!mine && (gone.includes(given.status) || unanswered.includes(given.status))));
      if (closed) return [];
      const words = (all: readonly Answer[], { id }: Element) =>
        `${given.id} ${id} ${all.find(({ elementId }) => elementId === id)?.values[0]}`;
      if (own) return elements.map((element) => words(given.answers, element));
      const last = given.submitted?.answers ?? [];
      return elements.flatMap((element) => {
        const { config } = element;
        const opened = (step?.permissions.view ?? []).flatMap((rule) =>
          reaches(rule) && rule.audience.includes(config.audience ?? 'public')
            ? (opens(rule, given) ?? [])
            : [],
        );
        const previewed =
          given.stepId === 'S0' &&
          handedIn.includes(given.status) &&
          !mine &&
          !stopped &&
          live.length > 0 &&
          config.preview === true;
        if (staff && handedIn.includes(given.status)) return [words(last, element)];
        const answers = opened.filter(({ elementId }) => elementId === element.id);
        // Of several the newest.
        const found = answers.find((one) => last.includes(one)) ?? answers[0];
        if (found !== undefined) return [words([found], element)];
        return previewed ? [words(last, element)] : [];
      });
    })
    .toSorted();
}

const runs = { numRuns: 400 };

it('lets read exactly what a rule names, and nothing by any other way', () => {
  fc.assert(
    fc.property(sceneOf, (scene) => {
      expect(readBy(scene, true)).toEqual(mayRead(scene));
    }),
    { numRuns: 1_500 },
  );
});

it('is nothing where the application is out of reach, and something where it is in it', () => {
  fc.assert(
    fc.property(sceneOf, (scene) => {
      const { flow, snapshot, viewer } = scene;
      const stopped = snapshot.assignments.some(
        (one) => one.ownerId === viewer.userId && one.status === 'conflicted',
      );
      const reached = inScope(scope(viewer), { ...snapshot, steps: flow.steps });
      const mine = snapshot.ownerId === viewer.userId;
      const inConflict = !mine && (stopped || snapshot.inConflict.includes(viewer.userId));
      if (inConflict) expect(see({ ...scene, snapshot: { ...snapshot, releasedAt: {} } })).toBeNull();
      else {
        expect(see(scene) !== null).toBe(reached);
        if (mayRead(scene).length > 0) expect(reached).toBe(true);
      }
    }),
    runs,
  );
});

it('keeps people, reasons and hours of others from everybody but staff', () => {
  fc.assert(
    fc.property(sceneOf, (scene) => {
      const { viewer, snapshot } = scene;
      fc.pre(!viewer.isStaff || snapshot.ownerId === viewer.userId);
      const own = snapshot.assignments.flatMap(({ id, ownerId }) => (ownerId === viewer.userId ? id : []));
      const seen = see(scene);
      const others = seen?.assignments.filter(({ id }) => !own.includes(id)) ?? [];
      // Of their own steps readers know their deadline; of steps that they assign, and as applicants of those after an
      // award, when the last work is due; of all others the plan alone.
      const ownSteps = seen?.assignments.flatMap(({ id, stepId }) => (own.includes(id) ? stepId : [])) ?? [];
      const process = seen?.process.flatMap(({ end, ...step }) => {
        const knowsEnd = step.work !== undefined || step.isAfterDecision === true;
        return ownSteps.includes(step.id) ? [] : { ...step, end: knowsEnd ? null : end };
      });
      // Names of the people on a step are told to readers who assign it: asked below.
      const { assigned: _, ...rest } = seen ?? {};
      const visible =
        viewer.userId === snapshot.ownerId ? [others, process] : { ...rest, assignments: others, process };
      expect(JSON.stringify(visible)).not.toMatch(/Hidden|10:11:12/);
    }),
    runs,
  );
});

it('names the people on steps only to readers who assign these steps or choose their leads', () => {
  let named = 0;
  fc.assert(
    fc.property(sceneOf, (scene) => {
      const { viewer, snapshot, flow } = scene;
      const { assigned = [] } = see(scene) ?? {};
      named += assigned.length;
      const works = snapshot.assignments.filter(
        ({ ownerId, status }) => ownerId === viewer.userId && !gone.includes(status),
      );
      const roles = [viewer.role, ...works.map(({ role }) => role)];
      for (const { stepId, owner } of assigned) {
        const step = flow.steps.find(({ id }) => id === stepId);
        const assigns = step?.permissions.assign.some((role) => roles.includes(role)) === true;
        const leads = step?.config.hasLead === true && roles.includes('ac_chair');
        expect(viewer.isStaff || assigns || leads).toBe(true);
        expect([snapshot.ownerId, ...snapshot.inConflict]).not.toContain(viewer.userId);
        expect(owner?.id).not.toBe(snapshot.ownerId);
      }
    }),
    runs,
  );
  expect(named).toBeGreaterThan(20);
});

it('tells of commands on what the reader is told of alone, and nothing of them in a conflict of interest', () => {
  fc.assert(
    fc.property(sceneOf, (scene) => {
      const seen = see(scene);
      fc.pre(seen !== null);
      const { viewer, snapshot } = scene;
      const mine = snapshot.ownerId === viewer.userId;
      const stopped =
        !mine &&
        (snapshot.inConflict.includes(viewer.userId) ||
          snapshot.assignments.some((one) => one.ownerId === viewer.userId && one.status === 'conflicted'));
      const told = [...seen.assignments.map(({ stepId }) => stepId), ...seen.process.map(({ id }) => id)];
      // Of a step that is only to be filled nothing of its forms.
      const formless = (seen.steps as { id: string; forms: unknown[] }[]).filter(({ id }) =>
        seen.assignments.every(({ stepId }) => stepId !== id),
      );
      expect(formless.flatMap(({ forms }) => forms)).toEqual([]);
      const on = seen.commands.map(({ stepId }) => stepId);
      if (stopped)
        expect([on, seen.assignments.map(({ commands }) => commands)]).toEqual([
          [],
          seen.assignments.map(() => ({})),
        ]);
      else if (!viewer.isStaff || mine)
        expect(on.filter((id) => id !== null && !told.includes(id))).toEqual([]);
      else expect(on).toEqual([...stepIds, null]);
    }),
    runs,
  );
});

it('leaves whoever has a conflict of interest nothing but the title of the call, where they could open it but for that', () => {
  fc.assert(
    fc.property(sceneOf, (scene) => {
      const { flow, viewer, snapshot } = scene;
      fc.pre(viewer.userId !== snapshot.ownerId);
      const inConflict = [...snapshot.inConflict, viewer.userId];
      // Nothing was released, and so nothing has come to its end.
      const isOver = snapshot.status === 'approved' || snapshot.status === 'rejected';
      const nothing = {
        releasedAt: {},
        decisions: [],
        awardDeclinedAt: null,
        ...(isOver ? { status: 'submitted' as const } : {}),
      };
      const held = { ...scene, snapshot: { ...snapshot, inConflict, ...nothing } };
      expect(see(held)).toBeNull();
      const works = snapshot.assignments.some(
        (one) => one.ownerId === viewer.userId && !['refused', 'revoked'].includes(one.status),
      );
      const reached = inScope(scope(viewer), { ...held.snapshot, steps: flow.steps, inConflict: [] });
      const title = { id: 'workflow.notice.conflictTitle' };
      const message = works ? { id: 'workflow.notice.conflicted' } : null;
      expect(projectConflict(viewer, held.snapshot, flow)).toEqual(
        (works || reached) && snapshot.status !== 'draft'
          ? { conflict: { callTitle: 'Regular', told: {}, title, message } }
          : null,
      );
    }),
    runs,
  );
});

it('is to staff on an application of their own what it is to any applicant', () => {
  fc.assert(
    fc.property(sceneOf, fc.constantFrom(...roleCodes), (scene, role) => {
      const applicant: Viewer = { userId: applicantId, role: 'user', isStaff: false };
      expect(see({ ...scene, viewer: { ...applicant, role, isStaff: true } })).toEqual(
        see({ ...scene, viewer: applicant }),
      );
    }),
    runs,
  );
});

it('grows with each rule, each release and each audience, and never shrinks', () => {
  fc.assert(
    fc.property(
      sceneOf,
      ruleOf,
      fc.constantFrom(0, 1, 2),
      fc.constantFrom(...stepIds),
      (scene, rule, at, stepId) => {
        const { flow, snapshot } = scene;
        const before = readBy(scene);
        const widened = (view: (rules: ViewRule[]) => ViewRule[]) => ({
          ...scene,
          flow: flowOf(
            flow.steps.map(({ permissions }, nth) =>
              nth === at ? view(permissions.view) : permissions.view,
            ),
          ),
        });
        for (const after of [
          widened((rules) => [...rules, rule]),
          widened((rules) => rules.map((one) => ({ ...one, audience: audiences }))),
          {
            ...scene,
            snapshot: { ...snapshot, releasedAt: { ...snapshot.releasedAt, [stepId]: releaseAt } },
          },
        ])
          expect(before.filter((one) => !readBy(after).includes(one))).toEqual([]);
      },
    ),
    runs,
  );
});

it('shows at once what a wider rule opens', () => {
  fc.assert(
    fc.property(
      sceneOf,
      fc.constantFrom(...workRoles),
      fc.constantFrom(...audiences),
      (scene, role, audience) => {
        const viewer: Viewer = { userId: 4, role, isStaff: false };
        const ongoing = { status: 'submitted', awardDeclinedAt: null } as const;
        const snapshot = { ...scene.snapshot, ...ongoing, inConflict: [] };
        const wide: ViewRule = { role, scope: 'call', of: 'submitted', audience: [audience] };
        const flow = flowOf(stepIds.map(() => [wide]));
        expect(readBy({ flow, snapshot, viewer })).toEqual(
          snapshot.assignments
            .filter(({ status }) => handedIn.includes(status))
            .flatMap(({ id, stepId }) =>
              ['marked', 'plain'].map((mark) => `${id} ${stepId}.${audience}.${mark}`),
            )
            .toSorted(),
        );
      },
    ),
    runs,
  );
});
