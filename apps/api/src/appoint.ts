import { inviteUser } from '@clearcall/contract/users.ts';
import { administratorRoles, type Role, roleCodes, roleMessage } from '@clearcall/domain/people/roles.ts';
import { inviteDays } from '@clearcall/domain/permissions/mailed-links.ts';
import { appoint } from './features/users/account/appoint.ts';
import { passwordsTaken } from './features/users/account/password-login.ts';
import { english } from './platform/translators.ts';
import { runCommand } from './run-command.ts';

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
  return runCommand(async (platform) => {
    const appointed = await appoint(platform, person.data, role);
    if (appointed === null)
      return [`The account of ${person.data.email} was closed by its owner. Use another address.`];
    console.log(`${person.data.email} is ${english.translate(roleMessage(role))} now.`);
    if (appointed.link !== null) {
      console.log(
        (await passwordsTaken(platform))
          ? `Give them this link to choose a password with. It works once, for ${inviteDays} days:\n${appointed.link}`
          : 'Passwords are switched off here: an identity provider that vouches for the address lets them in.',
      );
    }
    const portal = administratorRoles.includes(role) ? '/admin/' : '/';
    console.log(`They log in at ${platform.config.publicUrl}${portal}`);
    return [];
  });
}

process.exitCode = await main(process.argv.slice(2));
