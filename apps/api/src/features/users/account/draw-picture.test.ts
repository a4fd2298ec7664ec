import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawTurnedPicture } from './draw-picture.ts';
import { pictures } from './pictures.ts';

it('has five pictures, no two alike', () => {
  const drawn = pictures.map((picture) => picture((least, most) => (least + most) / 2));
  expect([pictures.length, new Set(drawn).size]).toEqual([5, 5]);
});

it('shows what lies outside of the round mask at half strength', async () => {
  const { data, info } = await sharp(await drawTurnedPicture(90))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const strengthAt = (x: number, y: number) => (data[(y * info.width + x) * 4 + 3] ?? 0) / 255;
  expect([info.width, info.height]).toEqual([240, 240]);
  for (const [x, y] of [
    [120, 120],
    [120, 6],
    [6, 120],
  ] as const) {
    expect(strengthAt(x, y)).toBe(1);
  }
  for (const [x, y] of [
    [4, 4],
    [235, 4],
    [4, 235],
    [235, 235],
  ] as const) {
    expect(strengthAt(x, y)).toBeCloseTo(0.5, 1);
  }
});
