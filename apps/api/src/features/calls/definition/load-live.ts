import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import { firstStep } from '@clearcall/domain/forms/first-step.ts';
import type { TextInLanguages } from '@clearcall/domain/forms/text-in-languages.ts';
import { defaultLanguage, type Language } from '@clearcall/i18n/language.ts';
import { sql } from 'kysely';
import { iso } from '../../../platform/db/iso.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { namedAddress, namedRichText } from './document-links.ts';

interface Texts {
  title: string;
  description: string;
  info: string;
  facts: Record<string, string>;
  links: Record<string, string | { title: string; address: string }>;
}
type InLanguages<T> = Partial<Record<Language, Partial<T>>> | null;

type Row = Pick<
  CallDefinition,
  'code' | 'year' | 'number' | 'logo' | 'published' | 'unit' | 'timeZone' | 'uidPattern' | 'downloadRoles'
> & {
  texts: Texts;
  inLanguages: InLanguages<Texts>;
  documents: (Pick<CallDefinition['documents'][number], 'id' | 'file'> & {
    title: string;
    inLanguages: InLanguages<{ title: string }>;
  })[];
  cutoffs: CallDefinition['cutoffs'];
  flow: { steps: { id: string; order: number }[] } | null;
  version: number | null;
};

export interface LiveCall {
  definition: CallDefinition;
  /** Version of its flow; 0 if it has none. */
  flowVersion: number;
}

const decimal = (column: string) => sql`trim_scale(${sql.ref(column)})::text`;

/** The live call as a definition, each text in all its languages; undefined if the call does not exist. */
export async function loadLiveCall(
  db: Db,
  id: number,
  organisation: Language = defaultLanguage,
): Promise<LiveCall | undefined> {
  const { rows } = await sql<Row>`
    select c.code, c.year, c.number, c.logo, c.published, c.unit, c.time_zone as "timeZone",
      c.uid_pattern as "uidPattern", c.download_roles as "downloadRoles", c.in_languages as "inLanguages",
      jsonb_build_object('title', c.title, 'description', c.description, 'info', c.info, 'facts', c.facts,
        'links', c.links) as texts,
      coalesce((select jsonb_agg(jsonb_build_object('id', d.name, 'title', d.title, 'inLanguages', d.in_languages,
          'file', jsonb_build_object('filename', d.filename, 'mediaType', d.media_type, 'sizeBytes', d.size_bytes,
            'sha256', encode(d.sha256, 'hex'))) order by d.position, d.name)
        from call_documents d where d.call_id = c.id), '[]') as documents,
      coalesce((select jsonb_agg(jsonb_build_object('id', k.id::text, 'start', ${iso('k.starts_at')},
          'end', ${iso('k.ends_at')},
          'amounts', coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'disabled', cp.disabled,
              'min', ${decimal('cp.min')}, 'max', ${decimal('cp.max')}, 'fixed', ${decimal('cp.fixed')},
              'pool', ${decimal('cp.pool')}) order by p.name, p.id)
            from cutoff_partitions cp join partitions p on p.id = cp.partition_id where cp.cutoff_id = k.id), '[]'),
          'timeframes', coalesce((select jsonb_agg(jsonb_build_object('id', t.step_id,
              'start', ${iso('t.starts_at')}, 'end', ${iso('t.ends_at')}) order by t.starts_at, t.step_id)
            from timeframes t where t.cutoff_id = k.id), '[]')) order by k.position)
        from cutoffs k where k.call_id = c.id), '[]') as cutoffs,
      f.document as flow, f.version
    from calls c left join lateral (
      select document, version from flow_versions where call_id = c.id order by version desc limit 1) f on true
    where c.id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { texts, inLanguages, documents, cutoffs, flow, version, ...plain } = row;
  const whole = <Name extends 'title' | 'description' | 'info'>(name: Name): TextInLanguages =>
    textOf(texts[name], name, inLanguages, organisation);
  const factIn = (language: Language, name: string) => inLanguages?.[language]?.facts?.[name];
  const titleIn = (language: Language, name: string) => titleOfLink(inLanguages?.[language]?.links?.[name]);
  const later = new Set(flow?.steps.map((step) => step.id));
  if (flow !== null) later.delete(firstStep(flow)?.id ?? '');
  return {
    flowVersion: version ?? 0,
    definition: {
      ...plain,
      title: whole('title'),
      description: whole('description'),
      info: mapTexts(whole('info'), (html) => namedRichText(html, id)),
      facts: Object.fromEntries(
        Object.entries(texts.facts).map(([name, fact]) => [
          name,
          partOf(fact, (language) => factIn(language, name), inLanguages, organisation),
        ]),
      ),
      links: Object.fromEntries(
        Object.entries(texts.links).map(([name, link]) => [
          name,
          typeof link === 'string'
            ? namedAddress(link, id)
            : {
                title: partOf(link.title, (language) => titleIn(language, name), inLanguages, organisation),
                address: namedAddress(link.address, id),
              },
        ]),
      ),
      documents: documents.map((document) => ({
        id: document.id,
        title: textOf(document.title, 'title', document.inLanguages, organisation),
        file: document.file,
      })),
      cutoffs: cutoffs.map((cutoff) => ({
        ...cutoff,
        // Steps that the flow no longer has keep their timeframes for the applications that do.
        timeframes: cutoff.timeframes.filter((frame) => later.has(frame.id)),
      })),
      flow: flow ?? { version: 0, steps: [] },
    },
  };
}

const titleOfLink = (link: Texts['links'][string] | undefined): string | undefined =>
  typeof link === 'object' ? link.title : undefined;

/** A column in its languages; a plain one in that of the organisation. */
function textOf<Name extends string>(
  plain: string,
  name: Name,
  inLanguages: InLanguages<Partial<Record<Name, unknown>>>,
  organisation: Language,
): TextInLanguages {
  const given = Object.entries(inLanguages ?? {}).flatMap(([language, texts]) =>
    typeof texts?.[name] === 'string' ? [[language, texts[name]]] : [],
  );
  if (given.length > 0) return Object.fromEntries(given);
  return plain === '' ? {} : { [organisation]: plain };
}

/**
 * A part of a column in its languages. The column says in every language what it says in one, so a part that reads as in
 * the language of the organisation is given in that one alone.
 */
function partOf(
  plain: string,
  inLanguage: (language: Language) => string | undefined,
  inLanguages: InLanguages<unknown>,
  organisation: Language,
): TextInLanguages {
  const languages = Object.keys(inLanguages ?? {}) as Language[];
  return Object.fromEntries([
    [organisation, plain],
    ...languages.flatMap((language) => {
      const text = inLanguage(language);
      return text === undefined || text === plain ? [] : [[language, text]];
    }),
  ]);
}

/** Changes each text. */
function mapTexts(text: TextInLanguages, change: (text: string) => string): TextInLanguages {
  if (typeof text === 'string') return change(text);
  return Object.fromEntries(Object.entries(text).map(([language, one]) => [language, change(one)]));
}
