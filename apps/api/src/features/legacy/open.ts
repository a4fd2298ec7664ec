import { openLegacyRecord } from '@clearcall/contract/legacy.ts';
import { legacyScope, projectLegacyDetail } from '@clearcall/domain/permissions/legacy.ts';
import { operation } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { loadLegacyRecord } from './sql.ts';

/** One archived application. What the caller may not see looks like what is not there. */
export const open = operation(openLegacyRecord, async ({ params, actor }, { db, organisation }) => {
  if (!(await organisation()).theme.legacy) return refuse('not_found');
  const record = await loadLegacyRecord(db, legacyScope(actor), params.id);
  return (record && projectLegacyDetail(actor, record)) ?? refuse('not_found');
});
