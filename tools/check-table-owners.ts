/**
 * Reads every table, writes only your own: each feature of the API may insert, update and delete only the rows of the
 * tables that belong to it. across/ and platform/ compose; what they may write stands in the same table.
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
    'timeframes',
    'call_documents',
    'reports',
    'abandoned_files',
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
    'abandoned_files',
    'answered_requests',
    'step_states',
    // one statement draws the next number of the call and writes the application with it
    'calls',
  ],
  'features/legacy': ['legacy_records', 'legacy_files'],
  'features/demo': [],
  platform: [
    'events',
    'deliveries',
    'kept_mails',
    'sessions',
    'mail_tokens',
    'human_challenges',
    'abandoned_files',
  ],
};

const tables = new Set(Object.values(owned).flat());
const write =
  /\b(?:insert\s+into|update|delete\s+from)\s+([a-z_]+)|\.(?:insertInto|updateTable|deleteFrom)\(\s*['"]([a-z_]+)/gi;

const faults: string[] = [];
for (const file of globSync('apps/api/src/{features,platform}/**/*.ts')) {
  if (file.endsWith('.test.ts')) continue;
  const place = file.replace(/^apps\/api\/src\//, '').split('/');
  const owner = place[0] === 'platform' ? 'platform' : place.slice(0, 2).join('/');
  const mine = owned[owner];
  if (!mine) {
    faults.push(`${file}: nobody has said which tables ${owner} owns (tools/check-table-owners.ts).`);
    continue;
  }
  for (const found of readFileSync(file, 'utf8').matchAll(write)) {
    const table = (found[1] ?? found[2] ?? '').toLowerCase();
    if (tables.has(table) && !mine.includes(table))
      faults.push(`${file}: writes ${table}, which belongs to another feature.`);
  }
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
