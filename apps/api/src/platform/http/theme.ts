import { cacheSeconds } from '@clearcall/domain/organisation/cache-lifetimes.ts';
import type { OrganisationSettings } from '@clearcall/domain/organisation/organisation.ts';
import { themeCss } from '@clearcall/domain/organisation/palette.ts';
import { defaultLanguage } from '@clearcall/i18n/language.ts';
import { compileOverrides } from '@clearcall/i18n/overrides.ts';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../platform.ts';
import type { Organisation } from '../settings.ts';
import { encodeResponse, memoizeResponse, sendEncoded } from './encoded-response.ts';

// Only where the address holds the hash of what is served.
const longCache = `public, max-age=${cacheSeconds.theme}, immutable`;
const shortCache = 'public, max-age=60';

/** /theme.json, with the organisation's own texts as a page lays them over the catalogue, and /theme.css. */
export function bindTheme(app: FastifyInstance, { organisation }: Platform): void {
  const bind = (path: string, type: string, textOf: (settings: OrganisationSettings) => string): void => {
    const made = memoizeResponse((settings: Organisation) => encodeResponse(type, textOf(settings)));
    app.get(path, async (request, reply) => {
      const settings = await organisation();
      const { query } = request;
      const asks = typeof query === 'object' && query !== null && 'v' in query ? query.v : undefined;
      reply.header('Cache-Control', asks === settings.themeHash ? longCache : shortCache);
      return sendEncoded(request, reply, await made(settings));
    });
  };
  bind('/theme.json', 'application/json; charset=utf-8', ({ theme, words, language = defaultLanguage }) =>
    JSON.stringify({ ...theme, language, words: compileOverrides(words) }),
  );
  bind('/theme.css', 'text/css; charset=utf-8', ({ theme }) => themeCss(theme));
}
