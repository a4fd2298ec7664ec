import { cleanEmail, foldEmail, isEmail } from '../forms/email-address.ts';
import { readTable } from '../values/read-table.ts';

export interface Invitee {
  email: string;
  firstName: string;
  lastName: string;
}

/** A line that invites nobody, by its number from 1. */
export interface LineFault {
  line: number;
  text: string;
  why: 'no_email' | 'double';
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
  lastName: /^(last|family|sur|nachname|familienname|nom\b)/i,
};

/** 'Ada Lovelace <ada@example.org>', as address books write it. */
const inBrackets = /^(.*)<([^<>]+)>$/;

function splitName(name: string): Pick<Invitee, 'firstName' | 'lastName'> {
  const [last = '', first] = name.split(/\s*,\s*/);
  if (first !== undefined) return { firstName: first, lastName: last };
  const words = name.split(' ');
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}

/**
 * The people in a list that was pasted or read from a file: an address each, with or without names, in columns whose
 * meaning is found by their heads or by what they hold. The second line of an address invites nobody.
 */
export function readInvitations(pasted: string): { people: Invitee[]; faults: LineFault[] } {
  const rows = readTable(pasted, separatorOf);
  const emailIn = (cell: string) => cleanEmail(inBrackets.exec(cell)?.[2] ?? cell);
  const isHead = (row: readonly string[]) => row.length > 1 && !row.some((cell) => cell.includes('@'));
  const [head = []] = rows;
  const named = isHead(head) ? head : [];
  const columnOf = (name: keyof typeof heads) => named.findIndex((title) => heads[name].test(title));
  const [first, last] = [columnOf('firstName'), columnOf('lastName')];
  const people = new Map<string, Invitee>();
  const faults: LineFault[] = [];
  rows.forEach((row, at) => {
    const line = row.join(' ').trim();
    if (line === '' || (at === 0 && named.length > 0)) return;
    const place = row.findIndex((cell) => isEmail(emailIn(cell)));
    const email = foldEmail(emailIn(row[place] ?? ''));
    if (place < 0) faults.push({ line: at + 1, text: line, why: 'no_email' });
    else if (people.has(email)) faults.push({ line: at + 1, text: line, why: 'double' });
    else {
      const others = row.filter((cell, column) => column !== place && cell !== '');
      const around = inBrackets.exec(row[place] ?? '')?.[1]?.trim() ?? '';
      const names =
        first >= 0 && last >= 0
          ? { firstName: row[first] ?? '', lastName: row[last] ?? '' }
          : others.length >= 2
            ? { firstName: others[0] ?? '', lastName: others[1] ?? '' }
            : splitName(others[0] ?? around);
      people.set(email, {
        email,
        firstName: names.firstName.slice(0, 80),
        lastName: names.lastName.slice(0, 80),
      });
    }
  });
  return { people: [...people.values()], faults };
}
