/**
 * The path of a Chromium that starts: what CLEARCALL_CHROMIUM names, Playwright's own, one of the machine, else one that
 * is fetched. `node` is the path of the runtime. Refuses when none is to be had.
 */
export function findChromium(node: string): Promise<string>;
