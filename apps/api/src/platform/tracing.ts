import { errorReport, projectErrorReport } from '@clearcall/domain/permissions/project-error-report.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { Config } from './config.ts';
import type { Logger } from './log.ts';

/** Where a failure happened: marks that a report may carry. */
interface Where {
  requestId?: string | undefined;
  /** The pattern of the route, never the address. */
  route?: string | undefined;
  task?: string | undefined;
}

export interface Tracing {
  /** Reports a failure that nobody expected. Nothing waits for it, and it never fails itself. */
  report: (error: unknown, where?: Where) => void;
  /** Waits at most so long until what was reported has gone out. */
  flush: (limitMs: number) => Promise<void>;
}

async function openClient(dsn: string, environment: string) {
  // Loaded only where a service is named. No integrations and no global state: it sends what it is given.
  const { LightNodeClient, makeNodeTransport, defaultStackParser } = await import('@sentry/node-core/light');
  const client = new LightNodeClient({
    dsn,
    environment,
    release: `clearcall@${manifest.version}`,
    sampleRate: 1,
    integrations: [],
    transport: makeNodeTransport,
    stackParser: defaultStackParser,
    sendClientReports: false,
    includeServerName: false,
    // What the library adds by itself is left out again.
    beforeSend: (event) => projectErrorReport(event) as typeof event,
  });
  client.init();
  return { client, parse: defaultStackParser };
}

/** Error tracing by the DSN of the settings; without one nothing leaves and nothing is loaded. */
export function startTracing(
  { sentryDsn, demo }: Pick<Config, 'sentryDsn' | 'demo'>,
  part: 'api' | 'worker',
  log: Logger,
): Tracing {
  if (sentryDsn === null) return { report: () => {}, flush: async () => {} };
  const opening = openClient(sentryDsn, demo ? 'demonstration' : 'production');
  const failed = (error: unknown): void => log.warn({ err: error }, 'an error could not be reported');
  opening.catch(failed);
  return {
    report: (error, where = {}) => {
      opening
        .then(({ client, parse }) => client.captureEvent(errorReport(error, { part, ...where }, parse)))
        .catch(() => {});
    },
    flush: async (limitMs) => {
      await opening.then(({ client }) => client.flush(limitMs)).catch(() => {});
    },
  };
}
