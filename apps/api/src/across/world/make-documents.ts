import { namedId } from './named-id.ts';
import type { World, WorldAnswer, WorldApplication, WorldAssignment } from './schema.ts';
import { writePdf } from './write-pdf.ts';

export interface MadeDocument {
  name: string;
  pages: number;
  bytes: Uint8Array;
}

/** Names an assignment among those of its application: by its step, and by its place where several are on one step. */
export function nameOf(application: WorldApplication, assignment: WorldAssignment): string {
  const step = assignment.step ?? '';
  const at = application.assignments.filter((other) => other.step === assignment.step).indexOf(assignment);
  return at <= 0 ? step : `${step} ${at + 1}`;
}

/** The id of a row of a group in a world: the same in every load. */
export function rowId(application: string, step: string, group: string, at: number): string {
  return namedId('row', application, step, group, at);
}

/** The id of the document that answers an element; `row` is null outside groups. */
export function documentId(application: string, step: string, element: string, row: string | null): string {
  return namedId('document', application, step, element, row ?? '');
}

/** Every answer of an assignment with its row, null outside groups. */
export function* answersOf(
  application: string,
  step: string,
  assignment: WorldAssignment,
): Generator<{ elementId: string; groupId: string | null; answer: WorldAnswer }> {
  for (const [elementId, answer] of Object.entries(assignment.answers))
    yield { elementId, groupId: null, answer };
  for (const [group, list] of Object.entries(assignment.rows))
    for (const [at, row] of list.entries())
      for (const [elementId, answer] of Object.entries(row))
        yield { elementId, groupId: rowId(application, step, group, at), answer };
}

export function isDocument(answer: WorldAnswer): answer is Extract<WorldAnswer, { pdf: unknown }> {
  return typeof answer === 'object' && 'pdf' in answer;
}

/** Makes all documents of a world, by id. The same world at the same time gives the same bytes. */
export async function makeDocuments(world: World, now: Date): Promise<Map<string, MadeDocument>> {
  const made = new Map<string, MadeDocument>();
  for (const application of world.applications)
    for (const assignment of application.assignments) {
      const step = nameOf(application, assignment);
      for (const { elementId, groupId, answer } of answersOf(application.key, step, assignment)) {
        if (!isDocument(answer)) continue;
        const { name, ...text } = answer.pdf;
        const bytes = await writePdf(text, now);
        made.set(documentId(application.key, step, elementId, groupId), { name, pages: text.pages, bytes });
      }
    }
  return made;
}
