import { type AddressInfo, createServer, connect as open, type Socket } from 'node:net';

/** The way to a database, which a test can cut. */
export interface DatabaseProxy {
  /** The database's address by this way. */
  url: string;
  /** Breaks all connections and takes no more, as when the machine of the database is gone. */
  cut: () => Promise<void>;
  /** Nothing comes through any more, and nobody is told, as when a cable is pulled. */
  freeze: () => void;
  /** As before: connections are taken again. */
  heal: () => Promise<void>;
  close: () => Promise<void>;
}

export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((near) => {
    const far = open(Number(target.port), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('data', (chunk) => {
        if (!isFrozen) other.write(chunk);
      });
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  const cut = async () => {
    const closed = new Promise((done) => server.close(done));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    url: url.href,
    cut,
    freeze: () => {
      isFrozen = true;
    },
    heal: async () => {
      isFrozen = false;
      if (!server.listening) await listen(port);
    },
    close: async () => {
      if (server.listening) await cut();
    },
  };
}
