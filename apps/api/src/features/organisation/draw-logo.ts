import { type Message, message } from '@clearcall/i18n/message.ts';
import { loadSharp } from '../../platform/load-sharp.ts';

/** Four times the height in the header, for fine screens and printers. */
const height = 144;
const maxWidth = 6 * height;
const maxPixels = 4_000;

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const svg = /^\uFEFF?\s*(?:<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]/i;
const script = /<(?:[\w-]+:)?(?:script|foreignObject)|\son[a-z]+\s*=|javascript:/i;

/** The kind of an image by its content; null: none of the three. */
function kindOf(bytes: Buffer): 'png' | 'webp' | 'svg' | null {
  if (bytes.subarray(0, png.length).equals(png)) return 'png';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  return svg.test(bytes.toString('utf8')) ? 'svg' : null;
}

/**
 * Draws an uploaded image as a PNG of the size of a logo: what is served has no script, no metadata and no link, whatever
 * was in the file. Returns why it cannot be drawn instead. An SVG with a script is refused: its author should know.
 */
export async function drawLogo(bytes: Buffer): Promise<Buffer | Message> {
  const noImage = message('refusals.logo.noImage');
  const kind = kindOf(bytes);
  if (kind === null) return noImage;
  if (kind === 'svg' && script.test(bytes.toString('utf8'))) return message('refusals.logo.script');
  const sharp = await loadSharp();
  try {
    const given = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (given.width > maxPixels || given.height > maxPixels)
      return message('refusals.logo.tooLarge', { n: maxPixels });
    // An SVG is drawn at the height of the logo; other images are never enlarged. At 72 dpi, an SVG has the size in its file.
    const density = kind === 'svg' ? Math.min(7_200, Math.max(72, (72 * height) / given.height)) : 72;
    return await sharp(bytes, { density, limitInputPixels: maxPixels ** 2, failOn: 'error' })
      .resize({ width: maxWidth, height, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: 5 })
      .png({ compressionLevel: 9 })
      .toBuffer();
  } catch {
    return noImage;
  }
}
