import type { AwardLimits } from '@clearcall/domain/applications/application.ts';
import { compileFlow } from '@clearcall/domain/forms/compile.ts';
import { parseFlow } from '@clearcall/domain/forms/definition.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { startTexts } from '../../kit/text/translate.ts';
import { AwardFacts } from '../award-facts.tsx';
import { FormStore } from '../form-store.ts';
import { FormsReading } from '../forms-reading.tsx';
import { Uploads } from '../uploads.ts';
import { FormProvider, type FormServices } from '../use-form.tsx';
import { PlainNumber } from './award.tsx';

await startTexts(['frame', 'forms'], 'en');

const parsed = parseFlow({
  version: 1,
  steps: [
    {
      id: 'TEC',
      title: 'Technical review',
      order: 0,
      type: 'technical_review',
      ownerRole: 'technical_reviewer',
      forms: [
        {
          id: 'F',
          title: 'F',
          order: 1,
          elements: [
            { id: 'limit', type: 'number', title: 'Advised amount', config: { id: 'technical_limit' } },
            { id: 'jobs', type: 'number', title: 'Jobs' },
          ],
        },
      ],
    },
  ],
});
if (!parsed.ok) throw new Error('the flow is broken');
const compiled = compileFlow(parsed.flow);
const [step] = parsed.flow.steps;
if (!compiled.ok || step === undefined) throw new Error('the flow is broken');
const answer = (elementId: string, value: string) => ({
  elementId,
  groupId: null,
  values: [value],
  revision: 1,
});
const store = new FormStore({
  plan: compiled.plan,
  step,
  answers: [answer('limit', '80000'), answer('jobs', '12')],
  rows: [],
  context: {
    today: '2026-11-21',
    callCode: 'REG',
    cutoff: null,
    partitions: [],
    options: {},
    submitted: [],
    ownPartitionId: null,
    documents: [],
  },
  editable: true,
  newId: () => 'new',
});
const nothing = async () => {};
const services: FormServices = {
  store,
  partitions: [],
  requested: [
    { partitionId: 'lumi', name: 'LUMI-C', amount: '90000', unit: 'node hours' },
    { partitionId: 'leo', name: 'Leonardo', amount: '60000', unit: 'node hours', isTurnedDown: true },
  ],
  documents: new Map(),
  templates: new Map(),
  links: { terms: null, privacy: null, terms_of_reference: null },
  uploads: new Uploads({
    store,
    sendFile: async () => null,
    askFile: async () => 'gone',
    announce: () => {},
    tell: () => {},
  }),
  mendsFiles: false,
  deleteFile: nothing,
  downloadFile: nothing,
  announce: () => {},
};
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/[\s\u202f]+/g, ' ');

it('shows the request with its unit beside an advised amount, where it is entered and where it is read', () => {
  const enter = (at: number) => {
    const element = step.forms[0]?.elements[at];
    if (element === undefined) throw new Error('no element');
    const state = store.read({ elementId: element.id, groupId: null });
    return renderToStaticMarkup(
      <FormProvider value={services}>
        <PlainNumber
          element={element}
          groupId={null}
          state={state}
          id="q"
          labelId="q:label"
          describedBy={undefined}
          invalid={false}
          set={() => {}}
          leave={() => {}}
          complain={() => {}}
          say={() => {}}
        />
      </FormProvider>,
    );
  };
  expect(textOf(enter(0))).toContain(
    'Requested on LUMI-C: 90 000 node hours Requested on Leonardo: 60 000 node hours, turned down',
  );
  expect(enter(0)).toMatch(/<input[^>]*aria-describedby="q:request"/);
  expect(textOf(enter(1))).not.toContain('Requested');
  const read = textOf(
    renderToStaticMarkup(
      <FormProvider value={services}>
        <FormsReading forms={step.forms} level={2} of="one" />
      </FormProvider>,
    ),
  );
  expect(read).toMatch(/Advised amount 80 000 Requested on LUMI-C: 90 000 node hours/);
  expect(read).toMatch(/Jobs 12 $/);
});

it('lists the numbers of the review that the person who decides may read', () => {
  const known = {
    partitionId: 'lumi',
    requested: '90000',
    wishedStart: '2027-05-01',
    left: '500000',
    mayExceed: false,
  };
  const termsOf = (more: Pick<AwardLimits, 'technical' | 'advised' | 'score' | 'rank'>) =>
    renderToStaticMarkup(<AwardFacts id="facts" limits={{ ...known, ...more }} unit="node hours" />)
      .replaceAll('</dt>', ': ')
      .split(/<[^>]+>/)
      .filter((text) => text !== '')
      .join('|')
      .replaceAll(/[\u00a0\u202f]/g, ' ');
  expect(termsOf({ technical: null, advised: null, score: null, rank: null })).toBe(
    'Requested: |90 000 node hours|Left in the pool: |500 000 node hours|Requested start: |01-05-2027',
  );
  expect(
    termsOf({
      technical: '80000',
      advised: { step: 'Panel ranking', value: '70000' },
      score: { step: 'Scientific review', value: '12.67' },
      rank: '4',
    }),
  ).toBe(
    'Requested: |90 000 node hours|Advised by the technical review: |80 000 node hours|Advised by Panel ranking, in all: |70 000 node hours|Score, Scientific review: |12.67|Rank in the panel: |4|Left in the pool: |500 000 node hours|Requested start: |01-05-2027',
  );
});
