import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to the database on which statements are counted as they pass. */
export interface CountingWay {
  /** The address of the database by this way. */
  url: string;
  /** How many statements passed until now, those that begin and end transactions among them. */
  count(): number;
  /** Those with values that passed since this was last asked for. */
  passed(): Passed[];
  close(): Promise<void>;
}

export interface Passed {
  text: string;
  values: (string | Buffer | null)[];
}

/** Reads one field of a message after the other. */
function fieldsOf(message: Buffer) {
  let at = 0;
  return {
    text: (): string => {
      const end = message.indexOf(0, at);
      const text = message.toString('utf8', at, end);
      at = end + 1;
      return text;
    },
    short: (): number => {
      at += 2;
      return message.readInt16BE(at - 2);
    },
    value: (): Buffer | null => {
      const length = message.readInt32BE(at);
      at += 4;
      if (length < 0) return null;
      at += length;
      return message.subarray(at - length, at);
    },
  };
}

/** What a program sends: a first message without a type, then messages of a letter, four bytes of length, content. */
function reader(passed: Passed[]): (chunk: Buffer) => number {
  let held: Buffer = Buffer.alloc(0);
  let isFirst = true;
  const texts = new Map<string, string>();
  function note(letter: string, message: Buffer): void {
    const fields = fieldsOf(message);
    if (letter === 'P') texts.set(fields.text(), fields.text());
    if (letter !== 'B') return;
    fields.text();
    const text = texts.get(fields.text()) ?? '';
    const formats = Array.from({ length: fields.short() }, () => fields.short());
    const values = Array.from({ length: fields.short() }, (_, index) => {
      const value = fields.value();
      return value === null || (formats[index] ?? formats[0]) === 1 ? value : value.toString();
    });
    passed.push({ text, values });
  }
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
      note(letter, held.subarray(typed + 4, end));
      isFirst = false;
      held = held.subarray(end);
    }
  };
}

export async function openCountingWay(databaseUrl: string): Promise<CountingWay> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let counted = 0;
  const passed: Passed[] = [];
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const read = reader(passed);
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
    passed: () => passed.splice(0),
    close: async () => {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
