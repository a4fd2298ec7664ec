import type { openPrivacy as endpoint } from '@clearcall/contract/privacy.ts';
import type { Call, Outcome, Platform } from '../../platform/http/bind.ts';

type Endpoint = typeof endpoint;

/** What the privacy page says in numbers, from the settings as they are now. */
export async function openPrivacy(
  { reply }: Call<Endpoint>,
  { config, organisation }: Platform,
): Promise<Outcome<Endpoint>> {
  const { retention, legalVersions } = await organisation();
  reply.header('Cache-Control', 'public, max-age=60');
  return { retention, legalVersions, errorReports: config.sentryDsn !== null };
}
