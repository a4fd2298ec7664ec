import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { it } from 'vitest';
import { checkTwoEditors } from './testing/check-two-editors.ts';

await startTexts(['frame'], 'en');

it('ends with the document of the server for both editors, and replaces nothing unseen', () =>
  checkTwoEditors(500));
