import type { Answer, Audience, Row, Step, ViewRule } from '../forms/types.ts';
import { opensNewest, type ReadAssignment, releasedUntil, type ViewFacts } from './view-rules.ts';

/** What was handed in at some time. */
export interface Content {
  at: string;
  answers: readonly Answer[];
  rows: readonly Row[];
}

/** An assignment with what was handed in of it. */
export interface HandedIn extends ReadAssignment {
  submitted: Omit<Content, 'at'> | null;
  /** What was handed in before, as far as a release may still open it: the newest first. */
  earlier: readonly Content[];
}

/** What was handed in last of an assignment; null where nothing was. */
function newestOf({ submitted, submittedAt }: HandedIn): Content | null {
  return submitted === null ? null : { at: submittedAt ?? '', ...submitted };
}

/**
 * Of what was handed in of an assignment what rules that stand open let be read: of each element the newest that they
 * allow its audience, by a release what was there when it was. `preview`: what no rule opens comes from what was handed in
 * last. Null where nothing is read. Source: Requirements 2, 6.21.
 */
export function contentFor(
  { forms }: Pick<Step, 'forms'>,
  rules: readonly Pick<ViewRule, 'of' | 'audience'>[],
  facts: Pick<ViewFacts, 'releasedAt'>,
  assignment: HandedIn,
  { preview = false } = {},
): Content | null {
  const newest = newestOf(assignment);
  const opened = new Map<Audience, Content>();
  for (const { of, audience } of rules) {
    const until = typeof of === 'object' ? releasedUntil(of.released, facts, assignment) : undefined;
    const content = opensNewest(of, facts, assignment)
      ? newest
      : assignment.earlier.find(({ at }) => until !== undefined && at <= until);
    if (content == null) continue;
    for (const one of audience) if ((opened.get(one)?.at ?? '') <= content.at) opened.set(one, content);
  }
  const contents = [...new Set([...opened.values(), ...(preview && newest !== null ? [newest] : [])])].sort(
    (one, other) => (one.at < other.at ? 1 : -1),
  );
  const [first = null] = contents;
  if (first === null || contents.length === 1) return first;
  const elements = forms.flatMap((form) => form.elements);
  const audiences = new Map(
    elements
      .flatMap((element) => [element, ...(element.children ?? [])])
      .map(({ id, config }) => [id, config.audience ?? 'public']),
  );
  const isFrom =
    (content: Content) =>
    ({ elementId }: { elementId: string }): boolean =>
      (opened.get(audiences.get(elementId) ?? 'public') ?? newest) === content;
  return {
    at: first.at,
    answers: contents.flatMap((content) => content.answers.filter(isFrom(content))),
    rows: contents.flatMap((content) => content.rows.filter(isFrom(content))),
  };
}
