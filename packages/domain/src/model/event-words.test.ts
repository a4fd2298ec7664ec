import { loadArea } from '@clearcall/words/catalogue.ts';
import { openWords } from '@clearcall/words/word.ts';
import { expect, it } from 'vitest';
import { accountClosed, eventMessage, reasonMessage } from './event-words.ts';

const { word } = openWords('en', await loadArea('en', 'events'));
const eventWords = (type: string, byStaff: boolean) => word(eventMessage(type, byStaff));

it('says what happened in the words of the log', () => {
  const said = (type: string, byStaff = true) => eventWords(type, byStaff);
  expect(
    ['assigned', 'revoked', 'approved', 'unlocked', 'created', 'application_created'].map((type) =>
      said(type),
    ),
  ).toEqual([
    'User assigned',
    'Assignment revoked',
    'Admin approved',
    'Step unlocked',
    'Application created',
    'Application created',
  ]);
  expect(['approved', 'rejected', 'changes_requested'].map((type) => said(type, false))).toEqual([
    'Assignment approved',
    'Assignment rejected',
    'Changes requested',
  ]);
});

it('tells the reason of ours in the language of the reader, and that of people as it is', async () => {
  const said = openWords('de', await loadArea('de', 'events')).word;
  expect(
    [accountClosed, 'The account was closed.', 'No time', ''].map((one) => said(reasonMessage(one))),
  ).toEqual(['Das Konto wurde geschlossen.', 'Das Konto wurde geschlossen.', 'No time', '']);
});

it('has words for what it does not know, and for names that every object has', () => {
  expect(eventWords('moved_to_the_moon', true)).toBe('Moved to the moon');
  expect(eventWords('constructor', true)).toBe('Constructor');
  expect(eventWords('', false)).toBe('');
});
