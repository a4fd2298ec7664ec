import { type PersonState, personStates } from '@clearcall/domain/people/account-status.ts';
import { type Role, roleCodes } from '@clearcall/domain/people/roles.ts';

export const peopleSorts = ['name', 'role', 'lastLogin'] as const;
export const lastLogins = ['week', 'month', 'year', 'longer', 'never'] as const;

/** State of the list of people in the address of its page. Absent means the default. */
export interface PeopleSearch {
  page?: number;
  search?: string;
  role?: Role;
  state?: PersonState;
  /** 'centre:csc' or 'panel:PE8'. */
  member?: string;
  field?: string;
  tag?: string;
  lastLogin?: (typeof lastLogins)[number];
  sort?: (typeof peopleSorts)[number];
  direction?: 'ASC' | 'DESC';
}

const oneOf = <T>(all: readonly T[], value: unknown): T | undefined => all.find((one) => one === value);

const text = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && value !== ''
    ? String(value).slice(0, 200)
    : undefined;

/** Invalid values in an address fall back to the default. */
export function peopleSearch(raw: Record<string, unknown>): PeopleSearch {
  const page = Number(raw.page);
  return {
    page: Number.isInteger(page) && page > 1 && page <= 1_000 ? page : undefined,
    search: text(raw.search),
    role: oneOf(roleCodes, raw.role),
    state: oneOf(personStates, raw.state),
    member: text(raw.member),
    field: text(raw.field),
    tag: text(raw.tag),
    lastLogin: oneOf(lastLogins, raw.lastLogin),
    sort: oneOf(peopleSorts, raw.sort),
    direction: oneOf(['ASC', 'DESC'] as const, raw.direction),
    // The router lays these over the address: a key that says `undefined` takes a corrupt value out of it.
  } as PeopleSearch;
}
