import type { Role } from '@clearcall/domain/people/roles.ts';
import { type DownloadExtent, downloadExtent } from '@clearcall/domain/permissions/download-call.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { readLanguage } from '@clearcall/i18n/language.ts';
import { sql } from 'kysely';
import { isKnownCall } from '../../platform/db/known-call.ts';
import type { Db } from '../../platform/db/pool.ts';
import { toldIn } from '../../platform/db/told-in.ts';

/** A published call, and how far somebody may download what it collected; null: not at all. */
export interface DownloadRight {
  call: {
    id: number;
    code: string;
    year: number;
    number: number;
    title: string;
    unit: string;
    timeZone: string;
  };
  extent: DownloadExtent | null;
}

/** The right of a user as it stands now; null where there is no such published call. One statement. */
export async function loadDownloadRight(
  db: Db,
  viewer: Viewer & { language: string | null },
  callId: number,
): Promise<DownloadRight | null> {
  const result = await sql<DownloadRight['call'] & { downloadRoles: string[]; centres: string[] }>`
    select c.id, c.code, c.year, c.number, ${toldIn(readLanguage(viewer.language) ?? undefined, 'c', 'title')} as title, c.unit, c.time_zone as "timeZone", c.download_roles as "downloadRoles",
      array(select distinct m.centre_id from memberships m
        where m.user_id = ${viewer.userId} and m.centre_id is not null order by 1) as centres
    from calls c where c.id = ${callId} and ${isKnownCall}
  `.execute(db);
  const row = result.rows[0];
  if (row === undefined) return null;
  const { downloadRoles, centres, ...call } = row;
  const downloading = downloadRoles as Role[];
  return { call, extent: downloadExtent({ ...viewer, centres }, { downloadRoles: downloading }) };
}
