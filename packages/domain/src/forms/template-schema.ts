import { z } from 'zod';
import {
  type FlowTemplate,
  isTemplateVariable,
  templateUses,
  templateVariables,
  variable,
  variablesIn,
} from './flow-templates.ts';

/** What is wrong with the variables of a text, as sentences without their full stop. */
function faultsOf(text: string): string[] {
  const known = Object.keys(templateVariables).join(', ');
  const unknown = variablesIn(text)
    .filter((name) => !isTemplateVariable(name))
    .map((name) => `it names the variable '${name}', which does not exist; there are ${known}`);
  const rest = text.replaceAll(variable, '');
  const open = rest.includes('{{') || rest.includes('}}') ? ['a variable is not closed: write {{name}}'] : [];
  return [...unknown, ...open];
}

const withVariables = (max: number): z.ZodString =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .superRefine((text, context) => {
      for (const message of faultsOf(text)) context.addIssue({ code: 'custom', message });
    });

/** Of the flow document; `text` is the schema of what its author wrote. Refusals: a variable that nobody knows. */
export function templateSchema<Text extends z.ZodType>(text: (plain: z.ZodString) => Text) {
  return z.strictObject({
    id: z.string().min(1).max(200),
    subject: text(withVariables(200)),
    body: text(withVariables(10_000)),
    button: z.strictObject({ label: text(z.string().trim().min(1).max(60)) }).exactOptional(),
    calendar: z.strictObject({ of: z.literal('deadline'), title: text(withVariables(200)) }).exactOptional(),
    onlyWhileOpen: z.boolean().exactOptional(),
    use: z.enum(templateUses).exactOptional(),
  });
}

/** What is wrong with templates beside each other: an id or a use that is there twice. */
export function faultsOfTemplates(
  templates: readonly Pick<FlowTemplate<unknown>, 'id' | 'use'>[],
): { path: ['templates', number, 'id' | 'use']; message: string }[] {
  return templates.flatMap(({ id, use }, nth) => {
    const before = templates.slice(0, nth);
    const twice: ReturnType<typeof faultsOfTemplates> = [];
    if (before.some((other) => other.id === id))
      twice.push({ path: ['templates', nth, 'id'], message: `the template '${id}' is there twice` });
    if (use !== undefined && before.some((other) => other.use === use))
      twice.push({ path: ['templates', nth, 'use'], message: `two templates are used for '${use}'` });
    return twice;
  });
}
