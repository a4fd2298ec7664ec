import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { emailsGoTo } from '../config.ts';
import type { Platform } from '../platform.ts';
import type { Organisation } from '../settings.ts';
import { sendRefusal } from './bind.ts';
import { encodeResponse, memoizeResponse, sendEncoded } from './encoded-response.ts';
import { refuse } from './refuse.ts';

/** A built portal and where it is served. */
export interface Portal {
  /** Ends with a slash. */
  prefix: string;
  dist: string;
  /** Behind the organisation's short name in the title of the page. */
  titleEnd: string;
}

const distOf = (app: string): string => fileURLToPath(new URL(`../../../../${app}/dist`, import.meta.url));

export const portals: readonly Portal[] = [
  { prefix: '/admin/', dist: distOf('admin-portal'), titleEnd: ' - Administration' },
  { prefix: '/', dist: distOf('user-portal'), titleEnd: ' - User Portal' },
];

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter);

const simplePage = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>` +
  `<body><h1>${title}</h1><p>${text}</p></body></html>`;

const notBuilt = simplePage(
  'This portal is not built yet',
  'Start it with <code>npm start</code>, which builds it. The API answers under <code>/api</code>.',
);
const noSuchFile = simplePage('Not found', 'There is no such file.');

/** The text of a file as it was within the allowed age, read again when it changed. null when it is not there. */
function textOf(path: string, maxAgeMs: number): () => Promise<string | null> {
  let known: { mtimeMs: number; text: string } | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (known !== null && performance.now() - lookedAt < maxAgeMs) return known.text;
    lookedAt = performance.now();
    const found = await stat(path).catch(() => null);
    if (found === null) known = null;
    else if (known?.mtimeMs !== found.mtimeMs)
      known = { mtimeMs: found.mtimeMs, text: await readFile(path, 'utf8') };
    return known?.text ?? null;
  };
}

/** Whether somebody opens an address in the browser, and not a file or a call that went astray. */
function isNavigation(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const last = new URL(request.url, 'http://host').pathname.split('/').at(-1) ?? '';
  const accept = request.headers.accept ?? '*/*';
  return !last.includes('.') && (accept.includes('text/html') || accept.includes('*/*'));
}

/**
 * Headers of the preview of a call: search engines and caches leave it out, and the administration portal may show it in a
 * frame.
 */
function openToFrame(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply
    .header('X-Robots-Tag', 'noindex')
    .header('Cache-Control', 'no-store')
    .header('Content-Security-Policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
}

async function bindPortal(app: FastifyInstance, portal: Portal, platform: Platform): Promise<void> {
  const { config, organisation } = platform;
  const template = textOf(join(portal.dist, 'index.html'), config.changesSeenWithinMs);
  const filledIn = memoizeResponse((html: string, { theme, themeHash }: Organisation) =>
    encodeResponse(
      'text/html; charset=utf-8',
      html
        .replaceAll('%THEME_HASH%', themeHash)
        .replaceAll('%SENTRY_DSN%', () => escapeHtml(config.sentryDsn ?? ''))
        .replaceAll('%EMAILS%', emailsGoTo(config) === 'nowhere' ? 'off' : '')
        .replaceAll('%TITLE%', () => escapeHtml(theme.organization.shortName + portal.titleEnd)),
    ),
  );

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const html = await template();
    reply.header('Cache-Control', 'no-cache');
    if (/^\/calls\/preview(\?|$)/.test(request.url)) openToFrame(reply);
    if (html === null) return reply.status(503).type('text/html; charset=utf-8').send(notBuilt);
    return sendEncoded(request, reply, await filledIn(html, await organisation()));
  }

  app.get('/', { prefixTrailingSlash: 'slash' }, async (request, reply) => sendPage(request, reply));
  // The plugin's own route would read the whole folder for each file, to compare how its name is spelt.
  if (existsSync(portal.dist))
    app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
      const path = `/${request.params['*']}`;
      // The page itself goes out filled in, never as it lies there.
      return path.toLowerCase().startsWith('/index.html')
        ? reply.callNotFound()
        : reply.sendFile(path, portal.dist);
    });
  app.setNotFoundHandler(async (request, reply) => {
    // An operation asked for by a method that it does not have comes by here, as if it were a file.
    if (request.url.startsWith('/api/')) return sendRefusal(platform, reply, refuse('not_found'));
    if (isNavigation(request)) return sendPage(request, reply);
    return reply.status(404).type('text/html; charset=utf-8').send(noSuchFile);
  });
}

/** The portals' files and, for every other address that somebody opens, their page. */
export async function bindPages(
  app: FastifyInstance,
  platform: Platform,
  places: readonly Portal[] = portals,
): Promise<void> {
  const [root] = places.map(({ dist }) => dist).filter((dist) => existsSync(dist));
  if (root !== undefined)
    await app.register(fastifyStatic, {
      root,
      serve: false,
      index: false,
      dotfiles: 'ignore',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = places.some(({ dist }) => path.startsWith(join(dist, 'assets')));
        reply.header(
          'Cache-Control',
          hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        );
      },
    });
  for (const portal of places) {
    if (portal.prefix === '/') {
      await bindPortal(app, portal, platform);
      continue;
    }
    const prefix = portal.prefix.slice(0, -1);
    app.get(prefix, async (_request, reply) => reply.redirect(portal.prefix, 308));
    // In a scope of its own, because it has its own page for what is not found.
    await app.register(async (scope) => bindPortal(scope, portal, platform), { prefix });
  }
}
