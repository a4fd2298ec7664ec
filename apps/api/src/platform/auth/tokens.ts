import { createHash, randomBytes } from 'node:crypto';

/** A secret that cannot be guessed: 32 random bytes as base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a secret. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
