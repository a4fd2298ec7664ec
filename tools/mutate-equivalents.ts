/**
 * Mutants that no test can notice, each with its reason, by area of mutate.ts: nothing that anybody can see changes
 * with them. What could be noticed and is not belongs into a test, never here.
 */
export const equivalents: Readonly<Record<string, Readonly<Record<string, string>>>> = {};
