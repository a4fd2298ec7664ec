import type { Row } from './row.ts';

/**
 * `npm run bench [name…] [size]`: measures and prints. Every part is a file here that exports `run(): Promise<Row[]>`; a
 * file is loaded only when its part is asked for, so that one part does not warm or burden another. `size` is for parts
 * that measure something of any size.
 */
const parts: Record<string, () => Promise<{ run(size?: number): Promise<Row[]> }>> = {
  administration: () => import('./administration.ts'),
  api: () => import('./api.ts'),
  'application-page': () => import('./application-page.ts'),
  assigning: () => import('./assigning.ts'),
  automations: () => import('./automations.ts'),
  boards: () => import('./boards.ts'),
  'call-editing': () => import('./call-editing.ts'),
  'call-grid': () => import('./call-grid.ts'),
  'dashboard-scroll': () => import('./dashboard-scroll.ts'),
  engine: () => import('./engine.ts'),
  'first-page': () => import('./first-page.ts'),
  keystroke: () => import('./keystroke.ts'),
  logins: () => import('./logins.ts'),
  memory: () => import('./memory.ts'),
  printouts: () => import('./printouts.ts'),
  rush: () => import('./rush.ts'),
  start: () => import('./start.ts'),
  'two-worlds': () => import('./two-worlds.ts'),
  workbook: () => import('./workbook.ts'),
  world: () => import('./world.ts'),
};

function print(title: string, rows: readonly Row[]): void {
  const table = rows.map(({ figure, bound, measured, kept, peers }) => [
    figure,
    bound,
    measured,
    kept === null ? '' : kept ? 'kept' : 'MISSED',
    peers,
  ]);
  const lines = [['figure', 'bound', 'measured', '', 'peers'], ...table];
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  );
  console.log(`\n${title}`);
  for (const [index, line] of lines.entries()) {
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
    if (index === 0) console.log(widths.map((width) => '─'.repeat(width)).join('  '));
  }
}

const given = process.argv.slice(2);
const wanted = given.filter((word) => !/^\d+$/.test(word));
const [size] = given.filter((word) => !wanted.includes(word)).map(Number);
const unknown = wanted.filter((name) => parts[name] === undefined);
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`);
  process.exitCode = 1;
} else {
  for (const [name, load] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    try {
      const { run } = await load();
      print(name, await run(size));
    } catch (error) {
      // The other parts are measured all the same.
      console.error(`\n${name} could not be measured:`, error);
      process.exitCode = 1;
    }
  }
}
