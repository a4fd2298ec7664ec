import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import { type Change, valueAt } from '@clearcall/domain/calls/definition/change.ts';
import { isSame } from '@clearcall/domain/calls/definition/diff-calls.ts';
import type { Address } from '@clearcall/domain/calls/definition/finding.ts';
import { type Edit, mergeChanges } from '@clearcall/domain/calls/definition/merge-changes.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import { EditingStore, type OpenedDraft } from '../editing-store.ts';

const refusal = (status: number, code: string, body: object = {}) =>
  new CallError({ status, code, messages: [code], body });

interface StoredEdit extends Edit {
  author: Editor;
  inverses: Change[];
}

/** A server that answers when it is told to, and merges as the real one does. */
class Server {
  definition = { unit: '0', code: '0', documents: [{ id: 'a', title: '0' }] } as unknown as CallDefinition;
  revision = 0;
  edits: StoredEdit[] = [];
  readonly editors: Editor[] = [];

  opened(): OpenedDraft {
    const { definition, revision } = this;
    return {
      definition,
      revision,
      draft: revision === 0 ? null : { changedAt: '2026-09-01T10:00:00.000Z', by: null },
    };
  }

  write(
    author: Editor,
    { base, changes, undoes }: { base: number; changes: Change[]; undoes: number | null },
  ) {
    const since = this.edits.filter(({ revision }) => revision > base);
    const merged = mergeChanges(this.definition, changes, since);
    if (!merged.ok && 'conflicts' in merged) {
      author.noteShown(merged.conflicts.map(({ at, now }) => [at, now]));
      throw refusal(409, 'changed_meanwhile', { conflicts: merged.conflicts });
    }
    const repeated = since.find(
      (edit) =>
        edit.author === author &&
        edit.undoes === undoes &&
        isSame(edit.changes, changes) &&
        since.every((later) => later.undoes !== edit.revision),
    );
    if (repeated !== undefined && (!merged.ok || isSame(this.definition, merged.definition)))
      return { revision: repeated.revision, changes };
    if (!merged.ok) throw refusal(409, 'place_gone');
    if (isSame(this.definition, merged.definition)) return { revision: this.revision, changes: [] };
    if (undoes === null)
      for (const change of changes) if (change.do === 'set') author.checkKnew(change, this.definition);
    this.definition = merged.definition;
    this.revision += 1;
    this.edits.push({ revision: this.revision, changes, inverses: merged.inverses, undoes, author });
    for (const editor of this.editors) editor.events.push(this.state());
    return { revision: this.revision, changes };
  }

  undo(author: Editor, revision: number) {
    const edit = this.edits.find((one) => one.revision === revision);
    if (edit === undefined) throw refusal(404, 'not_found');
    return this.write(author, { base: revision, changes: edit.inverses, undoes: revision });
  }

  state = () => ({ revision: this.revision, isDraft: this.revision > 0 });
}

const paper = { id: 'a', title: '0' };

type Fate = 'answered' | 'lost' | 'unheard';

const places: readonly Address[] = [['unit'], ['code'], ['documents', 'a', 'title']];
const keyOf = (at: Address, value: unknown) => JSON.stringify([at, value ?? null]);

/** A page that edits, with the requests and events that are on their way to and from it. */
class Editor {
  readonly store: EditingStore;
  events: ReturnType<Server['state']>[] = [];
  requests: ((fate: Fate) => void)[] = [];
  retries: (() => void)[] = [];
  /** Values that were replaced although this editor never saw them. */
  readonly unseen: { by: string; at: Address; replaced: unknown }[] = [];
  /** Values that were sent, with the values that their author saw in their places. */
  readonly #saw = new Map<string, unknown>();
  /** Values that a question has shown, or that this editor wrote. */
  readonly #known = new Set<string>();
  #typing: { at: Address; saw: unknown; end: () => void } | null = null;
  #count = 0;
  readonly #name: string;

  constructor(name: string, server: Server) {
    this.#name = name;
    const request = <Answer>(carryOut: () => Answer): Promise<Answer> =>
      new Promise((resolve, reject) => {
        this.requests.push((fate) => {
          if (fate === 'unheard') return reject(refusal(0, 'offline'));
          try {
            const answer = carryOut();
            if (fate === 'lost') reject(refusal(0, 'offline'));
            else resolve(answer);
          } catch (error) {
            reject(fate === 'lost' ? refusal(0, 'offline') : error);
          }
        });
      });
    this.store = new EditingStore(server.opened(), {
      load: () => request(() => server.opened()),
      change: (base, changes) =>
        request(() => server.write(this, { base, changes: [...changes], undoes: null })),
      undo: (revision) => request(() => server.undo(this, revision)),
      later: (retry) => void this.retries.push(retry),
      now: () => 0,
    });
    server.editors.push(this);
  }

  noteShown(shown: readonly (readonly [Address, unknown])[]): void {
    for (const [at, value] of shown) this.#known.add(keyOf(at, value));
  }

  /** Notes a change that replaces a value that its author never saw. */
  checkKnew({ at, value }: { at: Address; value?: unknown }, definition: CallDefinition): void {
    const replaced = valueAt(definition, at);
    if (!this.#saw.has(String(value))) return;
    if (!isSame(this.#saw.get(String(value)), replaced) && !this.#known.has(keyOf(at, replaced)))
      this.unseen.push({ by: this.#name, at, replaced });
  }

  #set(at: Address, saw: unknown): void {
    if (valueAt(this.store.read().definition, at.slice(0, -1)) === undefined) return;
    this.#count += 1;
    const value = `${this.#name}${this.#count}`;
    this.#saw.set(value, saw);
    // An edit before this one may be dropped, and this one replaces what that one would have.
    this.noteShown([
      [at, saw],
      [at, value],
    ]);
    this.store.edit([{ do: 'set', at, value }]);
  }

  set(at: Address): void {
    this.#set(at, valueAt(this.store.read().definition, at));
  }

  beginTyping(at: Address): void {
    if (this.#typing !== null) return;
    this.#typing = { at, saw: valueAt(this.store.read().definition, at), end: this.store.hold(at) };
  }

  endTyping(): void {
    if (this.#typing === null) return;
    const { at, saw, end } = this.#typing;
    this.#typing = null;
    this.#set(at, saw);
    end();
  }

  turnDocument(): void {
    const { documents } = this.store.read().definition;
    const there = documents.some(({ id }) => id === 'a');
    this.store.edit([
      there
        ? { do: 'remove', at: ['documents', 'a'] }
        : { do: 'add', to: ['documents'], after: null, thing: { ...paper } },
    ]);
    this.#noteOwn();
  }

  turn(how: 'undo' | 'redo'): void {
    this.store[how]();
    this.#noteOwn();
  }

  /** What the page shows after an edit of its own is known, also where one types. */
  #noteOwn(): void {
    const { definition } = this.store.read();
    this.noteShown(places.map((at) => [at, valueAt(definition, at)]));
  }

  answer(isMine: boolean): void {
    const { question } = this.store.read();
    if (question !== null) this.store.answer(isMine ? question.map(({ at }) => at) : []);
  }
}

const steps = fc.array(
  fc.record({
    who: fc.nat(1),
    does: fc.constantFrom(
      'set',
      'set',
      'beginTyping',
      'endTyping',
      'turnDocument',
      'undo',
      'redo',
      'serve',
      'serve',
      'serve',
      'hear',
      'hear',
      'miss',
      'answer',
      'retry',
    ),
    place: fc.nat(places.length - 1),
    fate: fc.constantFrom<Fate>('answered', 'answered', 'answered', 'answered', 'lost', 'unheard'),
    isMine: fc.boolean(),
  }),
  { maxLength: 40 },
);

const arrive = () => new Promise((done) => setImmediate(done));

/**
 * Two people edit one call, with requests, answers and events that are late or lost: in the end both pages show what the
 * server has, and nobody has replaced a value without having seen it.
 */
export async function checkTwoEditors(numRuns: number): Promise<void> {
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (walk) => {
      const server = new Server();
      const editors = [new Editor('A', server), new Editor('B', server)];
      const act = (editor: Editor, { does, place, fate, isMine }: (typeof walk)[number]) => {
        const at = places[place] ?? [];
        if (does === 'set' || does === 'beginTyping') editor[does](at);
        else if (does === 'endTyping' || does === 'turnDocument') editor[does]();
        else if (does === 'undo' || does === 'redo') editor.turn(does);
        else if (does === 'serve') editor.requests.shift()?.(fate);
        else if (does === 'miss') editor.events.shift();
        else if (does === 'answer') editor.answer(isMine);
        else if (does === 'retry') editor.retries.shift()?.();
        else {
          const event = editor.events.shift();
          if (event !== undefined) editor.store.hear(event);
        }
      };
      for (const step of walk) {
        act(editors[step.who] as Editor, step);
        await arrive();
      }
      for (const editor of editors) editor.endTyping();
      // The streams are opened again, and tell what is true.
      for (let round = 0; round < 200; round += 1) {
        const isQuiet = editors.every(({ requests, store }) => {
          const { state, revision } = store.read();
          return requests.length === 0 && state === 'saved' && revision === server.revision;
        });
        if (isQuiet) break;
        for (const editor of editors) {
          if (editor.store.read().question !== null) asked += 1;
          editor.answer(round % 2 === 0);
          editor.store.hear(server.state());
          editor.retries.shift()?.();
          editor.requests.shift()?.('answered');
          await arrive();
        }
      }
      for (const { store, unseen } of editors) {
        expect(unseen).toEqual([]);
        const { definition, state, unsent, question } = store.read();
        expect({ state, unsent, question }).toEqual({ state: 'saved', unsent: 0, question: null });
        expect(definition).toEqual(server.definition);
      }
    }),
    { numRuns },
  );
  expect(asked).toBeGreaterThan(numRuns / 50);
}
