/**
 * Where to go after the login: the address that was asked for, when it is a page of this portal and not one of the
 * login itself; else `otherwise`. Anything that could lead to another host is refused.
 */
export function safeReturnAddress(asked: unknown, otherwise: string): string {
  if (typeof asked !== 'string' || !/^\/(?![/\\])[^\s\\]*$/.test(asked)) return otherwise;
  return asked.startsWith('/auth') ? otherwise : asked;
}
