/** Longest address that is carried along, in characters. */
const longest = 2_000;

/**
 * Whether an address may be gone to after the login, however late that is and wherever it was carried meanwhile: a path
 * of this portal that is not one of the login itself. Anything that could lead to another host is refused. Source:
 * Requirements 1, 4.4.
 */
export function isWayBack(address: string): boolean {
  return (
    address.length <= longest && /^\/(?![/\\])[^\s\\]*$/.test(address) && !/^\/auth(?:[/?#]|$)/.test(address)
  );
}

/** A link of our own with the page to come back to behind it, as its query; the link alone where there is none. */
export function withWayBack(link: string, wayBack: string | null): string {
  return wayBack === null ? link : `${link}?return=${encodeURIComponent(wayBack)}`;
}
