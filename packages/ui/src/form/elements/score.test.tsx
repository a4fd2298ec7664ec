import { compileFlow } from '@clearcall/domain/forms/compile.ts';
import { parseFlow } from '@clearcall/domain/forms/definition.ts';
import type { Element, FormContext } from '@clearcall/domain/forms/types.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { startTexts } from '../../kit/text/translate.ts';
import { FormStore } from '../form-store.ts';
import { isScore, ScoreControl, ScoreSumText, scoreMeaning, scoreSumOf } from './score.tsx';

await startTexts(['frame', 'forms'], 'en');

const numberWith = (config: Element['config']): Element => ({
  id: 'q',
  type: 'number',
  title: 'Excellence',
  config,
  effects: [],
});

it('takes a number from 0 to 5 in steps for a score, whatever its title; a small amount is none', () => {
  expect(isScore(numberWith({ min: '0', max: '5', step: '0.5', decimals: 1 }))).toBe(true);
  expect(isScore(numberWith({ min: '0', max: '5', step: '1' }))).toBe(true);
  // TB of a home directory.
  expect(isScore(numberWith({ min: '0', max: '5' }))).toBe(false);
  expect(isScore(numberWith({ min: '0', max: '10', step: '1' }))).toBe(false);
  expect(isScore(numberWith({ min: '1', max: '5', step: '1' }))).toBe(false);
  expect(isScore(numberWith({ min: '0', max: '5', step: '0.5', readOnly: true }))).toBe(false);
});

it('says what a score means, a half one as between two', () => {
  expect(['0', '4', '4.5', '5', '5.5', ''].map(scoreMeaning)).toEqual([
    'fails',
    'very good',
    'between very good and excellent',
    'excellent',
    '',
    '',
  ]);
});

it('is a choice of one, with its meaning in its name and in words under it', () => {
  const draw = (values: string[], step: string) =>
    renderToStaticMarkup(
      <ScoreControl
        element={numberWith({ min: '0', max: '5', step })}
        groupId={null}
        state={{ visible: true, required: true, editable: true, values, error: null, missing: false }}
        id="q"
        labelId="q:label"
        describedBy={undefined}
        invalid={false}
        set={() => {}}
        leave={() => {}}
        complain={() => {}}
        say={() => {}}
      />,
    );
  expect(draw([], '1').match(/type="radio"/g)).toHaveLength(6);
  expect(draw([], '0.5').match(/type="radio"/g)).toHaveLength(11);
  expect(draw([], '1')).toContain('No score yet');
  const chosen = draw(['3'], '0.5');
  expect(chosen.match(/checked=""/g)).toHaveLength(1);
  expect(chosen).toMatch(/<input id="q"[^>]*aria-label="3, good"[^>]*checked=""/);
  expect(chosen).toMatch(/<b class="num">3<\/b> good/);
});

it('adds up what was scored and says how many scores are missing; one of 0 is not', () => {
  const score = (id: string) => ({
    id,
    type: 'number',
    title: id,
    config: { min: '0', max: '5', step: '0.5', decimals: 1 },
  });
  const sum = { effect: 'sum', of: [{ element: 'q1' }, { element: 'q2' }, { element: 'q3' }] };
  const parsed = parseFlow({
    version: 1,
    steps: [
      {
        id: 'S',
        title: 'Review',
        order: 0,
        type: 'review',
        ownerRole: 'scientific_reviewer',
        forms: [
          {
            id: 'F',
            title: 'F',
            order: 1,
            elements: [
              ...['q1', 'q2', 'q3'].map(score),
              { id: 'sum', type: 'number', title: 'Sum', config: { decimals: 1 }, effects: [sum] },
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
  const context: FormContext = {
    today: '2026-11-21',
    callCode: 'REG',
    cutoff: null,
    partitions: [],
    options: {},
    submitted: [],
    ownPartitionId: null,
    documents: [],
  };
  const store = new FormStore({
    plan: compiled.plan,
    step,
    answers: [],
    rows: [],
    context,
    editable: true,
    newId: () => 'new',
  });
  const said = () => {
    const now = scoreSumOf(store, step);
    return now === null ? '' : renderToStaticMarkup(<ScoreSumText sum={now} />).replace(/<[^>]+>/g, '');
  };
  const give = (elementId: string, value: string) => store.set({ elementId, groupId: null }, [value]);
  expect(said()).toBe('- of 15, 3 scores missing');
  give('q1', '4.5');
  give('q2', '0');
  expect(said()).toBe('4.5 of 15, one score missing');
  give('q3', '5');
  expect(said()).toBe('9.5 of 15');
});
