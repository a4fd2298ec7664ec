import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { cacheFolder, checkout, Refusal } from './checkout.mjs';
import { fingerprint } from './fingerprint.mjs';
import { waitForLock } from './lock.mjs';
import { putInPlace } from './put-in-place.mjs';
import { run, secondsSince } from './run.mjs';
import { readStamp, writeStamp } from './stamp.mjs';

const portals = ['apps/user-portal', 'apps/admin-portal'];
const textFile = /\.(?:js|mjs|css|html|svg|json|map|txt|webmanifest|xml)$/;
const smallestWorthwhile = 1024;

const stampIn = (folder) => join(folder, '.clearcall-stamp');
const stampOf = (portal) => stampIn(join(checkout, portal, 'dist'));

function sourcesOf(portal) {
  const packages = readdirSync(join(checkout, 'packages')).flatMap((name) => [
    `packages/${name}/src`,
    `packages/${name}/package.json`,
  ]);
  return [portal, ...packages, 'package-lock.json', 'tsconfig.base.json'];
}

/** Puts a .br and a .gz beside every text file that is worth it, so that the server never compresses. */
async function compress(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => textFile.test(name));
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const bytes = readFileSync(path);
      if (bytes.length < smallestWorthwhile) return;
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
        promisify(gzip)(bytes, { level: 9 }),
      ]);
      if (br.length < bytes.length) writeFileSync(`${path}.br`, br);
      if (gz.length < bytes.length) writeFileSync(`${path}.gz`, gz);
    }),
  );
}

async function buildPortal({ node, portal, prints, lock }) {
  const start = performance.now();
  // Aside: a portal that runs from this checkout goes on with the build that is there.
  const built = join(cacheFolder('builds'), basename(portal));
  const vite = [join(checkout, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', built, '--emptyOutDir'];
  const { code, output } = await run(node, vite, {
    quiet: true,
    whenBegun: lock.keepChild,
    cwd: join(checkout, portal),
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (code !== 0) throw new Refusal(`${output}\n${portal} could not be built, see above.`);
  await compress(built);
  writeStamp(stampIn(built), { quick: prints.quick, content: prints.content() });
  putInPlace(built, join(checkout, portal, 'dist'));
  console.log(`Built ${portal} in ${secondsSince(start)} s.`);
}

/** Builds each portal whose sources are not those of the build that is there. `node` is the runtime's path. */
export async function build(node) {
  const stale = () =>
    portals
      .filter((portal) => existsSync(join(checkout, portal, 'index.html')))
      .map((portal) => ({
        portal,
        prints: fingerprint(sourcesOf(portal)),
        stamp: readStamp(stampOf(portal)),
      }))
      .filter(({ prints, stamp }) => stamp?.quick !== prints.quick);
  if (stale().length === 0) return;
  const lock = await waitForLock(join(cacheFolder('locks'), 'build.lock'), ({ pid }) =>
    console.log(`Waiting for another build (process ${pid}) …`),
  );
  try {
    const outcomes = await Promise.allSettled(
      stale().map(async ({ portal, prints, stamp }) => {
        // A fresh checkout of the same sources has new times of change only.
        if (stamp !== undefined && stamp.content === prints.content()) {
          writeStamp(stampOf(portal), { ...stamp, quick: prints.quick });
        } else await buildPortal({ node, portal, prints, lock });
      }),
    );
    const failure = outcomes.find(({ status }) => status === 'rejected');
    if (failure !== undefined) throw failure.reason;
  } finally {
    lock.release();
  }
}
