import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { besideSaves } from './printouts-beside.ts';
import type { Row } from './row.ts';

const boundMs = 1_500;
const boundMb = 150;
const members = 30;
/** Of every other group that repeats. */
const otherRows = 3;
const runs = 5;

/** Whether a group asks for people by the meaning of one of its questions. */
const isTeam = (children: readonly { config?: { id?: string } }[]): boolean =>
  children.some(({ config }) => config?.id === 'team_email');

/** What is printed of the Regular form that is filled in, with a team of 30: as much as an application has. */
function task() {
  const form = JSON.parse(
    readFileSync(fileURLToPath(new URL('../apps/api/demo/flows/regular.json', import.meta.url)), 'utf8'),
  );
  const words = 'The work is described in three sentences, each with what is done, why and by whom. '.repeat(
    12,
  );
  const [step] = form.steps;
  const textOf = (text: unknown): string =>
    typeof text === 'string' ? text : Object.values(text ?? {}).join();
  const answersOf = (elements: { title: unknown; type: string }[]): object[] =>
    elements.flatMap(({ title, type }): object[] =>
      type === 'textarea'
        ? [
            { kind: 'heading', level: 3, text: textOf(title) },
            { kind: 'paragraph', text: words },
          ]
        : [{ kind: 'answers', items: [{ label: textOf(title), value: 'An answer of some words' }] }],
    );
  const blocks = step.forms.flatMap(
    (one: { title: unknown; elements: { title: unknown; type: string; children?: never[] }[] }) => [
      { kind: 'heading', level: 1, text: textOf(one.title) },
      ...one.elements.flatMap((element) =>
        element.children === undefined
          ? answersOf([element])
          : Array.from({ length: isTeam(element.children) ? members : otherRows }, (_, nth) => [
              { kind: 'heading', level: 2, text: `${textOf(element.title)} #${nth + 1}` },
              ...answersOf(element.children ?? []),
            ]).flat(),
      ),
    ],
  );
  return {
    document: {
      language: 'en',
      title: 'Regular',
      brand: { shortName: 'C', name: 'Clearcall', colour: '#0b535e' },
      head: [],
      foot: 'Draft',
      words: { contents: 'Contents', pageOf: 'Page {page} of {pages}' },
      opening: [],
      blocks,
    },
    madeAt: '2026-01-01T00:00:00Z',
    attached: [],
  };
}

/** The program that draws, as the worker starts it, under `time`-like measures of the system. */
async function draw(input: string): Promise<{ cpuMs: number; wallMs: number; mb: number; pages: number }> {
  const program = fileURLToPath(
    new URL('../apps/api/src/platform/documents/draw-program.ts', import.meta.url),
  );
  const hook = `data:text/javascript,${encodeURIComponent(
    'process.on("exit",()=>{const u=process.resourceUsage();process.stderr.write(JSON.stringify({cpuMs:(u.userCPUTime+u.systemCPUTime)/1000,mb:u.maxRSS/1024}))})',
  )}`;
  const begunMs = performance.now();
  const child = spawn(process.execPath, [
    '--max-old-space-size=256',
    '--max-semi-space-size=2',
    '--import',
    hook,
    program,
  ]);
  child.stdin.end(input);
  const [pdf, said] = await Promise.all([buffer(child.stdout), buffer(child.stderr), once(child, 'exit')]);
  const { cpuMs, mb } = JSON.parse(said.toString().slice(said.toString().lastIndexOf('{')));
  const pages = pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length ?? 0;
  return { cpuMs, mb, wallMs: performance.now() - begunMs, pages };
}

/** What documents take, and what they take from those who work meanwhile; `size`: of so many applications. */
export async function run(size?: number): Promise<Row[]> {
  return [...(await drawing()), ...(await besideSaves(size))];
}

/** What it takes to draw the Regular form with 30 team members: processor time and memory of the process that does it. */
async function drawing(): Promise<Row[]> {
  const input = JSON.stringify(task());
  const measured: Awaited<ReturnType<typeof draw>>[] = [];
  for (let nth = 0; nth < runs; nth += 1) measured.push(await draw(input));
  const median = (of: (one: (typeof measured)[number]) => number) =>
    measured.map(of).toSorted((one, other) => one - other)[Math.floor(runs / 2)] ?? 0;
  const cpuMs = median(({ cpuMs: ms }) => ms);
  const mb = median((one) => one.mb);
  return [
    {
      figure: `Regular form with ${members} team members, ${measured[0]?.pages} pages: time of a processor`,
      bound: `${boundMs} ms`,
      measured: `${Math.round(cpuMs)} ms (${Math.round(median(({ wallMs }) => wallMs))} ms on the clock)`,
      kept: cpuMs <= boundMs,
      peers: '',
    },
    {
      figure: 'memory of its process, at most',
      bound: `${boundMb} MB`,
      measured: `${Math.round(mb)} MB`,
      kept: mb <= boundMb,
      peers: '',
    },
  ];
}
