/**
 * docs/workflow.md shows the table of commands as it is. `node tools/check-workflow-page.ts --write` prints it again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { type CommandName, commands, needs, rowOf } from '../packages/domain/src/workflow/commands.ts';

const page = 'docs/workflow.md';

const code = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ') || '–';

/** What has to hold, each with the code of its refusal. */
function needsOf(name: CommandName): string {
  const asked = rowOf(name).needs.map((need) => `\`${need}\` → \`${needs[need]}\``);
  return asked.join('<br>') || '–';
}

function rowFor(name: CommandName): string {
  const { of, from, repeated = [], to, by, events, otherwise } = rowOf(name);
  const again = repeated.length === 0 ? '' : `; again in ${code(repeated)}`;
  const cells = [
    `\`${name}\``,
    of ?? '–',
    of === null ? 'nothing yet' : code(from) + again,
    to.length === 0 ? 'gone' : code(to),
    code(by),
    needsOf(name),
    `\`${otherwise}\``,
    code(events),
  ];
  return `| ${cells.join(' | ')} |`;
}

const names = Object.keys(commands) as CommandName[];
const text = `# The workflow

What can happen to an application and its assignments. This page is printed from the table that the machine reads
(\`packages/domain/src/workflow/commands.ts\`); \`npm run check\` holds the two together.

A command is asked in this order: may its giver know of what it is about (else it looks missing: \`not_found\`), may they
give it (\`forbidden\`), was it given before (then it answers like the first time and changes nothing), the status, the
revision that it is based on (\`stale_revision\`), and the needs, the first that does not hold. A refusal changes nothing.
\`same\` leaves the status, \`previous\` restores the one before; *again in* names the statuses in which the same command
answers like the first time. \`automation\` and \`clock\` are the portal itself;
\`administrator\` is a person of the administration, who sees no application.

A \`release\` that staff or an automation give waits ten minutes, in which staff can stop it; then the clock gives it. It is
decided both times. An automation may release a step that is still worked on, because its flow says when.

| Command | On | From | To | By | Needs → refusal | In another status | Events |
|---|---|---|---|---|---|---|---|
${names.map(rowFor).join('\n')}

After each command: a partition that falls away tells \`partition_dropped\`, what later steps have to do on it is revoked
(payments excepted, and what is the applicant's not before the step is released), and each step that is done by it tells
\`all_submitted\`. When a drop is taken back, what was revoked stays so: staff assign anew. An application that comes to its
end while changes are asked for keeps what was submitted, as submitted. Once for each submitted application, at the later of
its cut-off and its submission, the clock tells \`cutoff_passed\`.
`;

if (process.argv.includes('--write')) writeFileSync(page, text);
else if (readFileSync(page, 'utf8') !== text) {
  console.error(
    `${page} is not the table of commands any more. Print it: node tools/check-workflow-page.ts --write`,
  );
  process.exitCode = 1;
}
