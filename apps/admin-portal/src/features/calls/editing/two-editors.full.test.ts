import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { it } from 'vitest';
import { checkTwoEditors } from './testing/check-two-editors.ts';

await startTexts(['frame'], 'en');

it(
  'ends with the document of the server for both editors, 10,000 times',
  () => checkTwoEditors(10_000),
  300_000,
);
