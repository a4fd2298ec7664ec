/** State of the history of a call in the address of its page. */
export interface HistorySearch {
  /** Only the edits of this publication. */
  publication?: number;
}

/** Invalid values in an address fall back to the default. */
export function historySearch(raw: Record<string, unknown>): HistorySearch {
  const publication = Number(raw.publication);
  return {
    publication: Number.isInteger(publication) && publication > 0 ? publication : undefined,
  } as HistorySearch;
}
