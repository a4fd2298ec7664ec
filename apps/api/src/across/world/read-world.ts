import { dirname, relative, resolve } from 'node:path';
import { readUtf8 } from '../../platform/files/read-utf8.ts';

type Read = { ok: true; world: unknown } | { ok: false; sentences: string[] };

/**
 * Reads a world file. `{ "$include": "flows/regular.json" }` stands for the content of that file, named relative to the
 * file in which it stands and not outside the folder of the world; inside a list, an included list joins it.
 * Refusals: a file that cannot be read, that is no JSON, that lies outside, that includes itself.
 */
export async function readWorld(path: string): Promise<Read> {
  const main = resolve(path);
  const root = dirname(main);
  const sentences: string[] = [];
  const named = (file: string) => (file === main ? path : relative(root, file));

  async function read(file: string, above: readonly string[]): Promise<unknown> {
    if (above.includes(file)) {
      sentences.push(`${named(file)} includes itself: ${[...above, file].map(named).join(' › ')}.`);
      return null;
    }
    const found = await readUtf8(file, named(file));
    if (!found.ok) {
      sentences.push(found.sentence);
      return null;
    }
    let json: unknown;
    try {
      json = JSON.parse(found.text);
    } catch (error) {
      sentences.push(`${named(file)} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
    return resolveIn(json, file, [...above, file]);
  }

  async function include(value: unknown, file: string, above: readonly string[]): Promise<unknown> {
    const target = resolve(dirname(file), String(value));
    if (typeof value !== 'string' || relative(root, target).startsWith('..')) {
      sentences.push(`${named(file)} includes '${String(value)}', which is not in the folder of the world.`);
      return null;
    }
    return read(target, above);
  }

  async function resolveIn(json: unknown, file: string, above: readonly string[]): Promise<unknown> {
    if (Array.isArray(json)) {
      const list: unknown[] = [];
      for (const item of json) {
        const value = await resolveIn(item, file, above);
        if (isInclude(item) && Array.isArray(value)) list.push(...value);
        else list.push(value);
      }
      return list;
    }
    if (isInclude(json)) return include(json.$include, file, above);
    if (typeof json !== 'object' || json === null) return json;
    const copy: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(json)) copy[key] = await resolveIn(value, file, above);
    return copy;
  }

  const world = await read(main, []);
  return sentences.length === 0 ? { ok: true, world } : { ok: false, sentences };
}

function isInclude(value: unknown): value is { $include: unknown } {
  return typeof value === 'object' && value !== null && Object.keys(value).join() === '$include';
}
