// Adds to package-lock.json what npm leaves out when the registry at hand does not offer the packages of other
// platforms: without their entries `npm ci` refuses the file. Run it after an installation that changed the file:
// `node tools/complete-lock-file.ts`. Versions are exact in the package that asks for them; npm adds the
// checksums when it meets the packages on a full registry.
import { readFileSync, writeFileSync } from 'node:fs';

interface Entry {
  version?: string;
  dev?: boolean;
  optionalDependencies?: Record<string, string>;
  [key: string]: unknown;
}

const systems: Record<string, string> = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  linuxmusl: 'linux',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  win32: 'win32',
  windows: 'win32',
};
const processors: Record<string, string> = {
  arm: 'arm',
  arm64: 'arm64',
  ia32: 'ia32',
  loong64: 'loong64',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  wasm32: 'wasm32',
  x64: 'x64',
};

const file = new URL('../package-lock.json', import.meta.url);
const lock: { packages: Record<string, Entry> } = JSON.parse(readFileSync(file, 'utf8'));

/** Whether a package asked for at `path` is found there or in a folder above, as Node looks for it. */
function isLocked(path: string, name: string): boolean {
  const steps = path === '' ? [] : path.split('/node_modules/');
  for (let length = steps.length; length >= 0; length -= 1) {
    const folder = steps.slice(0, length).join('/node_modules/');
    if (lock.packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined) return true;
  }
  return false;
}

/** The platform that a package name names: `@biomejs/cli-linux-arm64-musl` is linux, arm64, musl. */
function platformOf(name: string): Entry | undefined {
  const words = name.split(/[/-]/);
  const os = words.map((word) => systems[word]).find((found) => found !== undefined);
  const cpu = words.map((word) => processors[word]).find((found) => found !== undefined);
  if (os === undefined && cpu !== 'wasm32') return undefined;
  const musl = words.some((word) => word.startsWith('musl') || word === 'linuxmusl');
  const glibc = words.some((word) => word.startsWith('gnu'));
  return {
    ...(cpu !== undefined && { cpu: [cpu] }),
    ...(musl ? { libc: ['musl'] } : glibc ? { libc: ['glibc'] } : {}),
    ...(os !== undefined && { os: [os] }),
  };
}

let added = 0;
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(path, name)) continue;
    const platform = platformOf(name);
    if (platform === undefined || !/^\d/.test(version)) {
      throw new Error(
        `${name}@${version}, which ${path || 'the project'} asks for, is not in the lock file.`,
      );
    }
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(entry.dev === true && { dev: true }),
      optional: true,
      ...platform,
    };
    added += 1;
  }
}
if (added > 0) {
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
}
console.log(`${added} entries added to package-lock.json.`);
