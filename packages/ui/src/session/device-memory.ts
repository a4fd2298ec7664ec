/** What a small thing was kept as on this device; null where nothing was, or where the browser keeps nothing for us. */
export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The same as a value; null too where it is somebody else's words. */
export function rememberedValue(key: string): unknown {
  try {
    return JSON.parse(remembered(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps a small thing on this device, null removes it. Without storage the page does as if nothing had been said. */
export function remember(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Forbidden or full: nothing that is kept this way is missed.
  }
}
