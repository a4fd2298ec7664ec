import type { CallError } from '@clearcall/ui/session/call-error.ts';
import { announceClosed } from '../../../parts/applications/closed-applications.ts';
import type { Left } from './farewell.tsx';

/** The work that a command is about, and the page that shows it. */
export interface WorkPlace {
  uid: string;
  assignmentId: string;
  reload: () => void;
  /** The reader may see nothing of the application after it: said in place of the page. */
  onLeft: (left: Left) => void;
}

/** What the server says when the page shows what is no longer so. */
const outdated: ReadonlySet<string> = new Set([
  'not_found',
  'not_waiting',
  'not_unowned',
  'not_to_hand_back',
  'already_ongoing',
  'stale_revision',
]);

/** What follows a command on work: its page is loaded again at once, or says how the reader left it. */
export const followUp = (
  place: Omit<WorkPlace, 'assignmentId'>,
  left?: Left['kind'],
  reason = '',
  more: Pick<Left, 'suggested'> = {},
) => ({
  reloads: true,
  after: () => {
    if (left !== undefined) place.onLeft({ kind: left, uid: place.uid, reason, ...more });
    announceClosed(place.uid);
    place.reload();
  },
  onRefused: ({ code }: CallError) => {
    if (outdated.has(code)) place.reload();
  },
});
