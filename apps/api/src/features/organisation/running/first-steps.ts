import * as contract from '@clearcall/contract/running.ts';
import { type Installation, stepsOf } from '@clearcall/domain/organisation/first-steps.ts';
import { chiefRoles } from '@clearcall/domain/permissions/administration.ts';
import { sql } from 'kysely';
import { emailsGoTo } from '../../../platform/config.ts';
import { operation } from '../../../platform/http/bind.ts';

export const listFirstSteps = operation(
  contract.listFirstSteps,
  async (_call, { db, config, organisation }) => {
    const { theme, mailSender } = await organisation();
    const staff = theme.staffRoles.filter((role) => !chiefRoles.includes(role));
    const { rows } = await sql<
      Pick<Installation, 'centres' | 'partitions' | 'lists' | 'staff' | 'publishedCalls'>
    >`select
      (select count(*)::int from centres) as centres,
      (select count(*)::int from partitions where not disabled) as partitions,
      (select count(distinct group_id)::int from options) as lists,
      (select count(*)::int from users where status = 'active' and role = any(${staff}::text[])) as staff,
      (select count(*)::int from calls where published) as "publishedCalls"`.execute(db);
    const [found] = rows;
    if (found === undefined) throw new Error('the counts were not answered');
    const sendsEmails = emailsGoTo(config) !== 'nowhere';
    return stepsOf({ ...found, organisationName: theme.organization.name, mailSender, sendsEmails });
  },
);
