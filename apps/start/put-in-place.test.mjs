import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { putInPlace } from './put-in-place.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clearcall-build-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A build with its page and parts; `daysOld` is when they were written. */
function build(parts, daysOld = 0) {
  const built = join(folder, 'next');
  mkdirSync(join(built, 'assets'), { recursive: true });
  writeFileSync(join(built, 'index.html'), parts.join());
  for (const part of parts) {
    writeFileSync(join(built, 'assets', part), `content of ${part}`);
    const at = new Date(Date.now() - daysOld * 86_400_000);
    utimesSync(join(built, 'assets', part), at, at);
  }
  return built;
}
const place = () => join(folder, 'dist');
const standing = () => [
  readFileSync(join(place(), 'index.html'), 'utf8'),
  readdirSync(join(place(), 'assets')).sort(),
];

it('puts the first build in its place, and the next one instead, whose open pages find their parts', () => {
  putInPlace(build(['frame-1.js', 'same.js']), place());
  expect(standing()).toEqual(['frame-1.js,same.js', ['frame-1.js', 'same.js']]);
  putInPlace(build(['frame-2.js', 'same.js']), place());
  expect(standing()).toEqual(['frame-2.js,same.js', ['frame-1.js', 'frame-2.js', 'same.js']]);
  expect(readFileSync(join(place(), 'assets', 'frame-1.js'), 'utf8')).toBe('content of frame-1.js');
  expect(readdirSync(folder)).toEqual(['dist']);
});

it('lets parts go that are older than a week', () => {
  putInPlace(build(['frame-1.js'], 8), place());
  putInPlace(build(['frame-2.js'], 6), place());
  putInPlace(build(['frame-3.js']), place());
  expect(standing()).toEqual(['frame-3.js', ['frame-2.js', 'frame-3.js']]);
});

it('clears away what an ended run left half done', () => {
  putInPlace(build(['frame-1.js']), place());
  mkdirSync(join(folder, 'next.old', 'assets'), { recursive: true });
  putInPlace(build(['frame-2.js']), place());
  expect(readdirSync(folder)).toEqual(['dist']);
});
