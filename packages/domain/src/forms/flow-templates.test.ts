import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseFlow, parseFlowDocument } from './definition.ts';
import { fillBody, fillSubject, templateVariables, variablesIn } from './flow-templates.ts';
import { inOrderFor } from './text-in-languages.ts';

const template = {
  id: 'reminder',
  subject: 'Due on {{deadline}}',
  body: { en: 'Please review {{project_title}}.', de: 'Bitte begutachten Sie {{project_title}}.' },
  button: { label: 'Open the review' },
  calendar: { of: 'deadline', title: '{{step_title}} of {{project_id}}' },
  onlyWhileOpen: true,
};

const flowWith = (...templates: unknown[]) => ({ version: 1, steps: [], templates });

const faultsOf = (...templates: unknown[]) => {
  const parsed = parseFlow(flowWith(...templates));
  return parsed.ok ? [] : parsed.faults.map(({ rule }) => rule);
};

describe('templates of a flow', () => {
  it('are stored in all their languages and told in one', () => {
    expect(parseFlowDocument(flowWith(template))).toMatchObject({
      ok: true,
      flow: { templates: [template] },
    });
    expect(parseFlow(flowWith(template), inOrderFor('de'))).toMatchObject({
      ok: true,
      flow: { templates: [{ body: 'Bitte begutachten Sie {{project_title}}.' }] },
    });
  });

  it('have no keys that nobody knows', () => {
    expect(faultsOf({ ...template, sender: 'me' })).toEqual(['shapeKeys']);
  });

  it('are those of the page that authors read, each with who may know it', () => {
    const page = readFileSync(new URL('../../../../docs/templates.md', import.meta.url), 'utf8');
    const rows = page.split('\n').filter((line) => line.startsWith('| `'));
    expect(rows).toEqual(
      Object.entries(templateVariables).map(
        ([name, { means, needs }]) => `| \`${name}\` | ${means} | ${needs} |`,
      ),
    );
  });

  it('leave out the line that says what its reader may not know, and have a dash in the subject', () => {
    const body = 'About {{ project_title }}.\n\nIt is due on {{deadline}}, {{recipient_name}}.\r\nThank you.';
    expect(fillBody(body, { deadline: '3 May', recipient_name: 'Ada' })).toEqual([
      'It is due on 3 May, Ada.',
      'Thank you.',
    ]);
    expect(fillBody(body, { project_title: '{{deadline}} $& $1' })).toEqual([
      'About {{deadline}} $& $1.',
      'Thank you.',
    ]);
    expect(fillSubject('{{project_id}}: due', {})).toBe('–: due');
    expect(variablesIn(body)).toEqual(['project_title', 'deadline', 'recipient_name']);
  });

  it.each([
    'Dear {{recipient_name}},',
    'Guten Tag {{ recipient_name }}!',
    'Bonjour {{recipient_name}}',
    'Sehr geehrte/r Frau/Herr {{recipient_name}},',
  ])('leave the greeting to the letter: %s', (greeting) => {
    const values = { recipient_name: 'Ada', deadline: '3 May' };
    expect(fillBody(`${greeting}\nIt is due on {{deadline}}.`, values)).toEqual(['It is due on 3 May.']);
    // What says more than a greeting stays, and so does what is no first line.
    const more = `{{recipient_name}}, it is due.\n${greeting}`;
    expect(fillBody(more, values)).toHaveLength(2);
  });
});
