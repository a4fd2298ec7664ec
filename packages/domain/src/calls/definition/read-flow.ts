import type { Language } from '@clearcall/i18n/language.ts';
import { compileFlow, type Plan } from '../../forms/compile.ts';
import { parseFlow } from '../../forms/definition.ts';
import { inOrderFor } from '../../forms/text-in-languages.ts';
import type { Fault, Flow } from '../../forms/types.ts';

/** The flow of a definition in the language of the organisation, compiled, or its faults. */
export type ReadFlow = { ok: true; flow: Flow; plan: Plan } | { ok: false; faults: Fault[] };

/** Reads and compiles the flow of a definition. Refusals: its faults, each with a place and a sentence. */
export function readFlow(document: unknown, organisation: Language): ReadFlow {
  const parsed = parseFlow(document, inOrderFor(organisation, organisation), organisation);
  if (!parsed.ok) return parsed;
  const compiled = compileFlow(parsed.flow);
  return compiled.ok ? { ok: true, flow: parsed.flow, plan: compiled.plan } : compiled;
}
