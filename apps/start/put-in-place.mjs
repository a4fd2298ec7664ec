import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** How long pages that are open in a browser may still ask for parts of an earlier build. */
const keptMs = 7 * 86_400_000;

/**
 * Puts a build in the place of the one that is there, in an instant: whoever asks the server meanwhile gets the old
 * page or the new one. Parts of builds of the last seven days stay beside the new ones, because open pages may still ask
 * for them; their names hold their content, so nothing is mixed up. Both folders lie on the same disk.
 */
export function putInPlace(built, place, nowMs = Date.now()) {
  const earlier = join(place, 'assets');
  if (existsSync(earlier)) {
    mkdirSync(join(built, 'assets'), { recursive: true });
    for (const name of readdirSync(earlier)) {
      const [from, to] = [join(earlier, name), join(built, 'assets', name)];
      if (!existsSync(to) && nowMs - statSync(from).mtimeMs < keptMs) linkSync(from, to);
    }
  }
  const old = join(dirname(built), `${basename(built)}.old`);
  rmSync(old, { recursive: true, force: true });
  if (existsSync(place)) renameSync(place, old);
  renameSync(built, place);
  rmSync(old, { recursive: true, force: true });
}
