// @vitest-environment happy-dom
import { diffCalls } from '@clearcall/domain/calls/definition/diff-calls.ts';
import { smallCall } from '@clearcall/domain/calls/definition/testing/small-call.ts';
import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { expect, it } from 'vitest';
import { differenceGroups } from './difference-groups.ts';

await startTexts(['frame', 'parts', 'admin', 'setup'], 'de');

it('names the language of each text that a difference quotes', () => {
  const live = smallCall();
  const definition = {
    ...live,
    title: { en: 'New title', de: 'Neuer Titel' },
    info: { en: '<p>A <b>long</b> text.</p>' },
    unit: 'GPU hours',
  };
  const groups = differenceGroups(
    { definition, live, partitions: [], steps: [] },
    diffCalls(live, definition),
  );
  expect(groups.flatMap(({ lines }) => lines.map(({ sign, quote }) => [sign, quote]))).toEqual([
    ['−', { title: 'Regular Access', lang: 'en' }],
    ['+', { title: 'New title', lang: 'en' }],
    ['−', { title: 'Regulärer Zugang', lang: undefined }],
    ['+', { title: 'Neuer Titel', lang: undefined }],
    ['−', { title: 'Read the  terms .', lang: 'en' }],
    ['+', { title: 'A  long  text.', lang: 'en' }],
    ['−', undefined],
    ['+', undefined],
  ]);
});
