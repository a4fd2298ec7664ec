import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from './checkout.mjs';

const ignored = new Set(['node_modules', 'dist', '.cache']);

/** All files at or below the given paths of the checkout, sorted; paths that do not exist are left out. */
function filesBelow(paths) {
  const found = [];
  const visit = (path) => {
    const stat = statSync(join(checkout, path), { throwIfNoEntry: false });
    if (stat === undefined) return;
    if (!stat.isDirectory()) {
      found.push(path);
      return;
    }
    for (const name of readdirSync(join(checkout, path))) if (!ignored.has(name)) visit(join(path, name));
  };
  for (const path of paths) visit(path);
  return found.sort();
}

/**
 * Two prints of the same files: `quick` over names, sizes and times of change, `content()` over what they
 * hold. The quick one answers in milliseconds; when it differs (a fresh checkout, a touched file) the other
 * decides.
 */
export function fingerprint(paths) {
  const files = filesBelow(paths);
  const quick = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = lstatSync(join(checkout, file));
    quick.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  return {
    quick: quick.digest('hex'),
    content() {
      const hash = createHash('sha256');
      for (const file of files) {
        const bytes = readFileSync(join(checkout, file));
        hash.update(`${file}\0${bytes.length}\0`).update(bytes);
      }
      return hash.digest('hex');
    },
  };
}
