/** What the path of a mailed link carries. Source: Requirements 1, 3.27, 3.28 and 10.17. */
export interface MailedLink {
  /** Whose account, where the address is not yet theirs: a change of e-mail. */
  id?: number;
  email: string;
  token: string;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The link's content as base64url of its JSON, ready to stand in a path. */
export function encodeLink(link: MailedLink): string {
  // Escaped to ASCII, so that one character is one byte and neither side needs a text encoder.
  const json = JSON.stringify({
    ...(link.id === undefined ? {} : { id: link.id }),
    email: link.email,
    token: link.token,
  }).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  let text = '';
  for (let at = 0; at < json.length; at += 3) {
    const left = json.length - at;
    const bits =
      (json.charCodeAt(at) << 16) |
      ((left > 1 ? json.charCodeAt(at + 1) : 0) << 8) |
      (left > 2 ? json.charCodeAt(at + 2) : 0);
    for (let sextet = 0; sextet <= Math.min(left, 3); sextet += 1) {
      text += alphabet.charAt((bits >> (18 - 6 * sextet)) & 63);
    }
  }
  return text;
}

/** The content of a link's path; null when it is damaged, incomplete or something else. */
export function decodeLink(text: string): MailedLink | null {
  if (text.length > 2000) return null;
  let json = '';
  let bits = 0;
  let held = 0;
  for (const character of text.replace(/=+$/, '')) {
    const value = alphabet.indexOf(character);
    if (value < 0) return null;
    bits = (bits << 6) | value;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    json += String.fromCharCode((bits >> held) & 255);
    bits &= (1 << held) - 1;
  }
  try {
    const content: unknown = JSON.parse(json);
    if (typeof content !== 'object' || content === null) return null;
    const email = 'email' in content ? content.email : undefined;
    const token = 'token' in content ? content.token : undefined;
    if (typeof email !== 'string' || typeof token !== 'string') return null;
    if (email === '' || token === '') return null;
    const id = 'id' in content ? content.id : undefined;
    return typeof id === 'number' ? { id, email, token } : { email, token };
  } catch {
    return null;
  }
}
