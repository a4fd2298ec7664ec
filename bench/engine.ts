import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { compileFlow, type Plan } from '@clearcall/domain/forms/compile.ts';
import { checkSubmission } from '@clearcall/domain/forms/evaluate.ts';
import {
  applyChange,
  openSubmission,
  readField,
  type Submission,
} from '@clearcall/domain/forms/submission.ts';
import { type GeneratedForm, generatedForm } from './generated-form.ts';
import type { Row } from './row.ts';

function planOf({ flow }: GeneratedForm): Plan {
  const compiled = compileFlow(flow);
  if (!compiled.ok) throw new Error(compiled.faults.map(({ sentence }) => sentence).join('\n'));
  return compiled.plan;
}

function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

function micros(value: number): string {
  return value < 1000 ? `${value.toFixed(value < 10 ? 2 : 1)} µs` : `${(value / 1000).toFixed(1)} ms`;
}

/** Times single changes in microseconds, warmed up. */
function timesOf(change: (i: number) => void, count: number, warm: number): number[] {
  for (let i = 0; i < warm; i++) change(i);
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    change(i);
    times.push((performance.now() - start) * 1000);
  }
  return times.sort((a, b) => a - b);
}

function oneChange(fields: number, rows: Row[]): void {
  const form = generatedForm(fields);
  const s = openSubmission(planOf(form), 'main', form.input);
  const { settable } = form;
  const change = (i: number): void => {
    const field = settable[(i * 7919) % settable.length];
    if (field === undefined) return;
    const values = field.values[Math.floor(i / settable.length) % 2 === 0 ? 0 : 1];
    applyChange(s, { kind: 'set', elementId: field.elementId, groupId: null, values });
  };
  const times = timesOf(change, 40_000, 20_000);
  const p99 = quantile(times, 0.99);
  rows.push({
    figure: `one change at ${fields} fields, p99 (p50)`,
    bound: 'under 50 µs',
    measured: `${micros(p99)} (${micros(quantile(times, 0.5))})`,
    kept: p99 < 50,
    peers: '',
  });
}

function setHead(s: Submission, form: GeneratedForm, value: string): void {
  applyChange(s, { kind: 'set', elementId: form.chain[0] ?? '', groupId: null, values: [value] });
}

function headOfChain(rows: Row[]): number {
  const form = generatedForm(2000);
  const s = openSubmission(planOf(form), 'main', form.input);
  const times = timesOf((i) => setHead(s, form, i % 2 === 0 ? 'stop' : 'go'), 5_000, 5_000);
  const p99 = quantile(times, 0.99);
  rows.push({
    figure: 'head of a chain of 50, p99 (p50)',
    bound: 'under 100 µs',
    measured: `${micros(p99)} (${micros(quantile(times, 0.5))})`,
    kept: p99 < 100,
    peers: '',
  });
  return quantile(times, 0.5);
}

/** Full checks a second on one core: answers in, every problem out. */
function fullCheck(fields: number, bound: number, rows: Row[]): number {
  const form = generatedForm(fields);
  const plan = planOf(form);
  const check = (): number => checkSubmission(plan, 'main', form.input).length;
  const until = performance.now() + 1000;
  while (performance.now() < until) check();
  let done = 0;
  const start = performance.now();
  while (performance.now() - start < 3000) {
    for (let i = 0; i < 20; i++) check();
    done += 20;
  }
  const rate = (done / (performance.now() - start)) * 1000;
  rows.push({
    figure: `full checks a second at ${fields} fields`,
    bound: `at least ${bound}`,
    measured: rate.toFixed(0),
    kept: rate >= bound,
    peers: '',
  });
  return rate;
}

function coldLoad(rows: Row[]): void {
  const script = fileURLToPath(new URL('./engine-cold.ts', import.meta.url));
  const times = Array.from({ length: 9 }, () =>
    Number(execFileSync(process.execPath, [script], { encoding: 'utf8' })),
  ).sort((a, b) => a - b);
  const median = quantile(times, 0.5);
  rows.push({
    figure: 'cold compile and open at 2000 fields, median of 9 processes',
    bound: 'under 10 ms',
    measured: `${median.toFixed(1)} ms`,
    kept: median < 10,
    peers: '',
  });
}

function heapOfState(rows: Row[]): void {
  setFlagsFromString('--expose-gc');
  const gc: () => void = runInNewContext('gc');
  const form = generatedForm(2000);
  const plan = planOf(form);
  const input = JSON.stringify(form.input);
  const kept: Submission[] = [];
  const open = (): void => {
    const s = openSubmission(plan, 'main', JSON.parse(input));
    // As a page does that has shown every field once.
    for (const { element, group } of plan.steps.get('main')?.nodes ?? []) {
      if (group === null) readField(s, { elementId: element.id, groupId: null });
    }
    kept.push(s);
  };
  open();
  gc();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 50; i++) open();
  gc();
  const kilobytes = (process.memoryUsage().heapUsed - before) / 50 / 1024;
  rows.push({
    figure: 'heap of one form at 2000 fields, answers included',
    bound: 'under 1 MB',
    measured: `${kilobytes.toFixed(0)} KB`,
    kept: kilobytes < 1024,
    peers: '',
  });
}

/** The form engine, headless: Specification of speed in docs, one core, exact decimals and messages included. */
export async function run(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const fields of [500, 2000, 10_000]) oneChange(fields, rows);
  headOfChain(rows);
  fullCheck(500, 8000, rows);
  fullCheck(2000, 2000, rows);
  coldLoad(rows);
  heapOfState(rows);
  return rows;
}
