const keyOf = (userId: number) => `clearcall.columns.${userId}`;

type Hidden = Record<string, readonly string[]>;

function read(userId: number): Hidden {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Hidden) : {};
  } catch {
    // A browser without storage, or another's words in it.
    return {};
  }
}

/** The columns that the person switched off on this device in the list of a role; undefined where they chose nothing. */
export function hiddenColumns(userId: number, role: string): readonly string[] | undefined {
  const hidden = read(userId)[role];
  return Array.isArray(hidden) ? hidden : undefined;
}

export function rememberHidden(userId: number, role: string, hidden: readonly string[]): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ ...read(userId), [role]: hidden }));
  } catch {
    // Without storage the choice holds until the page is left.
  }
}

/** Nothing of it stays on this device: the person said so, or their account is gone. */
export function forgetColumns(userId: number): void {
  try {
    localStorage.removeItem(keyOf(userId));
  } catch {
    // Without storage nothing was kept.
  }
}
