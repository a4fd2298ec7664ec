// The two Vite servers of `npm run dev`, in one process of the runtime: the user portal on PORT, which hands
// /admin/ to the other one on PORT + 2 and everything that the API answers to PORT + 1.
import { join } from 'node:path';
import { createServer } from 'vite';
import { checkout } from './checkout.mjs';

const port = Number(process.argv[2]);
const api = `http://127.0.0.1:${port + 1}`;
const fromApi = Object.fromEntries(
  ['/api', '/theme'].map((path) => [path, { target: api, changeOrigin: false }]),
);

async function serve(portal, settings) {
  const server = await createServer({
    root: join(checkout, 'apps', portal),
    configFile: join(checkout, 'apps', portal, 'vite.config.ts'),
    server: { host: '127.0.0.1', strictPort: true, ...settings },
    clearScreen: false,
  });
  await server.listen();
}

await serve('admin-portal', { port: port + 2, proxy: fromApi });
await serve('user-portal', {
  port,
  proxy: { ...fromApi, '/admin': { target: `http://127.0.0.1:${port + 2}`, ws: true } },
});
console.log(`Development: http://localhost:${port} (API on ${port + 1})`);
