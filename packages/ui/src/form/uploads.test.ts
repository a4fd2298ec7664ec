import { compileFlow } from '@clearcall/domain/forms/compile.ts';
import type { Element, FieldKey, Flow, FormContext, Step } from '@clearcall/domain/forms/types.ts';
import type { Translatable } from '@clearcall/i18n/message.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startTexts, translate } from '../kit/text/translate.ts';
import { CallError, offlineError } from '../session/call-error.ts';
import { FormStore } from './form-store.ts';
import { type AskFile, type PendingFile, type SendFile, Uploads } from './uploads.ts';

await startTexts(['frame', 'forms'], 'en');

const file = (id: string): Element => ({
  id,
  type: 'upload',
  title: id,
  config: { required: true },
  effects: [],
});
const group: Element = {
  id: 'papers',
  type: 'group',
  title: 'papers',
  config: {},
  effects: [],
  children: [file('paper')],
};
const step: Step = {
  id: 's',
  title: 'Application',
  order: 0,
  type: 'application',
  ownerRole: 'applicant',
  config: {},
  permissions: { assign: [], assignable: [], view: [] },
  forms: [{ id: 'one', title: 'One', order: 0, elements: [file('plan'), group] }],
};
const flow: Flow = { version: 1, steps: [step], automations: [], templates: [] };
const arrivedId = '0190a0a0-0000-7000-8000-00000000000f';
const context: FormContext = {
  today: '2026-09-03',
  callCode: 'REG',
  cutoff: null,
  partitions: [],
  options: {},
  submitted: [],
  ownPartitionId: null,
  documents: [{ id: arrivedId, sizeBytes: 2_048, pages: 3 }],
};

type Sent = Parameters<SendFile>[2] & {
  address: string;
  name: string;
  arrive: () => void;
  /** It is at the server, and waits for its check. */
  wait: (file?: Partial<PendingFile>) => void;
  fail: (error: unknown) => void;
};
let store: FormStore;
let uploads: Uploads;
let sent: Sent[];
let notified: unknown[];
let texts: string[];
/** What the server says of a file when it is asked. */
let standing: Awaited<ReturnType<AskFile>>;
let asked: number;
beforeEach(() => {
  const compiled = compileFlow(flow);
  if (!compiled.ok) throw new Error(compiled.faults.map(({ rule }) => rule).join(' '));
  let rows = 0;
  store = new FormStore({
    plan: compiled.plan,
    step,
    answers: [],
    rows: [],
    context,
    editable: true,
    newId: () => {
      rows += 1;
      return `r${rows}`;
    },
  });
  sent = [];
  notified = [];
  texts = [];
  standing = 'waiting';
  asked = 0;
  uploads = new Uploads({
    store,
    sendFile: (key, { name }, delivery) =>
      new Promise((resolve, reject) => {
        delivery.signal.addEventListener('abort', () => reject(delivery.signal.reason));
        sent.push({
          ...delivery,
          address: `${key.elementId}@${key.groupId}`,
          name,
          fail: reject,
          arrive: () => {
            store.receive({ ...key, values: [arrivedId], revision: 1 });
            resolve(null);
          },
          wait: (file) => resolve({ id: arrivedId, name, sizeBytes: 4, refusal: null, alone: true, ...file }),
        });
      }),
    askFile: async (key) => {
      asked += 1;
      if (standing === 'passed') store.receive({ ...key, values: [arrivedId], revision: 1 });
      return standing;
    },
    tell: (outcome) => notified.push(outcome),
    announce: (sentence) => texts.push(sentence),
  });
});

const plan: FieldKey = { elementId: 'plan', groupId: null };
const chosen = { file: new File(['%PDF'], 'plan.pdf'), sendKey: 'k1' };
const idle = { sending: null, unsent: null, complaint: null, pending: [] };
/** Whether the field says that it is mandatory, and whether its step counts that. */
const inWords = (message: Translatable | null) => (message === null ? null : translate(message));
const heldAgainst = (key: FieldKey) => [
  store.presentation.mark(key).showErrors && inWords(store.read(key).error),
  store
    .allProblems()
    .filter((problem) => problem.elementId === key.elementId && store.presentation.isDue(problem))
    .map(({ message }) => inWords(message)),
];
const mandatory = ['This is mandatory.', ['This is mandatory.']];
const nothing = [false, []];

describe('a file on its way', () => {
  it('is what its field waits for: nothing is missing meanwhile, and it is there afterwards', async () => {
    store.presentation.showErrors(['one']);
    expect(heldAgainst(plan)).toEqual(mandatory);
    const done = uploads.send(plan, chosen);
    expect([heldAgainst(plan), uploads.any()]).toEqual([nothing, true]);
    expect(sent.map(({ address, name, sendKey }) => [address, name, sendKey])).toEqual([
      ['plan@null', 'plan.pdf', 'k1'],
    ]);
    sent[0]?.arrive();
    await done;
    expect([uploads.read(plan), uploads.any(), store.read(plan).values]).toEqual([idle, false, [arrivedId]]);
    expect([store.presentation.mark(plan).showErrors, store.read(plan).error]).toEqual([true, null]);
    expect(notified).toEqual([{ complaint: null, name: 'plan.pdf', isSeen: false }]);
  });

  it('goes on while nobody looks at its field; who comes back sees how far it is', async () => {
    const drawn: unknown[] = [];
    const look = () => uploads.subscribe(plan, () => drawn.push(uploads.read(plan).sending?.share));
    const leave = look();
    const done = uploads.send(plan, chosen);
    sent[0]?.onProgress(0.25);
    leave();
    sent[0]?.onProgress(0.5);
    expect(sent[0]?.signal.aborted).toBe(false);
    look();
    expect(uploads.read(plan)).toEqual({ ...idle, sending: { name: 'plan.pdf', share: 0.5 } });
    sent[0]?.onProgress(0.75);
    sent[0]?.arrive();
    await done;
    expect(drawn).toEqual([0, 0.25, 0.75, undefined]);
    expect(notified).toEqual([{ complaint: null, name: 'plan.pdf', isSeen: true }]);
  });

  it('keeps another one of its field waiting, and no other field', async () => {
    const done = uploads.send(plan, chosen);
    await uploads.send(plan, { ...chosen, sendKey: 'k2' });
    uploads.refuse(plan, 'These are 2 files.');
    const groupId = store.addRow('papers');
    const other = uploads.send({ elementId: 'paper', groupId }, { ...chosen, sendKey: 'k3' });
    expect(sent.map(({ address, sendKey }) => [address, sendKey])).toEqual([
      ['plan@null', 'k1'],
      [`paper@${groupId}`, 'k3'],
    ]);
    expect(uploads.read(plan)).toEqual({ ...idle, sending: { name: 'plan.pdf', share: 0 } });
    uploads.stopAll();
    await Promise.all([done, other]);
    expect([sent.map(({ signal }) => signal.aborted), uploads.any(), notified]).toEqual([
      [true, true],
      false,
      [],
    ]);
  });

  it('ends when it is stopped: then its field is empty again, and says so', async () => {
    const done = uploads.send(plan, chosen);
    uploads.stop(plan);
    sent[0]?.onProgress(0.9);
    await done;
    expect([uploads.read(plan), heldAgainst(plan)[0], notified]).toEqual([idle, 'This is mandatory.', []]);
  });

  it('ends with its row', async () => {
    const groupId = store.addRow('papers');
    const done = uploads.send({ elementId: 'paper', groupId }, chosen);
    store.removeRow('papers', groupId);
    await done;
    expect([sent[0]?.signal.aborted, uploads.any(), notified]).toEqual([true, false, []]);
  });
});

describe('a file that does not arrive', () => {
  it('is offered once more when nobody answered', async () => {
    const done = uploads.send(plan, chosen);
    sent[0]?.fail(offlineError());
    await done;
    const complaint = offlineError().message;
    expect([uploads.read(plan), heldAgainst(plan)[0]]).toEqual([
      { ...idle, unsent: chosen, complaint },
      'This is mandatory.',
    ]);
    expect(notified).toEqual([{ complaint, name: 'plan.pdf', isSeen: false }]);
    const again = uploads.send(plan, chosen);
    expect([sent.map(({ sendKey }) => sendKey), uploads.read(plan).complaint]).toEqual([['k1', 'k1'], null]);
    sent[1]?.arrive();
    await again;
  });

  it('is not when it was refused; the sentence stays for who comes back', async () => {
    const done = uploads.send(plan, chosen);
    const refusal = { status: 422, code: 'not_a_pdf', messages: ['This file is not a PDF.'], body: null };
    sent[0]?.fail(new CallError(refusal));
    await done;
    expect(uploads.read(plan)).toEqual({ ...idle, complaint: 'This file is not a PDF.' });
    uploads.refuse(plan, 'x.txt is not a PDF. Choose a PDF.');
    expect(uploads.read(plan)).toEqual({ ...idle, complaint: 'x.txt is not a PDF. Choose a PDF.' });
  });
});

describe('a file that is being checked', () => {
  const waits = { id: arrivedId, name: 'plan.pdf', sizeBytes: 4, refusal: null, alone: true };
  const refusal = 'This file is not a PDF. Choose a PDF.';
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });
  const sendOff = async () => {
    const done = uploads.send(plan, chosen);
    sent.at(-1)?.wait();
    await done;
  };

  it('is awaited, but not on its way; it is asked about ever more seldom, and then it is there', async () => {
    store.presentation.showErrors(['one']);
    await sendOff();
    expect([uploads.read(plan), uploads.any(), heldAgainst(plan)]).toEqual([
      { ...idle, pending: [waits] },
      false,
      nothing,
    ]);
    expect([texts, notified]).toEqual([['We received plan.pdf and are checking it.'], []]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(9);
    standing = 'passed';
    await vi.advanceTimersByTimeAsync(10_000);
    expect([uploads.read(plan), store.read(plan).values, heldAgainst(plan)]).toEqual([
      idle,
      [arrivedId],
      [null, []],
    ]);
    expect(notified).toEqual([{ complaint: null, name: 'plan.pdf', isSeen: false }]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(10);
  });

  it('stops the submission with its sentence when it is refused, until it is removed', async () => {
    await sendOff();
    const leave = uploads.subscribe(plan, () => {});
    standing = { refusal };
    await vi.advanceTimersByTimeAsync(400);
    leave();
    expect(uploads.read(plan)).toEqual({ ...idle, pending: [{ ...waits, refusal }] });
    const told_ = { complaint: refusal, name: 'plan.pdf', isSeen: true };
    expect([texts.at(-1), notified]).toEqual([`plan.pdf: ${refusal}`, [told_]]);
    // What is mandatory says so first; where it is there, the file that was to take its place stops it alone.
    store.receive({ ...plan, values: [arrivedId], revision: 1 });
    expect(heldAgainst(plan)[1]).toEqual([refusal]);
    uploads.forget(plan, arrivedId);
    expect([uploads.read(plan), heldAgainst(plan)[1]]).toEqual([idle, []]);
  });

  it('makes room for the next one of its field, or stands beside it where there may be several', async () => {
    await sendOff();
    const next = uploads.send(plan, chosen);
    sent.at(-1)?.wait({ id: 'next' });
    await next;
    expect(uploads.read(plan).pending.map(({ id }) => id)).toEqual(['next']);
    const third = uploads.send(plan, chosen);
    sent.at(-1)?.wait({ id: 'third', alone: false });
    await third;
    expect(uploads.read(plan).pending.map(({ id }) => id)).toEqual(['next', 'third']);
  });

  it('is taken up as the page opens, refused or not, and ends with its row and with the page', async () => {
    const groupId = store.addRow('papers');
    const paper = { elementId: 'paper', groupId };
    uploads.takeUp([
      { key: plan, file: { ...waits, refusal } },
      { key: paper, file: { ...waits, id: 'second' } },
    ]);
    expect([uploads.read(plan).pending, heldAgainst(paper)]).toEqual([[{ ...waits, refusal }], nothing]);
    await vi.advanceTimersByTimeAsync(1_000);
    store.removeRow('papers', groupId);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(1);
    uploads.takeUp([{ key: plan, file: waits }]);
    uploads.stopAll();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(1);
  });

  it('is gone where it was removed in another window', async () => {
    await sendOff();
    standing = 'gone';
    await vi.advanceTimersByTimeAsync(400);
    expect([uploads.read(plan), notified]).toEqual([idle, []]);
  });
});
