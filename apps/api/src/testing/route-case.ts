import { randomUUID } from 'node:crypto';
import type { Sent } from './build-test-app.ts';
import type { World } from './route-world.ts';

/** One call of an operation. */
export interface Good extends Omit<Sent, 'token'> {
  params?: Record<string, string | number>;
  /** With its question mark. */
  query?: string;
  /** The token of the one who calls, where it is not the owner. */
  by?: string;
}

/** What the walk does with an operation, beside what it makes of its schemas by itself. */
export interface RouteCase {
  /** Sets the stage and gives a call that must succeed, by the owner where somebody must be signed in. */
  good: (world: World) => Good | Promise<Good>;
  /** Sender of the valid request, if it is not the owner: staff or an administrator. */
  caller?: 'owner' | 'pro' | 'admin';
  /** SQL statements that the good call may take, with authentication, event and job. */
  statements: number;
  /** Why it may take more than five. */
  moreBecause?: string;
  /** Bad calls that only this operation knows: what, the status they must get, and how they differ from the good one. */
  bad: readonly [string, number, (world: World, good: Good) => Good | Promise<Good>][];
  /** Parameters that nobody's object has. With them, the good call is also made by a stranger. */
  foreign?: Record<string, string>;
  /** Its objects are there for everybody. */
  everybodys?: true;
  /** Tables in which a refused call is counted. */
  counts?: readonly string[];
}

export const nobodysUuid = '0190a0a0-0000-7000-8000-00000000dead';
export const nobodysUid = { id: 'C1-2026R01-999' };
export const nobodysNumber = { id: '99999999' };

/** For what may be asked for again. */
export const newKey = () => ({ 'idempotency-key': randomUUID() });

/** A good call with some fields of its body changed. */
export const changed = (good: Good, fields: Record<string, unknown>): Good => ({
  body: { ...(good.body as Record<string, unknown>), ...fields },
});
