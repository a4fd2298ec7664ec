import type { Configuration, IDToken, UserInfoResponse } from 'openid-client';
import type { OidcProvider } from '../config.ts';
import { limitedFetch } from './limited-fetch.ts';

// Loaded when somebody first goes to a provider.
const openid = () => import('openid-client');

/** How long a provider may take for one answer. */
const timeoutS = 5;
/** What a provider says of itself is read again after an hour; one that is down is asked again after a while. */
const knownForMs = 3_600_000;
const downForMs = 10_000;

interface Discovered {
  until: number;
  configuration: Promise<Configuration>;
}
const discovered = new WeakMap<OidcProvider, Discovered>();

async function discover(provider: OidcProvider): Promise<Configuration> {
  const client = await openid();
  const found = await client.discovery(new URL(provider.issuer), provider.clientId, undefined, undefined, {
    timeout: timeoutS,
    [client.customFetch]: limitedFetch,
    ...(provider.issuer.startsWith('http:') ? { execute: [client.allowInsecureRequests] } : {}),
  });
  const server = found.serverMetadata();
  const ways = server.token_endpoint_auth_methods_supported;
  const authenticate =
    ways === undefined || ways.includes('client_secret_basic')
      ? client.ClientSecretBasic(provider.clientSecret)
      : client.ClientSecretPost(provider.clientSecret);
  const configuration = new client.Configuration(server, provider.clientId, {}, authenticate);
  configuration.timeout = timeoutS;
  configuration[client.customFetch] = limitedFetch;
  // The signature of the ID token is checked as well, though it comes straight from the provider.
  client.enableNonRepudiationChecks(configuration);
  if (provider.issuer.startsWith('http:')) client.allowInsecureRequests(configuration);
  return configuration;
}

/** The provider as it describes itself; asked at the first login, and one question for all who come at once. */
function configurationOf(provider: OidcProvider): Promise<Configuration> {
  const known = discovered.get(provider);
  if (known !== undefined && performance.now() < known.until) return known.configuration;
  const asked: Discovered = { until: performance.now() + knownForMs, configuration: discover(provider) };
  asked.configuration.catch(() => {
    asked.until = performance.now() + downForMs;
  });
  discovered.set(provider, asked);
  return asked.configuration;
}

/** What is kept of a round trip to a provider until its answer comes. */
export interface RoundTrip {
  state: string;
  nonce: string;
  verifier: string;
}

/** New secrets of a round trip. */
export async function newRoundTrip(): Promise<RoundTrip> {
  const client = await openid();
  return {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  };
}

/**
 * Where the browser goes to log in at a provider (code flow with PKCE); null when the provider does not answer. `again`:
 * it is asked to have its people log in once more though they are logged in there, and to say when they did.
 */
export async function addressAtProvider(
  provider: OidcProvider,
  redirectUri: string,
  trip: RoundTrip,
  anew: boolean,
): Promise<string | null> {
  const client = await openid();
  try {
    const address = client.buildAuthorizationUrl(await configurationOf(provider), {
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: provider.scopes,
      state: trip.state,
      nonce: trip.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(trip.verifier),
      code_challenge_method: 'S256',
      ...(anew ? { prompt: 'login', max_age: '0' } : {}),
    });
    return address.href;
  } catch {
    return null;
  }
}

/** Who came back from a provider, as it says. */
export interface ProviderAnswer {
  issuer: string;
  subject: string;
  /** When they logged in there, in seconds; many providers do not say. */
  authTime: number | undefined;
  /** More of the person, asked for when it is needed. */
  claims: () => Promise<IDToken | (IDToken & UserInfoResponse)>;
}

export type ProviderFailure = 'provider_down' | 'access_denied' | 'provider_refused';

function whyFailed(error: unknown): ProviderFailure {
  if (!(error instanceof Error)) return 'provider_refused';
  if ('error' in error && error.error === 'access_denied') return 'access_denied';
  const code = 'code' in error ? error.code : undefined;
  // A connection that fails is a TypeError of fetch with a cause; one of a missing parameter has none.
  const unreachable = error instanceof TypeError && error.message === 'fetch failed';
  return code === 'OAUTH_TIMEOUT' || unreachable ? 'provider_down' : 'provider_refused';
}

/**
 * Exchanges what a provider sent back for who it is. State, nonce, PKCE, issuer, audience, times and signature are all
 * checked; whatever is wrong ends it.
 */
export async function readProviderAnswer(
  provider: OidcProvider,
  currentUrl: URL,
  trip: RoundTrip,
): Promise<ProviderAnswer | { failed: ProviderFailure; error: unknown }> {
  const client = await openid();
  let configuration: Configuration;
  try {
    configuration = await configurationOf(provider);
  } catch (error) {
    return { failed: 'provider_down', error };
  }
  try {
    const tokens = await client.authorizationCodeGrant(configuration, currentUrl, {
      expectedState: trip.state,
      expectedNonce: trip.nonce,
      pkceCodeVerifier: trip.verifier,
      idTokenExpected: true,
    });
    const idToken = tokens.claims();
    if (idToken === undefined) return { failed: 'provider_refused', error: new Error('no ID token') };
    return {
      issuer: idToken.iss,
      subject: idToken.sub,
      authTime: idToken.auth_time,
      claims: async () => {
        if (configuration.serverMetadata().userinfo_endpoint === undefined) return idToken;
        try {
          return {
            ...idToken,
            ...(await client.fetchUserInfo(configuration, tokens.access_token, idToken.sub)),
          };
        } catch {
          // The ID token alone may be enough.
          return idToken;
        }
      },
    };
  } catch (error) {
    return { failed: whyFailed(error), error };
  }
}
