import { fileURLToPath } from 'node:url';
import { Refusal } from './checkout.mjs';
import { runPortal } from './portal.mjs';
import { run } from './run.mjs';

const devServers = fileURLToPath(new URL('dev-servers.mjs', import.meta.url));

/**
 * Everything with reload: the API restarts when a file of it changes, both portals come from Vite on PORT, and
 * the API listens one port above. Returns the exit code.
 */
export async function dev(node) {
  const port = Number(process.env.PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_533) {
    throw new Refusal(
      `PORT is '${process.env.PORT}': it has to be a whole number from 1 to 65533 for development.`,
    );
  }
  const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;
  const servers = run(node, [devServers, String(port)], { env: process.env }).then(({ code }) => code);
  const api = runPortal({
    node,
    options: ['--watch', '--watch-preserve-output'],
    extra: { NODE_ENV: 'development', PORT: String(port + 1), PUBLIC_URL: publicUrl },
  });
  return Promise.race([servers, api]);
}
