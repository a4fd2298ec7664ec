import { CallError } from '../../session/call-error.ts';
import { newId } from '../new-id.ts';

/** Where errors are reported to: the server writes it into the page. Empty: nowhere. */
const dsn = (): string => document.querySelector('meta[name="error-tracing"]')?.getAttribute('content') ?? '';
let routeNow = (): string | undefined => undefined;

/**
 * Reports an error of the page itself and gives the number to quote; null where errors are reported nowhere. What sends
 * it is loaded with the first error. A call that failed has a number already, and the server has reported it.
 */
export function reportError(error: unknown): string | null {
  if (error instanceof CallError) return error.status >= 500 ? error.requestId : null;
  const to = dsn();
  if (to === '') return null;
  const requestId = newId();
  import('./error-sender.ts').then(
    ({ sendError }) => sendError(to, error, { requestId, route: routeNow() }),
    () => {},
  );
  return requestId;
}

/** From now on, what nobody caught is reported. `route` gives the pattern of the page that is open, never its address. */
export function watchErrors(route: () => string | undefined): void {
  routeNow = route;
  window.addEventListener('error', ({ error }) => error && reportError(error));
  window.addEventListener('unhandledrejection', ({ reason }) => {
    if (!(reason instanceof DOMException && reason.name === 'AbortError')) reportError(reason);
  });
}
