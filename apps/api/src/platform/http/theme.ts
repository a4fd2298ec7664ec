import { cacheSeconds } from '@clearcall/domain/model/cache-lifetimes.ts';
import type { Theme } from '@clearcall/domain/model/organisation.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Platform } from '../platform.ts';

// Only where the address holds the hash of what is served.
const longCache = `public, max-age=${cacheSeconds.theme}, immutable`;
const shortCache = 'public, max-age=60';

/** The organisation's colours as variables. In the dark the cover keeps the product's own shades. */
function themeCss({ palette, colours }: Theme): string {
  const accents = palette.map((colour, shade) => `--accent-${shade}:${colour}`).join(';');
  const cover = `--cover:${colours.cover};--cover-2:${colours.cover2};--cover-rule:${colours.coverRule}`;
  return `:root{${accents}}\n:root:not([data-mantine-color-scheme="dark"]){${cover}}\n`;
}

/** /theme.json and /theme.css. */
export function bindTheme(app: FastifyInstance, { organisation }: Platform): void {
  const cache = (reply: FastifyReply, asked: unknown, hash: string): void => {
    const asks = typeof asked === 'object' && asked !== null && 'v' in asked ? asked.v : undefined;
    reply.header('Cache-Control', asks === hash ? longCache : shortCache);
  };
  app.get('/theme.json', async (request, reply) => {
    const { theme, themeHash } = await organisation();
    cache(reply, request.query, themeHash);
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(theme));
  });
  app.get('/theme.css', async (request, reply) => {
    const { theme, themeHash } = await organisation();
    cache(reply, request.query, themeHash);
    return reply.type('text/css; charset=utf-8').send(themeCss(theme));
  });
}
