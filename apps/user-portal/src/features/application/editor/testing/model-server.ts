import { compileFlow, type Plan } from '@clearcall/domain/forms/compile.ts';
import { contentVersion } from '@clearcall/domain/forms/content-version.ts';
import type { Element, Flow, FormContext, Row, Step } from '@clearcall/domain/forms/types.ts';
import { decideSave, type StoredAnswer as Kept } from '@clearcall/domain/workflow/decide-save.ts';
import { decideRemoveRows } from '@clearcall/domain/workflow/place-rows.ts';
import { indexStep } from '@clearcall/domain/workflow/step-index.ts';
import { addressOf } from '@clearcall/ui/form/field-address.ts';
import { FormStore } from '@clearcall/ui/form/form-store.ts';
import { translate } from '@clearcall/ui/kit/text/translate.ts';
import { itemOf, storedAnswer } from '../assignment-calls.ts';
import type { Known, Outcome, Saved, Server, Stored } from '../save-queue.ts';

/** A small form, and a server that decides like the real one, for tests of what lies between them. */

const text = (id: string, more: Partial<Element> = {}): Element => ({
  id,
  type: 'text',
  title: id,
  config: {},
  effects: [],
  ...more,
});
const shownByA: Element['effects'] = [
  { effect: 'visible', validations: [[{ refs: [{ element: 'a' }], type: 'equal', values: ['show'] }]] },
];
const step: Step = {
  id: 's',
  title: 'Application',
  order: 0,
  type: 'application',
  ownerRole: 'applicant',
  config: {},
  permissions: { assign: [], assignable: [], view: [] },
  forms: [
    {
      id: 'f',
      title: 'Form',
      order: 0,
      elements: [
        text('a'),
        text('b'),
        text('hidden', { effects: shownByA }),
        text('g', { type: 'group', config: { max: '5' }, children: [text('x'), text('y')] }),
        text('h', { type: 'group', config: { max: '5' }, effects: shownByA, children: [text('z')] }),
      ],
    },
  ],
};
const context: FormContext = {
  today: '2026-09-03',
  callCode: 'REG',
  cutoff: null,
  partitions: [],
  options: {},
  submitted: [],
  ownPartitionId: null,
  documents: [],
};
/** A version of the form without some of its questions. */
function formWithout(version: number, ids: readonly string[]): { plan: Plan; step: Step } {
  const forms = step.forms.map((form) => ({
    ...form,
    elements: form.elements.filter(({ id }) => !ids.includes(id)),
  }));
  const own: Step = { ...step, forms };
  const flow: Flow = { version, steps: [own], automations: [], templates: [] };
  const compiled = compileFlow(flow);
  if (!compiled.ok) throw new Error(compiled.faults.map(({ rule }) => rule).join(' '));
  return { plan: compiled.plan, step: own };
}
const whole = formWithout(1, []);
const shorter = formWithout(2, ['b']);

/** The server of these tests decides like the real one; only its network fails on demand. */
export class ServerModel implements Server {
  answers: Kept[] = [];
  rows: Row[] = [];
  network: 'up' | 'down' | 'answer lost' | 'slow' = 'up';
  stopped: Outcome<never> | null = null;
  /** Which form the call has now. */
  form = whole;
  calls = 0;
  atOnce = 0;
  maxAtOnce = 0;

  async save(
    batch: Parameters<Server['save']>[0],
    { version }: { version: string | undefined },
    form = this.form,
  ) {
    return this.reached(form, () => this.whenWriting(() => this.decide(batch, version)));
  }

  /** Another version of the form: the answer to a question that is gone is set aside. */
  changeForm(): void {
    this.form = this.form === whole ? shorter : whole;
  }

  /** As a page reaches it that has this form: nothing is saved for another one. */
  for(form: typeof whole): Server {
    return {
      save: (batch, options) => this.save(batch, options, form),
      remove: (rows, version) => this.remove(rows, version, form),
      read: () => this.read(form),
    };
  }

  /** Around each decision with its writing: for tests that watch what changes. */
  whenWriting = <T>(write: () => T): T => write();

  private decide(batch: Parameters<Server['save']>[0], version: string | undefined): Outcome<Saved> {
    const before = contentVersion(this);
    const { plan, step: own } = this.form;
    const saving = decideSave(
      { plan, stepId: 's', index: indexStep(own), answers: this.answers, rows: this.rows, context },
      {
        data: batch.answers.map(itemOf),
        newGroups: batch.rows.map((row) => ({
          id: row.id,
          flowElementId: row.elementId,
          order: row.order,
        })),
      },
      '2026-09-03T12:02:00.000Z',
    );
    if (!saving.ok)
      return {
        kind: 'refused' as const,
        message: saving.sentences.map(translate).join(' '),
        fields: saving.fields,
      };
    const written = new Set(saving.answers.map(addressOf));
    this.answers = [...this.answers.filter((answer) => !written.has(addressOf(answer))), ...saving.answers];
    const moved = new Set(saving.rows.map((row) => row.id));
    this.rows = [...this.rows.filter((row) => !moved.has(row.id)), ...saving.rows];
    const there = new Set(saving.groups.map((group) => group.id));
    const known = this.knownOf(version, before);
    const stale = saving.stale.map(storedAnswer);
    return {
      kind: 'done' as const,
      value: {
        answers: saving.saved.map(storedAnswer),
        stale,
        goneRows: [...new Set(stale.flatMap((answer) => answer.groupId ?? []))].filter(
          (id) => !there.has(id),
        ),
        savedAt: '2026-09-03T12:02:00.000Z',
        known,
      },
    };
  }

  /** The real server's reply to a sender who names the version that they know. */
  private knownOf(version: string | undefined, before: string): Known {
    return { version: contentVersion(this), isBehind: version !== undefined && version !== before };
  }

  async read(form = this.form): Promise<Outcome<Stored>> {
    return this.reached(form, () => ({
      kind: 'done' as const,
      value: {
        answers: this.shown(),
        rows: this.rows,
        documents: [],
        version: contentVersion(this),
      },
    }));
  }

  async remove(rows: Parameters<Server['remove']>[0], version: string | undefined, form = this.form) {
    return this.reached(form, () =>
      this.whenWriting(() => {
        const before = contentVersion(this);
        const ids = rows.map(({ id }) => id);
        const removal = decideRemoveRows(
          this.rows,
          this.answers,
          ids,
          rows.flatMap(({ seen }) => seen.map(itemOf)),
        );
        this.drop(removal.removed.map(({ id }) => id));
        const stay = new Set(removal.unseen.map((item) => item.dataGroupId));
        return {
          kind: 'done' as const,
          value: {
            savedAt: '2026-09-03T12:02:00.000Z',
            back: removal.rest.filter((row) => stay.has(row.id)),
            answers: removal.unseen.map(storedAnswer),
            known: this.knownOf(version, before),
          },
        };
      }),
    );
  }

  /** The answers to questions of the form. */
  shown() {
    const { elements } = indexStep(this.form.step);
    return this.answers
      .filter(({ elementId }) => elements.has(elementId))
      .map(({ savedAt: _, ...answer }) => answer);
  }

  drop(rowIds: readonly string[]): void {
    this.rows = this.rows
      .filter((row) => !rowIds.includes(row.id))
      .sort((one, other) => one.order - other.order)
      .map((row, order) => ({ ...row, order }));
    this.answers = this.answers.filter(
      (answer) => answer.groupId === null || !rowIds.includes(answer.groupId),
    );
  }

  /** Somebody else writes. */
  write(elementId: string, value: string): void {
    const before = this.answers.find((answer) => answer.elementId === elementId && answer.groupId === null);
    this.answers = [
      ...this.answers.filter((answer) => answer !== before),
      {
        elementId,
        groupId: null,
        values: [value],
        revision: (before?.revision ?? 0) + 1,
        savedAt: '2026-09-03T12:00:00.000Z',
      },
    ];
  }

  content() {
    return {
      answers: Object.fromEntries(
        this.answers
          .filter((answer) => answer.values.length > 0)
          .map((answer) => [addressOf(answer), answer.values] as const)
          .sort(([one], [other]) => one.localeCompare(other)),
      ),
      rows: [...this.rows].sort((one, other) => one.order - other.order).map((row) => row.id),
    };
  }

  private async reached<T>(form: typeof whole, act: () => Outcome<T>): Promise<Outcome<T>> {
    this.calls += 1;
    this.atOnce += 1;
    this.maxAtOnce = Math.max(this.maxAtOnce, this.atOnce);
    try {
      await new Promise((resolve) => setTimeout(resolve, this.network === 'slow' ? 3_000 : 40));
      if (this.stopped) return this.stopped;
      if (this.network === 'down') return { kind: 'unreachable' };
      if (form !== this.form) return { kind: 'stopped', code: 'form_changed', message: '' };
      const outcome = act();
      return this.network === 'answer lost' ? { kind: 'unreachable' } : outcome;
    } finally {
      this.atOnce -= 1;
    }
  }
}

let ids = 0;

/** Ids that are the same in every run. */
export function restartIds(): void {
  ids = 0;
}

function newId(): string {
  ids += 1;
  return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
}

/** The form as a page opens it: with what the server has now. */
export function openStore(server: ServerModel): FormStore {
  return new FormStore({
    ...server.form,
    answers: server.shown(),
    rows: server.rows,
    context,
    editable: true,
    newId,
  });
}

export const top = (elementId: string) => ({ elementId, groupId: null });
