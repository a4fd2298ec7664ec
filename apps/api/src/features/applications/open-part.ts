import { openPart as endpoint } from '@clearcall/contract/applications.ts';
import { operation } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { publishedPart } from './published-parts.ts';

/** A part for whoever was told its hash. Its content stands by that, so a browser asks once; nobody in between keeps it. */
export const openPart = operation(endpoint, async ({ params, reply }, platform) => {
  const part = await publishedPart(platform, params.hash);
  if (part === null) return refuse('not_found');
  reply.header('Cache-Control', 'private, max-age=31536000, immutable');
  return part;
});
