import * as contract from '@clearcall/contract/administration.ts';
import { plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import {
  hasBegun,
  isOver,
  type MembershipDays,
  type MembershipKind,
  membershipParts,
  whyNotDays,
} from '@clearcall/domain/people/membership.ts';
import { whyNotChange } from '@clearcall/domain/permissions/administration.ts';
import { type RawBuilder, sql } from 'kysely';
import { type ConfigurationChange, recordChanges } from '../../../platform/audit/record-change.ts';
import { allMemberships } from '../../../platform/db/members-of.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import type { Platform } from '../../../platform/platform.ts';
import { offeredFields } from './offered-fields.ts';
import { personCommand } from './person-command.ts';

interface Membership {
  kind: MembershipKind;
  id: string;
  part: string;
}

/** A membership as the log has it: with the days that it has. */
interface Dated extends Membership, Partial<MembershipDays> {}

type Change = Pick<ConfigurationChange, 'action' | 'before' | 'after'>;

/** The day that it is now for the organisation. */
const todayOf = async (platform: Platform, now: Date): Promise<string> =>
  plainDate(now, (await platform.organisation()).theme.timeZone);

const rowOf = (userId: number, { kind, id, part }: Membership) => ({
  user_id: userId,
  centre_id: kind === 'centre' ? id : null,
  panel: kind === 'panel' ? id : null,
  part,
});

const isThis = (userId: number, membership: Membership): RawBuilder<boolean> => {
  const { centre_id, panel, part } = rowOf(userId, membership);
  return sql`m.user_id = ${userId} and m.part = ${part}
    and m.centre_id is not distinct from ${centre_id}::text and m.panel is not distinct from ${panel}::text`;
};

async function isKnown(db: Db, { kind, id, part }: Membership): Promise<boolean> {
  if (!(membershipParts[kind] as readonly string[]).includes(part)) return false;
  if (kind === 'panel') return offeredFields(db, [id]);
  const { rows } = await sql`select from centres where id = ${id} for key share`.execute(db);
  return rows.length > 0;
}

/** Adds a membership to those in force, or to the later ones until its first day. */
async function add(tx: Db, userId: number, given: Dated, today: string): Promise<Change | null> {
  const { startsOn = null, endsOn = null } = given;
  const row = { ...rowOf(userId, given), ends_on: endsOn };
  const insert =
    startsOn === null || hasBegun({ startsOn }, today)
      ? tx
          .insertInto('memberships')
          .values(row)
          .onConflict((known) => known.doNothing())
      : tx
          .insertInto('later_memberships')
          .values({ ...row, starts_on: startsOn })
          .onConflict((known) => known.doNothing());
  const { numInsertedOrUpdatedRows = 0n } = await insert.executeTakeFirst();
  return numInsertedOrUpdatedRows === 0n ? null : { action: 'membership_added', after: { ...given } };
}

/** Statements on the two tables; a membership in force needs no first day. */
const inForce = {
  change: sql`update memberships m`,
  remove: sql`delete from memberships m`,
  startsOn: sql`null`,
  /** Its rows move, or go, by this day. */
  days: sql<{
    day: string;
  }>`select distinct m.ends_on::text as day from memberships m where m.ends_on is not null`,
  day: sql`m.ends_on`,
};
const later = {
  change: sql`update later_memberships m`,
  remove: sql`delete from later_memberships m`,
  startsOn: sql`m.starts_on`,
  days: sql<{ day: string }>`select distinct m.starts_on::text as day from later_memberships m`,
  day: sql`m.starts_on`,
};

/** Removes the memberships of a table that a condition on `m` is true of. */
async function remove(
  tx: Db,
  table: typeof inForce,
  which: RawBuilder<boolean>,
): Promise<{ userId: number; membership: Dated }[]> {
  const { rows } = await sql<{ userId: number; membership: Dated }>`
    ${table.remove} where ${which}
    returning m.user_id as "userId", jsonb_strip_nulls(jsonb_build_object(
      'kind', case when m.panel is null then 'centre' else 'panel' end, 'id', coalesce(m.panel, m.centre_id),
      'part', m.part, 'startsOn', ${table.startsOn}, 'endsOn', m.ends_on)) as membership`.execute(tx);
  return rows;
}

/** Removes the memberships of a table with a day that a rule of the domain is true of. */
async function removeDue(tx: Db, table: typeof inForce, isDue: (day: string) => boolean) {
  const { rows } = await table.days.execute(tx);
  const days = rows.map(({ day }) => day).filter(isDue);
  return days.length === 0 ? [] : remove(tx, table, sql`${table.day} = any(${days}::date[])`);
}

const removal = (membership: Dated): Change => ({
  action: 'membership_removed',
  before: { ...membership },
});

const addMembership = personCommand(contract.addMembership, {
  whyNot: whyNotChange,
  write: async (tx, { id }, { body, now }, platform) => {
    const { startsOn, endsOn, ...membership } = body;
    if (!(await isKnown(tx, membership))) return refuse('no_such_membership');
    const today = await todayOf(platform, now);
    const fault = whyNotDays({ startsOn, endsOn }, today);
    if (fault !== null) return refuse(fault);
    const { rows } = await sql`select from ${allMemberships} where ${isThis(id, membership)}`.execute(tx);
    if (rows.length > 0) return null;
    const days = { ...(startsOn === null ? {} : { startsOn }), ...(endsOn === null ? {} : { endsOn }) };
    return add(tx, id, { ...membership, ...days }, today);
  },
});

const changeMembership = personCommand(contract.changeMembership, {
  whyNot: whyNotChange,
  write: async (tx, { id }, { body: { endsOn, ...membership }, now }, platform) => {
    const { rows } = await sql<MembershipDays>`
      select m.starts_on as "startsOn", m.ends_on as "endsOn" from ${allMemberships}
      where ${isThis(id, membership)}`.execute(tx);
    if (rows[0] === undefined) return refuse('not_found');
    const { startsOn, endsOn: before } = rows[0];
    if (endsOn === before) return null;
    const fault = whyNotDays({ startsOn, endsOn }, await todayOf(platform, now));
    if (fault !== null) return refuse(fault);
    const { change } = startsOn === null ? inForce : later;
    const { numAffectedRows } = await sql`
      ${change} set ends_on = ${endsOn}::date where ${isThis(id, membership)}`.execute(tx);
    if (numAffectedRows === 0n) return refuse('not_found');
    return {
      action: 'membership_changed',
      before: { ...membership, endsOn: before },
      after: { ...membership, endsOn },
    };
  },
});

const removeMembership = personCommand(contract.removeMembership, {
  whyNot: whyNotChange,
  write: async (tx, { id }, { body }) => {
    const [removed] = [
      ...(await remove(tx, inForce, isThis(id, body))),
      ...(await remove(tx, later, isThis(id, body))),
    ];
    return removed === undefined ? null : removal(removed.membership);
  },
});

/** Removes memberships whose last day is over, and adds those whose first day has come. */
export async function runDueMemberships(
  platform: Platform,
): Promise<{ membershipsBegun: number; membershipsEnded: number }> {
  const at = platform.now();
  const today = await todayOf(platform, at);
  return platform.db.transaction().execute(async (tx) => {
    const due = await removeDue(tx, later, (startsOn) => hasBegun({ startsOn }, today));
    const begun = [];
    for (const { userId, membership } of due) {
      const change = await add(tx, userId, membership, today);
      if (change !== null) begun.push({ userId, change });
    }
    const over = await removeDue(tx, inForce, (endsOn) => isOver({ endsOn }, today));
    const ended = over.map(({ userId, membership }) => ({ userId, change: removal(membership) }));
    await recordChanges(
      tx,
      platform,
      [...begun, ...ended].map(({ userId, change }) => ({
        ...change,
        at,
        actorId: null,
        subject: { kind: 'person', id: userId },
      })),
    );
    return { membershipsBegun: begun.length, membershipsEnded: ended.length };
  });
}

export const membershipCommands: readonly Operation[] = [addMembership, changeMembership, removeMembership];
