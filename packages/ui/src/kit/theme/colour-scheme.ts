import { useSyncExternalStore } from 'react';

type ColourScheme = 'auto' | 'light' | 'dark';

// As first.js reads it before the first paint.
const key = 'clearcall.colour-scheme';
const darkSystem = '(prefers-color-scheme: dark)';

const asScheme = (text: string | null): ColourScheme => (text === 'light' || text === 'dark' ? text : 'auto');

function storedScheme(): ColourScheme {
  try {
    return asScheme(localStorage.getItem(key));
  } catch {
    // Storage may be forbidden; then the system decides.
    return 'auto';
  }
}

let chosen = storedScheme();
const listeners = new Set<() => void>();

function show(scheme: ColourScheme): void {
  chosen = scheme;
  const isDark = scheme === 'dark' || (scheme === 'auto' && matchMedia(darkSystem).matches);
  document.documentElement.setAttribute('data-color-scheme', isDark ? 'dark' : 'light');
  for (const tell of listeners) tell();
}

/**
 * Keeps the page in the scheme that the reader chose, here or in another tab, and in the system's where that is the
 * choice. Returns how to stop.
 */
export function watchColourScheme(): () => void {
  const system = matchMedia(darkSystem);
  const systemChanged = () => show(chosen);
  const storageChanged = (event: StorageEvent) => {
    if (event.storageArea === localStorage && event.key === key) show(asScheme(event.newValue));
  };
  show(storedScheme());
  system.addEventListener('change', systemChanged);
  window.addEventListener('storage', storageChanged);
  return () => {
    system.removeEventListener('change', systemChanged);
    window.removeEventListener('storage', storageChanged);
  };
}

/** Shows the page in a scheme from now on and keeps the choice on this device, where it may. */
export function chooseColourScheme(scheme: ColourScheme): void {
  // All colours change at once: none of them fades.
  const still = document.createElement('style');
  still.textContent = '*, *::before, *::after { transition: none !important; }';
  document.head.append(still);
  setTimeout(() => still.remove(), 10);
  show(scheme);
  try {
    localStorage.setItem(key, scheme);
  } catch {
    // Then it holds until the page is left.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the reader chose. */
export const useColourScheme = (): ColourScheme =>
  useSyncExternalStore(
    subscribe,
    () => chosen,
    () => chosen,
  );
