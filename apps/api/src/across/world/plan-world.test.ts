import { describe, expect, it } from 'vitest';
import { smallWorld } from '../../testing/small-world.ts';
import { planWorld } from './plan-world.ts';

const now = new Date('2026-11-21T12:00:00Z');

type SmallWorld = ReturnType<typeof smallWorld>;

it('plans every row of a world that is in order', async () => {
  const result = await planWorld(smallWorld(), now);
  if (!result.ok) throw new Error(result.sentences.join('\n'));
  const { rows } = result.planned;
  expect(rows.calls?.map(({ title, year, counter }) => ({ title, year, counter }))).toEqual([
    { title: 'Regular Access 2026', year: 2026, counter: 1 },
  ]);
  expect(rows.applications).toEqual([
    {
      id: 1,
      uid: 'X-2026R01-001',
      call_id: 1,
      flow_version_id: 1,
      cutoff_id: 1,
      owner_id: 1,
      status: 'submitted',
      created_at: '2026-10-23T08:00:00.000Z',
      first_submitted_at: null,
      submitted_at: '2026-11-19T12:00:00.000Z',
      title: 'Ice cores',
      pi_first_name: '',
      pi_last_name: '',
      pi_affiliation: '',
      research_group: '',
      research_title: '',
      partitions: ['North CPU'],
      updated_at: '2026-11-19T12:00:00.000Z',
      partition_ids: ['north-cpu'],
      panel: null,
      award_ends_at: null,
      award_declined_at: null,
    },
  ]);
  expect(rows.answers?.map(({ element_id, values }) => [element_id, values])).toEqual([
    ['title', ['Ice cores']],
    ['partition', ['north-cpu']],
    ['amount', ['40']],
  ]);
  expect(rows.assignments?.map(({ submitted_content }) => submitted_content)).toEqual([
    {
      answers: [
        { elementId: 'title', groupId: null, values: ['Ice cores'] },
        { elementId: 'partition', groupId: expect.any(String), values: ['north-cpu'] },
        { elementId: 'amount', groupId: expect.any(String), values: ['40'] },
        { elementId: 'total', groupId: null, values: ['40'] },
      ],
      rows: [{ id: expect.any(String), elementId: 'request', order: 0 }],
    },
  ]);
  expect(rows.timeframes?.map(({ step_id, ends_at }) => [step_id, ends_at])).toEqual([
    ['APP', '2026-11-26T09:00:00.000Z'],
    ['CHECK', '2026-12-06T17:00:00.000Z'],
  ]);
});

/** What is done to the small world, and every sentence that is the answer. */
// biome-ignore lint/suspicious/noExplicitAny: worlds are broken here in ways that no type allows.
const broken: [string, (world: any) => void, string[]][] = [
  [
    'an unknown key',
    (world) => {
      world.calls[0].colour = 'red';
    },
    ['calls › open: Unrecognized key: "colour"'],
  ],
  [
    'a wrong type',
    (world) => {
      world.applications[0].history = [{ do: 'lose', at: 'now' }];
    },
    [
      expect.stringMatching(
        /^applications › first › history › 1 › do: Invalid discriminator value. Expected 'assign' \| 'invite'/,
      ),
    ],
  ],
  [
    'an email address twice',
    (world) => world.users.push({ ...world.users[0], email: 'ADA@example.org' }),
    ['User ADA@example.org: this email address is given twice.'],
  ],
  [
    'a centre that is not there',
    (world) => {
      world.partitions[0].centre = 'south';
    },
    ['Partition north-cpu: there is no centre south.'],
  ],
  [
    'an option twice',
    (world) => world.optionGroups[0].options.push({ value: 'yes', label: 'Yes, please' }),
    ['Option group yes_no: its option yes is given twice.'],
  ],
  [
    'an archived application twice, one of nobody, and a file twice',
    (world) => {
      const file = { name: 'plan.pdf', title: 'Plan', pages: 1 };
      const record = { number: '2010RA01', submitted: true, call: { name: 'Call' } };
      const regular = { contact_name: 'Ada', contact_email: 'ada@example.org' };
      world.legacy = [
        { ...record, regular },
        { ...record, files: [file, file] },
      ];
    },
    [
      'Archived application 2010RA01: its number is given twice.',
      'Archived application 2010RA01: it has neither a regular nor a preparatory contact.',
      'Archived application 2010RA01: its file plan.pdf is given twice.',
    ],
  ],
  [
    'what the database holds once given twice',
    (world) => {
      const part = { centre: 'north', part: 'member' };
      world.users[0].memberships = [part, part];
      world.calls[0].timeframes.push(world.calls[0].timeframes[0]);
    },
    [
      'User ada@example.org: its part member is given twice.',
      'Call open: cutoffs › 1 › timeframes › CHECK: Step Check has two timeframes for the same cut-off. Remove one of them.',
    ],
  ],
  [
    'a version that no column holds',
    (world) => {
      world.calls[0].flow.version = 3_000_000_000;
    },
    ['Call open: its flow has a version above 2147483647.'],
  ],
  [
    'time zones that no calendar knows',
    (world) => {
      const { theme } = world.organisation;
      world.organisation = { ...world.organisation, theme: { ...theme, timeZone: 'Mars/Olympus' } };
      world.calls[0].timeZone = '';
    },
    [
      'organisation › theme › timeZone: This is no time zone, like Europe/Brussels.',
      'calls › open › timeZone: This is no time zone, like Europe/Brussels.',
    ],
  ],
  [
    'a character that cannot be stored',
    (world) => {
      world.users[0].lastName = 'Nul\u0000';
      world.applications[0].answers.title = 'half \ud800';
    },
    [
      'users › ada@example.org › lastName: it holds a character that cannot be stored.',
      'applications › first › answers › title: it holds a character that cannot be stored.',
    ],
  ],
  [
    'a link that would run',
    (world) => {
      world.calls[0].links = { link1: { title: 'Guide', address: 'javascript:alert(1)' } };
    },
    [
      'Call open: links › link1 › address: A link may not lead to javascript:alert(1). Use an address that starts with https://.',
    ],
  ],
  [
    'links, an upload and a tick that lead to documents of the call that are not there',
    (world) => {
      world.calls[0].links = { guidelineReviewer: 'document:guide' };
      world.calls[0].info = '<a href="document:plan">the template</a>';
      world.calls[0].flow.steps[0].forms[0].elements.push(
        { id: 'file', type: 'upload', title: 'Plan', config: { upload: { templateId: 'plan' } } },
        { id: 'tick', type: 'checkbox', title: 'I accept', config: { link: 'terms_of_reference' } },
      );
    },
    [
      'Call open: links › guidelineReviewer: A link leads to the document guide, which the call does not have. Add the document or change the link.',
      'Call open: info: A link leads to the document plan, which the call does not have. Add the document or change the link.',
      'Call open: flow › steps › APP › forms › F1 › elements › file: Field ‘Plan’ offers the template plan, which the call does not have. Add the document.',
      'Call open: flow › steps › APP › forms › F1 › elements › tick, links › termsOfReference: Field ‘I accept’ links to the terms of reference, which the call does not have. Add them.',
    ],
  ],
  [
    'a document twice',
    (world) => {
      const sections = [{ heading: 'Short', text: ['Short'] }];
      const plan = { name: 'plan', title: 'Plan', format: 'pdf', sections };
      world.calls[0].documents = [plan, plan];
    },
    ['Call open: documents › plan: The call has two documents named plan. Remove one of them.'],
  ],
  [
    'a document in words that nothing stands for',
    (world) => {
      const sections = [{ heading: 'For {TITLE}', text: ['By {WHEN}'] }];
      world.calls[0].documents = [{ name: 'plan', title: 'Plan', format: 'pdf', sections }];
    },
    ['Call open: nothing stands for {WHEN} in its document plan.'],
  ],
  [
    'a partition that is not there',
    (world) => {
      world.calls[0].limits[0].partition = 'south-cpu';
    },
    ['Call open: cutoffs › 1 › amounts › south-cpu: There is no partition south-cpu. Choose another one.'],
  ],
  [
    'limits the wrong way round',
    (world) => {
      world.calls[0].limits[0].min = '200';
    },
    [
      'Call open: cutoffs › 1 › amounts › north-cpu: The minimum of partition north-cpu is above its maximum. Correct one of them.',
    ],
  ],
  [
    'a cut-off that ends before it starts',
    (world) => {
      world.calls[0].cutoffs[0].end = 'now-40d';
    },
    ['Call open: cutoffs › 1 › end: Cut-off 1 ends before it starts. Correct its start or its end.'],
  ],
  [
    'a timeframe of an unknown step',
    (world) => {
      world.calls[0].timeframes[0].step = 'REVIEW';
    },
    [
      'Call open: cutoffs › 1 › timeframes › REVIEW: There is a timeframe for step REVIEW, which the process does not have. Remove the timeframe.',
    ],
  ],
  [
    'a flow whose conditions go round in a circle',
    (world) => {
      world.calls[0].flow.steps[0].forms[0].elements[1].effects = [
        {
          effect: 'visible',
          validations: [[{ refs: [{ element: 'before' }], type: 'non_empty', values: [] }]],
        },
      ];
    },
    [
      'Call open: flow › steps › APP › forms › F1 › elements › again, flow › steps › APP › forms › F1 › elements › before: Fields Again? and Before depend on each other. Change one of their conditions or calculations.',
    ],
  ],
  [
    'a flow with a step that judges and decides nothing',
    (world) => {
      const [first] = world.calls[0].flow.steps;
      world.calls[0].flow.steps.push({ ...first, id: 'JUDGE', order: 9, judges: first.id, forms: [] });
    },
    [
      'Call open: flow › steps › JUDGE: Step ‘Application’ has to decide, but none of its fields holds the decision. Choose that field.',
    ],
  ],
  [
    'a flow with a step that is due after something of a step that is not there',
    (world) => {
      world.calls[0].flow.steps[0].deadline = { after: 'released', step: 'GONE', days: 7 };
    },
    [
      'Call open: flow › steps › APP › deadline › step: A deadline depends on step GONE, which does not exist. Choose another step.',
    ],
  ],
  [
    'a flow with an automation that starts for a partition that its call does not offer',
    (world) => {
      const [{ flow }] = world.calls;
      const what = { do: 'change_visibility', step: flow.steps[0].id };
      flow.automations = ['north-cpu', 'south-cpu'].map((partition) => ({
        id: partition,
        on: { event: 'submitted', partition },
        ...what,
      }));
    },
    [
      'Call open: flow › automations › south-cpu › on › partition: Automation south-cpu waits for the partition south-cpu, which the call does not offer. Choose another partition.',
    ],
  ],
  [
    'a flow with an unknown option group',
    (world) => {
      world.calls[0].flow.steps[0].forms[0].elements[1].optionsGroup = 'colours';
    },
    [
      'Call open: flow › steps › APP › forms › F1 › elements › again: Field ‘Again?’ takes its options from the list colours, which does not exist. Choose another list.',
    ],
  ],
  [
    'the same call twice',
    (world) => world.calls.push({ ...world.calls[0], key: 'again' }),
    ['Call again: code, year, number: There is another call REG 2026 1. Choose another number.'],
  ],
  [
    'an unknown call',
    (world) => {
      world.applications[0].call = 'shut';
    },
    ['Application first: there is no call shut.'],
  ],
  [
    'an unknown owner',
    (world) => {
      world.applications[0].owner = 'bob@example.org';
    },
    ['Application first: there is no user bob@example.org.'],
  ],
  [
    'an unknown step',
    (world) => {
      world.applications[0].history = [
        { do: 'assign', at: 'now', by: 'ada@example.org', step: 'REVIEW', to: null },
      ];
    },
    ["Application first: assign on REVIEW by ada@example.org at 'now': there is no step REVIEW."],
  ],
  [
    'a uid twice',
    (world) => {
      world.applications[0].uid = 'X-2026R01-007';
      world.applications.push({ ...world.applications[0], key: 'second' });
    },
    ['Application second: its uid X-2026R01-007 is given twice.'],
  ],
  [
    'a uid that the call could not draw',
    (world) => {
      world.applications[0].uid = 'Y-7';
    },
    ['Application first: its uid Y-7 does not follow the pattern X-{YYYY}R{NN}-{SEQ3} of the call.'],
  ],
  [
    'an answer to an unknown element',
    (world) => {
      world.applications[0].answers.colour = 'red';
    },
    ["Application first: submit at 'now-2d': answer colour: This form has no such field."],
  ],
  [
    'an answer in the wrong group',
    (world) => {
      world.applications[0].rows.request[0].title = 'Ice';
    },
    ["Application first: submit at 'now-2d': answer title: Title: This field is not in a group."],
  ],
  [
    'an option that is not offered',
    (world) => {
      world.applications[0].answers.again = 'perhaps';
    },
    [expect.stringMatching(/^Application first: submit at 'now-2d': answer again: /)],
  ],
  [
    'an answer to a hidden element',
    (world) => {
      world.applications[0].answers.before = 'X-1';
    },
    [expect.stringMatching(/^Application first: submit at 'now-2d': answer before: /)],
  ],
  [
    'an answer to a sum',
    (world) => {
      world.applications[0].answers.total = '40';
    },
    [expect.stringMatching(/^Application first: submit at 'now-2d': answer total: /)],
  ],
  [
    'a submission with an error',
    (world) => {
      world.applications[0].rows.request[0].amount = '5';
    },
    [
      "Application first: submit at 'now-2d': answer amount: The value must be higher than 10. Exactly 10 is allowed.",
    ],
  ],
  [
    'a submission that is not complete',
    (world) => {
      world.applications[0].answers = {};
    },
    ["Application first: submit at 'now-2d': answer title: This is mandatory."],
  ],
  [
    'a command that the machine refuses, and nothing after it',
    (world) => {
      world.applications[0].history = [
        { do: 'withdraw', at: 'now-1d' },
        { do: 'take_back', at: 'now-1d' },
        { do: 'withdraw', at: 'now-3d' },
      ];
    },
    [
      "Application first: take_back at 'now-1d': This application is a draft, was rejected, or has ended. (not_under_way)",
    ],
  ],
  [
    'what happened before what stands above it',
    (world) => {
      world.applications[0].history = [{ do: 'withdraw', at: 'now-3d' }];
    },
    ["Application first: withdraw at 'now-3d': this is before what happened above it."],
  ],
  [
    'an assignment that nobody has, and one of which there are several',
    (world) => {
      const staff = { ...world.users[0], role: 'pro' };
      world.users.push({ ...staff, email: 'ben@example.org' }, { ...staff, email: 'eve@example.org' });
      world.calls[0].timeframes = [];
      world.calls[0].flow.steps[1].permissions = { assign: ['pro'], assignable: ['pro'], view: [] };
      const given = { at: 'now-1d', by: 'ben@example.org', step: 'CHECK' };
      const both = ['ben@example.org', 'eve@example.org'].map((to) => ({ ...given, do: 'assign', to }));
      world.applications[0].history = [...both, { do: 'accept', at: 'now', step: 'CHECK' }];
      const first = world.applications[0];
      world.applications.push({
        ...first,
        key: 'second',
        history: [{ do: 'accept', at: 'now', step: 'CHECK' }],
      });
    },
    [
      "Application first: accept on CHECK at 'now': there are several such assignments: say of whom, or of which partition.",
      "Application second: accept on CHECK at 'now': there is no such assignment.",
    ],
  ],
  [
    'a submission with fewer rows than before',
    (world) => {
      const { rows } = world.applications[0];
      world.applications[0].history = [
        { do: 'take_back', at: 'now-1d' },
        { do: 'submit', at: 'now', rows: { request: rows.request.slice(1) } },
      ];
    },
    ["Application first: submit at 'now': group request has fewer rows than before."],
  ],
  [
    'a cut-off that was not open then',
    (world) => {
      world.calls[0].cutoffs.push({ start: 'now+9d', end: 'now+20d' });
      world.calls[0].timeframes = [];
      world.applications[0].cutoff = 2;
      world.applications[0].created = 'now-3d';
    },
    ['Application first: its cut-off: it says 2, but at its times it is 1.'],
  ],
  [
    'one that was created before its call opened',
    (world) => {
      world.applications[0].created = 'now-31d';
    },
    ["Application first: create at 'now-31d': This call is not open now. (call_closed)"],
  ],
  [
    'a submission after the deadline',
    (world) => {
      world.calls[0].cutoffs[0].end = 'now-3d';
    },
    [
      "Application first: submit at 'now-2d': The deadline has passed. Nothing was changed. (deadline_passed)",
    ],
  ],
  [
    'a time before the year 2000',
    (world) => {
      world.users[0].created = '1999-06-01T00:00:00Z';
    },
    ["User ada@example.org: '1999-06-01T00:00:00Z' is before the year 2000."],
  ],
  [
    'a time in the future',
    (world) => {
      world.applications[0].submitted = 'now+1d';
    },
    ["Application first: submit at 'now+1d': this is in the future."],
  ],
];

describe('a broken world is refused', () => {
  it.each(broken)('%s', async (_what, breakIt, sentences) => {
    const world: SmallWorld = smallWorld();
    breakIt(world);
    expect(await planWorld(world, now)).toEqual({ ok: false, sentences });
  });

  it.each([null, 'world', [], 7])('%j is no world', async (json) => {
    const result = await planWorld(json, now);
    expect(result.ok ? [] : result.sentences.map((sentence) => sentence.slice(0, 10))).toEqual([
      'The world:',
    ]);
  });
});
