import { compileFlow, type Plan } from '@clearcall/domain/forms/compile.ts';
import { checkSubmission } from '@clearcall/domain/forms/evaluate.ts';
import { applyChange, openSubmission, readField } from '@clearcall/domain/forms/submission.ts';
import { type GeneratedForm, generatedForm } from './generated-form.ts';
import type { Peer } from './peers.ts';
import { quantile } from './quantile.ts';

/**
 * A process of its own for one of those who are compared: `engine-peer.ts NAME FIELDS CHECKS-BEFORE`. Everybody, ours too, does the
 * same operations, as often and in the same order, and is warmed by as many of them before any is timed. Prints JSON.
 */
export interface Measured {
  name: string;
  /** Medians in microseconds. */
  change: number;
  head: number;
  check: number;
  /** Where its answer is another than ours. */
  wrong: string[];
}

const changes = { warm: 500, timed: 500 };
const heads = { warm: 10, timed: 20 };
/** Who needs long for one operation has had its turn after this. */
const maxMs = 4000;
const leastTimed = 10;

function planOf({ flow }: GeneratedForm): Plan {
  const compiled = compileFlow(flow);
  if (!compiled.ok) throw new Error(compiled.faults.map(({ rule }) => rule).join('\n'));
  return compiled.plan;
}

function ourPeer(form: GeneratedForm): Peer {
  const plan = planOf(form);
  const s = openSubmission(plan, 'main', form.input);
  const read = (elementId: string) => readField(s, { elementId, groupId: null });
  return {
    name: 'clearcall',
    change: (elementId, values) => {
      applyChange(s, { kind: 'set', elementId, groupId: null, values });
    },
    check: async () => checkSubmission(plan, 'main', form.input).length,
    shownInChain: () => form.chain.filter((id) => read(id).visible).length,
    sum: (id) => read(id).values[0] ?? '',
  };
}

const makers: Record<string, () => Promise<(form: GeneratedForm) => Peer>> = {
  clearcall: async () => ourPeer,
  ajv: async () => (await import('./peer-ajv.ts')).ajvPeer,
  zod: async () => (await import('./peer-zod.ts')).zodPeer,
  'react-hook-form': async () => (await import('./peer-hook-form.ts')).hookFormPeer,
  'survey-core': async () => (await import('./peer-survey.ts')).surveyPeer,
};

async function medianOf(
  { warm, timed }: { warm: number; timed: number },
  action: (i: number) => unknown,
): Promise<number> {
  for (let i = 0; i < warm; i++) await action(i);
  const times: number[] = [];
  const until = performance.now() + maxMs;
  for (let i = 0; i < timed && (i < leastTimed || performance.now() < until); i++) {
    const start = performance.now();
    await action(warm + i);
    times.push((performance.now() - start) * 1000);
  }
  return quantile(
    times.sort((a, b) => a - b),
    0.5,
  );
}

async function measure(name: string, fields: number, warm: number): Promise<Measured> {
  const make = await makers[name]?.();
  if (make === undefined) throw new Error(`Nobody is called ${name}.`);
  const form = generatedForm(fields);
  const peer = make(form);
  const ours = ourPeer(form);
  const wrong = new Set<string>();
  const [theirs, right] = [await peer.check(), await ours.check()];
  if (theirs !== right) wrong.add(`${theirs} errors instead of ${right}`);
  const head = form.chain[0] ?? '';
  const setHead = (i: number): void => peer.change(head, [i % 2 === 0 ? 'stop' : 'go']);
  for (const [i, value] of ['stop', 'go'].entries()) {
    setHead(i);
    ours.change(head, [value]);
    const [shown, all] = [peer.shownInChain(), ours.shownInChain()];
    if (shown !== all) wrong.add(`chain shows ${shown} of ${all}`);
  }
  const headUs = await medianOf(heads, setHead);
  const change = (to: Peer, i: number): void => {
    const field = form.settable[(i * 7919) % form.settable.length];
    if (field !== undefined) to.change(field.elementId, field.values[i % 2 === 0 ? 0 : 1]);
  };
  let last = 0;
  const changeUs = await medianOf(changes, (i) => {
    change(peer, i);
    last = i;
  });
  for (let i = 0; i <= last; i++) change(ours, i);
  const inexact = [...form.sums.keys()].filter((id) => peer.sum(id) !== ours.sum(id));
  if (inexact.length > 0) wrong.add(`${inexact.length} of ${form.sums.size} sums`);
  const checkUs = await medianOf({ warm, timed: 100 }, () => peer.check());
  return { name: peer.name, change: changeUs, head: headUs, check: checkUs, wrong: [...wrong] };
}

const [name = '', fields = '2000', warm = '100'] = process.argv.slice(2);
console.log(JSON.stringify(await measure(name, Number(fields), Number(warm))));
process.exit();
