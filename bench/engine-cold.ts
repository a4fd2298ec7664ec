import { generatedForm } from './generated-form.ts';

/** A process of its own: what the first compile and the first open cost, before anything is warm. Prints milliseconds. */
const { flow, input } = generatedForm(2000);
const { compileFlow } = await import('@clearcall/domain/forms/compile.ts');
const { openSubmission } = await import('@clearcall/domain/forms/submission.ts');
const start = performance.now();
const compiled = compileFlow(flow);
if (!compiled.ok) throw new Error(compiled.faults.map(({ sentence }) => sentence).join('\n'));
openSubmission(compiled.plan, 'main', input);
console.log((performance.now() - start).toFixed(2));
