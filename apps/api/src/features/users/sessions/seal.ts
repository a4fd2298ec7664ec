import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { SessionTokens } from './open-session.ts';

/** Only who shows the replaced token can derive the key: the database alone gives nothing away. */
function keyFrom(replacedToken: string): Buffer {
  return Buffer.from(hkdfSync('sha256', replacedToken, '', 'clearcall session successor', 32));
}

/** Seals the successor's tokens under the token that they replace: AES-256-GCM, written as iv, tag, text. */
export function sealSuccessor(replacedToken: string, successor: SessionTokens): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(replacedToken), iv);
  const text = Buffer.concat([
    cipher.update(`${successor.access}.${successor.refresh}`, 'utf8'),
    cipher.final(),
  ]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** Opens what `sealSuccessor` sealed. Throws when it was sealed under another token or was changed. */
export function openSuccessor(replacedToken: string, sealed: Buffer): SessionTokens {
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(replacedToken), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  const text = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
  const [access, refresh] = text.split('.');
  if (access === undefined || refresh === undefined) throw new Error('A sealed session is damaged.');
  return { access, refresh };
}
