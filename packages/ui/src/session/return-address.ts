import { isWayBack } from '@clearcall/domain/people/way-back.ts';

/** Where to go after the login: the address that was asked for where it may be gone to, else `otherwise`. */
export function safeReturnAddress(asked: unknown, otherwise: string): string {
  return typeof asked === 'string' && isWayBack(asked) ? asked : otherwise;
}
