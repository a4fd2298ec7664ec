import { z } from 'zod';
import { templateUses } from './flow-templates.ts';

const line = (max: number): z.ZodString => z.string().trim().min(1).max(max);

/** Of the flow document; `text` is the schema of what its author wrote. */
export function templateSchema<Text extends z.ZodType>(text: (plain: z.ZodString) => Text) {
  return z.strictObject({
    id: z.string().min(1).max(200),
    subject: text(line(200)),
    body: text(line(10_000)),
    button: z.strictObject({ label: text(line(60)) }).exactOptional(),
    calendar: z.strictObject({ of: z.literal('deadline'), title: text(line(200)) }).exactOptional(),
    onlyWhileOpen: z.boolean().exactOptional(),
    use: z.enum(templateUses).exactOptional(),
  });
}
