import { templateVariables } from '@clearcall/domain/forms/flow-templates.ts';
import type { Audience, ViewRule } from '@clearcall/domain/forms/types.ts';

/**
 * A review with every step that people read from different sides, and in each step an element of every audience that it
 * has. Its view rules are those of docs/requirements/2-applications-review.md, section 6; the proofs ask whether the portal keeps to them.
 */

const everything: Audience[] = ['public', 'personal', 'panel_only', 'suggested_reviewers'];
const text = (id: string, config: object = {}) => ({ id, type: 'textarea', title: id, config });
const form = (id: string, elements: object[]) => [{ id, title: id, order: 0, elements }];
const agreement = { showCoi: true, coiText: 'I have no tie to the applicants.' };

type Who = Pick<ViewRule, 'role' | 'scope' | 'reader'>;
const accepted = (role: string): Who => ({ role, scope: 'assigned', reader: 'accepted' });
const staff: ViewRule = { role: 'pro', scope: 'call', of: 'submitted', audience: everything };
const applicant: Who = { role: 'applicant', scope: 'own' };
const centre: Who = { role: 'compute_centre_representative', scope: 'centre' };
const panel: Who = { role: 'panel_chair', scope: 'panel' };
const council: Who[] = [
  { role: 'ac_member', scope: 'call' },
  { role: 'ac_chair', scope: 'call' },
];
const manager: Who = { role: 'project_manager', scope: 'call' };

/** The same reading for several. */
const read = (whose: readonly Who[], of: ViewRule['of'], ...audience: Audience[]): ViewRule[] =>
  whose.map((who) => ({ ...who, of, audience }));

/** Who reads what of each step. Source: Requirements 2, 6.17. */
const viewOf: Readonly<Record<string, ViewRule[]>> = {
  APP: [
    staff,
    ...read([centre], 'submitted', 'public'),
    ...read([centre], 'awarded', 'personal'),
    ...read(['technical_reviewer', 'scientific_reviewer', 'rapporteur'].map(accepted), 'submitted', 'public'),
    ...read([panel], 'submitted', 'public', 'suggested_reviewers'),
    ...read(council, 'submitted', 'public'),
    ...read([manager], 'awarded', 'public', 'personal'),
  ],
  ADM: [staff, ...read([applicant], { released: 'ADM' }, 'public')],
  TEC: [
    staff,
    ...read([applicant], { released: 'TEC' }, 'public'),
    ...read([centre, accepted('rapporteur'), panel], 'submitted', 'public', 'panel_only'),
    ...read(council, 'submitted', 'public'),
    ...read([manager], 'awarded', 'public'),
  ],
  SCI: [
    staff,
    ...read([applicant], { released: 'SCI' }, 'public'),
    ...read([accepted('rapporteur'), panel, ...council], 'submitted', 'public', 'panel_only'),
  ],
  RAP: [
    staff,
    ...read([applicant], { released: 'RAP' }, 'public'),
    ...read([panel, ...council], 'submitted', 'public', 'panel_only'),
  ],
  PAN: [staff, ...read([panel, ...council], 'submitted', 'public', 'panel_only')],
  ALL: [
    staff,
    ...read(council, 'submitted', 'public'),
    ...read([applicant, centre, panel, accepted('rapporteur')], { released: 'ALL' }, 'public'),
    ...read([manager], 'awarded', 'public'),
  ],
  FIN: [staff],
  REP: [staff, ...read([centre, manager], 'submitted', 'public')],
};

const pro = { assign: ['pro'] };

const step = (
  id: string,
  ownerRole: string,
  elements: object[],
  { permissions = {}, ...more }: { permissions?: object; [key: string]: unknown } = {},
) => ({
  id,
  title: id,
  type: id.toLowerCase(),
  ownerRole,
  permissions: { ...pro, assignable: [ownerRole], ...permissions, view: viewOf[id] ?? [] },
  forms: form(`${id}.F`, elements),
  ...more,
});

const steps = [
  step(
    'APP',
    'applicant',
    [
      { id: 'title', type: 'text', title: 'Title', config: { id: 'project_title', preview: true } },
      { id: 'first', type: 'text', title: 'First', config: { id: 'pi_first_name', preview: true } },
      { id: 'last', type: 'text', title: 'Last', config: { id: 'pi_last_name', preview: true } },
      { id: 'home', type: 'text', title: 'Home', config: { id: 'pi_affiliation', preview: true } },
      {
        id: 'field',
        type: 'select',
        title: 'Panel',
        optionsGroup: 'panels',
        config: { id: 'research_field_group' },
      },
      { id: 'parts', type: 'partitions', title: 'Partitions', config: { id: 'partition' } },
      text('plan'),
      { id: 'case', type: 'upload', title: 'Case', config: { upload: { maxMb: 1 } } },
      text('phone', { audience: 'personal' }),
      { id: 'cv', type: 'upload', title: 'CV', config: { audience: 'personal', upload: { maxMb: 1 } } },
      {
        id: 'excluded',
        type: 'group',
        title: 'Excluded',
        config: { audience: 'suggested_reviewers' },
        children: [
          {
            id: 'excluded_name',
            type: 'text',
            title: 'Name',
            config: { id: 'excluded_name', audience: 'suggested_reviewers' },
          },
          {
            id: 'excluded_email',
            type: 'email',
            title: 'E-mail',
            config: { id: 'excluded_email', audience: 'suggested_reviewers' },
          },
        ],
      },
    ],
    { type: 'application' },
  ),
  step(
    'ADM',
    'pro',
    [
      {
        id: 'verdict',
        type: 'select',
        title: 'Verdict',
        items: ['good', 'bad', 'more'],
        config: { required: true, outcome: { good: 'approved', bad: 'rejected', more: 'request_changes' } },
      },
      text('adm_why', { id: 'outcome_reason' }),
      text('adm_panel', { audience: 'panel_only' }),
    ],
    { judges: 'APP' },
  ),
  step(
    'TEC',
    'technical_reviewer',
    [
      {
        id: 'fits',
        type: 'select',
        title: 'Fits',
        items: ['yes', 'no'],
        config: { required: true, outcome: { yes: 'approved', no: 'rejected' } },
      },
      text('tec_text'),
      text('tec_panel', { audience: 'panel_only' }),
    ],
    {
      perPartition: true,
      config: agreement,
      permissions: {
        assign: ['pro', 'compute_centre_representative'],
        assignable: ['technical_reviewer', 'compute_centre_representative'],
      },
    },
  ),
  step(
    'SCI',
    'scientific_reviewer',
    [
      text('sci_text'),
      { id: 'score', type: 'number', title: 'Score', config: { id: 'score' } },
      text('sci_panel', { audience: 'panel_only' }),
      { id: 'sci_file', type: 'upload', title: 'File', config: { upload: { maxMb: 1 } } },
    ],
    {
      type: 'scientific_review',
      config: { ...agreement, needs: 2 },
      permissions: { assign: ['pro', 'panel_chair'] },
    },
  ),
  step('RAP', 'rapporteur', [text('rap_text'), text('rap_panel', { audience: 'panel_only' })], {
    config: agreement,
  }),
  step('PAN', 'panel_chair', [text('rank', { id: 'rank' }), text('minutes', { audience: 'panel_only' })]),
  step(
    'ALL',
    'ac_chair',
    [
      text('all_text'),
      {
        id: 'rows',
        type: 'group',
        title: 'Rows',
        config: { rowsFrom: 'partitions' },
        children: [
          {
            id: 'row_part',
            type: 'select-partition',
            title: 'Partition',
            config: { id: 'decision_partition' },
          },
          {
            id: 'row_dec',
            type: 'select',
            title: 'Outcome',
            items: ['awarded', 'reduced', 'reserve', 'rejected'],
            config: {
              required: true,
              outcome: { awarded: 'awarded', reduced: 'reduced', reserve: 'reserve', rejected: 'rejected' },
            },
          },
          { id: 'row_amount', type: 'number', title: 'Amount', config: { id: 'decision_amount' } },
          text('row_why', { id: 'outcome_reason' }),
        ],
      },
    ],
    { final: true, permissions: { assignable: ['ac_chair', 'ac_member'] } },
  ),
  step('FIN', 'finance_manager', [text('payment')], { type: 'payment' }),
  step('REP', 'applicant', [text('report')]),
];

/** A mail that says all that a template can, each on a line of its own. */
const everyVariable = {
  id: 'every_variable',
  subject: Object.keys(templateVariables)
    .map((name) => `{{${name}}}`)
    .join(' ')
    .slice(0, 200)
    .replace(/\{*[^{}]*$/, ''),
  body: Object.keys(templateVariables)
    .map((name) => `${name}: {{${name}}}`)
    .join('\n'),
  calendar: { of: 'deadline', title: '{{project_title}} {{step_title}}' },
};

/** The document of the flow, with other view rules where they are named by their step. */
export const proofFlow = (view: Readonly<Record<string, readonly ViewRule[]>> = viewOf) => ({
  version: 1,
  templates: [everyVariable],
  steps: steps.map((one, order) => ({
    ...one,
    order,
    permissions: { ...one.permissions, view: view[one.id] ?? [] },
  })),
});

export const proofRules = viewOf;

/** The audiences that the elements of a step have. */
export const audiencesOf = (stepId: string): Audience[] => {
  const found = steps.find(({ id }) => id === stepId)?.forms.flatMap(({ elements }) => elements) ?? [];
  const named = found.map(
    (element) => (element as { config?: { audience?: Audience } }).config?.audience ?? 'public',
  );
  return [...new Set<Audience>(named)];
};
