import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadArea } from '@clearcall/i18n/catalogue.ts';
import { languages } from '@clearcall/i18n/language.ts';
import { createTranslator } from '@clearcall/i18n/translator.ts';
import { expect, it } from 'vitest';
import type { FindingRule } from '../../forms/fault.ts';
import { checkCall, type Outside } from './check-call.ts';
import type { Finding } from './finding.ts';
import { readFlow } from './read-flow.ts';
import { smallCall } from './testing/small-call.ts';

const outside: Outside = {
  partitions: new Map([['north-cpu', 'North CPU']]),
  lists: new Set(['yes_no']),
  calls: [],
  brokenLinks: new Map(),
};

type Parts = { steps?: object[]; automations?: object[]; templates?: object[] };

const step = (id: string, order: number, elements: object[], more: object = {}) => ({
  id,
  title: `Step ${id}`,
  order,
  type: 'review',
  ownerRole: 'pro',
  forms: [{ id: 'F', title: 'Form', order: 0, elements }],
  ...more,
});
const el = (id: string, type: string, more: object = {}) => ({ id, type, title: `Title ${id}`, ...more });
const choice = (id: string, outcome: object, config: object = {}) =>
  el(id, 'select', { items: Object.keys(outcome), config: { required: true, outcome, ...config } });

const parts = {
  id: 'parts',
  type: 'group',
  title: 'Parts',
  config: { rowsFrom: 'partitions' },
  children: [
    el('part', 'select-partition', { config: { id: 'decision_partition' } }),
    choice('result', { all: 'awarded', none: 'rejected' }),
    el('amount', 'number', { config: { id: 'decision_amount' } }),
  ],
};
const [part, result, amount] = parts.children;

const base = {
  steps: [
    step(
      'APP',
      0,
      [el('mail', 'email'), el('name', 'text'), el('where', 'partitions', { config: { id: 'partition' } })],
      { ownerRole: 'applicant' },
    ),
    step('CHECK', 1, [choice('ok', { yes: 'approved' })], { judges: 'APP' }),
    step('TECH', 2, [el('tech', 'text')], { ownerRole: 'technical_reviewer', perPartition: true }),
    step('REV', 3, [el('rev', 'text')], { ownerRole: 'scientific_reviewer', config: { hasLead: true } }),
    step('REPLY', 4, [], { ownerRole: 'applicant', config: { isUnlockable: true } }),
    step('FIN', 5, [parts], { ownerRole: 'ac_chair', final: true }),
  ],
  templates: [{ id: 'words', subject: 'Subject', body: 'Body' }],
  automations: [] as object[],
};

/** Findings of the flow of a call, of which these parts are changed. */
function findingsOf(changed: Parts): Finding[] {
  const { cutoffs, ...call } = smallCall();
  const flow = { version: 1, ...base, ...changed };
  return checkCall(
    { ...call, cutoffs: cutoffs.map((cutoff) => ({ ...cutoff, timeframes: [] })), flow },
    readFlow(flow, 'en'),
    outside,
  );
}

const inStep = (id: string, change: object): Parts => ({
  steps: base.steps.map((one) => (one.id === id ? { ...one, ...change } : one)),
});
const fields = (...elements: object[]): Parts => {
  const form = { id: 'X', title: 'Extra', order: 1, elements };
  return inStep('APP', { forms: [...(base.steps[0]?.forms ?? []), form] });
};
const more = (...steps: object[]): Parts => ({ steps: [...base.steps, ...steps] });
const judging = (...elements: object[]) => more(step('J', 6, elements, { judges: 'APP' }));
const final = (elements: object[], change: object = {}) =>
  inStep('FIN', { forms: [{ id: 'F', title: 'Form', order: 0, elements }], ...change });
const automations = (...given: object[]): Parts => ({ automations: given });
const assign = (given: object) => ({
  id: 'a',
  on: { event: 'cutoff_passed' },
  do: 'assign',
  step: 'CHECK',
  to: { role: 'pro' },
  ...given,
});
const notify = (given: object) => ({
  id: 'a',
  on: { event: 'assigned', step: 'REV' },
  do: 'notify',
  recipients: ['owner'],
  template: 'words',
  ...given,
});
const doing = (what: string, onStep: string) => ({
  id: 'a',
  on: { event: 'submitted', step: 'REV' },
  do: what,
  step: onStep,
});

const reads = (more_: object, effect = 'visible') => ({
  effects: [{ effect, validations: [[{ type: 'non_empty', ...more_ }]] }],
});
const shown = (element: string, how: object = {}) => reads({ ref: { element, ...how } });
const sum = (...of: string[]) => ({ effects: [{ effect: 'sum', of }] });
const rows = (config: object, ...children: object[]) => el('g', 'group', { config, children });

const app = 'steps APP forms X elements';
const j = 'steps J forms F elements';
const fin = 'steps FIN forms F elements';

const cases: [FindingRule, Parts, ...at: string[]][] = [
  ['stepTwice', more(step('TECH', 6, [])), 'steps TECH'],
  [
    'formTwice',
    inStep('REPLY', { forms: [1, 2].map((order) => ({ id: 'F', title: 'Form', order, elements: [] })) }),
    'steps REPLY forms F',
  ],
  ['fieldTwice', fields(el('a', 'text'), el('a', 'text')), `${app} a`],
  ['fieldTwice', more(step('J', 6, [el('name', 'text')])), `${j} name`],
  ['fieldTwice', fields(el('g', 'group', { children: [el('name', 'text')] })), `${app} g children name`],
  [
    'meaningTwice',
    fields(el('a', 'text', { config: { id: 'm' } }), el('b', 'text', { config: { id: 'm' } })),
    `${app} b`,
  ],
  ['childrenOutsideGroup', fields(el('a', 'text', { children: [el('b', 'text')] })), `${app} a`],
  ['groupInGroup', fields(rows({}, el('h', 'group', { children: [] }))), `${app} g children h`],
  ['defaultUnfit', fields(el('a', 'number', { config: { default: ['x'] } })), `${app} a config default`],
  [
    'defaultNoOption',
    fields(el('a', 'select', { items: ['x'], config: { default: ['y'] } })),
    `${app} a config default`,
  ],
  ['calculationUnfit', fields(el('n', 'number'), el('a', 'date', sum('n'))), `${app} a effects`],
  [
    'calculationTwice',
    fields(
      el('n', 'number'),
      el('a', 'number', { effects: [...sum('n').effects, { effect: 'product', of: ['n'] }] }),
    ),
    `${app} a effects`,
  ],
  ['calculationEmpty', fields(el('a', 'number', sum())), `${app} a effects`],
  ['calculationNoNumber', fields(el('d', 'date'), el('a', 'number', sum('d'))), `${app} a effects`],
  [
    'presetUnfit',
    fields(el('d', 'date'), el('a', 'text', { config: { preset: { element: 'd' } } })),
    `${app} a config preset`,
  ],
  ['lengthUnfit', fields(el('a', 'number', { config: { length: { max: 3 } } })), `${app} a config length`],
  [
    'limitOrder',
    fields(el('a', 'text', { config: { length: { min: 5, max: 3 } } })),
    `${app} a config length`,
  ],
  ['limitOrder', fields(el('a', 'number', { config: { min: '5', max: '3' } })), `${app} a config min`],
  ['limitUnfit', fields(el('a', 'number', { config: { min: 'five' } })), `${app} a config min`],
  ['limitUnfit', fields(el('a', 'date', { config: { max: '2026-02-30' } })), `${app} a config max`],
  ['limitUnfit', fields(el('a', 'number', { config: { min: { today: true } } })), `${app} a config min`],
  ['limitUnfit', fields(el('a', 'email', { config: { max: '5' } })), `${app} a config max`],
  ['limitUnfit', fields(el('a', 'multitext', { config: { min: '1.5' } })), `${app} a config min`],
  ['stepSizeUnfit', fields(el('a', 'text', { config: { step: '1' } })), `${app} a config step`],
  ['stepSizeBad', fields(el('a', 'number', { config: { step: '0.5' } })), `${app} a config step`],
  ['stepSizeBad', fields(el('a', 'number', { config: { step: '0', decimals: 1 } })), `${app} a config step`],
  ['optionsNone', fields(el('a', 'select')), `${app} a items`],
  ['optionTwice', fields(el('a', 'select', { items: ['x', 'x'] })), `${app} a items`],
  [
    'optionsByUnknown',
    fields(el('a', 'select', { items: [], config: { optionsBy: 'nobody' } })),
    `${app} a config optionsBy`,
  ],
  [
    'optionsByUnfit',
    fields(el('a', 'select', { items: [], config: { optionsBy: 'name' } })),
    `${app} a config optionsBy`,
  ],
  [
    'amountOfUnknown',
    fields(el('a', 'partition-resources', { config: { partitionFrom: 'name' } })),
    `${app} a config partitionFrom`,
  ],
  [
    'choicesUnknown',
    fields(el('a', 'select-partition', { config: { chosenIn: 'nobody' } })),
    `${app} a config chosenIn`,
  ],
  [
    'choicesUnfit',
    fields(el('a', 'partitions', { config: { notChosenIn: 'name' } })),
    `${app} a config notChosenIn`,
  ],
  ['choicesUnfit', fields(el('a', 'text', { config: { chosenIn: 'where' } })), `${app} a config chosenIn`],
  ['rowsNoPartition', fields(rows({ rowsFrom: 'partitions' })), `${app} g config rowsFrom`],
  ['rowsOfReviewers', fields(rows({ rowsFrom: 'reviewers' })), `${app} g config rowsFrom`],
  ...[{ min: '1' }, { max: '3' }, { required: true }].map((limit): (typeof cases)[number] => [
    'rowsCounted',
    fields(rows({ rowsFrom: 'partitions', ...limit }, el('p', 'select-partition'))),
    `${app} g config rowsFrom`,
  ]),
  [
    'rowsUpload',
    fields(rows({ rowsFrom: 'partitions' }, el('p', 'select-partition'), el('f', 'upload'))),
    `${app} g children f type`,
  ],
  ['rowFactUnfit', fields(el('a', 'text', { config: { fromRow: 'name' } })), `${app} a config fromRow`],
  ['uniqueUnknown', fields(rows({ unique: 'name' })), `${app} g config unique`],
  [
    'conditionValues',
    fields(el('a', 'text', reads({ ref: 'name', type: 'equal', values: [] }))),
    `${app} a effects`,
  ],
  ['conditionEmpty', fields(el('a', 'text', reads({ refs: [] }))), `${app} a effects`],
  ['fieldUnknown', fields(el('a', 'text', shown('nowhere'))), `${app} a effects`],
  [
    'fieldUnknown',
    fields(
      el('a', 'text', shown('nowhere')),
      el('b', 'text', { config: { preset: { element: 'nowhere' } } }),
    ),
    `${app} a effects`,
    `${app} b config preset`,
  ],
  [
    'fieldUnknown',
    automations(assign({ when: [[{ ref: 'nowhere', type: 'non_empty' }]] })),
    'automations a when',
  ],
  ['fieldLater', fields(el('a', 'text', shown('rev'))), `${app} a effects`],
  [
    'rowUnknown',
    fields(rows({}, el('n', 'number')), el('a', 'text', shown('n', { rows: 'same' }))),
    `${app} a effects`,
  ],
  [
    'rowOfOtherStep',
    more(step('J', 6, [el('a', 'text', shown('name', { rows: 'same' }))])),
    `${j} a effects`,
  ],
  ['fieldWithoutAnswer', fields(el('i', 'instructions'), el('a', 'text', shown('i'))), `${app} a effects`],
  ['partitionNone', fields(el('a', 'text', shown('name', { read: 'kind' }))), `${app} a effects`],
  [
    'rowsWithoutPartition',
    fields(rows({}, el('n', 'number')), el('a', 'text', shown('n', { rows: 'matching_partition' }))),
    `${app} a effects`,
  ],
  ['fieldCircle', fields(el('a', 'text', shown('a'))), `${app} a`],
  [
    'fieldCircle',
    fields(
      el('g', 'group', { ...shown('all'), children: [el('n', 'number')] }),
      el('all', 'number', sum('n')),
    ),
    `${app} g`,
    `${app} all`,
    `${app} g children n`,
  ],
  [
    'judgedUnknown',
    more(step('J', 6, [choice('c', { yes: 'approved' })], { judges: 'GONE' })),
    'steps J judges',
  ],
  ['judgedLater', more(step('J', 6, [choice('c', { yes: 'approved' })], { judges: 'J' })), 'steps J judges'],
  [
    'finalJudges',
    more(step('J', 6, [choice('c', { yes: 'approved' })], { judges: 'APP', final: true })),
    'steps J',
  ],
  ['finalPerPartition', inStep('FIN', { perPartition: true }), 'steps FIN'],
  ['outcomeUnused', more(step('J', 6, [choice('c', { yes: 'approved' })])), `${j} c`],
  ['outcomeMissing', judging(), 'steps J'],
  ['outcomeTwice', judging(choice('c', { yes: 'approved' }), choice('d', { yes: 'approved' })), `${j} d`],
  [
    'outcomeInRows',
    judging(el('g', 'group', { children: [choice('c', { yes: 'approved' })] })),
    `${j} g children c`,
  ],
  ['outcomeOutsideRows', final([{ ...parts, children: [part, amount] }, result ?? {}]), `${fin} result`],
  [
    'outcomeType',
    judging(el('c', 'text', { config: { required: true, outcome: { yes: 'approved' } } })),
    `${j} c config outcome`,
  ],
  [
    'outcomeOpen',
    judging({ ...choice('c', { yes: 'approved' }), items: ['yes', 'perhaps'] }),
    `${j} c config outcome`,
  ],
  [
    'outcomeNoOption',
    judging({ ...choice('c', { yes: 'approved', no: 'rejected' }), items: ['yes'] }),
    `${j} c config outcome`,
  ],
  ['outcomeUnfit', judging(choice('c', { yes: 'awarded' })), `${j} c config outcome`],
  [
    'outcomeUnfit',
    more(step('J', 6, [choice('c', { no: 'request_changes' })], { perPartition: true })),
    `${j} c config outcome`,
  ],
  ...[{ required: false }, { hidden: true }, { readOnly: true }].map((config): (typeof cases)[number] => [
    'outcomeOptional',
    judging(choice('c', { yes: 'approved' }, config)),
    `${j} c`,
  ]),
  ['outcomeOptional', judging({ ...choice('c', { yes: 'approved' }), ...shown('name') }), `${j} c`],
  ['outcomeOptional', final([{ ...parts, config: { ...parts.config, hidden: true } }]), `${fin} parts`],
  ['finalRowsNone', final([choice('c', { all: 'awarded' })]), 'steps FIN'],
  [
    'finalRowsTwice',
    final([parts, { ...parts, id: 'two', children: [el('p', 'select-partition')] }]),
    'steps FIN',
  ],
  [
    'finalNoPartition',
    final([{ ...parts, children: [el('p', 'select-partition'), result, amount] }]),
    `${fin} parts`,
  ],
  [
    'finalOtherPartition',
    final([{ ...parts, children: [el('p', 'select-partition'), part, result, amount] }]),
    `${fin} parts children part`,
  ],
  ['finalNoAmount', final([{ ...parts, children: [part, result] }]), `${fin} parts`],
  [
    'meaningUnfit',
    judging(choice('c', { yes: 'approved' }), el('d', 'text', { config: { id: 'outcome_deadline' } })),
    `${j} d config id`,
  ],
  [
    'meaningInRows',
    judging(
      choice('c', { yes: 'approved' }),
      el('g', 'group', { children: [el('d', 'text', { config: { id: 'outcome_reason' } })] }),
    ),
    `${j} g children d config id`,
  ],
  [
    'deadlineNoStep',
    inStep('REPLY', { deadline: { after: 'released', days: 3 } }),
    'steps REPLY deadline step',
  ],
  [
    'deadlineUnknown',
    inStep('REPLY', { deadline: { after: 'submitted', step: 'GONE', days: 3 } }),
    'steps REPLY deadline step',
  ],
  [
    'viewStepUnknown',
    inStep('REV', {
      permissions: {
        view: [{ role: 'applicant', scope: 'own', of: { released: 'GONE' }, audience: ['public'] }],
      },
    }),
    'steps REV permissions view',
  ],
  ['automationTwice', automations(assign({}), assign({})), 'automations a'],
  ...(
    [
      [assign({ step: 'GONE' }), 'step'],
      [assign({ on: { event: 'submitted', step: 'GONE' } }), 'on step'],
      [assign({ on: { event: 'approved', by: 'GONE' } }), 'on by'],
      [assign({ on: { unanswered: 3, step: 'GONE' } }), 'on step'],
      [assign({ on: { timer: { after: 'released', days: 1, step: 'GONE' } } }), 'on timer step'],
      [assign({ on: { timer: { after: 'award_end', days: 1, until: 'GONE' } } }), 'on timer until'],
      [assign({ to: { ownerOf: 'GONE' } }), 'to'],
      [assign({ to: { leadOf: 'GONE' } }), 'to'],
      [assign({ deadline: { after: 'released', step: 'GONE', days: 3 } }), 'deadline step'],
      [notify({ recipients: [{ to: 'owner', step: 'GONE' }] }), 'recipients'],
      [doing('unlock', 'GONE'), 'step'],
      [doing('change_visibility', 'GONE'), 'step'],
      [doing('reopen', 'GONE'), 'step'],
    ] as const
  ).map(([automation, at]): (typeof cases)[number] => [
    'automationStepUnknown',
    automations(automation),
    `automations a ${at}`,
  ]),
  ['automationNoLead', automations(assign({ to: { leadOf: 'TECH' } })), 'automations a to'],
  ['automationNoLead', automations(assign({ lead: true })), 'automations a lead'],
  [
    'automationNoLead',
    automations(assign({ on: { event: 'lead_assigned', step: 'TECH' } })),
    'automations a on step',
  ],
  [
    'automationNoLead',
    automations(notify({ recipients: [{ to: 'non_lead_assignment_owner', step: 'TECH' }] })),
    'automations a recipients',
  ],
  [
    'automationNoLeadAnywhere',
    {
      ...inStep('REV', { config: {} }),
      ...automations(
        assign({
          step: 'TECH',
          to: { role: 'technical_reviewer' },
          on: { event: 'lead_assignment_submitted' },
        }),
      ),
    },
    'automations a on event',
  ],
  [
    'automationNoDecision',
    automations(assign({ on: { event: 'approved', by: 'TECH' } })),
    'automations a on by',
  ],
  [
    'automationOtherDecision',
    automations(assign({ on: { event: 'approved', step: 'TECH', by: 'CHECK' } })),
    'automations a on by',
  ],
  ['automationNeverLocked', automations(doing('unlock', 'REV')), 'automations a step'],
  [
    'automationNeverLocked',
    {
      ...inStep('REV', { config: { hasLead: true, isUnlockable: false } }),
      ...automations(assign({ on: { event: 'unlocked', step: 'REV' } })),
    },
    'automations a on step',
  ],
  [
    'automationRole',
    automations(assign({ on: { event: 'assigned', step: 'REV', role: 'pro' } })),
    'automations a on role',
  ],
  ['automationRole', automations(assign({ to: { role: 'rapporteur' } })), 'automations a role'],
  [
    'automationPartition',
    automations(assign({ on: { event: 'submitted', step: 'TECH', partition: 'west' } })),
    'automations a on partition',
  ],
  ['automationCentres', automations(assign({ to: 'centres' })), 'automations a to'],
  [
    'automationFirstStep',
    automations(assign({ step: 'APP', to: 'application_owner' })),
    'automations a step',
  ],
  ['automationFirstStep', automations(doing('reopen', 'APP')), 'automations a step'],
  ['automationToApplicant', automations(assign({ to: 'application_owner' })), 'automations a to'],
  [
    'automationToOthers',
    automations(assign({ step: 'REPLY', to: { role: 'applicant' } })),
    'automations a to',
  ],
  [
    'automationTellsEarly',
    automations(notify({ on: { event: 'approved', step: 'APP' }, recipients: ['application_owner'] })),
    'automations a recipients',
  ],
  [
    'automationTellsEarly',
    automations(notify({ on: { event: 'outcome_recorded' }, recipients: ['assignment_owners'] })),
    'automations a recipients',
  ],
  [
    'automationCircle',
    automations(
      { id: 'one', on: { event: 'unlocked', step: 'REPLY' }, do: 'change_visibility', step: 'REV' },
      { id: 'two', on: { event: 'released', step: 'REV' }, do: 'unlock', step: 'REPLY' },
      { id: 'aside', on: { event: 'released', step: 'CHECK' }, do: 'reopen', step: 'TECH' },
    ),
    'automations one on',
    'automations two on',
  ],
  [
    'recipientNoAssignment',
    automations(notify({ on: { event: 'all_submitted', step: 'REV' } })),
    'automations a recipients',
  ],
  [
    'recipientNoStep',
    automations(notify({ on: { event: 'cutoff_passed' }, recipients: ['lead_assignment_owner'] })),
    'automations a recipients',
  ],
  [
    'recipientNoDecision',
    automations(notify({ recipients: [{ to: 'approved_assignments', step: 'REV' }] })),
    'automations a recipients',
  ],
  [
    'recipientNoPartition',
    {
      steps: base.steps
        .filter(({ id }) => id !== 'TECH')
        .map((one) =>
          one.id === 'APP' ? step('APP', 0, [el('name', 'text')], { ownerRole: 'applicant' }) : one,
        ),
      ...automations(notify({ recipients: ['partition_ccr'] })),
    },
    'automations a recipients',
  ],
  [
    'recipientFieldUnknown',
    automations(notify({ recipients: [{ to: 'form_element_email', element: 'gone' }] })),
    'automations a recipients',
  ],
  [
    'recipientNoEmail',
    automations(notify({ recipients: [{ to: 'form_element_email', element: 'name' }] })),
    'automations a recipients',
  ],
  ['emailUnknown', automations(notify({ template: 'gone' })), 'automations a template'],
  ['emailTwice', { templates: [...base.templates, ...base.templates] }, 'templates words'],
  [
    'emailUseTwice',
    { templates: ['a', 'b'].map((id) => ({ id, use: 'reminder', subject: 'Subject', body: 'Body' })) },
    'templates b use',
  ],
  [
    'variableUnknown',
    { templates: [{ id: 'w', subject: 'S', body: { en: 'Fine', de: 'Wer ist {{wer}}?' } }] },
    'templates w body de',
  ],
  [
    'variableUnknown',
    { templates: [{ id: 'w', subject: 'Hello {{nme}}', body: 'B' }] },
    'templates w subject',
  ],
  [
    'variableUnknown',
    { templates: [{ id: 'w', subject: 'S', body: 'B', calendar: { of: 'deadline', title: '{{x}}' } }] },
    'templates w calendar title',
  ],
  [
    'variableOpen',
    { templates: [{ id: 'w', subject: 'S', body: 'B', calendar: { of: 'deadline', title: '{{}}' } }] },
    'templates w calendar title',
  ],
  ['variableOpen', { templates: [{ id: 'w', subject: 'S', body: 'Until {{deadline' }] }, 'templates w body'],
  ['shapeKeys', fields(el('a', 'text', { colour: 'red' })), `${app} a`],
  ['shapeChoice', fields(el('a', 'scale')), `${app} a type`],
  ['shapeValue', inStep('REV', { title: 7 }), 'steps REV title'],
  ...(
    [
      ['viewRuleOf', { role: 'rapporteur', scope: 'panel', of: 'released' }, 'of'],
      ['viewRuleOwn', { role: 'rapporteur', scope: 'own', of: 'submitted' }, 'scope'],
      [
        'viewRuleReader',
        { role: 'rapporteur', scope: 'panel', of: 'submitted', reader: 'accepted' },
        'reader',
      ],
    ] as const
  ).map(([rule, view, at]): (typeof cases)[number] => [
    rule,
    inStep('REV', { permissions: { view: [{ ...view, audience: ['public'] }] } }),
    `steps REV permissions view 0 ${at}`,
  ]),
  [
    'stepMissing',
    inStep('REPLY', { deadline: { after: 'submitted', days: 5 } }),
    'steps REPLY deadline step',
  ],
  ['stepMissing', automations(assign({ on: { event: 'all_at_step' } })), 'automations a on step'],
  [
    'stepUnused',
    inStep('REPLY', { deadline: { after: 'cutoff', step: 'REV', days: 5 } }),
    'steps REPLY deadline step',
  ],
  [
    'stepUnused',
    automations(notify({ recipients: [{ to: 'application_owner', step: 'APP' }] })),
    'automations a recipients 0 step',
  ],
  ['decisionOfStep', automations(assign({ on: { event: 'assigned', by: 'APP' } })), 'automations a on by'],
  ['eventOf', automations(assign({ on: { event: 'assigned', of: 'panel' } })), 'automations a on of'],
  ['timerOneOf', automations(assign({ on: { timer: { days: 1 } } })), 'automations a on timer'],
  [
    'timerUnforeseen',
    automations(assign({ on: { timer: { before: 'released', days: 1, step: 'REV' } } })),
    'automations a on timer before',
  ],
  ['triggerShape', automations(assign({ on: { event: 'sneezed' } })), 'automations a on'],
  [
    'recipientField',
    automations(notify({ recipients: [{ to: 'owner', element: 'mail' }] })),
    'automations a recipients 0 element',
  ],
  ['assigneeShape', automations(assign({ to: 'everybody' })), 'automations a to'],
  ['templateUnknown', fields(el('a', 'upload', { config: { upload: { templateId: 'plan' } } })), `${app} a`],
  ['listUnknown', fields(rows({}, el('a', 'select', { optionsGroup: 'lands' }))), `${app} g children a`],
];

const translators = await Promise.all(
  languages.map(async (language) =>
    createTranslator(
      language,
      ...(await Promise.all((['findings', 'parts'] as const).map((area) => loadArea(language, area)))),
    ),
  ),
);

it('has an example of each rule about flows', () => {
  const home = fileURLToPath(new URL('../../', import.meta.url));
  const files = globSync('{forms,automation,deadlines}/**/*.ts', { cwd: home });
  const named = files.flatMap((file) => [
    ...readFileSync(home + file, 'utf8').matchAll(/'findings\.(\w+)'/g),
  ]);
  const rules = new Set(named.map(([, rule]) => rule));
  expect([...rules].toSorted()).toEqual(
    [...new Set(cases.map(([rule]) => rule))].filter((rule) => rules.has(rule)).toSorted(),
  );
});

it('finds nothing in a flow that is in order', () => {
  expect(findingsOf({})).toEqual([]);
});

it.each(cases)('finds %s at its place, with a text in each language', (rule, changed, ...at) => {
  const findings = findingsOf(changed);
  expect(findings.map((finding) => [finding.rule, ...finding.at.map((place) => place.join(' '))])).toEqual([
    [rule, ...at.map((place) => `flow ${place}`)],
  ]);
  const texts = new Set(
    translators.flatMap(({ translate }) => findings.map(({ message }) => translate(message))),
  );
  expect(texts.size).toBe(languages.length);
  for (const text of texts) expect(text).not.toMatch(/^findings\.|[{}<>]|undefined|\s[.,]|‘’|„“/);
});

it('finds what named a step that was removed, each at its place', () => {
  const view = [{ role: 'applicant', scope: 'own', of: { released: 'REV' }, audience: ['public'] }];
  const left = base.steps.filter(({ id }) => id !== 'REV');
  const findings = findingsOf({
    steps: left.map((one) => ({ ...one, permissions: { view } })),
    automations: [assign({ to: { ownerOf: 'REV' } }), notify({ id: 'n' })],
  });
  expect(findings.flatMap(({ rule, at }) => at.map((place) => [rule, ...place].join(' ')))).toEqual([
    ...left.map(({ id }) => `viewStepUnknown flow steps ${id} permissions view`),
    'automationStepUnknown flow automations a to',
    'automationStepUnknown flow automations n on step',
  ]);
});
