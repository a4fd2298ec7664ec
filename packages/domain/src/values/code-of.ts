import { folded } from './folded.ts';

/** Returns a code for a name that is not among `taken`: small letters, digits and hyphens. */
export function codeOf(name: string, taken: ReadonlySet<string>): string {
  const plain = folded(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-|-$/g, '');
  const code = plain === '' ? 'x' : plain;
  for (let nth = 1; ; nth += 1) {
    const candidate = nth === 1 ? code : `${code}-${nth}`;
    if (!taken.has(candidate)) return candidate;
  }
}
