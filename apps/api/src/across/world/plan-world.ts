import { splitTexts } from '@clearcall/domain/forms/text-in-languages.ts';
import { checkAccountNumber, checkBic } from '@clearcall/domain/people/bank-account.ts';
import { withStandardLists } from '../../features/options/standard-lists.ts';
import { type BankDetails, noBankDetails } from '../../features/users/profile/bank-details.ts';
import { badStrings } from '../../platform/http/bad-strings.ts';
import { makeDocuments } from './make-documents.ts';
import { momentOf } from './moments.ts';
import { planApplications } from './plan-applications.ts';
import { type PlannedCallDocument, planCallDocuments } from './plan-call-documents.ts';
import { planCalls } from './plan-calls.ts';
import { type PlannedLegacyFile, planLegacy } from './plan-legacy.ts';
import type { People, PlannedDocument, WorldPerson } from './play-application.ts';
import { type Collector, collectRows, type Rows } from './rows.ts';
import { type World, worldSchema } from './schema.ts';

export interface PlannedWorld {
  rows: Rows;
  documents: PlannedDocument[];
  callDocuments: PlannedCallDocument[];
  legacyFiles: PlannedLegacyFile[];
  /** Passwords by the id of the user; hashed when the world is written. */
  passwords: Map<number, string>;
  /** Bank details by the id of the user; sealed when the world is written. */
  bank: Map<number, BankDetails>;
}

/**
 * Reads a world and plans every row of it, without touching anything: ids follow from the order in the file and from
 * names, times from `now`. Whatever is malformed or inconsistent is refused with one sentence each, all at once.
 */
export async function planWorld(
  json: unknown,
  now: Date,
): Promise<{ ok: true; planned: PlannedWorld } | { ok: false; sentences: string[] }> {
  const unwritable = placesOfBadStrings(json).map(
    (path) => `${placeOf(json, path)}: it holds a character that cannot be stored.`,
  );
  if (unwritable.length > 0) return { ok: false, sentences: unwritable };
  const parsed = worldSchema.safeParse(json);
  if (!parsed.success)
    return {
      ok: false,
      sentences: parsed.error.issues.map(({ path, message }) => `${placeOf(json, path)}: ${message}`),
    };
  const world = { ...parsed.data, optionGroups: withStandardLists(parsed.data.optionGroups) };
  const sentences: string[] = [];
  const collector = collectRows();

  planOrganisation(world, now, collector, sentences);
  const { people, passwords, bank } = planUsers(world, now, collector, sentences);
  const calls = planCalls(world, now, collector, sentences);
  const callDocuments = await planCallDocuments(world, calls, now, sentences);
  const documents = planApplications(
    world,
    now,
    { calls, people, documents: await makeDocuments(world, now) },
    collector,
    sentences,
  );
  const legacyFiles = await planLegacy(world, now, collector, sentences);
  return sentences.length === 0
    ? { ok: true, planned: { rows: collector.rows, documents, callDocuments, legacyFiles, passwords, bank } }
    : { ok: false, sentences };
}

/** Where a text holds what the database cannot store. */
function placesOfBadStrings(value: unknown, above: PropertyKey[] = []): PropertyKey[][] {
  if (typeof value === 'string') return badStrings(value) ? [above] : [];
  if (Array.isArray(value)) return value.flatMap((item, at) => placesOfBadStrings(item, [...above, at]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    badStrings(key) ? [above] : placesOfBadStrings(item, [...above, key]),
  );
}

/** 'applications › trans-buf › assignments › 1 › status': entries by their key where they have one. */
function placeOf(json: unknown, path: readonly PropertyKey[]): string {
  let at: unknown = json;
  const words: string[] = [];
  for (const step of path) {
    at = typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[step] : undefined;
    const named = typeof at === 'object' && at !== null ? (at as Record<string, unknown>) : {};
    const name = named.key ?? named.email ?? named.tag ?? named.id;
    words.push(typeof step === 'number' ? String(name ?? step + 1) : String(step));
  }
  return words.length === 0 ? 'The world' : words.join(' › ');
}

function planOrganisation(world: World, now: Date, collector: Collector, sentences: string[]): void {
  collector.add('organisation', { id: 1, settings: world.organisation, updated_at: now.toISOString() });
  const centres = new Set<string>();
  for (const centre of world.centres) {
    if (centres.has(centre.id)) sentences.push(`Centre ${centre.id} is given twice.`);
    centres.add(centre.id);
    collector.add('centres', { ...centre });
  }
  const partitions = new Set<string>();
  for (const partition of world.partitions) {
    if (partitions.has(partition.id)) sentences.push(`Partition ${partition.id} is given twice.`);
    partitions.add(partition.id);
    if (!centres.has(partition.centre))
      sentences.push(`Partition ${partition.id}: there is no centre ${partition.centre}.`);
    collector.add('partitions', {
      id: partition.id,
      centre_id: partition.centre,
      system: partition.system,
      name: partition.name,
      kind: partition.kind,
      description: partition.description,
      unit: partition.unit,
      core_hours_per_unit: partition.coreHoursPerUnit,
      gpu_hours_per_unit: partition.gpuHoursPerUnit,
      max_nodes_per_job: partition.maxNodesPerJob,
      yearly_supply: partition.yearlySupply,
      disabled: partition.disabled,
    });
  }
  planOptions(world, collector, sentences);
}

function planOptions(world: World, collector: Collector, sentences: string[]): void {
  const groups = new Set<string | number>();
  for (const group of world.optionGroups) {
    const report = (sentence: string) => sentences.push(`Option group ${group.tag}: ${sentence}`);
    if (groups.has(group.id) || groups.has(group.tag)) report('its id or its tag is given twice.');
    groups.add(group.id).add(group.tag);
    const { texts, inLanguages } = splitTexts(world.organisation.language, {
      title: (tell) => tell(group.title),
    });
    collector.add('option_groups', {
      id: group.id,
      tag: group.tag,
      ...texts,
      ...(inLanguages && { in_languages: inLanguages }),
      version: group.version,
    });
    const values = new Set<string>();
    for (const [position, option] of group.options.entries()) {
      if (values.has(option.value)) report(`its option ${option.value} is given twice.`);
      values.add(option.value);
      const reported = splitTexts(world.organisation.language, { label: (tell) => tell(option.label) });
      collector.add('options', {
        group_id: group.id,
        value: option.value,
        ...reported.texts,
        ...(reported.inLanguages && { in_languages: reported.inLanguages }),
        parent: option.parent ?? null,
        position,
        offered: option.offered,
      });
    }
  }
}

function planUsers(
  world: World,
  now: Date,
  collector: Collector,
  sentences: string[],
): { people: People; passwords: Map<number, string>; bank: Map<number, BankDetails> } {
  const byEmail = new Map<string, WorldPerson>();
  const byId = new Map<number, WorldPerson>();
  const passwords = new Map<number, string>();
  const bank = new Map<number, BankDetails>();
  const centres = new Set(world.centres.map((centre) => centre.id));
  for (const [index, user] of world.users.entries()) {
    const id = index + 1;
    const report = (sentence: string) => sentences.push(`User ${user.email}: ${sentence}`);
    const time = (text: string): string => {
      const moment = momentOf(text, { now }, world.organisation.theme.timeZone);
      if (!moment.ok) report(moment.sentence);
      else if (moment.at > now) report(`'${text}' is in the future.`);
      return (moment.ok ? moment.at : now).toISOString();
    };
    const email = user.email.toLowerCase();
    if (byEmail.has(email)) report('this email address is given twice.');
    const own = user.memberships.flatMap((one) => ('centre' in one ? one.centre : []));
    const person = {
      id,
      firstName: user.firstName,
      lastName: user.lastName,
      userId: id,
      role: user.role,
      isStaff: world.organisation.theme.staffRoles.includes(user.role),
      centrePartitions: world.partitions.filter(({ centre }) => own.includes(centre)).map((one) => one.id),
      panels: user.memberships.flatMap((one) => ('panel' in one ? one.panel : [])),
    };
    byEmail.set(email, person);
    byId.set(id, person);
    const password = user.password ?? world.password;
    if (password !== undefined) passwords.set(id, password);
    if (user.bank !== undefined) {
      const { iban, swiftCode } = user.bank;
      if (iban && checkAccountNumber(iban) !== null) report('its IBAN is not valid.');
      if (swiftCode && checkBic(swiftCode) !== null) report('its BIC is not valid.');
      bank.set(id, { ...noBankDetails, ...user.bank });
    }
    const created = time(user.created);
    collector.add('users', {
      id,
      email: user.email,
      password_hash: null,
      first_name: user.firstName,
      last_name: user.lastName,
      role: user.role,
      status: user.status,
      last_login_at: user.lastLogin === undefined ? null : time(user.lastLogin),
      created_at: created,
      accepted_terms_at: created,
      accept_mailing_list: user.acceptMailingList,
      title: user.title ?? null,
      gender: user.gender ?? null,
      nationality: user.nationality ?? null,
      date_of_birth: user.dateOfBirth ?? null,
      phone_number: user.phoneNumber ?? null,
      home_address: user.homeAddress ?? null,
      fields: user.fields,
      is_reviewer: user.isReviewer,
      temporary: false,
      mandate_start_date: user.mandateStart ?? null,
      mandate_end_date: user.mandateEnd ?? null,
      website: user.website ?? null,
      tags: user.tags,
    });
    if (user.status === 'active') {
      for (const [subject, wording] of Object.entries(world.organisation.legalVersions))
        collector.add('consents', { user_id: id, subject, given: true, wording, at: now.toISOString() });
    }
    const parts = new Set<string>();
    for (const membership of user.memberships) {
      const centre = 'centre' in membership ? membership.centre : null;
      const part = JSON.stringify(membership);
      if (parts.has(part)) report(`its part ${membership.part} is given twice.`);
      parts.add(part);
      if (centre !== null && !centres.has(centre)) report(`there is no centre ${centre}.`);
      collector.add('memberships', {
        user_id: id,
        centre_id: centre,
        panel: 'panel' in membership ? membership.panel : null,
        part: membership.part,
      });
    }
  }
  return { people: { byEmail, byId }, passwords, bank };
}
