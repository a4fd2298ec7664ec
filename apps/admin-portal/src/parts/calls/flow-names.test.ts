// @vitest-environment happy-dom
import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { expect, it } from 'vitest';
import { flowPlaceName, flowTrail, quotesIn } from './flow-names.ts';

await startTexts(['frame', 'setup'], 'de');

const flow = {
  steps: [
    {
      id: 'APP',
      title: { en: 'Application', de: 'Antrag' },
      forms: [
        {
          id: 'F',
          title: { en: 'Project' },
          elements: [{ id: 'g', type: 'group', title: '', children: [{ id: 'c', title: 'Panel' }] }],
        },
      ],
    },
    { id: 'REV', title: { en: 'Panel', de: 'Panel' }, forms: [] },
  ],
  automations: [
    { id: 'tell', on: {} },
    { id: 'give', on: {}, do: 'assign', step: 'APP' },
    { id: 'mail', on: {}, do: 'notify', template: 'thanks' },
    { id: 'lost', on: {}, do: 'unlock', step: 'GONE' },
  ],
  templates: [{ id: 'thanks', subject: { en: 'Thank you', de: 'Vielen Dank' } }],
};

it('names a place of the flow by titles in the language of the page, or ids, each with its language', () => {
  const at = ['flow', 'steps', 'APP', 'forms', 'F', 'elements', 'g', 'children', 'c', 'effects'];
  expect(flowTrail(flow, at)).toEqual([
    { title: 'Antrag', lang: undefined },
    { title: 'Project', lang: 'en' },
    { title: 'g', lang: undefined },
    { title: 'Panel', lang: 'en' },
  ]);
  expect(flowPlaceName(flow, at)).toBe('Antrag › Project › g › Panel');
  expect(flowPlaceName(flow, ['flow', 'automations', 'tell', 'on', 'step'])).toBe('tell');
  expect(flowPlaceName(flow, ['flow'])).toBe('');
});

it('names automations by what they do to which step, and emails by their subject', () => {
  const nameOf = (list: string, id: string) => flowPlaceName(flow, ['flow', list, id, 'on', 'step']);
  expect(nameOf('automations', 'give')).toBe('Zuweisen: Antrag');
  expect(nameOf('automations', 'mail')).toBe('E-Mail: Vielen Dank');
  expect(nameOf('automations', 'lost')).toBe('Entsperren: GONE');
  expect(nameOf('templates', 'thanks')).toBe('Vielen Dank');
});

it('names the language of what a sentence quotes, unless the page has the same words', () => {
  const quoted = (sentence: string) => quotesIn(flow, sentence).filter(({ lang }) => lang !== undefined);
  expect(quoted('Schritt „Project“ hat kein Feld.')).toEqual([{ title: 'Project', lang: 'en' }]);
  expect(quoted('Schritt „Antrag“ hat kein Feld „Panel“.')).toEqual([]);
});
