/**
 * How long answers may be kept, in seconds, on the way and in the browser. Source: Requirements 1, 9.12, 9.13, 9.14,
 * 9.15 and 9.28.
 */
export const cacheSeconds = {
  theme: 432_000,
  roles: 300,
  options: 1_800,
  search: 150,
  dashboard: 150,
} as const;
