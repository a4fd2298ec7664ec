import type { Endpoint } from '@clearcall/contract/endpoint.ts';
import { decideEdits, type Edit, type Fields } from '@clearcall/domain/organisation/decide-edits.ts';
import type { Right } from '@clearcall/domain/permissions/administration.ts';
import type { z } from 'zod';
import type { Db } from '../db/pool.ts';
import { type Call, type Operation, operation, type Platform } from '../http/bind.ts';
import { isRefusal, type Refusal, refuse } from '../http/refuse.ts';
import { type ConfigurationChange, recordChanges } from './record-change.ts';

type Change = Omit<ConfigurationChange, 'at' | 'actorId'>;

interface Written<Reply> {
  /** Null: nothing changed. */
  change: Change | null;
  reply: Reply;
}

/** Writes a change of the configuration in one transaction with its row of the audit log. */
export const runRecorded = <Reply>(
  platform: Platform,
  actorId: number,
  write: (tx: Db) => Promise<Written<Reply> | Refusal>,
): Promise<Reply | Refusal> =>
  platform.db.transaction().execute(async (tx) => {
    const written = await write(tx);
    if (isRefusal(written)) return written;
    const { change, reply } = written;
    // The log is in the real time, whatever the time of its command is.
    if (change !== null) await recordChanges(tx, platform, [{ ...change, at: platform.now(), actorId }]);
    return reply;
  });

/**
 * A command of an administrator about the configuration, in one transaction with its row of the audit log. A refusal comes
 * before anything is written.
 */
export function configurationCommand<const E extends Endpoint & { access: Right }>(
  endpoint: E,
  write: (tx: Db, call: Call<E>, platform: Platform) => Promise<Written<z.input<E['reply']>> | Refusal>,
): Operation {
  return operation<Endpoint & { access: Right }>(endpoint, (call, platform) =>
    runRecorded(platform, call.actor.userId, (tx) => write(tx, call as unknown as Call<E>, platform)),
  );
}

export const done = { done: true } as const;

interface Editing<Before extends Fields> {
  subject: Change['subject'];
  /** The stored fields, locked; undefined if the subject does not exist. */
  stored: Before | undefined;
  edits: Readonly<Record<string, Edit | undefined>>;
  /** Refuses a change, or carries it out. `after` has only the fields that change. */
  write: (after: Partial<Before>) => Promise<Refusal | undefined>;
  /** Fields that hold an address: the log says only whether there is one. */
  unlogged?: readonly string[];
}

/** Edits single fields of a subject. A field that another administrator has changed becomes a question. */
export async function editFields<Before extends Fields>({
  subject,
  stored,
  edits,
  write,
  unlogged = [],
}: Editing<Before>): Promise<{ change: Change | null; reply: { done: true } } | Refusal> {
  if (stored === undefined) return refuse('not_found');
  const { conflicts, before, after } = decideEdits(stored, edits);
  if (conflicts !== undefined) return refuse('changed_meanwhile', { body: { conflicts } });
  if (Object.keys(after).length === 0) return { change: null, reply: done };
  const refusal = await write(after as Partial<Before>);
  if (refusal !== undefined) return refusal;
  const logged = (fields: Fields) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, unlogged.includes(name) ? value !== '' : value]),
    );
  return {
    change: { subject, action: 'changed', before: logged(before), after: logged(after) },
    reply: done,
  };
}
