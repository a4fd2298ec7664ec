import { documentFormats } from '@clearcall/domain/calls/call-document.ts';
import {
  inLanguage,
  inOrderFor,
  splitTexts,
  type Tell,
  type TextInLanguages,
} from '@clearcall/domain/forms/text-in-languages.ts';
import { defaultLanguage } from '@clearcall/i18n/language.ts';
import type { PlannedCall } from './plan-calls.ts';
import type { Row } from './rows.ts';
import type { World } from './schema.ts';
import { writeTemplate } from './write-docx.ts';
import { writeSections } from './write-pdf.ts';

export interface PlannedCallDocument {
  bytes: Uint8Array;
  row: Row<'call_documents'>;
}

/** Values of the placeholders in the documents of a call. Only those that a text uses are computed. */
function placeholdersOf(
  world: World,
  { definition: call }: PlannedCall,
): Record<string, (tell: Tell) => string> {
  const countries = world.optionGroups.find(({ tag }) => tag === 'eligible_countries')?.options ?? [];
  return {
    TITLE: (tell) => tell(call.title),
    CODE: () => call.code,
    YYYY: () => String(call.year),
    NUMBER: () => String(call.number),
    UNIT: () => call.unit,
    OFFICE: () => world.organisation.theme.organization.name,
    WHO: (tell) => tell(call.facts.who ?? ''),
    DURATION: (tell) => tell(call.facts.duration ?? ''),
    REVIEW: (tell) => tell(call.facts.review ?? ''),
    COUNTRIES: (tell) =>
      countries
        .filter(({ offered }) => offered)
        .map(({ label }) => tell(label))
        .join(', '),
  };
}

/**
 * Makes the documents that the calls hand out, each in the words of its call. Refusals, one sentence each: a word in braces
 * that has no value.
 */
export async function planCallDocuments(
  world: World,
  calls: ReadonlyMap<string, PlannedCall>,
  now: Date,
  sentences: string[],
): Promise<PlannedCallDocument[]> {
  const { language } = world.organisation;
  // A file is made once, in the language of the organisation.
  const inOwnLanguage: Tell = (text) => inLanguage(text, inOrderFor(language ?? defaultLanguage, language));
  const made: PlannedCallDocument[] = [];
  for (const planned of calls.values()) {
    const { call, definition, id } = planned;
    const report = (sentence: string) => sentences.push(`Call ${call.key}: ${sentence}`);
    const words = placeholdersOf(world, planned);
    // The documents of a call are there when it opens.
    const uploadedAt = new Date(
      Math.min(now.getTime(), ...planned.cutoffs.map(({ start }) => start.getTime())),
    );
    for (const [position, { name, format, sections }] of call.documents.entries()) {
      const title = definition.documents[position]?.title ?? name;
      const filled = (text: TextInLanguages, tell: Tell): string =>
        tell(text).replaceAll(/\{([A-Z]+)\}/g, (braced, word: string) => {
          if (words[word] === undefined) report(`nothing stands for ${braced} in its document ${name}.`);
          return words[word]?.(tell) ?? braced;
        });
      const { texts, inLanguages } = splitTexts(language, { title: (tell) => filled(title, tell) });
      const content = {
        ...texts,
        sections: sections.map(({ heading, text }) => ({
          heading: filled(heading, inOwnLanguage),
          text: text.map((paragraph) => filled(paragraph, inOwnLanguage)),
        })),
      };
      const bytes = await (format === 'pdf' ? writeSections : writeTemplate)(content, now);
      made.push({
        bytes,
        row: {
          call_id: id,
          name,
          position,
          ...texts,
          ...(inLanguages && { in_languages: inLanguages }),
          filename: `${name}-${call.code}-${definition.year}-${call.number}.${format}`.toLowerCase(),
          media_type: documentFormats[format],
          size_bytes: bytes.length,
          uploaded_at: uploadedAt.toISOString(),
        },
      });
    }
  }
  return made;
}
