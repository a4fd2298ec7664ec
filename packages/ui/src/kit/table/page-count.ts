/** Rows on a page where nothing else is said. Source: Requirements 1, 9.7. */
export const pageSize = 10;
/** Beyond this a search leads further than leafing. Source: Requirements 2, 7.5. */
const maxPages = 1000;
/** Totals are exact up to here. */
export const maxCounted = 10_000;

/** How many pages there are for a total; at least one. */
export function pageCount(total: number): number {
  return Math.min(maxPages, Math.max(1, Math.ceil(total / pageSize)));
}

/** Whether the total is only known to be more than what is counted. */
export function isMore(total: number): boolean {
  return total > maxCounted;
}

/** Up to so many pages a pager names all of them. */
const maxNamed = 7;

/** The pages that a pager names: all of a few, else those around the current one; 0 stands for a gap. */
export function pagesAround(page: number, pages: number): number[] {
  if (pages <= maxNamed) return Array.from({ length: pages }, (_none, index) => index + 1);
  const wanted = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages);
  const named = [...new Set(wanted)].sort((one, other) => one - other);
  return named.flatMap((one, index) => {
    const before = named[index - 1];
    if (before === undefined || one === before + 1) return [one];
    return one === before + 2 ? [before + 1, one] : [0, one];
  });
}
