import { createServer } from 'node:net';

/**
 * A port that nothing listens on, below those that the system gives to connections that go out: until the portal
 * listens, a minute of building later, nobody but another run of the tests could take it, and that one guesses too.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const guess = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer();
    const isFree = await new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(guess, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return guess;
  }
}
