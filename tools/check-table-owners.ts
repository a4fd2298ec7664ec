/**
 * Reads every table, writes only your own: each table of the API has one owner, and nobody else inserts, updates or
 * deletes its rows, whether in features/, platform/, across/ or the programs above them. across/ composes operations over
 * several features: what one of them has to write in one transaction stands below with its reason. A table without an
 * owner, and a permission that nobody needs any more, are faults too.
 */
import { globSync, readFileSync } from 'node:fs';

const owned: Record<string, readonly string[]> = {
  'features/users': [
    'users',
    'sessions',
    'mail_tokens',
    'registrations',
    'tallies',
    'human_challenges',
    'memberships',
    'later_memberships',
    'consents',
    'bank_details',
    'identities',
    'passkeys',
    'second_factors',
    'recovery_codes',
    'sign_in_steps',
    'fresh_sign_ins',
  ],
  'features/calls': [
    'calls',
    'cutoffs',
    'cutoff_partitions',
    'flow_versions',
    'flow_steps',
    'view_rules',
    'flow_automations',
    'timeframes',
    'call_documents',
    'call_files',
    'call_links',
    'call_drafts',
    'call_changes',
    'publications',
    'call_previews',
    'planned_publications',
    'reports',
  ],
  'features/options': ['option_groups', 'options'],
  'features/organisation': ['organisation', 'centres', 'partitions'],
  'features/applications': [
    'applications',
    'assignments',
    'activities',
    'group_instances',
    'answers',
    'documents',
    'cleaned_documents',
    'uploads',
    'answered_requests',
    'notes',
    'threads',
    'comments',
    'points',
    'suggested_replacements',
    'certificates',
    'printouts',
    'step_states',
    'step_releases',
    'submissions',
    'conflicts',
    'decisions',
    'told_parts',
    'readerships',
    'planned_actions',
    'workflow_sweeps',
    'step_arrivals',
    'waiting_releases',
  ],
  'features/views': ['saved_views'],
  'features/legacy': ['legacy_records', 'legacy_files', 'archive_imports'],
  platform: [
    'changes',
    'events',
    'configuration_changes',
    'automation_events',
    'deliveries',
    'letter_releases',
    'released_events',
    'kept_mails',
    'abandoned_files',
  ],
  'across/drafts': ['draft_notices'],
  'across/letters': ['calendar_entries'],
  'across/mailing-list': ['call_openings', 'secrets'],
};

/** What somebody else has to write: [who, which tables, why]. */
const lent: readonly [who: string, tables: readonly string[], why: string][] = [
  [
    'features/applications',
    ['calls'],
    'one statement draws the next number of the call and writes the application',
  ],
  ['features/applications', ['abandoned_files'], 'a file is given up where its row is deleted'],
  [
    'features/applications',
    ['automation_events'],
    'what waited for automations goes in the transaction that plans them',
  ],
  ['features/calls', ['abandoned_files'], 'a file is given up where its row is deleted'],
  [
    'across/clean-up',
    ['kept_mails', 'abandoned_files', 'cleaned_documents'],
    'the job that deletes what the platform gave up',
  ],
  ['across/send-mail', ['deliveries'], 'notes that a delivery left, or why it could not'],
  ['across/letters', ['deliveries'], 'lets go what was held and is not wanted any more in the morning'],
  [
    'across/mailing-list',
    ['users', 'consents', 'deliveries'],
    'the link in a mail opts out and takes back what is under way',
  ],
  ['features/demo', ['organisation'], 'the clock of a demonstration stands on the row that marks it'],
  ['across/load-first-world', ['organisation'], 'an empty portal begins with the settings of its world'],
  [
    'across/privacy',
    [
      'users',
      'consents',
      'documents',
      'uploads',
      'group_instances',
      'answers',
      'events',
      'deliveries',
      'kept_mails',
      'abandoned_files',
    ],
    'an account is closed, and old data is deleted, in all tables at once',
  ],
  [
    'across/world',
    ['organisation', 'option_groups', 'call_openings', 'applications', 'workflow_sweeps'],
    'a world is loaded into tables that are empty',
  ],
];

/** Who names the table that is written by a variable, so that nobody can tell here which it is, and what holds it. */
const byVariable: Readonly<Record<string, string>> = {
  'across/backup/restore-backup.ts': 'the list of what a backup has, into an empty database alone',
  'across/privacy/close-account.ts': 'the table of places of people, which a test holds against the database',
  'across/world/load.ts': 'the list of what a world has, into an empty database alone',
};

const ownerOf = new Map(
  Object.entries(owned).flatMap(([owner, names]) => names.map((name) => [name, owner] as const)),
);
const named = /\b(?:insert\s+into|update|delete\s+from|truncate|merge\s+into)\s+([a-z_]+)/gi;
const called = /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"]([a-z_]+)/g;
const dynamic =
  /\b(?:insert\s+into|update|delete\s+from|truncate|merge\s+into)\s+\$\{|\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*[^'"\s]/i;

const faults: string[] = [];
const used = new Set<string>();

const tables = new Set<string>();
for (const file of globSync('apps/api/migrations/*.sql').sort()) {
  const text = readFileSync(file, 'utf8').replaceAll(/--.*$/gm, '');
  for (const [, name = ''] of text.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?([a-z_]+)/gi))
    tables.add(name.toLowerCase());
  for (const [, name = ''] of text.matchAll(/\bdrop\s+table\s+(?:if\s+exists\s+)?([a-z_]+)/gi))
    tables.delete(name.toLowerCase());
}
for (const table of tables)
  if (!ownerOf.has(table))
    faults.push(`${table} has no owner: say in tools/check-table-owners.ts whose it is.`);
for (const [table, owner] of ownerOf)
  if (!tables.has(table)) faults.push(`${owner} owns ${table}, which no migration makes.`);

/** features/users, platform, across/privacy; a file of its own right is named without its end. */
function placeOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  if (first === 'platform') return first;
  return [first, second]
    .filter((part) => part !== '')
    .join('/')
    .replace(/\.ts$/, '');
}

for (const file of globSync('apps/api/src/**/*.ts').sort()) {
  const path = file.replaceAll('\\', '/').replace(/^apps\/api\/src\//, '');
  if (path.endsWith('.test.ts') || path.startsWith('testing/')) continue;
  const text = readFileSync(file, 'utf8');
  const place = placeOf(path);
  for (const [, name = ''] of [...text.matchAll(named), ...text.matchAll(called)]) {
    const table = name.toLowerCase();
    if (!tables.has(table) || ownerOf.get(table) === place) continue;
    const loan = lent.find(([who, which]) => who === place && which.includes(table));
    if (loan === undefined)
      faults.push(`${file} writes ${table}, which belongs to ${ownerOf.get(table) ?? 'nobody'}.`);
    else used.add(`${place} ${table}`);
  }
  if (dynamic.test(text)) {
    if (byVariable[path] === undefined)
      faults.push(`${file} names the table that it writes by a variable; nobody can tell here which it is.`);
    used.add(path);
  }
}
for (const [who, which] of lent)
  for (const table of which)
    if (!used.has(`${who} ${table}`))
      faults.push(`${who} may write ${table} and does not; take it off the list.`);
for (const path of Object.keys(byVariable))
  if (!used.has(path)) faults.push(`${path} names no table by a variable; take it off the list.`);

for (const fault of faults) console.error(fault);
console.log(`${tables.size} tables, each with its owner.`);
process.exitCode = faults.length === 0 ? 0 : 1;
