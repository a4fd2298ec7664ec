import lists from './standard-lists.json' with { type: 'json' };

/** A list to choose from, with everything that it ever offered, in the order in which it is shown. */
export interface OptionList {
  id: number;
  tag: string;
  title: string;
  version: string;
  options: { value: string; label: string; parent?: string | undefined; offered: boolean }[];
}

/** The lists that profiles and the usual forms refer to by their tags. Every portal begins with them. */
export const standardLists: readonly OptionList[] = lists.map(({ options, ...list }) => ({
  ...list,
  options: options.map((option) => ({ offered: true, ...option })),
}));

/** The given lists, and behind them each standard one whose tag is not among them; a number that is taken gives way. */
export function withStandardLists<List extends Pick<OptionList, 'id' | 'tag'>>(
  own: readonly List[],
): (List | OptionList)[] {
  const all: (List | OptionList)[] = [...own];
  for (const list of standardLists) {
    if (own.some(({ tag }) => tag === list.tag)) continue;
    const isTaken = own.some(({ id }) => id === list.id);
    all.push(
      isTaken ? { ...list, id: 1 + Math.max(...[...all, ...standardLists].map(({ id }) => id)) } : list,
    );
  }
  return all;
}
