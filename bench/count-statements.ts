import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to the database on which statements are counted as they pass. */
export interface CountingWay {
  /** The address of the database by this way. */
  url: string;
  /** How many statements passed until now, those that begin and end transactions among them. */
  count(): number;
  close(): Promise<void>;
}

/** What a program sends: a first message without a type, then messages of a letter, four bytes of length, content. */
function counter(): (chunk: Buffer) => number {
  let held: Buffer = Buffer.alloc(0);
  let isFirst = true;
  return (chunk) => {
    held = Buffer.concat([held, chunk]);
    let statements = 0;
    for (;;) {
      const typed = isFirst ? 0 : 1;
      if (held.length < typed + 4) return statements;
      const end = typed + held.readUInt32BE(typed);
      if (held.length < end) return statements;
      const letter = isFirst ? '' : String.fromCharCode(held[0] ?? 0);
      // Query, or Execute of what was prepared.
      if (letter === 'Q' || letter === 'E') statements += 1;
      isFirst = false;
      held = held.subarray(end);
    }
  };
}

export async function openCountingWay(databaseUrl: string): Promise<CountingWay> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let counted = 0;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const read = counter();
    near.on('data', (chunk) => {
      counted += read(chunk);
      far.write(chunk);
    });
    far.on('data', (chunk) => near.write(chunk));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    count: () => counted,
    close: async () => {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
