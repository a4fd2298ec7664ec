import { loadArea } from '@clearcall/i18n/catalogue.ts';
import { createTranslator } from '@clearcall/i18n/translator.ts';
import { expect, it } from 'vitest';
import { accountClosed, eventMessage, reasonMessage, systemReasons } from './event-texts.ts';

const { translate } = createTranslator('en', await loadArea('en', 'events'));
const eventTextOf = (type: string, byStaff: boolean) => translate(eventMessage(type, byStaff));

it('says what happened in the words of the log', () => {
  const textOf = (type: string, byStaff = true) => eventTextOf(type, byStaff);
  expect(
    ['assigned', 'revoked', 'approved', 'unlocked', 'created', 'application_created'].map((type) =>
      textOf(type),
    ),
  ).toEqual([
    'User assigned',
    'Assignment revoked',
    'Admin approved',
    'Step unlocked',
    'Application created',
    'Application created',
  ]);
  expect(['approved', 'rejected', 'changes_requested'].map((type) => textOf(type, false))).toEqual([
    'Assignment approved',
    'Assignment rejected',
    'Changes requested',
  ]);
});

it('tells the reason of ours in the language of the reader, and that of people as it is', async () => {
  const textOf = createTranslator('de', await loadArea('de', 'events')).translate;
  expect(
    [accountClosed, 'The account was closed.', 'No time', ''].map((one) => textOf(reasonMessage(one))),
  ).toEqual(['Das Konto wurde geschlossen.', 'Das Konto wurde geschlossen.', 'No time', '']);
  expect(systemReasons.map((one) => textOf(reasonMessage(one)))).toEqual([
    'Die Zuteilung wurde bekannt gegeben.',
    'Die Ablehnung wurde bekannt gegeben.',
    'Die Partition hat keine Zuteilung.',
    'Der Antrag ist beendet: zurückgezogen, oder die Zuteilung wurde abgelehnt.',
    'Die Partition wurde abgelehnt.',
    'Die Partition wird nicht mehr beantragt.',
  ]);
});

it('has words for what it does not know, and for names that every object has', () => {
  expect(eventTextOf('moved_to_the_moon', true)).toBe('Moved to the moon');
  expect(eventTextOf('constructor', true)).toBe('Constructor');
  expect(eventTextOf('', false)).toBe('');
});
