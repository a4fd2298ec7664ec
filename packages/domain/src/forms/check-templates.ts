import { type Address, type Fault, faultAt } from './fault.ts';
import {
  type FlowTemplate,
  isTemplateVariable,
  templateVariables,
  variable,
  variablesIn,
} from './flow-templates.ts';
import type { TextInLanguages } from './text-in-languages.ts';

function* checkText(email: string, within: Address, text: TextInLanguages | undefined): Generator<Fault> {
  const at = ['templates', email, ...within];
  const given = typeof text === 'object' ? Object.entries(text) : [['', text ?? ''] as const];
  for (const [language, words] of given) {
    const here = [language === '' ? at : [...at, language]];
    for (const name of variablesIn(words))
      if (name !== '' && !isTemplateVariable(name))
        yield faultAt(here, 'findings.variableUnknown', {
          email,
          variable: name,
          known: Object.keys(templateVariables),
        });
    const rest = words.replaceAll(variable, '');
    if (rest.includes('{{') || rest.includes('}}') || variablesIn(words).includes(''))
      yield faultAt(here, 'findings.variableOpen', { email });
  }
}

/**
 * What is wrong with the emails of a flow in all their languages, before it is published: a variable that does not exist
 * or is not closed, and an id or a use that two of them have.
 */
export function checkTemplates(templates: readonly FlowTemplate<TextInLanguages>[]): Fault[] {
  return templates.flatMap(({ id, use, subject, body, calendar }, nth) => {
    const before = templates.slice(0, nth);
    const same = use === undefined ? undefined : before.find((other) => other.use === use);
    return [
      ...(before.some((other) => other.id === id)
        ? [faultAt([['templates', id]], 'findings.emailTwice', { id })]
        : []),
      ...(same === undefined
        ? []
        : [faultAt([['templates', id, 'use']], 'findings.emailUseTwice', { email: id, other: same.id })]),
      ...checkText(id, ['subject'], subject),
      ...checkText(id, ['body'], body),
      ...checkText(id, ['calendar', 'title'], calendar?.title),
    ];
  });
}
