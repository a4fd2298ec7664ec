import type { Endpoint } from '@clearcall/contract/endpoint.ts';
import type { AccountStatus } from '@clearcall/domain/people/account-status.ts';
import type { Role } from '@clearcall/domain/people/roles.ts';
import {
  chiefRoles,
  type PersonFacts,
  type PersonRefusal,
} from '@clearcall/domain/permissions/administration.ts';
import type { z } from 'zod';
import type { ConfigurationChange } from '../../../platform/audit/record-change.ts';
import { recordChange } from '../../../platform/audit/record-change.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { type Call, type Operation, operation, type Platform } from '../../../platform/http/bind.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/http/refuse.ts';

export interface HeldPerson {
  id: number;
  role: Role;
  status: AccountStatus;
  email: string;
}

/**
 * Locks the accounts that a decision about a person reads: theirs, the actor's, `others` and those of all who can give
 * every right, always in the order of their ids. Of two commands at once, the second one sees what the first did. Null: no such account.
 */
async function holdPerson(
  tx: Db,
  actorId: number,
  personId: number,
  others: readonly number[],
): Promise<{ facts: PersonFacts; person: HeldPerson; others: HeldPerson[] } | null> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'role', 'status', 'email'])
    .where((row) =>
      row.or([
        row('id', 'in', [actorId, personId, ...others]),
        row.and([row('role', 'in', chiefRoles), row('status', '=', 'active')]),
      ]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const [actor, person] = [actorId, personId].map((id) => rows.find((row) => row.id === id));
  if (actor?.status !== 'active' || person === undefined || person.status === 'closed') return null;
  const chiefs = rows.filter(({ role, status }) => status === 'active' && chiefRoles.includes(role));
  return {
    facts: { actor, person, chiefs: chiefs.map(({ id }) => id) },
    person,
    others: rows.filter(({ id }) => others.includes(id)),
  };
}

interface Written<E extends Endpoint> extends Partial<Pick<ConfigurationChange, 'before' | 'after'>> {
  /** Absent if nothing changed. */
  action?: ConfigurationChange['action'];
  /** The answer, if the command has another one than that it is done. */
  reply?: z.output<E['reply']>;
}

interface Command<E extends Endpoint> {
  whyNot: (facts: PersonFacts, body: Call<E>['body']) => PersonRefusal | null;
  /** Ids of other accounts that the command reads. */
  reads?: (body: Call<E>['body']) => readonly number[];
  /** Carries it out and returns what changed; null if nothing did. A refusal comes before anything is written. */
  write: (
    tx: Db,
    person: HeldPerson,
    call: Call<E>,
    platform: Platform,
    others: readonly HeldPerson[],
  ) => Promise<Written<E> | Refusal | null>;
}

/** A command of an administrator about a person: decided under locks, carried out and written to the audit log. */
export function personCommand<const E extends Endpoint & { access: 'change_people' }>(
  endpoint: E,
  { whyNot, reads, write }: Command<E>,
): Operation {
  return operation<Endpoint & { access: 'change_people' }>(endpoint, async (given, platform) => {
    const call = given as unknown as Call<E> & typeof given;
    const { id } = call.params as { id: number };
    return platform.db.transaction().execute(async (tx) => {
      const { userId: actorId } = given.actor;
      const held = await holdPerson(tx, actorId, id, reads?.(call.body) ?? []);
      if (held === null) return refuse('not_found');
      const refusal = whyNot(held.facts, call.body);
      if (refusal !== null) return refuse(refusal);
      const written = await write(tx, held.person, call, platform, held.others);
      if (written === null) return { done: true };
      if (isRefusal(written)) return written;
      const { reason = null } = (call.body ?? {}) as { reason?: string };
      const subject = { kind: 'person', id } as const;
      const { reply = { done: true }, action, ...change } = written;
      if (action === undefined) return reply;
      await recordChange(tx, platform, { ...change, action, at: given.now, actorId, subject, reason });
      return reply;
    });
  });
}
