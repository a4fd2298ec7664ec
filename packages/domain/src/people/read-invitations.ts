import { cleanEmail, foldEmail, isEmail } from '../forms/email-address.ts';
import { readTable } from '../values/read-table.ts';
import type { Role } from './roles.ts';

export interface Invitee {
  email: string;
  firstName: string;
  lastName: string;
  /** Absent unless the list has a column of roles and the line of the person names one. */
  role?: Role;
}

export const lineFaults = ['no_email', 'double', 'unknown_role', 'role_above_own'] as const;

/** A line that invites nobody, by its number from 1. */
export interface LineFault {
  line: number;
  text: string;
  why: (typeof lineFaults)[number];
}

/** Roles as a list may name them. */
export interface NamedRoles {
  /** Returns the role that a name means, or undefined if there is none. */
  named: (name: string) => Role | undefined;
  /** Whether the author of the invitation may give a role. */
  mayGive: (role: Role) => boolean;
}

/** So many people at most are invited at once. */
export const maxInvited = 5_000;

/** What separates the columns: the sign that most lines have. */
function separatorOf(text: string): string {
  const lines = text.split('\n');
  const having = (sign: string) => lines.filter((line) => line.includes(sign)).length;
  return ['\t', ';', ','].toSorted((one, other) => having(other) - having(one))[0] as string;
}

const heads = {
  firstName: /^(first|given|vorname|pr[ée]nom)/i,
  lastName: /^(last|family|sur|nachname|familienname|nom$)/i,
  wholeName: /^(full.?name|name|nom complet)$/i,
  role: /^(role|rolle|rôle)s?$/i,
};

/** 'Ada Lovelace <ada@example.org>', as address books write it. */
const inBrackets = /^(.*)<([^<>]+)>$/;
const emailIn = (cell: string) => cleanEmail(inBrackets.exec(cell)?.[2] ?? cell);

function splitName(name: string): Pick<Invitee, 'firstName' | 'lastName'> {
  const [last = '', first] = name.split(/\s*,\s*/);
  if (first !== undefined) return { firstName: first, lastName: last };
  const words = name.split(' ');
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}

/** The heads of the table, and the columns with a known one; -1 for those that are absent. */
function headsOf(rows: readonly (readonly string[])[]) {
  const [row = []] = rows;
  const named = row.length > 1 && !row.some((cell) => cell.includes('@')) ? row : [];
  const columnOf = (name: keyof typeof heads) => named.findIndex((title) => heads[name].test(title));
  const [first, last, whole] = [columnOf('firstName'), columnOf('lastName'), columnOf('wholeName')];
  return { named, first, last: first >= 0 && last < 0 ? whole : last, whole, role: columnOf('role') };
}

/**
 * The people in a list that was pasted or read from a file: an address each, with or without names and roles, in columns
 * whose meaning is found by their heads or by what they hold. The second line of an address invites nobody, and neither
 * does a line with a role that is unknown or above the author's own.
 */
export function readInvitations(
  pasted: string,
  roles: NamedRoles,
): {
  people: Invitee[];
  faults: LineFault[];
  /** Heads of the columns that are not read. */
  unused: string[];
} {
  const rows = readTable(pasted, separatorOf);
  const { named, first, last, whole, role: roleAt } = headsOf(rows);
  const read = new Set([first, last, whole, roleAt]);
  const people = new Map<string, Invitee>();
  const faults: LineFault[] = [];

  const namesOf = (row: readonly string[], place: number) => {
    if (first >= 0 && last >= 0) return { firstName: row[first] ?? '', lastName: row[last] ?? '' };
    if (whole >= 0) return splitName(row[whole] ?? '');
    const others = [...row.keys()].filter((at) => at !== place && at !== roleAt && row[at] !== '');
    for (const at of others.slice(0, 2)) read.add(at);
    const [one, other] = others.map((at) => row[at] ?? '');
    if (one !== undefined && other !== undefined) return { firstName: one, lastName: other };
    return splitName(one ?? inBrackets.exec(row[place] ?? '')?.[1]?.trim() ?? '');
  };
  rows.forEach((row, at) => {
    const text = row.join(' ').trim();
    if (text === '' || (at === 0 && named.length > 0)) return;
    const place = row.findIndex((cell) => isEmail(emailIn(cell)));
    const email = foldEmail(emailIn(row[place] ?? ''));
    const roleName = row[roleAt] ?? '';
    const role = roleName === '' ? undefined : roles.named(roleName);
    read.add(place);
    const leaveOut = (why: LineFault['why'], shown = text) => faults.push({ line: at + 1, text: shown, why });
    if (place < 0) leaveOut('no_email');
    else if (people.has(email)) leaveOut('double');
    else if (roleName !== '' && role === undefined) leaveOut('unknown_role', roleName);
    else if (role !== undefined && !roles.mayGive(role)) leaveOut('role_above_own', roleName);
    else {
      const { firstName, lastName } = namesOf(row, place);
      people.set(email, {
        email,
        firstName: firstName.slice(0, 80),
        lastName: lastName.slice(0, 80),
        ...(role === undefined ? {} : { role }),
      });
    }
  });
  const unused = named.filter((title, at) => title !== '' && !read.has(at));
  return { people: [...people.values()], faults, unused };
}
