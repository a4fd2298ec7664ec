import { randomBytes } from 'node:crypto';
import { certifyReviews } from '@clearcall/contract/reviews.ts';
import type { Certified } from '@clearcall/domain/applications/finished-review.ts';
import { themeIn } from '@clearcall/domain/organisation/theme-in-language.ts';
import { codeLetters, writtenCode } from '@clearcall/domain/people/certificate-code.ts';
import { lastNameMessage } from '@clearcall/domain/people/person-name.ts';
import { lastMonthOver } from '@clearcall/domain/values/whole-months.ts';
import { sql } from 'kysely';
import { tokenHash } from '../../../platform/auth/tokens.ts';
import { lastName } from '../../../platform/db/last-name.ts';
import { toldIn } from '../../../platform/db/told-in.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { isFinished } from './finished.ts';

const codeLength = 20;

/** A hundred bits, in letters that can be copied from paper. */
const drawCode = (): string =>
  writtenCode([...randomBytes(codeLength)].map((byte) => codeLetters[byte % codeLetters.length]).join(''));

/**
 * Certifies the caller's finished work in whole months of the calls' time zones: how much of which kind, of which call and
 * year. It names no application. Only months that are over count: two certificates of a running month would tell a day.
 * Only the hash of the code is stored. Source: Requirements 2c, 4.4 to 4.6.
 */
export const certify = operation(certifyReviews, async ({ body, actor, now, translator }, platform) => {
  const { userId } = actor;
  const { firstDay, lastDay } = body;
  if (lastDay.slice(0, 7) > lastMonthOver(now)) return refuse('month_not_over');
  const { rows } = await sql<{ firstName: string; lastName: string; work: Certified['work'] }>`
    select u.first_name as "firstName", ${lastName('u')} as "lastName", coalesce((
      select json_agg(w order by w.year desc, folded(w."callTitle"), w.role) from (
        select a.role, ${toldIn(translator.language, 'c', 'title')} as "callTitle", d.year, count(*)::int as count
        from assignments a join applications ap on ap.id = a.application_id join calls c on c.id = ap.call_id
          cross join lateral (select (a.submitted_at at time zone c.time_zone)::date as day,
            extract(year from a.submitted_at at time zone c.time_zone)::int as year) d
        where ${isFinished(userId)} and d.day between ${firstDay}::date and ${lastDay}::date
        group by c.id, a.role, 2, d.year) w), '[]') as work
    from users u where u.id = ${userId}
  `.execute(platform.db);
  const [found] = rows;
  if (found === undefined || found.work.length === 0) return refuse('nothing_to_certify');
  const { theme } = await platform.organisation();
  const says: Certified = {
    organisation: themeIn(theme, translator.language).organization.name,
    name: `${found.firstName} ${translator.translate(lastNameMessage(found.lastName))}`.trim(),
    work: found.work,
    total: found.work.reduce((sum, { count }) => sum + count, 0),
  };
  const code = drawCode();
  await platform.db
    .insertInto('certificates')
    .values({
      id: platform.newId(),
      user_id: userId,
      code_hash: tokenHash(code),
      first_day: firstDay,
      last_day: lastDay,
      made_at: now,
      says: JSON.stringify(says),
    })
    .execute();
  return { ...says, firstDay, lastDay, madeAt: now.toISOString(), code };
});
