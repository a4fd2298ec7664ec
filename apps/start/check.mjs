import { existsSync, readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { checkout } from './checkout.mjs';
import { run, secondsSince } from './run.mjs';

const workspaceFolders = ['packages', 'apps'];
const singleFolders = ['e2e', 'bench', 'tools'];
const tool = (path) => join('node_modules', path);

/** Its files are checked with those of the user portal: apart, the compiler works out the types of most of them twice. */
const typedElsewhere = ['packages/ui'];

/** Every other folder with a compiler setting of its own. */
function typedFolders() {
  return [
    ...workspaceFolders.flatMap((parent) =>
      readdirSync(join(checkout, parent)).map((name) => `${parent}/${name}`),
    ),
    ...singleFolders,
  ].filter(
    (folder) => !typedElsewhere.includes(folder) && existsSync(join(checkout, folder, 'tsconfig.json')),
  );
}

/** Our own checks: every tools/check-*.ts, so that a new one cannot be forgotten. */
function ownChecks() {
  return readdirSync(join(checkout, 'tools'))
    .filter((name) => /^check-.*(?<!\.test)\.ts$/.test(name))
    .sort();
}

/** All static checks in the order in which they begin: [what, arguments for Node, whether its last line is always told]. */
function checks() {
  const sources = ['packages', 'apps', 'e2e', 'bench', 'tools'].filter((name) =>
    existsSync(join(checkout, name)),
  );
  return [
    ['format and lint', [tool('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.']],
    // Several checkers each work out the types that they share: half of the processor time.
    ...typedFolders().map((folder) => [
      `types: ${folder}`,
      [tool('typescript/bin/tsc'), '--singleThreaded', '-p', folder],
    ]),
    [
      'import rules',
      [
        tool('dependency-cruiser/bin/dependency-cruiser.mjs'),
        '--config',
        '.dependency-cruiser.mjs',
        ...sources,
      ],
    ],
    ['unused code', [tool('knip/bin/knip.js')]],
    ...ownChecks().map((name) => [
      name.slice('check-'.length, -'.ts'.length).replaceAll('-', ' '),
      [`tools/${name}`],
      true,
    ]),
  ];
}

/** Runs one check, saying what it says only when it fails. Returns whether it passed. */
async function passes(node, [what, args, tells], { say, whenBegun }) {
  const start = performance.now();
  const { code, output } = await run(node, args, { quiet: true, whenBegun });
  const summary = tells && code === 0 ? ` ${output.trimEnd().split('\n').at(-1)}` : '';
  say(`${code === 0 ? 'ok    ' : 'FAILED'} ${what} (${secondsSince(start)} s)${summary}`.trimEnd());
  if (code !== 0) say(output.trimEnd().replace(/^/gm, '    '));
  return code === 0;
}

/** A program that takes only what others leave of the machine, its own programs as well. */
function givesWay(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // Ended already.
  }
}

/**
 * Runs all static checks, two at a time: some use one core, some more. With `say` they go on beside something else: that
 * gets their lines, and they give way to it. Returns how many failed.
 */
export async function check(node, say) {
  const how = say === undefined ? { say: console.log } : { say, whenBegun: givesWay };
  const left = checks();
  let failed = 0;
  const takeTurns = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      if (!(await passes(node, next, how))) failed += 1;
    }
  };
  await Promise.all([takeTurns(), takeTurns()]);
  return failed;
}
