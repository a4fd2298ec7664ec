import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** Somebody whom the provider knows. */
export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
}

export interface IdentityProvider {
  issuer: string;
  close: () => Promise<void>;
}

const form = `<!doctype html><html lang="en"><title>Test ID</title><h1>Test ID</h1><form method="post">
<label>Subject <input name="sub"></label><label>Address <input name="email"></label>
<label>First name <input name="given_name"></label><label>Last name <input name="family_name"></label>
<label><input type="checkbox" name="email_verified" value="yes"> Address is verified</label>
<button>Continue</button><button name="deny" value="yes">Deny</button></form></html>`;

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return new URLSearchParams(text);
}

/**
 * A real OpenID provider on this machine. Whoever fills in its form is who the form says; a client is whoever comes from
 * the portals at `origins`.
 */
export async function startIdentityProvider(
  origins: readonly string[],
  { port = 0, id = 'test' } = {},
): Promise<IdentityProvider> {
  const people = new Map<string, Person>();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    jwks: {
      keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: randomUUID() }],
    },
    clients: [
      {
        client_id: 'clearcall',
        client_secret: 'a secret of the tests',
        redirect_uris: origins.map((origin) => `${origin}/api/users/oidc/${id}/callback`),
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    cookies: { keys: [randomUUID()] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: { Session: 600, Grant: 600, Interaction: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    // Everybody has agreed already.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    if (request.method === 'GET')
      return void response.setHeader('content-type', 'text/html; charset=utf-8').end(form);
    void bodyOf(request).then(async (given) => {
      if (given.has('deny')) {
        await provider.interactionFinished(request, response, { error: 'access_denied' });
        return;
      }
      const attributes = Object.fromEntries(
        [...given].filter(([name, value]) => value !== '' && name !== 'email_verified'),
      );
      const sub = given.get('sub') ?? '';
      people.set(sub, { ...attributes, sub, email_verified: given.has('email_verified') });
      await provider.interactionFinished(request, response, { login: { accountId: sub, remember: false } });
    });
  });
  return {
    issuer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Goes to an address of the provider as a browser would, fills in its form, and gives the address that it sends back to.
 * Whoever comes with the cookies of an earlier visit is logged in there still. `nobody`: there must be no form.
 */
export async function logInAtProvider(
  address: string,
  as: Person | 'deny' | 'nobody',
  jar = new Map<string, string>(),
): Promise<string> {
  const { origin } = new URL(address);
  const go = async (to: string, body?: URLSearchParams): Promise<Response> => {
    const answered = await fetch(to, {
      redirect: 'manual',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      ...(body === undefined ? {} : { method: 'POST', body }),
    });
    for (const cookie of answered.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split(/=(.*)/s) ?? [];
      jar.set(name, value);
    }
    return answered;
  };
  let at = address;
  let answered = await go(at);
  for (let steps = 0; steps < 8; steps += 1) {
    const location = answered.headers.get('location');
    if (location !== null) {
      at = new URL(location, at).href;
      if (new URL(at).origin !== origin) return at;
      answered = await go(at);
    } else if (at.includes('/interaction/') && as !== 'nobody') {
      const { email_verified: verified, ...attributes } = as === 'deny' ? ({} as Person) : as;
      const fields =
        as === 'deny' ? { deny: 'yes' } : { ...attributes, ...(verified ? { email_verified: 'yes' } : {}) };
      answered = await go(at, new URLSearchParams(fields));
    } else break;
  }
  throw new Error(`the provider did not send us back: ${answered.status} ${await answered.text()}`);
}
