import type { Platform } from './platform.ts';

const flushTimeoutMs = 2_000;

/** An error that nobody caught ends the process, as it must; but not before it was written down and reported. */
export function logUncaughtErrors({ log, tracing }: Platform): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody caught');
    tracing.report(error);
    void tracing.flush(flushTimeoutMs).finally(() => process.exit(1));
  });
}
