import { searchPeople as endpoint, type lastLogins } from '@clearcall/contract/administration.ts';
import { type PersonState, personStates, statusOfState } from '@clearcall/domain/people/account-status.ts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { foldedContains } from '../../../platform/db/contains.ts';
import { iso } from '../../../platform/db/iso.ts';
import { allMemberships } from '../../../platform/db/members-of.ts';
import { operation } from '../../../platform/http/bind.ts';
import { membershipsOfPerson } from './people-choices.ts';

type LastLogin = (typeof lastLogins)[number];

const daysOf: Readonly<Record<Exclude<LastLogin, 'never' | 'longer'>, number>> = {
  week: 7,
  month: 30,
  year: 365,
};

/** The state of `u` in the words of administrators. */
export const stateOf: RawBuilder<PersonState> = sql`case u.status ${sql.join(
  personStates.map((state) => sql`when ${sql.lit(statusOfState[state])} then ${sql.lit(state)}`),
  sql` `,
)} end`;

function lastLoginIs(when: LastLogin, now: Date): RawBuilder<boolean> {
  if (when === 'never') return sql`u.last_login_at is null`;
  const before = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000);
  return when === 'longer'
    ? sql`u.last_login_at < ${before(daysOf.year)}`
    : sql`u.last_login_at >= ${before(daysOf[when])}`;
}

const orders = {
  name: ['folded(last_name)', 'folded(first_name)'],
  role: ['role', 'folded(last_name)', 'folded(first_name)'],
  lastLogin: ['last_login_at'],
} as const;

/** A page of accounts, and how many match in each state. One statement. */
export const searchPeople = operation(endpoint, async ({ body, now }, { db }) => {
  const { role, state, centreId, panel, field, tag, lastLogin, sort, direction, page, pageSize } = body;
  const conditions: RawBuilder<boolean>[] = [
    ...body.search
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((word) => foldedContains(sql`u.folded_name`, word)),
    ...(role === undefined ? [] : [sql<boolean>`u.role = ${role}`]),
    ...(field === undefined ? [] : [sql<boolean>`u.fields @> array[${field}]::text[]`]),
    ...(tag === undefined ? [] : [sql<boolean>`u.tags @> array[${tag}]::text[]`]),
    ...(lastLogin === undefined ? [] : [lastLoginIs(lastLogin, now)]),
    ...[
      { column: 'centre_id', value: centreId },
      { column: 'panel', value: panel },
    ].flatMap(({ column, value }) =>
      value === undefined
        ? []
        : [
            sql<boolean>`u.id in (select m.user_id from ${allMemberships} where ${sql.ref(`m.${column}`)} = ${value})`,
          ],
    ),
  ];
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
  const shown = state === undefined ? sql`f.status <> 'closed'` : sql`f.status = ${statusOfState[state]}`;
  const way = sql.raw(`${direction === 'ASC' ? 'asc' : 'desc'} ${sort === 'lastLogin' ? 'nulls last' : ''}`);
  const order = sql.join([...orders[sort], 'id'].map((column) => sql`${sql.raw(column)} ${way}`));
  // The words are looked up once; the other filters use their own indexes.
  const kept = sql.raw(body.search === '' ? 'not materialized' : 'materialized');
  const { rows } = await sql<{
    states: Partial<Record<PersonState, number>>;
    data: z.output<(typeof endpoint)['reply']>['data'];
  }>`
    with found as ${kept} (
      select u.id, u.status, u.role, u.last_login_at, u.last_name, u.first_name from users u where ${where}),
    page as materialized (select f.id from found f where ${shown} order by ${order} limit ${pageSize} offset ${page * pageSize})
    select (
      select coalesce(jsonb_object_agg(u.state, u.n), '{}')
      from (select ${stateOf} as state, count(*)::int as n from found u group by 1) u) as states, coalesce((
      select jsonb_agg(jsonb_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name,
        'email', u.email, 'role', u.role, 'state', ${stateOf}, 'lastLoginAt', ${iso('u.last_login_at')},
        'memberships', ${membershipsOfPerson}) order by ${order})
      from users u where u.id in (select id from page)), '[]') as data`.execute(db);
  const { data = [], states = {} } = rows[0] ?? {};
  const counts = Object.fromEntries(personStates.map((one) => [one, states[one] ?? 0])) as Record<
    PersonState,
    number
  >;
  const wanted = state === undefined ? personStates.filter((one) => one !== 'closed') : [state];
  return { data, total: wanted.reduce((sum, one) => sum + counts[one], 0), states: counts };
});
