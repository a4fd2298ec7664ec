import * as contract from '@clearcall/contract/call-links.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { iso } from '../../../platform/db/iso.ts';
import { type Operation, operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { addLinkJob, checkedAddresses } from './check-links.ts';

type Checked = z.output<(typeof contract.listCallLinks)['reply']>['data'][number];

const list = operation(contract.listCallLinks, async ({ params: { id } }, platform) => {
  const addresses = await checkedAddresses(platform, id);
  if (addresses === null) return refuse('not_found');
  const { rows } = await sql<NonNullable<Checked['check']> & { address: string }>`
    select address, state, status, failure, media_type as "mediaType", size_bytes as "sizeBytes", ${iso('since')} as since,
      ${iso('checked_at')} as "checkedAt" from call_links where call_id = ${id}`.execute(platform.db);
  const known = new Map(rows.map(({ address, ...check }) => [address, check]));
  return { data: addresses.map((address) => ({ address, check: known.get(address) ?? null })) };
});

const check = operation(contract.checkCallLinks, async ({ params: { id } }, platform) => {
  const { db, now } = platform;
  const call = await db.selectFrom('calls').select('id').where('id', '=', id).executeTakeFirst();
  if (call === undefined) return refuse('not_found');
  const askedAt = now();
  await addLinkJob(db, id, askedAt);
  return { askedAt: askedAt.toISOString() };
});

export const callLinks: readonly Operation[] = [list, check];
