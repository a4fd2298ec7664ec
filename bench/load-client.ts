import { connect } from 'node:net';

/**
 * Sends requests over connections that are kept, each as soon as the one before is answered, from a process of its own:
 * a client that reads no more of an answer than where it ends takes little of the machine from those whom it asks.
 */

/** What is asked again and again. */
export type Asked =
  /** The same, by turns. */
  | {
      kind: 'same';
      requests: Sent[];
    }
  /** Texts of a draft of its own for each connection, other ones each time, on the revision that the last save left. */
  | {
      kind: 'saves';
      drafts: { assignmentId: string; token: string; revision: number }[];
      texts: { elementId: string; text: string }[];
    }
  /** Each draft once; ends when none is left. */
  | { kind: 'submits'; drafts: { assignmentId: string; token: string }[] }
  /** Each of them once; ends when none is left. */
  | { kind: 'once'; requests: Sent[] };

interface Sent {
  method: string;
  path: string;
  token: string | null;
  body: string | null;
}

export interface Job {
  port: number;
  clients: number;
  ms: number;
  /** Whether answers may be compressed, as browsers ask for it. */
  compressed: boolean;
  asked: Asked;
}

export interface Outcome {
  answers: number;
  /** On the wire, with headers. */
  bytes: number;
  ms: number;
  /** The first answer that was no 200. */
  wrong: string | null;
}

type Next = () => string | null;

function nextOf({ asked, compressed }: Job, client: number): Next {
  const request = (method: string, path: string, token: string | null, body: string | null): string =>
    `${method} /api${path} HTTP/1.1\r\nHost: localhost\r\n${
      compressed ? 'Accept-Encoding: gzip, deflate, br\r\n' : ''
    }${token === null ? '' : `Authorization: Bearer ${token}\r\n`}${
      body === null ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
    }\r\n${body ?? ''}`;
  switch (asked.kind) {
    case 'same': {
      const ready = asked.requests.map(({ method, path, token, body }) => request(method, path, token, body));
      let at = client;
      return () => ready[at++ % ready.length] ?? null;
    }
    case 'saves': {
      const draft = asked.drafts[client];
      if (draft === undefined) throw new Error('there is not a draft for each client');
      let { revision } = draft;
      return () => {
        const data = asked.texts.map(({ elementId, text }) => ({
          flowElementId: elementId,
          dataGroupId: null,
          input: { values: [`${text.slice(0, -7)}${String(revision).padStart(7, '0')}`] },
          revision,
        }));
        revision += 1;
        return request(
          'PUT',
          `/v2/assignments/${draft.assignmentId}/save`,
          draft.token,
          JSON.stringify({ data, newGroups: [] }),
        );
      };
    }
    case 'once':
      return () => {
        const next = asked.requests.shift();
        return next === undefined ? null : request(next.method, next.path, next.token, next.body);
      };
    case 'submits': {
      const body = JSON.stringify({ data: [], newGroups: [] });
      return () => {
        const draft = asked.drafts.shift();
        return draft === undefined
          ? null
          : request('PUT', `/v2/assignments/${draft.assignmentId}/submit`, draft.token, body);
      };
    }
  }
}

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('0\r\n\r\n');

async function work(job: Job): Promise<Outcome> {
  const outcome: Outcome = { answers: 0, bytes: 0, ms: 0, wrong: null };
  const begun = performance.now();
  const until = begun + job.ms;
  const nexts = Array.from({ length: job.clients }, (_, client) => nextOf(job, client));
  await Promise.all(
    nexts.map(
      (next) =>
        new Promise<void>((done, fail) => {
          const socket = connect(job.port, '127.0.0.1');
          socket.setNoDelay(true);
          let held: Buffer = Buffer.alloc(0);
          const send = (): void => {
            const isOver = performance.now() >= until && outcome.answers > 0;
            const request = isOver || outcome.wrong !== null ? null : next();
            if (request === null) socket.end(done);
            else socket.write(request);
          };
          socket.on('connect', send);
          socket.on('error', fail);
          socket.on('data', (chunk) => {
            held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
            const end = held.indexOf(headEnd);
            if (end < 0) return;
            const head = held.toString('latin1', 0, end);
            const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
            const isWhole =
              length === undefined
                ? held.subarray(-lastChunk.length).equals(lastChunk)
                : held.length >= end + headEnd.length + Number(length);
            if (!isWhole) return;
            if (!head.startsWith('HTTP/1.1 200')) outcome.wrong ??= held.toString().slice(0, 2_000);
            outcome.answers += 1;
            outcome.bytes += held.length;
            held = Buffer.alloc(0);
            send();
          });
        }),
    ),
  );
  outcome.ms = performance.now() - begun;
  return outcome;
}

// As a process: one job after the other comes as a message, and its outcome goes back.
process.on('message', (job: Job) => {
  work(job).then(
    (outcome) => process.send?.({ outcome }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
