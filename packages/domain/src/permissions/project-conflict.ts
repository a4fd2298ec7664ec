import { type Message, message } from '@clearcall/i18n/message.ts';
import { titleAs } from '../forms/text-in-languages.ts';
import type { Flow, Told } from '../forms/types.ts';
import type { ApplicationSnapshot } from './application-snapshot.ts';
import { asReleased } from './decisions-for.ts';
import { isInConflict } from './is-in-conflict.ts';
import { inScope, scope } from './scope.ts';
import { isLive } from './view-rules.ts';
import type { Viewer } from './viewer.ts';

/** What is said of an application to somebody with a conflict of interest, before it has a language. */
export interface SeenConflict {
  conflict: { callTitle: string; told: Told; title: Message; message: Message | null };
}

/**
 * What somebody with a conflict of interest is told of an application that they could open but for it: the title of its
 * call, and that there is a conflict; of own work that this is stopped. Null for everybody else, and where their part had
 * ended before. Source: Requirements 2, 6.10.
 */
export function projectConflict(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  { steps }: Pick<Flow, 'steps'>,
): SeenConflict | null {
  if (snapshot.status === 'draft' || !isInConflict(viewer, snapshot)) return null;
  const isHeld = snapshot.assignments.some(
    ({ ownerId, status }) => ownerId === viewer.userId && (status === 'conflicted' || isLive(status)),
  );
  // As it was when the conflict came: that it opens says nothing of what was released since.
  const released = asReleased(snapshot);
  if (!isHeld && !inScope(scope(viewer), { ...released, steps, inConflict: [] })) return null;
  return {
    conflict: {
      callTitle: snapshot.call.title,
      told: titleAs('callTitle', snapshot.call),
      title: message('workflow.notice.conflictTitle'),
      message: isHeld ? message('workflow.notice.conflicted') : null,
    },
  };
}
