import { awardsFor } from '@clearcall/domain/permissions/awards-for.ts';
import { releasedTo, type WithReleases } from '@clearcall/domain/permissions/releases.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import type { ReaderLanguage } from '@clearcall/i18n/language.ts';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { flowOf, loadFlows } from './asked-of-applications.ts';
import { type Readable, readableFields } from './readable-fields.ts';
import { membershipsJson } from './sql.ts';

/** Returns the awards that a viewer may know, by application. */
export async function loadAwarded(
  platform: Platform,
  viewer: Viewer,
  applications: readonly { id: number; flowVersionId: number }[],
  reading: { now: Date; reader: ReaderLanguage },
): Promise<Map<number, ReturnType<typeof awardsFor>>> {
  if (applications.length === 0) return new Map();
  const flows = await loadFlows(platform, applications, reading);
  const ids = applications.map(({ id }) => id);
  const fields = readableFields({ memberships: membershipsJson(viewer.userId), elements: [] });
  const { rows } = await sql<{ application: WithReleases<Readable> }>`
    select json_build_object(${fields}) as application from applications ap
    where ap.id = any(${ids}::bigint[])`.execute(platform.db);
  return new Map(
    rows.map(({ application }) => [
      application.id,
      awardsFor(viewer, releasedTo(viewer.userId, application), flowOf(application, flows).flow),
    ]),
  );
}
