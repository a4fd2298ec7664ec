import { endWithStarter } from '../../../start/end-with-starter.mjs';
import { startIdentityProvider } from './identity-provider.ts';

/** The test provider as a process of its own, for journeys: `node run-identity-provider.ts PORT PORTAL`. */
endWithStarter();
const [port = '', portal = ''] = process.argv.slice(2);
const { issuer } = await startIdentityProvider([portal], { port: Number(port) });
process.stdout.write(`Identity provider for ${portal} at ${issuer}\n`);
