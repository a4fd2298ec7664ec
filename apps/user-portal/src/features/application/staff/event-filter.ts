import { fullName } from '@clearcall/domain/people/person-name.ts';
import type { Reply } from '@clearcall/ui/session/call.ts';

export type LoggedEvent = Reply<'GET /v2/applications/:id/events'>['data'][number];
type Filtered = Pick<LoggedEvent, 'words' | 'step' | 'by' | 'about'>;

/** What is looked for in the log; empty: anything. */
export interface EventFilter {
  kind: string;
  step: string;
  person: string;
}

const peopleOf = ({ by, about }: Filtered): string[] =>
  [by, about].flatMap((person) => (person === null ? [] : [fullName(person)]));

/** Whether an event is of the kind and the step, and somebody did it or it is about them. */
export function eventMatches(event: Filtered, { kind, step, person }: EventFilter): boolean {
  return (
    (kind === '' || event.words === kind) &&
    (step === '' || event.step === step) &&
    (person === '' || peopleOf(event).includes(person))
  );
}

const sorted = (texts: readonly string[]): string[] =>
  [...new Set(texts)].sort((one, other) => one.localeCompare(other));

/** What can be looked for in what is known of the log. */
export const choicesOf = (events: readonly Filtered[]): Record<keyof EventFilter, string[]> => ({
  kind: sorted(events.map(({ words }) => words)),
  step: sorted(events.flatMap(({ step }) => step ?? [])),
  person: sorted(events.flatMap(peopleOf)),
});
