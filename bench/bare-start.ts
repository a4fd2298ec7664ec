import { createServer } from 'node:http';
import { startDatabase } from '../apps/start/database.mjs';

// What a start cannot be quicker than: Node, the database of a data folder, and a server that says yes.
const database = await startDatabase({ dataDir: process.env.DATA_DIR ?? '' });
const server = createServer((_request, response) => response.end('{}'));
server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', async () => {
  await database.stop();
  process.exit(0);
});
