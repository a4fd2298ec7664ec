import type { Viewer } from '../permissions/viewer.ts';

/** A note as it is stored. */
interface StoredNote {
  authorId: number;
  text: string;
  revision: number;
}

/**
 * Whether a note may be changed (to a text) or removed (null): by its author alone, and only as it was last read, so
 * that two windows do not undo each other. A change that was made already, its answer lost, is `same`: nothing is left
 * to do. Source: Requirements 2b, 1.4.
 */
export function decideNote(
  viewer: Viewer,
  note: StoredNote,
  { text, revision }: { text: string | null; revision: number },
): 'do' | 'same' | 'forbidden' | 'stale_revision' {
  if (note.authorId !== viewer.userId) return 'forbidden';
  if (note.revision === revision) return 'do';
  return note.revision === revision + 1 && note.text === text ? 'same' : 'stale_revision';
}
