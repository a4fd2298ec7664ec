import type { ChangeAction, ChangeSubject } from '@clearcall/domain/organisation/configuration-change.ts';
import { type RawBuilder, sql } from 'kysely';
import { iso } from '../db/iso.ts';

export interface TellableChange {
  id: number;
  at: string;
  by: string | null;
  action: ChangeAction;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | null;
}

/** So many of the newest changes are shown. */
const shown = 50;

/** The newest changes of a subject, with their administrators, as JSON. `id` is its column. */
export const changesOf = (
  kind: ChangeSubject,
  id: RawBuilder<unknown>,
): RawBuilder<TellableChange[]> => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', c.id, 'at', ${iso('c.at')},
    'by', case when c.actor_id is not null then trim(b.first_name || ' ' || b.last_name) end,
    'action', c.action, 'before', c.before, 'after', c.after, 'reason', c.reason) order by c.id desc)
  from (select id, at, actor_id, action, before, after, reason from configuration_changes
    where subject_kind = ${kind} and subject_id = ${id}::text
    order by id desc limit ${shown}) c left join users b on b.id = c.actor_id), '[]')`;
