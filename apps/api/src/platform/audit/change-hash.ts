import { createHash } from 'node:crypto';

/** Context of the seals of changes: no other seal of the portal is valid for one. */
export const sealOfChanges = 'change of the configuration';

/** The hash of a change, in hexadecimal digits: over the hash of the change before it and its own text. */
export const hashOfChange = (previous: string | null, text: string): string =>
  createHash('sha256')
    .update(`${previous ?? ''}\n${text}`)
    .digest('hex');
