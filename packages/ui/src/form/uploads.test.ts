import { compileFlow } from '@clearcall/domain/forms/compile.ts';
import type { Element, FieldKey, Flow, FormContext, Step } from '@clearcall/domain/forms/types.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { CallError, offlineError } from '../session/call-error.ts';
import { FormStore } from './form-store.ts';
import { type SendFile, Uploads } from './uploads.ts';

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
  fail: (error: unknown) => void;
};
let store: FormStore;
let uploads: Uploads;
let sent: Sent[];
let told: unknown[];
beforeEach(() => {
  const compiled = compileFlow(flow);
  if (!compiled.ok) throw new Error(compiled.faults.map((fault) => fault.sentence).join(' '));
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
  told = [];
  uploads = new Uploads({
    store,
    sendFile: (key, { name }, manner) =>
      new Promise((resolve, reject) => {
        manner.signal.addEventListener('abort', () => reject(manner.signal.reason));
        sent.push({
          ...manner,
          address: `${key.elementId}@${key.groupId}`,
          name,
          fail: reject,
          arrive: () => {
            store.receive({ ...key, values: [arrivedId], revision: 1 });
            resolve();
          },
        });
      }),
    tell: (outcome) => told.push(outcome),
  });
});

const plan: FieldKey = { elementId: 'plan', groupId: null };
const chosen = { file: new File(['%PDF'], 'plan.pdf'), sendKey: 'k1' };
const idle = { sending: null, unsent: null, complaint: null };
/** Whether the field says that it is mandatory, and whether its step counts that. */
const heldAgainst = (key: FieldKey) => [
  store.mark(key).showErrors && store.read(key).error,
  store
    .allProblems()
    .filter((problem) => problem.elementId === key.elementId && store.isDue(problem))
    .map(({ message }) => message),
];
const mandatory = ['This is mandatory.', ['This is mandatory.']];
const nothing = [false, []];

describe('a file on its way', () => {
  it('is what its field waits for: nothing is missing meanwhile, and it is there afterwards', async () => {
    store.showErrors(['one']);
    expect(heldAgainst(plan)).toEqual(mandatory);
    const done = uploads.send(plan, chosen);
    expect([heldAgainst(plan), uploads.any()]).toEqual([nothing, true]);
    expect(sent.map(({ address, name, sendKey }) => [address, name, sendKey])).toEqual([
      ['plan@null', 'plan.pdf', 'k1'],
    ]);
    sent[0]?.arrive();
    await done;
    expect([uploads.read(plan), uploads.any(), store.read(plan).values]).toEqual([idle, false, [arrivedId]]);
    expect([store.mark(plan).showErrors, store.read(plan).error]).toEqual([true, null]);
    expect(told).toEqual([{ complaint: null, name: 'plan.pdf', isSeen: false }]);
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
    expect(told).toEqual([{ complaint: null, name: 'plan.pdf', isSeen: true }]);
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
    expect([sent.map(({ signal }) => signal.aborted), uploads.any(), told]).toEqual([
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
    expect([uploads.read(plan), heldAgainst(plan)[0], told]).toEqual([idle, 'This is mandatory.', []]);
  });

  it('ends with its row', async () => {
    const groupId = store.addRow('papers');
    const done = uploads.send({ elementId: 'paper', groupId }, chosen);
    store.removeRow('papers', groupId);
    await done;
    expect([sent[0]?.signal.aborted, uploads.any(), told]).toEqual([true, false, []]);
  });
});

describe('a file that does not arrive', () => {
  it('is offered once more when nobody answered', async () => {
    const done = uploads.send(plan, chosen);
    sent[0]?.fail(offlineError());
    await done;
    const complaint = offlineError().message;
    expect([uploads.read(plan), heldAgainst(plan)[0]]).toEqual([
      { sending: null, unsent: chosen, complaint },
      'This is mandatory.',
    ]);
    expect(told).toEqual([{ complaint, name: 'plan.pdf', isSeen: false }]);
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
