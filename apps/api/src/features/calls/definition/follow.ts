import { followCallDraft } from '@clearcall/contract/draft-events.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { draftFollowersOf } from './draft-followers.ts';

/** Streams what becomes of the draft of a call, and who else has it open. */
export const follow = operation(followCallDraft, async ({ params: { id }, actor, now }, platform) => {
  const call = await platform.db.selectFrom('calls').select('id').where('id', '=', id).executeTakeFirst();
  if (call === undefined) return refuse('not_found');
  const { userId, firstName, lastName } = actor;
  const person = { userId, name: `${firstName} ${lastName}`.trim(), sinceMs: now.getTime() };
  return (send) => draftFollowersOf(platform).follow(id, person, send);
});
