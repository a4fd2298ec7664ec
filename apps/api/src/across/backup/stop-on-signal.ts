/** Aborts when the process is told to end, so that it can take back what it has begun. */
export function stopOnSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(name, () => stopping.abort());
  return stopping.signal;
}
