import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { compileFlow, type Plan } from '@clearcall/domain/forms/compile.ts';
import { parseFlow } from '@clearcall/domain/forms/definition.ts';
import { checkSubmission } from '@clearcall/domain/forms/evaluate.ts';
import {
  applyChange,
  openSubmission,
  readField,
  type Submission,
} from '@clearcall/domain/forms/submission.ts';
import type { Measured } from './engine-peer.ts';
import { type GeneratedForm, generatedForm } from './generated-form.ts';
import { quantile } from './quantile.ts';
import type { Row } from './row.ts';

function planOf({ flow }: GeneratedForm): Plan {
  const compiled = compileFlow(flow);
  if (!compiled.ok) throw new Error(compiled.faults.map(({ rule }) => rule).join('\n'));
  return compiled.plan;
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

function headOfChain(rows: Row[]): void {
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
}

/** Full checks a second on one core: answers in, every problem out. */
function fullCheck(fields: number, bound: number, rows: Row[]): void {
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
}

/**
 * The first operation of a process. The page has its flow from the server and only compiles it; the server also reads the
 * stored document with `parseFlow`, once for each version of a flow and each process.
 */
function coldLoad(rows: Row[]): void {
  const script = fileURLToPath(new URL('./engine-cold.ts', import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), 'clearcall-bench-'));
  const file = join(folder, 'form.json');
  try {
    const { flow, input } = generatedForm(2000);
    writeFileSync(file, JSON.stringify({ flow, input }));
    for (const { who, reads } of [
      { who: 'compile and open', reads: 'compiles' },
      { who: 'the same with parseFlow, on the server', reads: 'parses' },
    ]) {
      const times = Array.from({ length: 15 }, () =>
        Number(execFileSync(process.execPath, [script, file, reads], { encoding: 'utf8' })),
      ).sort((a, b) => a - b);
      rows.push({
        figure: `first operation of a process: ${who}, median of 15 (fastest)`,
        bound: 'under 10 ms',
        measured: `${quantile(times, 0.5).toFixed(1)} ms (${quantile(times, 0).toFixed(1)} ms)`,
        kept: quantile(times, 0.5) < 10,
        peers: '',
      });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A flow that the process has not seen, on code that it has run before: once per version of a flow. */
function newFlow(rows: Row[]): void {
  const read = ({ flow }: GeneratedForm): GeneratedForm['flow'] => {
    const parsed = parseFlow(flow);
    if (!parsed.ok) throw new Error(parsed.faults.map(({ rule }) => rule).join('\n'));
    return parsed.flow;
  };
  for (const { who, flowOf } of [
    { who: 'compile and open', flowOf: (form: GeneratedForm) => form.flow },
    { who: 'the same with parseFlow, on the server', flowOf: read },
  ]) {
    const timeOf = (fields: number): number => {
      const form = generatedForm(fields);
      const start = performance.now();
      openSubmission(planOf({ ...form, flow: flowOf(form) }), 'main', form.input);
      return performance.now() - start;
    };
    for (let i = 0; i < 20; i++) timeOf(500);
    const times = Array.from({ length: 9 }, () => timeOf(2000)).sort((a, b) => a - b);
    const middle = quantile(times, 0.5);
    rows.push({
      figure: `a new flow of 2000 fields in a running process: ${who}`,
      bound: 'under 10 ms',
      measured: `${middle.toFixed(1)} ms`,
      kept: middle < 10,
      peers: '',
    });
  }
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

/** Full checks before any is timed: those who are quick enough get as many as make the slowest of them hot. */
const quick = { turns: 5, warm: 1000 };
const slow = { turns: 1, warm: 100 };

/** One who is compared, in a process of its own: nobody is warmed or burdened by another. */
function measured(name: string, warm: number): Measured {
  const script = fileURLToPath(new URL('./engine-peer.ts', import.meta.url));
  return JSON.parse(
    execFileSync(process.execPath, [script, name, '2000', String(warm)], { encoding: 'utf8' }),
  );
}

const median = (list: readonly number[]): number =>
  quantile(
    [...list].sort((a, b) => a - b),
    0.5,
  );

/** Ours and the peers in turns, so that a busy minute of the machine meets everybody. */
function comparePeers(names: readonly string[], { turns, warm }: typeof quick, rows: Row[]): void {
  const runs = new Map<string, Measured[]>();
  const all = ['clearcall', ...names];
  for (let turn = 0; turn < turns; turn++) {
    for (const name of turn % 2 === 0 ? all : all.toReversed()) {
      runs.set(name, [...(runs.get(name) ?? []), measured(name, warm)]);
    }
  }
  const ours = runs.get('clearcall') ?? [];
  for (const name of names) {
    const theirs = runs.get(name) ?? [];
    const wrong = new Set(theirs.flatMap((run) => run.wrong));
    const isRight = wrong.size === 0;
    const verdict = isRight ? 'right' : `wrong: ${[...wrong].join(', ')}`;
    const add = (what: string, action: 'change' | 'head' | 'check'): void => {
      const ratio = median(theirs.map((run, turn) => run[action] / (ours[turn]?.[action] ?? Number.NaN)));
      const isBound = isRight && action === 'check';
      rows.push({
        figure: `${theirs[0]?.name ?? name} at 2000 fields: ${what}`,
        bound: isBound ? 'at least 2 × slower' : '',
        measured: `${micros(median(theirs.map((run) => run[action])))}, ours ${micros(median(ours.map((run) => run[action])))}`,
        kept: isBound ? ratio >= 2 : null,
        peers: `${ratio.toFixed(ratio < 10 ? 1 : 0)} × ours, ${verdict}`,
      });
    };
    add('one change, p50', 'change');
    add('head of the chain, p50', 'head');
    add('full check', 'check');
  }
}

/** The form engine, headless, on one core; exact decimals and messages included, peers on the same form. */
export async function run(): Promise<Row[]> {
  const rows: Row[] = [];
  oneChange(500, rows);
  oneChange(2000, rows);
  oneChange(10_000, rows);
  headOfChain(rows);
  fullCheck(500, 8000, rows);
  fullCheck(2000, 4000, rows);
  newFlow(rows);
  coldLoad(rows);
  heapOfState(rows);
  comparePeers(['ajv', 'zod'], quick, rows);
  comparePeers(['react-hook-form', 'survey-core'], slow, rows);
  return rows;
}
