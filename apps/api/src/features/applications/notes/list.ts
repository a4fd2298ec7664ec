import { listNotes } from '@clearcall/contract/applications.ts';
import type { Note } from '@clearcall/domain/applications/note.ts';
import { lastNameMessage, type StoredPerson } from '@clearcall/domain/people/person-name.ts';
import { sql } from 'kysely';
import { iso } from '../../../platform/db/iso.ts';
import { lastName } from '../../../platform/db/last-name.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { loadInternals } from '../load-internals.ts';

/** What staff noted about an application, a page of it, the newest first. */
export const list = operation(listNotes, async ({ params, query, actor, translator }, { db }) => {
  const application = await loadInternals(db, actor, params.id);
  if (application === null) return refuse('not_found');
  const { before, limit } = query;
  // One more than asked for tells whether there is more.
  const { rows } = await sql<Omit<Note, 'can' | 'author'> & { author: StoredPerson }>`
    select n.id, jsonb_build_object('id', u.id, 'firstName', u.first_name, 'lastName', ${lastName('u')}) as author, n.text,
      n.revision, ${iso('n.created_at')} as "createdAt", ${iso('n.changed_at')} as "changedAt"
    from notes n join users u on u.id = n.author_id
    where n.application_id = ${application.id} and ${before === undefined ? sql`true` : sql`n.id < ${before}::uuid`}
    order by n.id desc limit ${limit + 1}
  `.execute(db);
  const shown = rows.slice(0, limit);
  return {
    data: shown.map(({ author, ...note }) => ({
      ...note,
      author: { ...author, lastName: translator.translate(lastNameMessage(author.lastName)) },
      can: { change: author.id === actor.userId },
    })),
    next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
});
