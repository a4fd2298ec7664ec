import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideRoom } from './decide-room.ts';

const bytes = fc.integer({ min: 0, max: 10_000 });

describe('room for the files of a person', () => {
  it.each([
    ['the last byte', 60, 40, 0, true],
    ['one byte too many', 60, 41, 0, false],
    ['in place of another', 100, 41, 41, true],
    ['nothing, with all of it used', 100, 0, 0, false],
    ['nothing, with room', 99, 0, 0, true],
  ])('%s', (_name, usedBytes, addedBytes, freedBytes, ok) => {
    expect(decideRoom({ usedBytes, allowedBytes: 100 }, { addedBytes, freedBytes }).ok).toBe(ok);
  });

  it('never lets anybody beyond what is allowed, and never keeps anybody from less', () => {
    fc.assert(
      fc.property(bytes, bytes, bytes, bytes, (usedBytes, allowedBytes, addedBytes, freedBytes) => {
        const { ok } = decideRoom({ usedBytes, allowedBytes }, { addedBytes, freedBytes });
        const after = Math.max(0, usedBytes - freedBytes) + addedBytes;
        if (ok) expect(after).toBeLessThanOrEqual(allowedBytes);
        else expect(after).toBeGreaterThanOrEqual(allowedBytes);
      }),
    );
  });
});
