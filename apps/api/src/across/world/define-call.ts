import type { CallDefinition, CutoffDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import { parseFlowDocument } from '@clearcall/domain/forms/definition.ts';
import type { TextInLanguages, Translate } from '@clearcall/domain/forms/text-in-languages.ts';
import { momentOf, yearOf } from './moments.ts';
import type { WorldCall } from './schema.ts';

interface Given {
  now: Date;
  timeZone: string;
  translate: Translate;
  /** Hears what cannot be read, in one sentence each. */
  report: (sentence: string) => void;
}

/** The definition of a call of a world: moments are instants, and plain texts have their translations. */
export function defineCall(call: WorldCall, { now, timeZone, translate, report }: Given): CallDefinition {
  const time = (text: string, anchors: Parameters<typeof momentOf>[1]): string => {
    const moment = momentOf(text, anchors, timeZone);
    if (!moment.ok) report(moment.sentence);
    return (moment.ok ? moment.at : now).toISOString();
  };
  const year = yearOf(call.year, now, timeZone) ?? 0;
  if (year === 0) report(`'${String(call.year)}' is no year.`);
  const document = parseFlowDocument(call.flow, translate);
  const { link1, link2 } = call.links;
  const texts = Object.entries(call.facts).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, translate(text)]],
  );

  const cutoffOf = ({ start, end, limits = call.limits }: WorldCall['cutoffs'][number], nth: number) => {
    const starts = time(start, { now });
    const ends = end === null ? null : time(end, { now });
    const anchors = {
      now,
      'cutoff.start': new Date(starts),
      'cutoff.end': ends === null ? null : new Date(ends),
    };
    return {
      id: String(nth + 1),
      start: starts,
      end: ends,
      amounts: limits.map(({ partition, ...amounts }) => ({ id: partition, ...amounts })),
      timeframes: call.timeframes.map((frame) => ({
        id: frame.step,
        start: time(frame.start, anchors),
        end: frame.end === null ? null : time(frame.end, anchors),
      })),
    } satisfies CutoffDefinition;
  };

  return {
    code: call.code,
    year,
    number: call.number,
    title: mapText(translate(call.title), (text) => text.replaceAll('{YYYY}', String(year))),
    description: translate(call.description),
    info: translate(call.info),
    logo: call.logo,
    published: call.published,
    unit: call.unit,
    timeZone,
    uidPattern: call.uidPattern,
    facts: Object.fromEntries(texts),
    links: {
      ...call.links,
      ...(link1 && { link1: { ...link1, title: translate(link1.title) } }),
      ...(link2 && { link2: { ...link2, title: translate(link2.title) } }),
    },
    downloadRoles: call.downloadRoles,
    // Their files are made from the checked call.
    documents: call.documents.map(({ name, title }) => ({ id: name, title: translate(title), file: null })),
    cutoffs: call.cutoffs.map(cutoffOf),
    flow: document.ok ? document.flow : call.flow,
  };
}

function mapText(text: TextInLanguages, change: (text: string) => string): TextInLanguages {
  if (typeof text === 'string') return change(text);
  return Object.fromEntries(Object.entries(text).map(([language, given]) => [language, change(given)]));
}
