import { errorReport, projectErrorReport } from '@clearcall/domain/permissions/project-error-report.ts';
import { BrowserClient, defaultStackParser, makeFetchTransport } from '@sentry/browser';
import { currentApp } from '../../session/access-token.ts';
import { version } from '../page/version.ts';

let client: BrowserClient | null = null;

/** No integrations and no global state: it sends what it is given, and of that only what the domain lets out. */
function open(dsn: string): BrowserClient {
  const opened = new BrowserClient({
    dsn,
    release: `clearcall@${version}`,
    sampleRate: 1,
    integrations: [],
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    sendClientReports: false,
    beforeSend: (event) => projectErrorReport(event) as typeof event,
  });
  opened.init();
  return opened;
}

export function sendError(
  dsn: string,
  error: unknown,
  where: { requestId: string; route: string | undefined },
): void {
  client ??= open(dsn);
  client.captureEvent(errorReport(error, { part: currentApp(), ...where }, defaultStackParser));
}
