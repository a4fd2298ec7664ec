import { checkCertificate } from '@clearcall/contract/reviews.ts';
import { tokenHash } from '../../../platform/auth/tokens.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';

/** What a certificate says, for whoever has its code; no word about whose account made it. */
export const check = operation(checkCertificate, async ({ params }, { db }) => {
  const row = await db
    .selectFrom('certificates')
    .select(['first_day', 'last_day', 'made_at', 'says'])
    .where('code_hash', '=', tokenHash(params.code))
    .executeTakeFirst();
  if (row === undefined) return refuse('not_found');
  return {
    ...row.says,
    firstDay: row.first_day,
    lastDay: row.last_day,
    madeAt: row.made_at.toISOString(),
  };
});
