import { roleCodes, roleMessage } from '@clearcall/domain/people/roles.ts';
import type { Db } from '../../platform/db/pool.ts';
import { english } from '../../platform/translators.ts';

const addressOf = (role: string): string => `${role.replaceAll('_', '-')}@example.org`;

/** The accounts of the demonstration that exist: one per role, named like the role. The applicant comes first. */
export async function listDemoAccounts(db: Db): Promise<{ email: string; role: string }[]> {
  const known = new Map<string, string>(
    roleCodes.map((role) => [addressOf(role), english.translate(roleMessage(role))]),
  );
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('email', 'in', [...known.keys()])
    .where('status', '=', 'active')
    .orderBy((row) => row.case().when('email', '=', 'applicant@example.org').then(0).else(1).end())
    .orderBy('id')
    .execute();
  return rows.map(({ email }) => ({ email, role: known.get(email) ?? '' }));
}
