import { listLegacyRecords } from '@clearcall/contract/legacy.ts';
import { legacyScope, projectLegacy } from '@clearcall/domain/permissions/legacy.ts';
import { operation } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { loadLegacyPage } from './sql.ts';

/** One page of the archive, as far as the caller may see it. Without an archive there is no such place. */
export const list = operation(listLegacyRecords, async ({ query, actor }, { db, organisation }) => {
  if (!(await organisation()).theme.legacy) return refuse('not_found');
  const { data, total } = await loadLegacyPage(db, legacyScope(actor), query);
  return { data: data.flatMap((row) => projectLegacy(actor, row) ?? []), total };
});
