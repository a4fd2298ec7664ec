import { callState } from '../../deadlines/call-state.ts';
import { isAfter } from '../../deadlines/windows.ts';
import type { CallDefinition } from './call-definition.ts';

/** What a publication does to people who wait for a call or work in it. */
export interface PublicationEffect {
  /** The call becomes visible or opens: with the publication, or at a later start. Null if it does neither. */
  opens: 'now' | 'later' | null;
  /** Live cut-offs that end later than before: owners of drafts get an email. */
  extended: { cutoff: string; from: string; until: string | null }[];
}

/** Returns what a draft does to people, published over the live call at a moment. */
export function publicationEffect(live: CallDefinition, draft: CallDefinition, now: Date): PublicationEffect {
  const stateOf = ({ published, cutoffs }: CallDefinition) => callState(published, cutoffs, now);
  const [was, is] = [stateOf(live), stateOf(draft)];
  const opens =
    is === 'open' && was !== 'open' ? 'now' : is === 'opening_soon' && !live.published ? 'later' : null;
  return { opens, extended: draft.published ? extendedCutoffs(live, draft) : [] };
}

function extendedCutoffs(live: CallDefinition, draft: CallDefinition): PublicationEffect['extended'] {
  return live.cutoffs.flatMap((was) => {
    const is = draft.cutoffs.find(({ id }) => id === was.id);
    if (is === undefined || was.end === null) return [];
    const isLater = is.end === null || isAfter(is.end, was.end);
    return isLater ? [{ cutoff: was.id, from: was.end, until: is.end }] : [];
  });
}

/**
 * Whether a publication waits before it goes live, so that its publisher can stop it. An extended cut-off may have drafts,
 * whose owners get an email; whether there is one is not shown. Everything else, such as a corrected text, goes live at
 * once.
 */
export const publicationWaits = ({ opens, extended }: PublicationEffect): boolean =>
  opens !== null || extended.length > 0;
