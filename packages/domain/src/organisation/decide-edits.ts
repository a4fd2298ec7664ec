/** A change of one field: the value that its author saw, and the value that they want. */
export interface Edit {
  from: string | boolean;
  to: string | boolean;
}

export type Fields = Readonly<Record<string, string | boolean>>;

/** Fields that changed, as they were and as they are; or the present values of fields that another author has changed. */
export type EditDecision =
  | { before: Fields; after: Fields; conflicts?: never }
  | { conflicts: Fields; before?: never; after?: never };

/**
 * Decides about edits of single fields. Edits of different fields go together; an edit of a field that no longer has the
 * value that its author saw becomes a question.
 */
export function decideEdits(stored: Fields, edits: Readonly<Record<string, Edit | undefined>>): EditDecision {
  const before: Record<string, string | boolean> = {};
  const after: Record<string, string | boolean> = {};
  const conflicts: Record<string, string | boolean> = {};
  for (const [name, edit] of Object.entries(edits)) {
    const now = stored[name];
    if (edit === undefined || now === undefined || now === edit.to) continue;
    if (now !== edit.from) conflicts[name] = now;
    before[name] = now;
    after[name] = edit.to;
  }
  return Object.keys(conflicts).length > 0 ? { conflicts } : { before, after };
}
