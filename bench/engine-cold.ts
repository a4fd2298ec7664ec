import { readFileSync } from 'node:fs';
import { compileFlow } from '@clearcall/domain/forms/compile.ts';
import { openSubmission } from '@clearcall/domain/forms/submission.ts';

/**
 * A process of its own: what the first compile and the first open cost, before anything is warm. Reads a generated form
 * from the file that is named, and prints milliseconds. `parses`: the flow is read with parseFlow first.
 */
const [file = '', reads] = process.argv.slice(2);
const { flow, input } = JSON.parse(readFileSync(file, 'utf8'));
const parse = reads === 'parses' ? (await import('@clearcall/domain/forms/definition.ts')).parseFlow : null;
const start = performance.now();
const parsed = parse === null ? { ok: true as const, flow } : parse(flow);
if (!parsed.ok) throw new Error(parsed.faults.map(({ rule }) => rule).join('\n'));
const compiled = compileFlow(parsed.flow);
if (!compiled.ok) throw new Error(compiled.faults.map(({ rule }) => rule).join('\n'));
openSubmission(compiled.plan, 'main', input);
console.log((performance.now() - start).toFixed(2));
