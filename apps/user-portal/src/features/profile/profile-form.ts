import { dateFault, isPlainDate } from '@clearcall/domain/forms/dates.ts';
import {
  checkProfile,
  chosenValues,
  normaliseProfile,
  type ProfileChange,
  type ProfileField,
  type ProfileList,
  type ProfileTab,
  type ProfileValues,
  profileTabs,
} from '@clearcall/domain/people/profile.ts';
import type { Profile } from '@clearcall/domain/people/user.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { Choice } from '@clearcall/ui/kit/field/combobox.tsx';
import { normalisePhone } from '@clearcall/ui/kit/field/typed-phone.ts';
import { translate } from '@clearcall/ui/kit/text/translate.ts';

/** How long after the last key an input is judged. Source: Requirements 1, 9.10. */
const checkedAfterMs = 300;

export type Lists = Readonly<Record<ProfileList, readonly (Choice & { offered?: false })[]>>;

const tabNames = Object.keys(profileTabs) as ProfileTab[];
const fieldsOf = (tab: ProfileTab): readonly ProfileField[] => profileTabs[tab];
/** As the server stores it; of a telephone number people type more than is kept. */
function tidy(change: ProfileChange): ProfileChange {
  const normalised = normaliseProfile(change);
  return normalised.phoneNumber
    ? { ...normalised, phoneNumber: normalisePhone(normalised.phoneNumber) || null }
    : normalised;
}
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The profile while it is being changed: what the server has, and on top of it what was typed and not saved. Each tab is
 * judged and saved on its own, and sends only what was changed, so that nothing is undone that was saved elsewhere.
 */
export class ProfileForm {
  #saved: Profile;
  #lists: Lists;
  readonly #today: () => string;
  readonly #edits = new Map<ProfileField, ProfileValues[ProfileField]>();
  /** The edits as they are judged: those of a moment ago. */
  #settled: ProfileChange = {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #left = new Set<ProfileField>();
  readonly #refused = new Map<ProfileField, string>();
  #oneName: boolean | undefined;
  #version = 0;
  readonly #watchers = new Set<() => void>();

  constructor(saved: Profile, lists: Lists, today: () => string) {
    this.#saved = saved;
    this.#lists = lists;
    this.#today = today;
  }

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };
  readonly version = (): number => this.#version;

  get lists(): Lists {
    return this.#lists;
  }
  get saved(): Profile {
    return this.#saved;
  }
  get today(): string {
    return this.#today();
  }

  /** The server has answered (again): what was typed stays on top. */
  learn(saved: Profile, lists: Lists): void {
    if (saved === this.#saved && lists === this.#lists) return;
    this.#saved = saved;
    this.#lists = lists;
    this.#changed();
  }

  value<F extends ProfileField>(field: F): ProfileValues[F] {
    const edited = this.#edits.get(field) as ProfileValues[F] | undefined;
    return edited === undefined ? (this.#saved as ProfileValues)[field] : edited;
  }

  set<F extends ProfileField>(field: F, value: ProfileValues[F]): void {
    this.#edits.set(field, value);
    this.#refused.delete(field);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle(), checkedAfterMs);
    this.#changed();
  }

  /** Whether the person has one name, their first: as ticked here, otherwise as saved. */
  get oneName(): boolean {
    return this.#oneName ?? (this.#saved.lastName === '' && this.#saved.firstName !== '');
  }

  setOneName(on: boolean): void {
    this.#oneName = on;
    this.set('lastName', on ? null : this.#saved.lastName);
  }

  /** The reader has left the field: what is wrong with it is shown from now on. */
  leave(field: ProfileField): void {
    this.#left.add(field);
    this.#settle();
  }

  /** What is shown under a field: nothing while it is being written for the first time. */
  error(field: ProfileField): string | null {
    const refused = this.#refused.get(field);
    if (refused !== undefined) return refused;
    return this.#left.has(field) ? (this.#faultsIn([field])[field] ?? null) : null;
  }

  /** What keeps a tab from being saved, by field, as judged a moment ago. */
  faults(tab: ProfileTab): Partial<Record<ProfileField, string>> {
    return this.#faultsIn(fieldsOf(tab));
  }

  /** What has to be filled in on a tab before it can be saved, and is empty. */
  missing(tab: ProfileTab): ProfileField[] {
    const faults = this.faults(tab);
    return fieldsOf(tab).filter((field) => {
      const value = field in this.#settled ? this.#settled[field] : (this.#saved as ProfileValues)[field];
      const isEmpty = Array.isArray(value) ? value.length === 0 : String(value ?? '').trim() === '';
      return isEmpty && faults[field] !== undefined;
    });
  }

  /** Shows everything that is wrong on a tab; gives the first such field. */
  showFaults(tab: ProfileTab): ProfileField | undefined {
    this.#settle();
    const faults = this.faults(tab);
    for (const field of fieldsOf(tab)) if (faults[field] !== undefined) this.#left.add(field);
    this.#changed();
    return fieldsOf(tab).find((field) => faults[field] !== undefined);
  }

  /** What a save of this tab sends: only what differs from what the server has. */
  changes(tab: ProfileTab): ProfileChange {
    const edited = fieldsOf(tab).filter((field) => this.#edits.has(field));
    const change = tidy(Object.fromEntries(edited.map((field) => [field, this.value(field)])));
    const before = this.#saved as ProfileValues;
    return Object.fromEntries(
      Object.entries(change).filter(([field, value]) => !same(value, before[field as ProfileField])),
    ) as ProfileChange;
  }

  /** How many fields of a tab are not saved; something typed that is no value counts too. */
  unsaved(tab: ProfileTab): number {
    return Object.keys(this.changes(tab)).length;
  }

  /** What was typed and not saved, but bank details: those are never written to the device. */
  unsavedValues(): ProfileChange {
    return Object.assign({}, ...tabNames.filter((tab) => tab !== 'bank').map((tab) => this.changes(tab)));
  }

  /** Puts what was typed before on top again. */
  restore(unsaved: ProfileChange): void {
    for (const [field, value] of Object.entries(unsaved))
      this.#edits.set(field as ProfileField, value as ProfileValues[ProfileField]);
    this.#settle();
  }

  unsavedTabs(): ProfileTab[] {
    return tabNames.filter((tab) => this.unsaved(tab) > 0);
  }

  /** The server has saved these: what was typed meanwhile stays. */
  keep(sent: ProfileChange, saved: Profile): void {
    for (const [name, value] of Object.entries(sent)) {
      const field = name as ProfileField;
      const now = tidy({ [field]: this.value(field) })[field];
      if (same(now, value)) this.#edits.delete(field);
      this.#left.delete(field);
    }
    this.#saved = saved;
    this.#settle();
  }

  /** The server refused these, with a sentence each. */
  refuse(faults: Readonly<Record<string, string>>): void {
    for (const [field, sentence] of Object.entries(faults))
      this.#refused.set(field as ProfileField, sentence);
    this.#changed();
  }

  /** The first field of a tab that the server has refused and that was not changed since. */
  firstRefused(tab: ProfileTab): ProfileField | undefined {
    return fieldsOf(tab).find((field) => this.#refused.has(field));
  }

  /** Forgets what was not saved. */
  discard(): void {
    this.#edits.clear();
    this.#oneName = undefined;
    this.#left.clear();
    this.#refused.clear();
    this.#settle();
  }

  #faultsIn(fields: readonly ProfileField[]): Partial<Record<ProfileField, string>> {
    const values = fields.map((field) => [
      field,
      field in this.#settled ? this.#settled[field] : (this.#saved as ProfileValues)[field],
    ]);
    const change = tidy(Object.fromEntries(values) as ProfileChange);
    const judged = checkProfile(change, {
      today: this.#today(),
      isKnown: (list, value) =>
        this.#lists[list].some((choice) => choice.value === value && choice.offered !== false) ||
        chosenValues(this.#saved).some((had) => had[0] === list && had[1] === value),
      oneName: this.oneName,
    });
    // The page flags no telephone number; the server refuses what it cannot take. Source: Requirements 1, 5.18.
    delete judged.phoneNumber;
    const { dateOfBirth: typed } = change;
    if (judged.dateOfBirth !== undefined && typed && !isPlainDate(typed))
      judged.dateOfBirth = message('forms.person.birthWhy', { why: dateFault(typed) });
    return Object.fromEntries(Object.entries(judged).map(([field, why]) => [field, translate(why)]));
  }

  #settle(): void {
    clearTimeout(this.#timer);
    this.#settled = Object.fromEntries(this.#edits) as ProfileChange;
    this.#changed();
  }

  #changed(): void {
    this.#version += 1;
    for (const watcher of this.#watchers) watcher();
  }
}
