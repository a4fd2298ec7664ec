// The two Vite servers of `npm run dev`, in one process of the runtime: the user portal on PORT, which hands
// /admin/ to the other one on PORT + 2. What the API answers both take from PORT + 1, as their own settings say.
import { join } from 'node:path';
import { createServer } from 'vite';
import { checkout } from './checkout.mjs';

const port = Number(process.argv[2]);
process.env.CLEARCALL_API = `http://127.0.0.1:${port + 1}`;

async function serve(portal, settings) {
  const root = join(checkout, 'apps', portal);
  process.chdir(root); // where its settings look for .env files
  const server = await createServer({
    root,
    server: { host: '127.0.0.1', strictPort: true, ...settings },
    clearScreen: false,
  });
  await server.listen();
}

await serve('admin-portal', { port: port + 2 });
await serve('user-portal', {
  port,
  proxy: { '/admin': { target: `http://127.0.0.1:${port + 2}`, ws: true } },
});
console.log(`Development: http://localhost:${port} (API on ${port + 1})`);
