import { readdirSync, readFileSync } from 'node:fs';
import { loadArea } from '@clearcall/i18n/catalogue.ts';
import { createTranslator } from '@clearcall/i18n/translator.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AssignmentStatus } from '../applications/statuses.ts';
import { compileFlow } from '../forms/compile.ts';
import { parseFlow, parseFlowDocument } from '../forms/definition.ts';
import { fillBody, fillSubject, variablesIn } from '../forms/flow-templates.ts';
import { inOrderFor, translateFrom } from '../forms/text-in-languages.ts';
import type { Automation, AutomationRecipient, Flow, Step } from '../forms/types.ts';
import type {
  ApplicationSnapshot,
  AssignmentSnapshot,
  FlowFacts,
} from '../permissions/application-snapshot.ts';
import { projectApplication } from '../permissions/project-application.ts';
import { stanceOf } from '../permissions/stance.ts';
import { templateValues } from '../permissions/template-values.ts';
import { isLive } from '../permissions/view-rules.ts';
import type { Viewer } from '../permissions/viewer.ts';

/** Each email that the flows of the demonstration send, to each recipient that they name, in each language. */

const folder = new URL('../../../../apps/api/demo/flows/', import.meta.url);
const texts = new URL('../texts/', folder);
const translate = translateFrom(
  readdirSync(texts).flatMap((name) => JSON.parse(readFileSync(new URL(name, texts), 'utf8'))),
  'en',
);
const languages = ['en', 'de', 'fr'] as const;
type Language = (typeof languages)[number];

const translators = {} as Record<Language, ReturnType<typeof createTranslator>>;
beforeAll(async () => {
  for (const language of languages)
    translators[language] = createTranslator(
      language,
      ...(await Promise.all(
        (['mails', 'parts', 'workflow', 'forms'] as const).map((area) => loadArea(language, area)),
      )),
    );
});

const now = new Date('2027-01-10T12:00:00Z');
const overdueSince = '2027-01-01T22:59:59.000Z';
const applicantId = 7;
const workerId = 20;
const uid = 'ESAO-REG-2026R02-011';
const partition = { id: 'p1', name: 'MareNostrum 5 GPP', centreId: 'c1' };

/** Status that the assignment of an automation has when the automation starts. */
const statusAt: Readonly<Record<string, AssignmentStatus>> = {
  assigned: 'assigned',
  lead_assigned: 'assigned',
  draft: 'draft',
  accepted: 'accepted',
  refused: 'refused',
  revoked: 'revoked',
  conflicted: 'conflicted',
  submitted: 'submitted',
  lead_assignment_submitted: 'submitted',
  all_submitted: 'submitted',
  resubmitted: 'resubmitted',
  changes_requested: 'changes_requested',
  approved: 'approved',
  released: 'submitted',
  award_declined: 'submitted',
};

const work = (step: Step, more: Partial<AssignmentSnapshot>): AssignmentSnapshot => {
  const ownerId = step.ownerRole === 'applicant' ? applicantId : workerId;
  const partitionId = step.perPartition === true ? partition.id : null;
  return {
    id: `work-${step.id}`,
    stepId: step.id,
    ownerId,
    owner: { id: ownerId, firstName: 'Freja', lastName: 'Åhl' },
    assignerId: 30,
    role: step.ownerRole === 'applicant' ? 'applicant' : (step.permissions.assignable[0] ?? 'pro'),
    partitionId,
    centreId: partitionId === null ? null : partition.centreId,
    status: 'accepted',
    deadline: '2027-02-01T22:59:59.000Z',
    submittedAt: null,
    submissionAskedAt: null,
    createdAt: '2027-01-01T00:00:00.000Z',
    isLead: true,
    labelNumber: null,
    previousStatus: null,
    keptFor: {},
    replaces: null,
    wasUnowned: false,
    agreedAt: null,
    agreement: null,
    reason: 'The budget is missing.',
    activities: [],
    answers: [],
    rows: [],
    marks: {},
    submitted: null,
    earlier: [],
    threads: [],
    points: [],
    ...more,
  };
};

/** A change that is requested at a field. */
const thread = (elementId: string): AssignmentSnapshot['threads'][number] => ({
  id: 'thread',
  elementId,
  groupId: null,
  askedAt: '2027-01-03T00:00:00.000Z',
  answered: false,
  comments: [
    {
      id: 'comment',
      asks: true,
      handedIn: true,
      createdAt: '2027-01-03T00:00:00.000Z',
      authorId: 30,
      author: { id: 30, firstName: 'Pro', lastName: 'Officer' },
      role: 'pro',
      text: 'Add the acronym.',
    },
  ],
});

/** The application with an answer to each field of its first form that is previewed. */
function application(step: Step, status: AssignmentStatus): AssignmentSnapshot {
  const elements = step.forms.flatMap((form) => form.elements);
  const row = '00000000-0000-4000-8000-000000000001';
  const groups = elements.filter(({ type, config }) => type === 'group' && config.preview === true);
  const answers = [
    ...elements
      .filter(({ type, config }) => config.preview === true && type !== 'group')
      .map(({ id }) => ({ elementId: id, groupId: null, values: [`Answer ${id}`] })),
    ...groups.flatMap(({ id: groupId, children = [] }) =>
      children.map(({ id }) => ({ elementId: id, groupId: `${row}${groupId}`, values: [`Answer ${id}`] })),
    ),
  ];
  const rows = groups.map(({ id }) => ({ id: `${row}${id}`, elementId: id, order: 0 }));
  const title = elements.find(({ config }) => config.id === 'project_title')?.id ?? '';
  return work(step, {
    status,
    submittedAt: status === 'draft' ? null : '2027-01-02T00:00:00.000Z',
    activities: [{ status, reason: null, createdAt: '2027-01-03T00:00:00.000Z' }],
    answers: answers.map((one) => ({ ...one, revision: 1, savedAt: '2027-01-01T00:00:00.000Z' })),
    rows,
    submitted: status === 'draft' ? null : { answers, rows },
    threads: [thread(title)],
  });
}

const readers: Readonly<Record<string, Viewer>> = {
  application_owner: { userId: applicantId, role: 'user', isStaff: false },
  assigner: { userId: 30, role: 'pro', isStaff: true },
  admins: { userId: 31, role: 'pro', isStaff: true },
  partition_ccr: { userId: 32, role: 'compute_centre_representative', isStaff: false },
};
const workerOf = (step: Step): Viewer => {
  if (step.ownerRole === 'applicant') return { userId: applicantId, role: 'user', isStaff: false };
  const isStaff = step.permissions.assignable[0] === 'pro';
  return { userId: workerId, role: isStaff ? 'pro' : 'user', isStaff };
};

/** A person who may take the step on, if it is not assigned yet. */
const takerOf = ({ permissions }: Step): Viewer => {
  const role = (permissions.assignable[0] ?? 'pro') as Viewer['role'];
  return { userId: 33, role, isStaff: role === 'pro' };
};

interface Told {
  lacks: string[];
  subject: string;
  lines: string[];
  values: Readonly<Record<string, string>>;
}

/** The subject and the lines of an email as its recipient gets it, and the variables that have no value for them. */
function emailOf(
  flow: Flow,
  plan: FlowFacts['plan'],
  automation: Extract<Automation, { do: 'notify' }>,
  { to, step: named }: AutomationRecipient,
  language: Language,
  asRole?: Viewer['role'],
  technicalStart = '2027-01-20T17:00:00.000Z',
): Told {
  const { on } = automation;
  const event = 'event' in on ? on.event : 'timer';
  const [first] = flow.steps.toSorted((one, other) => one.order - other.order);
  const timed = 'timer' in on ? (on.timer.step ?? on.timer.until) : 'step' in on ? on.step : undefined;
  const step = flow.steps.find(({ id }) => id === timed) ?? first;
  if (first === undefined || step === undefined) throw new Error('a flow has no step');
  const own = flow.steps.find(({ id }) => id === named) ?? step;
  const isDraft = automation.template === 'draft';
  const isOfEnd = 'timer' in on && (on.timer.before ?? on.timer.after) === 'award_end';
  const isFirst = step.id === first.id;
  const status = isDraft ? 'draft' : (statusAt[event] ?? ('unanswered' in on ? 'assigned' : 'accepted'));
  const isOpen = to !== 'owner' && (automation.template === 'take' || automation.template === 'monthly');
  const about = isFirst
    ? application(first, status)
    : work(step, {
        status,
        submittedAt: status === 'submitted' ? '2027-01-05T00:00:00.000Z' : null,
        submitted: status === 'submitted' ? { answers: [], rows: [] } : null,
        activities: [{ status, reason: null, createdAt: '2027-01-03T00:00:00.000Z' }],
        threads: [thread(step.forms[0]?.elements[0]?.id ?? '')],
        reason: status === 'conflicted' ? null : 'The budget is missing.',
        ...(automation.template === 'overdue' ? { deadline: overdueSince } : {}),
        ...(isOpen ? { ownerId: null, owner: null } : {}),
      });
  const assignments = [
    ...(isFirst ? [about] : [application(first, 'submitted'), about]),
    ...(own.id === step.id ? [] : [work(own, { status: 'accepted' })]),
  ];
  const isAwarded = 'event' in on ? step.order > 7 : isOfEnd || 'monthly' in on;
  const final = flow.steps.find(({ final: isFinal }) => isFinal === true);
  const isAfter = final !== undefined && step.order > final.order;
  const reader: Viewer =
    asRole !== undefined
      ? { userId: 30, role: asRole, isStaff: false }
      : to === 'takers'
        ? takerOf(own)
        : (readers[to] ?? workerOf(own));
  const isOfCentre = reader.role === 'compute_centre_representative';
  const snapshot: ApplicationSnapshot = {
    id: 1,
    uid,
    status: isDraft ? 'draft' : isAwarded || isAfter ? 'approved' : 'submitted',
    awardDeclinedAt: null,
    createdAt: '2027-01-01T00:00:00.000Z',
    changedAt: '2027-01-01T00:00:00.000Z',
    lastMail: null,
    submittedAt: isDraft ? null : '2027-01-02T00:00:00.000Z',
    duplicatedFrom: null,
    ownerId: applicantId,
    cutoffId: 1,
    profile: {},
    callCounter: 1,
    sameCode: [],
    call: {
      id: 1,
      code: 'REG',
      title: 'Regular Access',
      year: 2026,
      number: 1,
      allocationPeriodId: null,
      info: '',
      links: {},
      logo: null,
      timeZone: 'Europe/Luxembourg',
      unit: 'node hours',
      published: true,
      termsOfReference: null,
      documents: [],
    },
    cutoffs: [
      {
        id: 1,
        start: '2026-11-01T00:00:00.000Z',
        end: isDraft ? '2027-02-01T22:59:59.000Z' : '2027-01-03T00:00:00.000Z',
        timeframes: { TEC: { start: technicalStart, end: '2027-02-10T17:00:00.000Z' } },
        partitions: [
          { ...partition, kind: 'CPU', unit: 'node hours', min: null, max: null, fixed: null, pool: null },
        ] as never,
      },
    ],
    assignments,
    documents: [],
    uploads: [],
    releasedAt:
      event === 'released' || isAfter
        ? Object.fromEntries(flow.steps.map(({ id }) => [id, '2027-01-06T00:00:00.000Z']))
        : {},
    arrivals: [],
    unlockedSteps: flow.steps.map(({ id }) => id),
    decisions: [],
    suggestedReplacements: isLive(status)
      ? []
      : [
          {
            assignmentId: about.id,
            stepId: step.id,
            partitionId: about.partitionId,
            name: 'Zoe Moe',
            institution: 'Lab',
            email: null,
          },
        ],
    inConflict: [],
    partitionIds: [partition.id],
    centreIds: [partition.centreId],
    panel: 'PE8',
    viewer: {
      centres: isOfCentre ? [partition.centreId] : [],
      panels: reader.role === 'panel_chair' ? ['PE8'] : [],
    },
    viewerPartitions: isOfCentre ? [partition.id] : [],
  };
  const facts: FlowFacts = {
    flow,
    plan,
    offered: {},
    readable: {},
    formFacts: () => null,
    // As the flow lets the role of the reader assign and take.
    commands: {
      ofAssignment: (id) => {
        const one = assignments.find((given) => given.id === id);
        const of = flow.steps.find((given) => given.id === one?.stepId);
        return one?.ownerId === null && of?.permissions.assignable.includes(reader.role)
          ? { take: null }
          : {};
      },
      ofApplication: () =>
        flow.steps
          .filter(({ permissions }) => permissions.assign.includes(reader.role))
          .map(({ id }) => ({ command: 'assign' as const, stepId: id, refusal: null })),
    },
  };
  const names = !isOfEnd && event !== 'all_submitted' && !('monthly' in on);
  const mine = to === 'owner' && isOfEnd;
  const values = templateValues({
    recipientName: 'Ada',
    organisationName: 'Office',
    contact: 'access@example.org',
    callTitle: snapshot.call.title,
    timeZone: snapshot.call.timeZone,
    assignment: names || mine ? about : null,
    event: { stepId: step.id, partitionId: null, by: 'event' in on ? (on.by ?? null) : null },
    conflictReason: status === 'conflicted' && reader.isStaff ? 'A friend.' : null,
    centrePartitions: snapshot.viewerPartitions,
    stance: stanceOf(reader, snapshot),
    seen: projectApplication(reader, snapshot, facts, now),
    now,
  });
  const { translate } = translators[language];
  const filled = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' && 'lines' in value
        ? value.lines.map(translate).join('\n')
        : translate(value),
    ]),
  );
  const template = flow.templates.find(({ id }) => id === automation.template);
  if (template === undefined) throw new Error(`no template ${automation.template}`);
  const used = variablesIn(`${template.subject}\n${template.body}\n${template.calendar?.title ?? ''}`);
  return {
    lacks: used.filter((name) => filled[name] === undefined),
    subject: fillSubject(template.subject, filled),
    lines: fillBody(template.body, filled),
    values: filled,
  };
}

/** Variables that a recipient may not know, by template and recipient: their lines are left out. All others are there. */
const mayLack: Readonly<Record<string, readonly string[]>> = {
  // Only staff know who rejected an assignment, and why.
  'refused → partition_ccr': ['assignee_name', 'reason'],
  'conflicted → partition_ccr': ['assignee_name', 'reason'],
  // Only staff and readers of the answer know why.
  'declined → partition_ccr': ['reason'],
  'declined → assignment_owners': ['reason'],
  // The person had access by the assignment alone.
  'onboarding_ended → owner': ['task', 'project_id', 'project_title', 'reason'],
};

/** Parts that every email needs, besides what happened. */
const mustName: Readonly<Record<string, readonly string[]>> = {
  work: ['task', 'project_id', 'call_title', 'deadline', 'preview', 'contact'],
  lead: ['task', 'project_id', 'call_title', 'deadline', 'contact'],
  take: ['task', 'project_id', 'call_title', 'project_title', 'deadline', 'contact'],
  refused: [
    'task',
    'project_id',
    'project_title',
    'assignee_name',
    'assignee_role',
    'reason',
    'suggested_people',
  ],
  conflicted: [
    'task',
    'project_id',
    'project_title',
    'assignee_name',
    'assignee_role',
    'reason',
    'suggested_people',
  ],
  changed: ['project_id', 'project_title', 'call_title', 'contact'],
  passed: ['project_id', 'project_title', 'next_step'],
  changes: ['step_title', 'project_id', 'reason', 'remarks', 'deadline', 'contact'],
  draft: ['call_title', 'deadline', 'contact'],
  due_soon: ['task', 'project_id', 'project_title', 'deadline', 'contact'],
  overdue: ['task', 'project_id', 'project_title', 'deadline', 'assignee_name'],
  award: ['project_id', 'project_title', 'call_title', 'deadline', 'contact'],
  own_work: ['step_title', 'project_id', 'project_title', 'deadline', 'contact'],
  report_due: ['project_id', 'project_title', 'deadline', 'contact'],
  all_in: ['step_title', 'project_id', 'project_title'],
  declined: ['project_id', 'project_title', 'reason'],
  monthly: ['step_title', 'project_id', 'project_title'],
  onboarding_ended: ['call_title', 'contact'],
};

/** Roles that assign the step of a timer for their centre or panel, without being staff. */
function assignersOf(flow: Flow, { on }: Automation): Viewer['role'][] {
  const step = 'timer' in on ? flow.steps.find(({ id }) => id === on.timer.step) : undefined;
  return (step?.permissions.assign ?? []).filter(
    (role) => role === 'compute_centre_representative' || role === 'panel_chair',
  ) as Viewer['role'][];
}

/** A date with an hour, and what is behind it. */
const moment = /\d\d[-./]\d\d[-./]\d{4}[ ,]+\d\d:\d\d(.{0,12})/g;
const zone = /^ \(\p{L}/u;

for (const file of readdirSync(folder)) {
  const json: unknown = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
  const flows = {} as Record<Language, Flow>;
  for (const language of languages) {
    const document = parseFlowDocument(json, translate);
    const parsed = document.ok ? parseFlow(document.flow, inOrderFor(language)) : document;
    if (!parsed.ok) throw new Error(parsed.faults[0]?.rule);
    flows[language] = parsed.flow;
  }
  const compiled = compileFlow(flows.en);
  if (!compiled.ok) throw new Error(compiled.faults[0]?.rule);
  const rows = flows.en.automations.flatMap((automation) =>
    automation.do === 'notify'
      ? automation.recipients.flatMap((recipient) => {
          const name = `${automation.id}: ${automation.template} → ${recipient.to}`;
          const roles = recipient.to === 'assigner' ? assignersOf(flows.en, automation) : [];
          return [
            { name, automation, recipient, asRole: undefined },
            ...roles.map((asRole) => ({ name: `${name} (${asRole})`, automation, recipient, asRole })),
          ];
        })
      : [],
  );

  describe(`the emails of ${file}`, () => {
    it.each(rows)('$name', ({ automation, recipient, asRole }) => {
      const bodies = new Set<string>();
      for (const language of languages) {
        const told = emailOf(flows[language], compiled.plan, automation, recipient, language, asRole);
        const lacks = mayLack[`${automation.template} → ${recipient.to}`] ?? [];
        expect(told.lacks, 'variables without a value').toEqual(lacks);
        expect(told.subject).not.toMatch(/–|\{\{/);
        expect([...told.subject].length, told.subject).toBeLessThanOrEqual(100);
        const text = [told.subject, ...told.lines].join('\n');
        for (const name of mustName[automation.template] ?? [])
          if (!lacks.includes(name)) expect(text, name).toContain(told.values[name]);
        for (const [, behind = ''] of text.matchAll(moment)) expect(behind, text).toMatch(zone);
        if (told.values.partition !== undefined && told.values.task !== undefined)
          expect(text).toContain(told.values.partition);
        // The heading is the subject: the body says more, and says it once.
        expect(told.lines).not.toContain(told.subject);
        expect(new Set(told.lines).size).toBe(told.lines.length);
        bodies.add(text);
      }
      expect(bodies.size, 'one text for each language').toBe(languages.length);
    });

    it('says when the technical review starts, and that it starts now only if it does', () => {
      const passed = rows.filter(({ automation: { template } }) => template === 'passed');
      expect(passed).toHaveLength(1);
      for (const { automation, recipient } of passed) {
        const told = (start: string) =>
          emailOf(flows.en, compiled.plan, automation, recipient, 'en', undefined, start).lines.join(' ');
        expect(told('2027-01-20T17:00:00.000Z')).toContain('starts on 20-01-2027 18:00 (Luxembourg time)');
        expect(told('2027-01-20T17:00:00.000Z')).not.toMatch(/\bnow\b/);
        expect(told('2027-01-10T11:00:00.000Z')).toContain('starts now');
      }
    });

    it('tells nobody outside of the staff the result of a check before its release', () => {
      const checks = flows.en.steps.filter(({ judges, final }) => judges !== undefined && final !== true);
      const early = rows.filter(
        ({ automation: { on } }) =>
          'event' in on &&
          (on.event === 'approved' || on.event === 'rejected') &&
          checks.some(({ id }) => on.by === id),
      );
      expect(early).toEqual([]);
    });

    it('sends others than the applicant only what asks something of them', () => {
      const idle = rows.filter(({ automation, recipient }) =>
        recipient.to === 'application_owner' || recipient.to === 'owner'
          ? false
          : emailOf(flows.en, compiled.plan, automation, recipient, 'en').lines.some((line) =>
              /You do not need to do anything now|We will write to you/.test(line),
            ),
      );
      expect(idle.map(({ name }) => name)).toEqual([]);
    });

    it('tells the owner of a check that what it judges was resubmitted', () => {
      const checks = flows.en.steps.filter(
        ({ judges, final, type }) => judges !== undefined && final !== true && type.endsWith('_check'),
      );
      expect(checks).toHaveLength(2);
      const told = rows.flatMap(({ automation: { on }, recipient: { to, step } }) =>
        'event' in on && on.event === 'resubmitted' && to === 'owner' ? [`${on.step} → ${step}`] : [],
      );
      expect(told).toEqual(checks.map(({ id, judges }) => `${judges} → ${id}`));
    });

    it('asks nobody to remind a person of overdue work that is not assigned', () => {
      const overdue = flows.en.templates.find(({ id }) => id === 'overdue');
      const given = { project_title: 'Storms', call_title: 'Regular', deadline: 'today' };
      expect(fillBody(overdue?.body ?? '', given).join(' ')).not.toMatch(/[Rr]emind|another person/);
    });

    it('tells a conflict of interest to the same people as a rejection', () => {
      const told = (event: string) =>
        rows
          .filter(({ automation: { on } }) => 'event' in on && on.event === event)
          .map(({ automation: { on }, recipient }) => [(on as { step?: string }).step, recipient.to]);
      expect(told('conflicted')).toEqual(told('refused'));
    });
  });
}
