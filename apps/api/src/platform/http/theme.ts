import { cacheSeconds } from '@clearcall/domain/organisation/cache-lifetimes.ts';
import type { Logo } from '@clearcall/domain/organisation/logo.ts';
import { themeCss } from '@clearcall/domain/organisation/palette.ts';
import { defaultLanguage } from '@clearcall/i18n/language.ts';
import { compileOverrides } from '@clearcall/i18n/overrides.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Platform } from '../platform.ts';
import type { Organisation } from '../settings.ts';
import { encodeResponse, memoizeResponse, sendEncoded } from './encoded-response.ts';

// Only where the address holds the hash of what is served.
const longCache = `public, max-age=${cacheSeconds.theme}, immutable`;
const shortCache = 'public, max-age=60';

const withoutBytes = ({ png: _bytes, ...logo }: NonNullable<Organisation['logo']>): Logo => logo;

const versionIn = ({ query }: FastifyRequest): unknown =>
  typeof query === 'object' && query !== null && 'v' in query ? query.v : undefined;

/** /theme.json, with the organisation's own texts as a page lays them over the catalogue, /theme.css and /logo.png. */
export function bindTheme(app: FastifyInstance, { organisation }: Platform): void {
  const bind = (path: string, type: string, textOf: (settings: Organisation) => string): void => {
    const made = memoizeResponse((settings: Organisation) => encodeResponse(type, textOf(settings)));
    app.get(path, async (request, reply) => {
      const settings = await organisation();
      reply.header('Cache-Control', versionIn(request) === settings.themeHash ? longCache : shortCache);
      return sendEncoded(request, reply, await made(settings));
    });
  };
  bind(
    '/theme.json',
    'application/json; charset=utf-8',
    ({ theme, logo, words, language = defaultLanguage }) =>
      JSON.stringify({
        ...theme,
        ...(logo && { logo: withoutBytes(logo) }),
        language,
        words: compileOverrides(words),
      }),
  );
  bind('/theme.css', 'text/css; charset=utf-8', ({ theme }) => themeCss(theme));
  app.get('/logo.png', async (request, reply) => {
    const { logo } = await organisation();
    if (logo === null) return reply.callNotFound();
    reply.header('Cache-Control', versionIn(request) === logo.hash ? longCache : shortCache);
    reply.header('Content-Security-Policy', "default-src 'none'; sandbox");
    // Emails show it on pages of other origins.
    reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
    return reply.type('image/png').send(logo.png);
  });
}
