import type { CallHead } from '@clearcall/contract/call-administration.ts';
import { callStandingOf } from '@clearcall/domain/calls/archive-call.ts';
import { callState } from '@clearcall/domain/deadlines/call-state.ts';
import { closesAt, placeInTime, type Window } from '@clearcall/domain/deadlines/windows.ts';
import type { Told } from '@clearcall/domain/forms/types.ts';
import { coarseCount } from '@clearcall/domain/permissions/administration.ts';
import type { ReaderLanguage } from '@clearcall/i18n/language.ts';
import { type RawBuilder, sql } from 'kysely';
import { iso } from '../../../platform/db/iso.ts';
import { languageOf, toldAs, toldIn } from '../../../platform/db/told-in.ts';

export interface CallRow {
  id: number;
  code: string;
  year: number;
  number: number;
  title: string;
  told: Told;
  published: boolean;
  archivedAt: string | null;
  version: number | null;
  draft: { edits: number } | null;
  documentCount: number;
  timeZone: string;
  cutoffs: (Window & { id: number })[];
  /** Number of ids that were drawn for its applications. */
  drawn: number;
  /** Submitted applications of the open windows, by the ids of their cut-offs. */
  inOpen: Record<string, number>;
  thisYear: number;
  planned: CallHead['planned'];
}

/** Columns of the call `c` that its row in the list is made of. Applications are counted in the database alone. */
export const headColumns = (reader: ReaderLanguage, now: Date): RawBuilder<CallRow> => sql`
  c.id, c.code, c.year, c.number, ${toldIn(reader, 'c', 'title')} as title, ${toldAs({ title: languageOf(reader, 'c', 'title') })} as told,
  c.published, ${iso('c.archived_at')} as "archivedAt", c.time_zone as "timeZone", c.counter as drawn,
  (select max(f.version) from flow_versions f where f.call_id = c.id) as version,
  (select jsonb_build_object('edits', (select count(*) from call_changes e
      where e.call_id = c.id and e.revision > d.begun_after)) from call_drafts d where d.call_id = c.id) as draft,
  (select count(*)::int from call_documents d where d.call_id = c.id) as "documentCount",
  (select jsonb_build_object('dueAt', ${iso('w.due_at')}, 'byId', w.planned_by) from planned_publications w where w.call_id = c.id) as planned,
  coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'start', ${iso('k.starts_at')}, 'end', ${iso('k.ends_at')})
    order by k.starts_at, k.id) from cutoffs k where k.call_id = c.id), '[]') as cutoffs,
  coalesce((select jsonb_object_agg(k.id, (select count(*) from applications ap
      where ap.cutoff_id = k.id and ap.status <> 'draft'))
    from cutoffs k where k.call_id = c.id and k.starts_at <= ${now} and (k.ends_at is null or k.ends_at >= ${now})), '{}')
    as "inOpen",
  (select count(*)::int from applications ap where ap.call_id = c.id and ap.status <> 'draft' and ap.submitted_at >=
    date_trunc('year', ${now}::timestamptz at time zone c.time_zone) at time zone c.time_zone) as "thisYear"`;

/** State of a call by its row. */
export const standingOf = (row: Pick<CallRow, 'published' | 'archivedAt' | 'cutoffs'>, now: Date) => {
  const { published, archivedAt, cutoffs } = row;
  return { published, archived: archivedAt !== null, state: callState(published, cutoffs, now) };
};

/** Returns the row of a call in the list of the administration. */
export function headOf(row: CallRow, now: Date): CallHead {
  const {
    id,
    code,
    year,
    number,
    title,
    told,
    version,
    draft,
    documentCount,
    timeZone,
    cutoffs,
    drawn,
    planned,
  } = row;
  const { open } = placeInTime(cutoffs, now);
  const isBounded = open !== null && closesAt(cutoffs, open) !== null;
  const submitted = isBounded ? (row.inOpen[open.id] ?? 0) : row.thisYear;
  return {
    id,
    code,
    year,
    number,
    title,
    told,
    standing: callStandingOf(standingOf(row, now)),
    version,
    draft,
    documentCount,
    timeZone,
    cutoffs,
    planned,
    submitted: drawn === 0 ? 0 : coarseCount(submitted),
  };
}
