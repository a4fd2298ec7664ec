import react from '@vitejs/plugin-react';
import type { Plugin, UserConfig } from 'vite';

/** The fonts that every page needs before it can be read; the rest of the family waits for its characters. */
const fontsOfEveryPage = /inter-latin-wght-normal-[^/]+\.woff2$/;

/** Small parts that nearly every page with content has. */
const commonParts =
  /ui\/src\/kit\/(time\/time-rule|time\/date-time|status-chip)\.tsx|features\/calls\/call-card\.tsx|react-query\/build\/modern\/use(Base)?Query\.js|query-core\/build\/modern\/queryObserver\.js|react-router\/dist\/esm\/useLocation\.js/;

function preloadFonts(base: string): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, context) =>
        Object.keys(context.bundle ?? {})
          .filter((file) => fontsOfEveryPage.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: base + file, crossorigin: true },
            injectTo: 'head-prepend',
          })),
    },
  };
}

/** In production the API writes the organisation's title and the hash of its theme into the page; here we do. */
function fillPlaceholders(): Plugin {
  return {
    name: 'fill-placeholders',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html
        .replaceAll('%THEME_HASH%', 'dev')
        .replaceAll('%TITLE%', 'Clearcall - User Portal')
        .replaceAll('%SENTRY_DSN%', '')
        .replaceAll('%EMAILS%', ''),
  };
}

/** Schemas stay on the server. The import rules see what a portal imports by itself, this sees what comes along with it. */
function refuseSchemas(): Plugin {
  return {
    name: 'refuse-schemas',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type === 'chunk' && part.moduleIds.some((id) => id.includes('/node_modules/zod/')))
          this.error(
            `${part.fileName} holds zod: something that it imports has schemas beside what a page needs.`,
          );
      }
    },
  };
}

/** Areas of the catalogue that only the server uses. Each would have three lines in the first script. */
const serverAreas = 'archive,bundles,events,findings,mails,printouts';

function leaveServerTexts(): Plugin {
  const files = JSON.stringify(['./compiled/*.*.ts', `!./compiled/{${serverAreas}}.*.ts`]);
  return {
    name: 'leave-server-texts',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/i18n/src/catalogue.ts')) return null;
      const file = /import\((`[^`]+`)\)/.exec(code);
      if (file === null) this.error('The catalogue is not loaded by a name.');
      return { code: code.replace(file[0], () => `import.meta.glob(${files})[${file[1]}]()`), map: null };
    },
  };
}

/**
 * The build of a portal: where it is served from, and which API the development server talks to.
 * No inline script is ever written (the policy of the pages forbids it), and nothing is fetched ahead of a click:
 * a visitor who reads the list of calls should not pay for the editor.
 */
export function portalConfig(place: { base: string; port: number; api: string }): UserConfig {
  return {
    base: place.base,
    // React has this hook itself; the shim is for versions before 18.
    resolve: { alias: { 'use-sync-external-store/shim': 'use-sync-external-store' } },
    plugins: [react(), fillPlaceholders(), preloadFonts(place.base), refuseSchemas(), leaveServerTexts()],
    build: {
      target: 'es2023',
      sourcemap: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 700,
      // What every page needs anyway travels as one file: cut into twenty, it compresses worse and asks more often.
      rolldownOptions: {
        output: {
          // The first script names 250 files: one character less each makes it 0.3 KB smaller.
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:7][extname]',
          codeSplitting: {
            groups: [
              { name: 'frame', tags: ['$initial'] },
              { name: 'common', test: commonParts },
            ],
          },
        },
      },
    },
    server: {
      host: '127.0.0.1',
      port: place.port,
      strictPort: true,
      proxy: {
        '/api': place.api,
        '/theme.json': place.api,
        '/theme.css': place.api,
        '/logo.png': place.api,
      },
    },
  };
}
