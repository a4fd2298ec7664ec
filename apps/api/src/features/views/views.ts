import { listViews, maxViews, removeView, type SavedView, saveView } from '@clearcall/contract/lists.ts';
import { sql } from 'kysely';
import { type Operation, operation } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';

type Kept = Omit<SavedView, 'id' | 'name' | 'isDefault'>;

/** The caller's saved views, by name. */
const list = operation(listViews, async ({ actor }, { db }) => {
  const { rows } = await sql<{ id: string; name: string; list: Kept; isDefault: boolean }>`
    select id, name, list, is_default as "isDefault" from saved_views
    where user_id = ${actor.userId} order by folded(name), id limit ${maxViews}`.execute(db);
  return rows.map(({ list: kept, ...row }) => ({ ...row, ...kept }));
});

/**
 * Saves a view, or replaces it: the same twice is the same view. Views of one person are saved one after the other, so that
 * no two get one name, and one at most is the default.
 */
const save = operation(saveView, ({ params, body, actor, now }, platform) =>
  platform.db.transaction().execute(async (tx) => {
    const { name, isDefault, ...kept } = body;
    const { id } = params;
    const { userId } = actor;
    const found = await sql<{ isOthers: boolean; isThere: boolean; isTaken: boolean; count: number }>`
      with me as materialized (select u.id from users u where u.id = ${userId} for no key update)
      select exists (select from saved_views v where v.id = ${id} and v.user_id <> me.id) as "isOthers",
        exists (select from saved_views v where v.id = ${id}) as "isThere",
        exists (select from saved_views v where v.user_id = me.id and v.id <> ${id} and lower(v.name) = lower(${name}))
          as "isTaken",
        (select count(*)::int from saved_views v where v.user_id = me.id) as count
      from me`.execute(tx);
    const [state] = found.rows;
    if (state === undefined || state.isOthers) return refuse('not_found');
    if (state.isTaken) return refuse('view_name_taken');
    if (!state.isThere && state.count >= maxViews) return refuse('too_many_views');
    if (isDefault)
      await tx
        .updateTable('saved_views')
        .set({ is_default: false })
        .where('user_id', '=', userId)
        .where('id', '<>', id)
        .where('is_default', '=', true)
        .execute();
    const row = { name, list: JSON.stringify(kept), is_default: isDefault, changed_at: now };
    const written = await tx
      .insertInto('saved_views')
      .values({ id, user_id: userId, ...row })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(row).where('saved_views.user_id', '=', userId),
      )
      .returning('id')
      .executeTakeFirst();
    return written === undefined ? refuse('not_found') : { id, ...body };
  }),
);

const remove = operation(removeView, async ({ params, actor }, { db }) => {
  const removed = await db
    .deleteFrom('saved_views')
    .where('id', '=', params.id)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n ? { done: true as const } : refuse('not_found');
});

export const routes: readonly Operation[] = [list, save, remove];
