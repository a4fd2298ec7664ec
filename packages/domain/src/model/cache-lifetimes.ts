/** How long answers may be kept, in seconds, on the way and in the browser. Source: Specification 1, section 9. */
export const cacheSeconds = {
  theme: 432_000,
  roles: 300,
  options: 1_800,
  search: 150,
  dashboard: 150,
} as const;
