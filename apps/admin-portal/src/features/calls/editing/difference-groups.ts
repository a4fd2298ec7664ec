import type { Difference } from '@clearcall/domain/calls/definition/diff-calls.ts';
import type { Address } from '@clearcall/domain/calls/definition/finding.ts';
import { placeOf } from '@clearcall/domain/calls/definition/merge-changes.ts';
import { isLanguage } from '@clearcall/i18n/language.ts';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import type { Quoted } from '@clearcall/ui/kit/text/quoting.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { sectionOf } from '../../../parts/calls/call-places.ts';
import { cutoffName, type PlaceNames, placeText, valueText } from './place-text.ts';

interface DifferenceLine {
  sign: '+' | '−';
  text: string;
  /** The value, if it is a text of an author. */
  quote?: Quoted;
  at: Address;
}

/** Differences of one part of the call, under its name. */
export interface DifferenceGroup {
  title: string;
  lines: DifferenceLine[];
}

/** Longer texts are cut. */
const maxLength = 120;
const short = (text: string): string => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);

function titleOf(names: PlaceNames, at: Address): string {
  const section = sectionOf(at);
  if (section === 'flow') return t('setup.version');
  const [part, id, list] = at;
  if (part !== 'cutoffs' || id === undefined) return t(`setup.call.${section}`);
  const cutoff = cutoffName(names, id);
  return list === 'amounts' || list === 'timeframes'
    ? t('setup.callEditing.part', {
        whole: cutoff,
        part: t(list === 'amounts' ? 'setup.callEditing.amounts' : 'setup.call.timeframes'),
      })
    : t('setup.call.cutoffs');
}

/** Differences as lines in groups: the value before, and the value after. */
export function differenceGroups(names: PlaceNames, differences: readonly Difference[]): DifferenceGroup[] {
  const groups = new Map<string, DifferenceLine[]>();
  for (const { change, before } of differences) {
    const at = placeOf(change);
    const title = titleOf(names, at);
    const lines = groups.get(title) ?? [];
    groups.set(title, lines);
    // Forms and workflow have pages of their own: here one line says that they change.
    if (at[0] === 'flow') {
      if (lines.length === 0)
        lines.push({ sign: '+', text: t('setup.callEditing.newVersion'), at: ['flow'] });
      continue;
    }
    const label = placeText(names, at);
    const last = at.at(-1);
    const line = (sign: DifferenceLine['sign'], value: unknown) => {
      const title = short(valueText(names, at, value));
      lines.push({
        sign,
        text: t('setup.callEditing.part', { whole: label, part: title }),
        ...(isLanguage(last) ? { quote: { title, lang: langOf({ told: { title: last } }, 'title') } } : {}),
        at,
      });
    };
    if (change.do === 'move')
      lines.push({ sign: '+', text: t('setup.callEditing.movedTo', { thing: label }), at });
    else {
      if (before !== undefined) line('−', before);
      if (change.do === 'add') line('+', change.thing);
      else if (change.do === 'set' && change.value !== undefined) line('+', change.value);
    }
  }
  return [...groups].map(([title, lines]) => ({ title, lines }));
}
