import { randomBytes, randomInt } from 'node:crypto';
import { loadSharp } from '../../../platform/load-sharp.ts';
import { pictures } from './pictures.ts';

const pictureSizePx = 240;
/** What lies outside the round mask shows at half strength. Source: Requirements 1, 9.21. */
const maskOpacity = 0.5;

const between = (least: number, most: number) =>
  least + (randomInt(0, 1_000_001) / 1_000_000) * (most - least);

let tail: Promise<unknown> = Promise.resolve();

/**
 * Draws one of the pictures turned clockwise by `degrees`, as WebP. It is turned before it is rasterised, mirrored by
 * chance, and grained, so that neither bytes nor traces of resampling tell the angle; it carries no metadata.
 * One at a time.
 */
export function drawTurnedPicture(degrees: number): Promise<Buffer> {
  const turn = tail.then(() => draw(degrees));
  tail = turn.catch(() => undefined);
  return turn;
}

async function draw(degrees: number): Promise<Buffer> {
  const picture = pictures[randomInt(pictures.length)];
  if (picture === undefined) throw new Error('There is no picture.');
  const mirror = randomInt(2) === 0 ? '' : 'translate(240 0) scale(-1 1)';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureSizePx}" height="${pictureSizePx}" viewBox="0 0 240 240"><g transform="rotate(${degrees} 120 120)"><g transform="${mirror}">${picture(between)}</g></g></svg>`;
  const sharp = await loadSharp();
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  grainAndMask(data, info.width);
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
    .webp({ quality: 72, alphaQuality: 60, effort: 2 })
    .toBuffer();
}

/** Adds grain to the colours, and half strength outside the circle. `pixels` is RGBA. */
function grainAndMask(pixels: Buffer, width: number): void {
  const grain = randomBytes((pixels.length / 4) * 3);
  const centre = (width - 1) / 2;
  let next = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    for (let channel = 0; channel < 3; channel += 1) {
      const noise = (grain[next] ?? 0) % 25;
      next += 1;
      pixels[at + channel] = Math.min(255, Math.max(0, (pixels[at + channel] ?? 0) + noise - 12));
    }
    const x = (at / 4) % width;
    const y = Math.floor(at / 4 / width);
    const inside = Math.hypot(x - centre, y - centre) <= centre;
    pixels[at + 3] = inside ? 255 : Math.round(255 * maskOpacity);
  }
}
