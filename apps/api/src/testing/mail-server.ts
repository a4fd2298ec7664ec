import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';

interface Received {
  from: string;
  to: string[];
  text: string;
}

/** A real mail server that answers each recipient as it is told: 250, or a refusal. */
export async function startMailServer() {
  const received: Received[] = [];
  const answers: number[] = [];
  /** Addresses that are refused for good, however often they are tried. */
  const refused = new Set<string>();
  let slowMs = 0;
  let onNextMail = () => {};
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const code = refused.has(address) ? 550 : (answers.shift() ?? 250);
      done(code === 250 ? null : Object.assign(new Error('not now'), { responseCode: code }));
    },
    onData: (stream: SMTPServerDataStream, { envelope }, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), text });
        const act = onNextMail;
        onNextMail = () => {};
        act();
        setTimeout(done, slowMs);
      });
    },
  });
  // A worker that is killed breaks its connection off.
  server.on('error', () => {});
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    answers,
    refused,
    /** How long the server takes to say yes to a mail. */
    slowDown: (ms: number) => {
      slowMs = ms;
    },
    onNextMail: (act: () => void) => {
      onNextMail = act;
    },
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}
