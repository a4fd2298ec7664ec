import { appendFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DestinationStream } from 'pino';
import { inject } from 'vitest';
import type { Db } from '../platform/db/pool.ts';

/** Where the apps of a run write their logs, all of it: the run fails when somebody is named there. */
export const logOfRun: DestinationStream = {
  write: (line) => appendFileSync(join(inject('logs'), `${process.pid}.log`), line),
};

/** Notes the people of a database before it goes: none of them may stand in a log. */
export async function notePeople(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .union((union) => union.selectFrom('registrations').select(['first_name', 'last_name']))
    .execute();
  // Those who log in by themselves are numbered: one name for all of them.
  const names = rows.map((row) => `${row.first_name} ${row.last_name}`.replace(/\d+$/, '').trim());
  appendFileSync(join(inject('logs'), `${process.pid}.people`), names.map((name) => `${name}\n`).join(''));
}

/** A word that can only be somebody's name: ordinary ones stand in sentences of ours too. */
const isUnusual = (word: string): boolean => /[^ -~]/.test(word) || ['Mallory', 'Lovelace'].includes(word);

/** The lines of logs in which an address, a name of these people or one of its unusual words stands. */
function linesThatName(text: string, names: readonly string[]): string[] {
  const words = new Set([
    ...names.filter((name) => name.includes(' ')),
    ...names.flatMap((name) => name.split(' ').filter(isUnusual)),
  ]);
  return text
    .split('\n')
    .filter((line) => /[\w.+-]+@[\w-]+\.[a-z]/i.test(line) || [...words].some((word) => line.includes(word)));
}

/** Reads what a run has logged, its database server as well. A sentence about each line that names somebody. */
export async function whoIsNamed(folder: string, serverLog: string): Promise<string[]> {
  const files = await readdir(folder);
  const read = async (ending: string) =>
    Promise.all(
      files.filter((file) => file.endsWith(ending)).map((file) => readFile(join(folder, file), 'utf8')),
    );
  const names = [...new Set((await read('.people')).join('').split('\n'))].filter((name) => name !== '');
  const logs = [...(await read('.log')), await readFile(serverLog, 'utf8')];
  return logs.flatMap((text) => linesThatName(text, names));
}
