import type { Config } from '../../../platform/config.ts';

export const isSecure = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean => publicUrl.startsWith('https:');

/**
 * What a cookie of ours is called. Over https its name says that only https may set it, so that nobody on the way plants
 * one; `__Host-` is for cookies of the whole host, and ours go to the accounts' operations alone.
 */
export function cookieNames(plain: string) {
  const secure = `__Secure-${plain}`;
  return { plain, secure, of: (config: Config) => (isSecure(config) ? secure : plain) };
}
