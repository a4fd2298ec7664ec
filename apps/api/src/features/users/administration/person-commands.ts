import * as contract from '@clearcall/contract/administration.ts';
import { areOutOfOrder } from '@clearcall/domain/people/membership.ts';
import { maxTags } from '@clearcall/domain/people/profile.ts';
import { whyNotChange, whyNotGiveRole, whyNotLock } from '@clearcall/domain/permissions/administration.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import type { Operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { refuseWithoutPasswords } from '../account/password-login.ts';
import { voidAccess } from '../account/void-access.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { offeredFields } from './offered-fields.ts';
import { personCommand } from './person-command.ts';

const giveRole = personCommand(contract.giveRole, {
  whyNot: (facts, { role }) => whyNotGiveRole(facts, role),
  write: async (tx, { id, role: before }, { body: { role }, actor, now }, platform) => {
    if (role === before) return null;
    await tx.updateTable('users').set({ role }).where('id', '=', id).execute();
    await platform.emit(tx, [
      { type: 'role_given', userId: id, actorId: actor.userId, occurredAt: now, detail: { role } },
    ]);
    return { action: 'role_given', before: { role: before }, after: { role } };
  },
});

const lock = personCommand(contract.lockAccount, {
  whyNot: whyNotLock,
  write: async (tx, { id, status }, { actor, now }, platform) => {
    if (status !== 'active') return refuse('account_not_active');
    await tx.updateTable('users').set({ status: 'suspended' }).where('id', '=', id).execute();
    await voidAccess(tx, { userId: id }, now);
    const event = { type: 'account_suspended', userId: id, actorId: actor.userId, occurredAt: now } as const;
    await platform.emit(tx, [event]);
    return { action: 'locked' };
  },
});

const unlock = personCommand(contract.unlockAccount, {
  whyNot: whyNotChange,
  write: async (tx, { id, status }, { actor, now }, platform) => {
    if (status !== 'suspended') return refuse('account_not_locked');
    await tx.updateTable('users').set({ status: 'active' }).where('id', '=', id).execute();
    const event = { type: 'account_restored', userId: id, actorId: actor.userId, occurredAt: now } as const;
    await platform.emit(tx, [event]);
    return { action: 'unlocked' };
  },
});

const setMandate = personCommand(contract.setMandate, {
  whyNot: whyNotChange,
  write: async (tx, { id }, { body: { start, end, temporary } }) => {
    if (areOutOfOrder({ startsOn: start, endsOn: end })) return refuse('days_out_of_order');
    const before = await tx
      .selectFrom('users')
      .select(['mandate_start_date as start', 'mandate_end_date as end', 'temporary'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const after = { start, end, temporary };
    if (start === before.start && end === before.end && temporary === before.temporary) return null;
    await tx
      .updateTable('users')
      .set({ mandate_start_date: start, mandate_end_date: end, temporary })
      .where('id', '=', id)
      .execute();
    return { action: 'mandate_changed', before, after };
  },
});

const setFields = personCommand(contract.setFields, {
  whyNot: whyNotChange,
  write: async (tx, { id }, { body: { fields } }) => {
    const { fields: before } = await tx
      .selectFrom('users')
      .select('fields')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (fields.join() === before.join()) return null;
    // Values that the person has stay, even if they are no longer offered.
    const fresh = fields.filter((field) => !before.includes(field));
    if (new Set(fields).size !== fields.length || !(await offeredFields(tx, fresh)))
      return refuse('invalid_value');
    await tx.updateTable('users').set({ fields }).where('id', '=', id).execute();
    return { action: 'fields_changed', before: { fields: before }, after: { fields } };
  },
});

const tagsOf = (tx: Db, id: number) =>
  tx.selectFrom('users').select('tags').where('id', '=', id).executeTakeFirstOrThrow();

const addTag = personCommand(contract.addTag, {
  whyNot: whyNotChange,
  write: async (tx, { id }, { body }) => {
    const { tags } = await tagsOf(tx, id);
    const { rows } = await sql<{ tag: string }>`
      select t.tag from users u, unnest(u.tags) as t(tag) where lower(t.tag) = lower(${body.tag}) limit 1`.execute(
      tx,
    );
    const tag = rows[0]?.tag ?? body.tag;
    if (tags.includes(tag)) return null;
    if (tags.length >= maxTags) return refuse('too_many_tags');
    await tx
      .updateTable('users')
      .set({ tags: [...tags, tag].sort() })
      .where('id', '=', id)
      .execute();
    return { action: 'tag_added', after: { tag } };
  },
});

const removeTag = personCommand(contract.removeTag, {
  whyNot: whyNotChange,
  write: async (tx, { id }, { body: { tag } }) => {
    const { tags } = await tagsOf(tx, id);
    if (!tags.includes(tag)) return null;
    const left = tags.filter((other) => other !== tag);
    await tx.updateTable('users').set({ tags: left }).where('id', '=', id).execute();
    return { action: 'tag_removed', before: { tag } };
  },
});

const endAll = personCommand(contract.endSessionsOf, {
  whyNot: whyNotChange,
  write: async (tx, { id }, { now }) => {
    const { size } = await endSessions(tx, { userId: id }, now);
    return size === 0 ? null : { action: 'sessions_ended', before: { sessions: size } };
  },
});

const sendPasswordLink = personCommand(contract.sendPasswordLink, {
  whyNot: whyNotChange,
  write: async (tx, { id, status }, { actor, now }, platform) => {
    const off = await refuseWithoutPasswords(platform);
    if (off !== null) return off;
    if (status !== 'active') return refuse('account_not_active');
    const event = {
      type: 'password_reset_requested',
      userId: id,
      actorId: actor.userId,
      occurredAt: now,
    } as const;
    await platform.emit(tx, [event]);
    return { action: 'password_link_sent' };
  },
});

export const commands: readonly Operation[] = [
  giveRole,
  lock,
  unlock,
  setMandate,
  setFields,
  addTag,
  removeTag,
  endAll,
  sendPasswordLink,
];
