import { namedId } from './named-id.ts';
import type { World, WorldAnswer, WorldApplication, WorldContent } from './schema.ts';
import { writePdf } from './write-pdf.ts';

export interface MadeDocument {
  name: string;
  pages: number;
  bytes: Uint8Array;
}

/**
 * The id of the document that answers an element. `place` is that of the content in the file: empty for what the
 * application itself holds, else the number of what happened; `row` is empty outside groups.
 */
export function documentId(application: string, place: string, element: string, row: string): string {
  return namedId('document', application, place, element, row);
}

/** Every content that a world holds of an application, with its place. */
function* contentsOf({ answers, rows, history }: WorldApplication): Generator<[string, WorldContent]> {
  yield ['', { answers, rows }];
  for (const [at, happening] of history.entries())
    if (happening.do === 'save' || happening.do === 'submit') yield [String(at + 1), happening];
}

export function isDocument(answer: WorldAnswer): answer is Extract<WorldAnswer, { pdf: unknown }> {
  return typeof answer === 'object' && 'pdf' in answer;
}

/** Makes all documents of a world, by id. The same world at the same time gives the same bytes. */
export async function makeDocuments(world: World, now: Date): Promise<Map<string, MadeDocument>> {
  const made = new Map<string, MadeDocument>();
  const make = async (answer: WorldAnswer, ...place: Parameters<typeof documentId>) => {
    if (!isDocument(answer)) return;
    const { name, ...text } = answer.pdf;
    made.set(documentId(...place), { name, pages: text.pages, bytes: await writePdf(text, now) });
  };
  for (const application of world.applications)
    for (const [place, { answers, rows }] of contentsOf(application)) {
      for (const [element, answer] of Object.entries(answers))
        await make(answer, application.key, place, element, '');
      for (const [group, list] of Object.entries(rows))
        for (const [at, row] of list.entries())
          for (const [element, answer] of Object.entries(row))
            await make(answer, application.key, place, element, `${group} ${at}`);
    }
  return made;
}
