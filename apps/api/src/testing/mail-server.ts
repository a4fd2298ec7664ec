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
  let onNextMail = () => {};
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      const code = answers.shift() ?? 250;
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
        done();
      });
    },
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    answers,
    onNextMail: (act: () => void) => {
      onNextMail = act;
    },
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}
