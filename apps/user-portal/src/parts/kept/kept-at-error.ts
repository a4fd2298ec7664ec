import { sessionState } from '@clearcall/ui/session/access-token.ts';
import type { KeptOf } from './kept-copies.ts';

/** What is kept on this device for whoever is signed in, for an error page to say; null for a visitor. */
export async function keptAtError(): Promise<KeptOf[] | null> {
  const session = sessionState();
  if (session.state !== 'signed-in') return null;
  const [{ keptOfPerson }, { deviceStorage }] = await Promise.all([
    import('./kept-copies.ts'),
    import('./kept-changes.ts'),
  ]);
  return keptOfPerson(deviceStorage, session.user.id);
}
