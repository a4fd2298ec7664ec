import type { Asked } from './load-client.ts';

export interface Operation {
  name: string;
  /** What it asks for the next turn: writes begin where the last one ended. */
  asked(): Promise<Asked>;
  /** Whether its answers are long enough to be compressed. */
  isLong: boolean;
  /** Whether the bound answers it as well. */
  hasBound: boolean;
}

export interface Request {
  method?: string;
  path: string;
  token?: string | undefined;
  body?: unknown;
}

const sent = ({ method = 'GET', path, token, body }: Request) => ({
  method,
  path,
  token: token ?? null,
  body: body === undefined ? null : JSON.stringify(body),
});

/** One list of requests by turns. */
export const same = (requests: readonly Request[]): Asked => ({ kind: 'same', requests: requests.map(sent) });

/** Each of them once. */
export const once = (requests: readonly Request[]): Asked => ({ kind: 'once', requests: requests.map(sent) });
