import type { Config } from '../../../platform/config.ts';

// Loaded when the first passkey comes.
export const webauthn = () => import('@simplewebauthn/server');

/** Whose passkeys they are: the portal's origin and its host. A passkey of one host opens nothing at another. */
export function relyingParty({ publicUrl }: Config): { origin: string; rpID: string } {
  return { origin: publicUrl, rpID: new URL(publicUrl).hostname };
}
