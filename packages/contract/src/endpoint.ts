import { isRight, type Right } from '@clearcall/domain/permissions/administration.ts';
import type { Portal } from '@clearcall/domain/permissions/portals.ts';
import type { z } from 'zod';
import type { RefusalCode } from './refusals.ts';

/**
 * Who may call an operation at all. What of an object may be seen or done is decided by the domain, per object.
 * `staff`: those whose role acts for the organisation, as its settings name them.
 * `demo`: everybody, and only where the demonstration mode is on.
 * A right: people whose role has it, with a token of the administration portal.
 */
export type Access = 'public' | 'signed_in' | 'staff' | 'demo' | Right;

export interface Endpoint {
  /**
   * json: JSON in and out. file: a file out. upload: multipart in, JSON out. form: the fields of a form in, JSON out.
   * redirect: the browser is sent elsewhere. events: a stream of server-sent events out.
   */
  kind: 'json' | 'file' | 'upload' | 'form' | 'redirect' | 'events';
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /api, with :parameters. */
  path: `/${string}`;
  summary: string;
  /**
   * What a call that succeeds may change; `nothing` for one that only reads. Neither the method nor the path says so: a
   * search is a POST, and a GET has a report made. The browsers make old by it what they keep.
   */
  changes: 'nothing' | 'applications' | 'accounts' | 'organisation' | 'reports';
  access: Access;
  /**
   * In which time it lives. `workflow`: that of calls and applications, which a demonstration can move forward. Absent: the
   * real one, as sessions, links, limits and accounts do.
   */
  time?: 'workflow';
  /**
   * Takes an Idempotency-Key, a UUID made by its sender: the same request again, within a week, gets the same answer and
   * changes nothing. The key counts for its sender alone.
   */
  repeatable?: true;
  /**
   * Takes only the tokens that were issued for this portal; those of both when absent, unless `access` is a right.
   * Source: Requirements 1, 6.5.
   */
  portal?: Portal;
  /** A cookie may say who calls: with one the request has to say which page sent it, as every browser does. */
  byCookie?: true;
  /** Strings from the path. A malformed one answers like a missing object. */
  params?: z.ZodType;
  /** Strings from the address. */
  query?: z.ZodType;
  /** Strict: unknown fields are refused. */
  body?: z.ZodType;
  /** Of kind `events`: an object with the payload of each event by its name. */
  reply: z.ZodType;
  /** What an answer 202 says, of a file that is still made; its `location` is where to ask again. */
  later?: z.ZodType;
  /**
   * Beside those that every operation can give (invalid_input, unauthorized, foreign_page, portal_forbidden, forbidden,
   * too_many_requests, body_too_large, busy, out_of_reach).
   */
  refusals: readonly RefusalCode[];
  /** Largest body in bytes; 256 KiB when absent. */
  bodyLimitBytes?: number;
  /** May be called so many times a minute from one address; a general limit when absent. */
  perMinute?: number;
  /**
   * Reads much for those who see more than what is their own: such calls wait in a line of their own, so that the quick
   * ones never wait behind them.
   */
  heavy?: true;
}

/** The only portal whose tokens an operation takes, if it is one. */
export const portalOf = ({ access, portal }: Pick<Endpoint, 'access' | 'portal'>): Portal | undefined =>
  isRight(access) ? 'admin_portal' : portal;

/** Declares one operation; the server binds it, the browsers call it, the OpenAPI document lists it. */
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared;
}
