import { createHash } from 'node:crypto';

/** What the seals of changes are bound to, so that no other mark of the portal passes for one. */
export const sealOfChanges = 'change of the configuration';

/** The hash of a change, in hexadecimal digits: over the hash of the change before it and its own text. */
export const hashOfChange = (previous: string | null, text: string): string =>
  createHash('sha256')
    .update(`${previous ?? ''}\n${text}`)
    .digest('hex');
