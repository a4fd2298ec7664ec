import type { KeptAnswer } from '@clearcall/ui/form/unsaved-answers.ts';
import type { Unsaved } from '@clearcall/ui/form/unsaved-batch.ts';

/** What stands in one field, in words that can be read and copied without the form. */
export interface KeptTexts {
  name: string;
  text: string;
}

/** Where changes were made: which assignment, by whom, and on which page. A page that is still open looks after its own. */
export interface Place {
  assignmentId: string;
  /** Of the application. */
  uid: string;
  /** What people know the application by: DRAFT-7, later its uid. */
  shownId: string;
  userId: number;
  pageId: string;
}

/** What one page had not brought to the server, as it lies on this device. */
export interface Copy extends Place {
  /** Counts the copies of a page: the newest holds everything that had not been saved by then. */
  count: number;
  /** When the assignment had been submitted last, as the page knew it; what is older than a submission is no change to it. */
  submittedAt: string | null;
  /** null: nothing; said at once, so that an older copy is not taken for what is left. */
  unsaved: Unsaved | null;
  /** Of its answers, in their order. */
  words: KeptTexts[];
  /** Pages whose copies were taken up into this one. */
  replaces: string[];
  /** When it goes by itself, as an instant; empty in a copy of an earlier version, until it is looked after. */
  keepUntil: string;
}

/** How long words stay on a device after they were touched last, and after the deadline that they were written for. */
const keptForDays = 30;

/** Until when words that are touched now are kept: long enough to come back to them, and never for good. */
function keptUntil(nowMs: number, deadline: string | null): string {
  const fromMs = Math.max(nowMs, deadline === null ? nowMs : Date.parse(deadline));
  return new Date(fromMs + keptForDays * 86_400_000).toISOString();
}

const isOver = ({ keepUntil }: Copy, nowMs: number): boolean =>
  keepUntil !== '' && Date.parse(keepUntil) <= nowMs;

/** A text control outside of forms, such as a note or the reason of a decision. */
export interface TextPlace {
  /** Names the control among all of the portal. */
  key: string;
  /** Application that the text is about; empty if it is about several. */
  uid: string;
  /** Label of the control. */
  name: string;
}

const ofTexts = 'text';

/** Where the text of a control is stored for one person. */
export const placeOfText = (
  userId: number,
  { key, uid, name = '' }: Partial<TextPlace> & Pick<TextPlace, 'key' | 'uid'>,
): Place => ({
  assignmentId: ofTexts,
  uid,
  shownId: uid || name,
  userId,
  pageId: `${ofTexts}:${userId}:${key}`,
});

/** The key of the control whose text a copy holds; null if the copy is of a form. */
export const keyOfText = ({ assignmentId, userId, pageId }: Place): string | null =>
  assignmentId === ofTexts ? pageId.slice(`${ofTexts}:${userId}:`.length) : null;

function readable(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  return Object.values(value)
    .map(readable)
    .filter((text) => text !== '')
    .join('\n');
}

/** What was typed into a control outside of forms, as one answer: it is swept, listed and removed like those of forms. */
export function copyOfText(userId: number, place: TextPlace, value: unknown, nowMs: number): Copy {
  const answer = { elementId: place.key, groupId: null, values: [JSON.stringify(value)], revision: 0 };
  return {
    ...placeOfText(userId, place),
    count: 0,
    submittedAt: null,
    unsaved: { answers: [answer], rows: [], removed: [] },
    words: [{ name: place.name, text: readable(value) }],
    replaces: [],
    keepUntil: keptUntil(nowMs, null),
  };
}

/** The value that `copyOfText` was given; undefined if the copy is past its time or holds none. */
export function valueInCopy(copy: Copy | null, nowMs: number): unknown {
  const text = copy?.unsaved?.answers[0]?.values[0];
  return copy === null || text === undefined || isOver(copy, nowMs) ? undefined : JSON.parse(text);
}

/** Where copies lie: the browser's own database, and what a page can write in its last moment. */
export interface DeviceStorage {
  all(): Promise<Copy[]>;
  /** Puts and removes in one step: all of it or nothing. */
  change(put: Copy | null, remove: readonly Place[]): Promise<void>;
  lastWords: {
    all(): Copy[];
    at(place: Place): Copy | null;
    put(copy: Copy): void;
    /** Copies of the page up to this count. */
    remove(place: Place, upTo: number): void;
  };
  /** Whether a page has gone. */
  isGone(pageId: string): Promise<boolean>;
  /** The clock of the server, in milliseconds: that of a device may be set to anything. */
  now(): number;
  /** Does something while no other page of this browser does the same. */
  alone<T>(name: string, act: () => Promise<T>): Promise<T>;
}

/** Of each page the newest copy, without those that another one has taken up; oldest page first. */
function newestCopies(copies: readonly Copy[]): Copy[] {
  const newest = new Map<string, Copy>();
  for (const copy of copies) {
    const known = newest.get(copy.pageId);
    if (known === undefined || known.count < copy.count) newest.set(copy.pageId, copy);
  }
  const replaced = new Set([...newest.values()].flatMap((copy) => copy.replaces));
  return [...newest.values()].filter((copy) => !replaced.has(copy.pageId));
}

/** What is past its time is not there any more, though nobody has swept it away yet. */
async function everything(storage: DeviceStorage): Promise<Copy[]> {
  const now = storage.now();
  return [...(await storage.all()), ...storage.lastWords.all()].filter((copy) => !isOver(copy, now));
}

/** Removes what is past its time. What an earlier version kept without one gets it now. */
export async function sweepCopies(storage: DeviceStorage): Promise<void> {
  const now = storage.now();
  const [written, atOnce] = [await storage.all(), storage.lastWords.all()];
  await remove(
    storage,
    [...written, ...atOnce].filter((copy) => isOver(copy, now)),
  );
  const timed = (copy: Copy): Copy => ({ ...copy, keepUntil: keptUntil(now, null) });
  for (const copy of written) if (copy.keepUntil === '') await storage.change(timed(copy), []);
  for (const copy of atOnce) if (copy.keepUntil === '') storage.lastWords.put(timed(copy));
}

/** What is kept of one application for a person. */
export interface KeptOf {
  uid: string;
  shownId: string;
  answers: number;
  keepUntil: string;
}

/** What is kept here for a person that the server does not have, by application; of open pages as well. */
export async function keptOfPerson(storage: DeviceStorage, userId: number): Promise<KeptOf[]> {
  const mine = (await everything(storage)).filter((copy) => copy.userId === userId);
  const found = new Map<string, KeptOf>();
  for (const { uid, shownId, unsaved, words, keepUntil } of newestCopies(mine)) {
    if (unsaved === null) continue;
    const before = found.get(uid);
    found.set(uid, {
      uid,
      shownId,
      // Rows that were moved or removed have no words.
      answers: (before?.answers ?? 0) + Math.max(1, words.length),
      keepUntil: before === undefined || keepUntil > before.keepUntil ? keepUntil : before.keepUntil,
    });
  }
  return [...found.values()];
}

async function orphans(storage: DeviceStorage, isMeant: (copy: Copy) => boolean): Promise<Copy[]> {
  const copies = newestCopies((await everything(storage)).filter(isMeant));
  const gone = await Promise.all(copies.map((copy) => storage.isGone(copy.pageId)));
  return copies.filter((_, index) => gone[index]);
}

async function remove(storage: DeviceStorage, places: readonly Place[]): Promise<void> {
  await storage.change(null, places);
  for (const place of places) storage.lastWords.remove(place, Number.POSITIVE_INFINITY);
}

/** What pages that are closed by now have left of an application, in words. */
export async function keptTexts(
  storage: DeviceStorage,
  of: { uid: string; userId: number },
  isMeant: (copy: Copy) => boolean,
): Promise<{ words: KeptTexts[]; keepUntil: string; forget: () => Promise<void> }> {
  const found = await orphans(
    storage,
    (copy) => copy.uid === of.uid && copy.userId === of.userId && isMeant(copy),
  );
  return {
    words: found.flatMap((copy) => copy.words),
    // The first that goes.
    keepUntil: found.map((copy) => copy.keepUntil).sort()[0] ?? '',
    forget: () => remove(storage, found),
  };
}

/** Removes what is kept here of an application that is gone, whichever page wrote it. */
export async function forgetCopies(storage: DeviceStorage, isMeant: (copy: Copy) => boolean): Promise<void> {
  await remove(storage, (await everything(storage)).filter(isMeant));
}

/** Keeps on this device what one page has not brought to the server. */
export class PageKeeper {
  private readonly storage: DeviceStorage;
  private readonly place: Place;
  private readonly submittedAt: string | null;
  private readonly wordsNow: () => KeptTexts[];
  private readonly deadline: string | null;
  private count = 0;
  private taken: readonly Copy[] = [];
  /** What was taken up and has no place in the form, which has changed: it stays in the copies of this page. */
  private homeless: readonly { answer: KeptAnswer; words: KeptTexts }[] = [];

  constructor(parts: {
    storage: DeviceStorage;
    place: Place;
    submittedAt: string | null;
    /** Of the assignment. */
    deadline: string | null;
    wordsNow: () => KeptTexts[];
  }) {
    this.storage = parts.storage;
    this.place = parts.place;
    this.submittedAt = parts.submittedAt;
    this.wordsNow = parts.wordsNow;
    this.deadline = parts.deadline;
  }

  async write(unsaved: Unsaved | null): Promise<void> {
    const copy = this.copyOf(unsaved);
    const taken = this.taken;
    if (copy.unsaved === null) await this.storage.change(null, [...taken, this.place]);
    else await this.storage.change(copy, taken);
    for (const one of taken) this.storage.lastWords.remove(one, Number.POSITIVE_INFINITY);
    this.taken = this.taken.filter((one) => !taken.includes(one));
    this.storage.lastWords.remove(this.place, copy.count);
  }

  writeAtOnce(unsaved: Unsaved | null): void {
    this.storage.lastWords.put(this.copyOf(unsaved));
  }

  /** Words that the form has no place for. */
  withoutPlace(): { words: KeptTexts[]; keepUntil: string } {
    return {
      words: this.homeless.map(({ words }) => words),
      keepUntil: keptUntil(this.storage.now(), this.deadline),
    };
  }

  /** They go with the next copy. */
  forgetWithoutPlace(): void {
    this.homeless = [];
  }

  /**
   * Gives what closed pages have left of this assignment, oldest first, to `use`, which returns the answers that the
   * form has no place for; with `keep` it is written under this page, and only then removed where it was. One page at a
   * time, so that two that open together do not both take it.
   */
  async takeUp(use: (copies: Unsaved[]) => readonly KeptAnswer[], keep: () => Promise<void>): Promise<void> {
    const { assignmentId, userId, pageId } = this.place;
    await this.storage.alone(assignmentId, async () => {
      const found = await orphans(
        this.storage,
        (copy) =>
          copy.assignmentId === assignmentId &&
          copy.userId === userId &&
          copy.pageId !== pageId &&
          copy.submittedAt === this.submittedAt,
      );
      if (found.length === 0) return;
      const homeless = use(found.flatMap((copy) => copy.unsaved ?? []));
      this.homeless = found.flatMap(({ unsaved, words }) =>
        (unsaved?.answers ?? []).flatMap((answer, index) => {
          const text = { name: answer.elementId, text: answer.values.join('\n') };
          return homeless.includes(answer) ? [{ answer, words: words[index] ?? text }] : [];
        }),
      );
      this.taken = found;
      await keep();
    });
  }

  private copyOf(unsaved: Unsaved | null): Copy {
    this.count += 1;
    const { homeless } = this;
    const { answers, ...rest } = unsaved ?? { answers: [], rows: [], removed: [] };
    return {
      ...this.place,
      count: this.count,
      submittedAt: this.submittedAt,
      unsaved:
        unsaved === null && homeless.length === 0
          ? null
          : { ...rest, answers: [...answers, ...homeless.map(({ answer }) => answer)] },
      words: [...(unsaved === null ? [] : this.wordsNow()), ...homeless.map(({ words }) => words)],
      replaces: this.taken.map((one) => one.pageId),
      keepUntil: keptUntil(this.storage.now(), this.deadline),
    };
  }
}
