import { type Message, message } from '@clearcall/i18n/message.ts';
import { titleAs } from '../forms/text-in-languages.ts';
import type { Told } from '../forms/types.ts';
import type { ApplicationSnapshot } from './application-snapshot.ts';
import { isHandedBack, isHandedOn } from './is-handed-back.ts';
import { isInConflict } from './is-in-conflict.ts';
import type { Viewer } from './viewer.ts';

/** What is said of an application to somebody whose work on it has ended, before it has a language. */
interface SeenEnded {
  ended: { callTitle: string; told: Told; message: Message; reason: string | null };
}

/**
 * What somebody learns of an application that is closed to them because their own assignment was refused, handed back or
 * on, or revoked: that, the title of the call, and the reason that they gave themselves. Null for everybody else, and in a conflict of interest.
 * Source: Requirements 2, 3.3.
 */
export function projectEnded(
  viewer: Viewer,
  snapshot: Pick<ApplicationSnapshot, 'status' | 'assignments' | 'call' | 'inConflict' | 'ownerId'>,
): SeenEnded | null {
  if (snapshot.status === 'draft' || isInConflict(viewer, snapshot)) return null;
  const endedAt = ({ activities, createdAt }: (typeof snapshot.assignments)[number]): string =>
    activities.at(-1)?.createdAt ?? createdAt;
  const last = snapshot.assignments
    .filter(
      ({ ownerId, status }) => ownerId === viewer.userId && (status === 'refused' || status === 'revoked'),
    )
    .toSorted((one, other) => endedAt(one).localeCompare(endedAt(other)))
    .at(-1);
  if (last === undefined) return null;
  const { call } = snapshot;
  const known = { callTitle: call.title, told: titleAs('callTitle', call) };
  if (last.status === 'revoked')
    return { ended: { ...known, message: message('workflow.notice.revoked'), reason: null } };
  const next = snapshot.assignments.find(({ replaces }) => replaces === last.id);
  const ended = { status: last.status, endedAt: last.activities.at(-1)?.createdAt };
  const how = isHandedBack(ended, next) ? 'handedBack' : isHandedOn(ended, next) ? 'handedOn' : 'refused';
  return {
    ended: { ...known, message: message(`workflow.notice.${how}`), reason: last.reason || null },
  };
}
