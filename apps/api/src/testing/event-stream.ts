export interface EventStream {
  status: number;
  headers: Headers;
  /** What came so far. */
  events: { name: string; data: unknown }[];
  /** Resolves with the data of the first event of this name, among those so far and to come, that passes. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events whose shape they are about to check.
  first: (name: string, passes?: (data: any) => boolean) => Promise<any>;
  /** Resolves once the stream is over: `ended` by the server, or `cut`. */
  over: Promise<'ended' | 'cut'>;
  /** Cuts the connection. */
  cut: () => void;
}

/** Opens a stream of events of a portal that listens. */
export async function openEvents(address: string, token: string): Promise<EventStream> {
  const cutting = new AbortController();
  const answer = await fetch(address, {
    headers: { authorization: `Bearer ${token}` },
    signal: cutting.signal,
  });
  const events: EventStream['events'] = [];
  const waiting = new Set<() => void>();
  const { promise: over, resolve: end } = Promise.withResolvers<'ended' | 'cut'>();

  async function read(): Promise<void> {
    let text = '';
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const found = /^event: (.*)\ndata: (.*)$/.exec(block);
        if (found !== null) events.push({ name: found[1] ?? '', data: JSON.parse(found[2] ?? '') });
      }
      for (const look of [...waiting]) look();
    }
  }
  read().then(
    () => end('ended'),
    () => end('cut'),
  );

  return {
    status: answer.status,
    headers: answer.headers,
    events,
    first: (name, passes = () => true) =>
      new Promise((resolve) => {
        const look = () => {
          const found = events.find((event) => event.name === name && passes(event.data));
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found.data);
        };
        waiting.add(look);
        look();
      }),
    over,
    cut: () => cutting.abort(),
  };
}
