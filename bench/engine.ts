import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { zodPeer } from './peer-zod.ts';
import { hookFormPeer, type Peer, surveyPeer } from './peers.ts';
import { quantile } from './quantile.ts';
import type { Row } from './row.ts';

function planOf({ flow }: GeneratedForm): Plan {
  const compiled = compileFlow(flow);
  if (!compiled.ok) throw new Error(compiled.faults.map(({ sentence }) => sentence).join('\n'));
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

function oneChange(fields: number, rows: Row[]): number {
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
  return quantile(times, 0.5);
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
  const folder = mkdtempSync(join(tmpdir(), 'clearcall-bench-'));
  const file = join(folder, 'form.json');
  const { flow, input } = generatedForm(2000);
  writeFileSync(file, JSON.stringify({ flow, input }));
  const times = Array.from({ length: 15 }, () =>
    Number(execFileSync(process.execPath, [script, file], { encoding: 'utf8' })),
  ).sort((a, b) => a - b);
  rmSync(folder, { recursive: true });
  const median = quantile(times, 0.5);
  rows.push({
    figure: 'the same as the first deed of a process, median of 15 (fastest)',
    bound: 'under 10 ms',
    measured: `${median.toFixed(1)} ms (${quantile(times, 0).toFixed(1)} ms)`,
    kept: median < 10,
    peers: '',
  });
}

/** A flow that the process has not seen, on code that it has run before: what a server meets. */
function newFlow(rows: Row[]): void {
  for (let i = 0; i < 20; i++) {
    const form = generatedForm(500);
    openSubmission(planOf(form), 'main', form.input);
  }
  const times = Array.from({ length: 9 }, () => {
    const form = generatedForm(2000);
    const start = performance.now();
    openSubmission(planOf(form), 'main', form.input);
    return performance.now() - start;
  }).sort((a, b) => a - b);
  const median = quantile(times, 0.5);
  rows.push({
    figure: 'compile and open of a new flow of 2000 fields in a running process',
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

/** What a peer takes in microseconds, and where its answer is another than ours. */
interface Measured {
  name: string;
  change: number;
  head: number;
  check: number;
  wrong: string[];
}

const SCRIPT = 40;

/** Does the same to a peer and to ours and compares what both say. */
async function measurePeer(make: (form: GeneratedForm) => Peer, fields: number): Promise<Measured> {
  const form = generatedForm(fields);
  const plan = planOf(form);
  const s = openSubmission(plan, 'main', form.input);
  const peer = make(form);
  const wrong: string[] = [];
  const errors = await peer.check();
  const ours = checkSubmission(plan, 'main', form.input).length;
  if (errors !== ours) wrong.push(`${errors} errors instead of ${ours}`);
  const head = form.chain[0] ?? '';
  const heads: number[] = [];
  for (let i = 0; i < 10; i++) {
    const value = i % 2 === 0 ? 'stop' : 'go';
    const start = performance.now();
    peer.change(head, [value]);
    heads.push((performance.now() - start) * 1000);
    setHead(s, form, value);
    const shown = form.chain.filter((elementId) => readField(s, { elementId, groupId: null }).visible).length;
    if (peer.shownInChain() !== shown) wrong.push(`chain shows ${peer.shownInChain()} of ${shown}`);
  }
  const changes: number[] = [];
  for (let i = 0; i < SCRIPT; i++) {
    const field = form.settable[(i * 7919) % form.settable.length];
    if (field === undefined) continue;
    const start = performance.now();
    peer.change(field.elementId, field.values[0]);
    changes.push((performance.now() - start) * 1000);
    applyChange(s, { kind: 'set', elementId: field.elementId, groupId: null, values: field.values[0] });
  }
  const inexact = [...form.sums.keys()].filter(
    (elementId) => peer.sum(elementId) !== readField(s, { elementId, groupId: null }).values[0],
  );
  if (inexact.length > 0) wrong.push(`${inexact.length} of ${form.sums.size} sums`);
  // Warm like ours; those that need long for one check need no warming.
  const checks: number[] = [];
  const until = performance.now() + 3000;
  while (checks.length < 5 || performance.now() < until) {
    const start = performance.now();
    await peer.check();
    checks.push((performance.now() - start) * 1000);
  }
  checks.splice(0, Math.floor(checks.length / 2));
  const median = (list: number[]): number =>
    quantile(
      list.sort((a, b) => a - b),
      0.5,
    );
  return {
    name: peer.name,
    change: median(changes),
    head: median(heads),
    check: median(checks),
    wrong: [...new Set(wrong)],
  };
}

async function comparePeers(
  own: { change: number; head: number; check: number },
  rows: Row[],
): Promise<void> {
  for (const make of [zodPeer, hookFormPeer, surveyPeer]) {
    const peer = await measurePeer(make, 2000);
    const isRight = peer.wrong.length === 0;
    const verdict = isRight ? 'right' : `wrong: ${peer.wrong.join(', ')}`;
    const add = (what: string, theirs: number, ours: number): void => {
      const ratio = theirs / ours;
      rows.push({
        figure: `${peer.name} at 2000 fields: ${what}`,
        bound: isRight && what === 'full check' ? 'at least 2 × slower' : '',
        measured: micros(theirs),
        kept: isRight && what === 'full check' ? ratio >= 2 : null,
        peers: `${ratio.toFixed(ratio < 10 ? 1 : 0)} × ours, ${verdict}`,
      });
    };
    add('one change, p50', peer.change, own.change);
    add('head of the chain, p50', peer.head, own.head);
    add('full check', peer.check, own.check);
  }
}

/** The form engine, headless, on one core; exact decimals and messages included, peers on the same form. */
export async function run(): Promise<Row[]> {
  const rows: Row[] = [];
  oneChange(500, rows);
  const change = oneChange(2000, rows);
  oneChange(10_000, rows);
  const head = headOfChain(rows);
  fullCheck(500, 8000, rows);
  const rate = fullCheck(2000, 2000, rows);
  newFlow(rows);
  coldLoad(rows);
  heapOfState(rows);
  await comparePeers({ change, head, check: 1_000_000 / rate }, rows);
  return rows;
}
