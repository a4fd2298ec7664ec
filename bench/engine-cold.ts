import { readFileSync } from 'node:fs';
import { compileFlow } from '@clearcall/domain/forms/compile.ts';
import { openSubmission } from '@clearcall/domain/forms/submission.ts';

/**
 * A process of its own: what the first compile and the first open cost, before anything is warm. Reads a generated form
 * from the file that is named, and prints milliseconds.
 */
const { flow, input } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const start = performance.now();
const compiled = compileFlow(flow);
if (!compiled.ok) throw new Error(compiled.faults.map(({ sentence }) => sentence).join('\n'));
openSubmission(compiled.plan, 'main', input);
console.log((performance.now() - start).toFixed(2));
