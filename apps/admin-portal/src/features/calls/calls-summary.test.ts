// @vitest-environment happy-dom
import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { expect, it } from 'vitest';
import { summaryText } from './calls-summary.ts';

await startTexts(['frame', 'parts', 'admin', 'setup'], 'en');

it('counts the calls in each state, and says nothing about none', () => {
  expect(summaryText([{ standing: 'open' }, { standing: 'draft' }])).toBe('2 calls: 1 open and 1 draft.');
  expect(summaryText([]).trim()).toBe('');
});
