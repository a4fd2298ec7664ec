import { describe, expect, it } from 'vitest';
import { applicationStatuses, assignmentStatuses } from '../applications/statuses.ts';
import { allows, type CommandName, commands, rowOf } from './commands.ts';
import { expectedCommands } from './testing/expected-commands.ts';

const statuses = [...new Set([...assignmentStatuses, ...applicationStatuses])];
const names = Object.keys(commands) as CommandName[];

describe('the table of commands', () => {
  // Who submits a draft reads what the machine knows of it with the lock of its assignment, on the strength of this.
  it('lets nothing happen to a draft but its end and what is written to its assignment', () => {
    const names = Object.keys(commands) as CommandName[];
    const ofDrafts = names.filter((name) => commands[name].of === 'application' && allows(name, 'draft'));
    expect(ofDrafts).toEqual(['delete']);
  });

  it('lets each command be given from these statuses, by these, when this holds, and not otherwise', () => {
    const found = names.map((name) => [
      name,
      allows(name, null) ? null : statuses.filter((status) => allows(name, status)).toSorted(),
      rowOf(name).by,
      rowOf(name).needs,
    ]);
    const expected = names.map((name) => {
      const { from, by, needs } = expectedCommands[name];
      return [name, from?.toSorted() ?? null, by, needs];
    });
    expect(found).toEqual(expected);
  });

  it('knows only statuses that exist', () => {
    for (const name of names)
      for (const status of [...rowOf(name).from, ...rowOf(name).to, ...(rowOf(name).repeated ?? [])])
        expect([...statuses, 'same', 'previous']).toContain(status);
  });
});
