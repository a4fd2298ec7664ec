import type { Application } from '@clearcall/domain/applications/application.ts';
import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DecisionNote } from './decision-note.tsx';
import { awardTexts } from './decision-texts.ts';

await startTexts(['frame', 'editor'], 'en');

const limits = {
  partitionId: 'cpu',
  requested: '90000',
  wishedStart: '2027-05-01',
  technical: null,
  advised: null,
  score: null,
  rank: null,
  left: null,
  mayExceed: false,
};
const application = {
  call: { timeZone: 'Europe/Luxembourg', unit: 'node hours' },
  partitions: [{ id: 'cpu', name: 'LUMI-C' }],
  awardLimits: [limits],
} as unknown as Application;

/** The list of the question before a decision, as a reader sees it. */
function shown(startsOn: string): string[] {
  const row = {
    partitionId: 'cpu',
    outcome: 'reduced',
    amount: '80000',
    startsOn,
    endsOn: '2028-04-30',
  } as const;
  const page = renderToStaticMarkup(
    <DecisionNote texts={awardTexts(application, [row])} application={{ process: [] }} />,
  );
  return [...page.matchAll(/<li>(.*?)<\/li>|data-note.*?<div>(.*?)<\/div>/g)].map(([, item, remark]) =>
    (item ?? remark ?? '').replaceAll(/<[^>]+>/g, '').replaceAll(/[\u00a0\u202f]/g, ' '),
  );
}

test('a decision shows its amount and days, and a remark if it starts on another day than was asked for', () => {
  const remark = 'LUMI-C: the application asks for the start 01-05-2027.';
  expect(shown('2028-03-01')).toEqual([expect.stringMatching(/80 000 node hours.*01-03-2028/), remark]);
  expect(shown('2027-05-01')).toEqual([expect.stringMatching(/80 000 node hours.*01-05-2027/)]);
});
