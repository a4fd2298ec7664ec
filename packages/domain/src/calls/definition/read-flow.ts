import type { Language, ReaderLanguage } from '@clearcall/i18n/language.ts';
import { compileFlow, type Plan } from '../../forms/compile.ts';
import { parseFlow } from '../../forms/definition.ts';
import type { Fault } from '../../forms/fault.ts';
import { inOrderFor } from '../../forms/text-in-languages.ts';
import type { Flow } from '../../forms/types.ts';

/** The flow of a definition, compiled, with the faults that its compiler found; or those of its shape. */
export type ReadFlow = { ok: true; flow: Flow; plan: Plan; faults: Fault[] } | { ok: false; faults: Fault[] };

/** Reads and compiles the flow of a definition, with its texts in the language of a reader if they are given in it. */
export function readFlow(
  document: unknown,
  organisation: Language,
  reader: ReaderLanguage = organisation,
): ReadFlow {
  const parsed = parseFlow(document, inOrderFor(reader, organisation), organisation);
  if (!parsed.ok) return parsed;
  const compiled = compileFlow(parsed.flow);
  return {
    ok: true,
    flow: parsed.flow,
    plan: compiled.plan,
    faults: compiled.ok ? [] : compiled.faults,
  };
}
