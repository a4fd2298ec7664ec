import { inviteUser } from '@clearcall/contract/users.ts';
import { administratorRoles, type Role, roleCodes, roles } from '@clearcall/domain/model/roles.ts';
import { inviteDays } from '@clearcall/domain/permissions/mailed-links.ts';
import { loadFirstWorld } from './across/load-first-world.ts';
import { buildPlatform } from './app.ts';
import { appoint } from './features/users/appoint.ts';
import { passwordsTaken } from './features/users/password-login.ts';
import { readConfig } from './platform/config.ts';
import { migrate } from './platform/db/migrate.ts';

const usage = `Usage:
  npm run appoint -- EMAIL ROLE [FIRST-NAME LAST-NAME]   gives a person a role; makes the account where there is none
Roles: ${roleCodes.join(', ')}`;

const isRole = (word: string | undefined): word is Role => roleCodes.some((code) => code === word);

/** Says what happened and returns the exit code: 0 done, 1 refused, 2 not understood. */
async function main([email, role, firstName, lastName, ...rest]: readonly string[]): Promise<number> {
  const person = inviteUser.body.safeParse({ email, firstName, lastName });
  if (!person.success || !isRole(role) || rest.length > 0) {
    console.error(usage);
    return 2;
  }
  const read = readConfig(process.env);
  if (!read.ok) {
    console.error(read.sentences.join('\n'));
    return 2;
  }
  await migrate(read.config.databaseUrl);
  const platform = buildPlatform(read.config);
  try {
    // It may come before the first start.
    const loaded = await loadFirstWorld(platform);
    if (!loaded.ok) {
      console.error(loaded.sentences.join('\n'));
      return 1;
    }
    const appointed = await appoint(platform, person.data, role);
    if (appointed === null) {
      console.error(`The account of ${person.data.email} was closed by its owner. Use another address.`);
      return 1;
    }
    console.log(`${person.data.email} is ${roles[role].label} now.`);
    if (appointed.link !== null) {
      console.log(
        (await passwordsTaken(platform))
          ? `Give them this link to choose a password with. It works once, for ${inviteDays} days:\n${appointed.link}`
          : 'Passwords are switched off here: an identity provider that vouches for the address lets them in.',
      );
    }
    const portal = administratorRoles.includes(role) ? '/admin/' : '/';
    console.log(`They log in at ${read.config.publicUrl}${portal}`);
    return 0;
  } finally {
    await platform.db.destroy();
  }
}

process.exitCode = await main(process.argv.slice(2));
