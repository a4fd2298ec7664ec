const centre = 'compute_centre_representative';

/**
 * The roles of a step in which a person with a system role can be assigned: a representative of a centre as that alone, and
 * nobody else as one. Source: Requirements 2, 6.28.
 */
export const rolesFor = (own: string, roles: readonly string[]): string[] =>
  roles.filter((role) => (role === centre) === (own === centre));

/** The role in which a person is assigned if none is chosen: their own, else the only one that they can have; null if several. */
export function roleFor(own: string, roles: readonly string[]): string | null {
  const fitting = rolesFor(own, roles);
  if (fitting.includes(own)) return own;
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}
