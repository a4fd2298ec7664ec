import * as contract from '@clearcall/contract/settings.ts';
import { shownLogo } from '@clearcall/domain/organisation/logo.ts';
import { readSettings } from '@clearcall/domain/organisation/read-settings.ts';
import { legalSubjects } from '@clearcall/domain/organisation/retention.ts';
import { changeSettings } from '@clearcall/domain/organisation/setting-places.ts';
import { reachableStatuses } from '@clearcall/domain/people/account-status.ts';
import { type Message, message } from '@clearcall/i18n/message.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { emailsGoTo } from '../../platform/config.ts';
import { type Operation, operation } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { describeLogo } from '../../platform/settings.ts';
import { searchTexts } from './search-texts.ts';
import { showSettings } from './show-settings.ts';
import { type Fault, holdSettings, inForce, writeSettings } from './write-settings.ts';

type Opened = z.input<typeof contract.openSettings.reply>;

const open = operation(contract.openSettings, async (_call, platform) => {
  const { config, db } = platform;
  const read = readSettings(await showSettings(platform));
  if (!read.ok) return refuse('settings_unreadable');
  const { rows } = await sql<Pick<Opened, 'accounts' | 'agreed'>>`
    select coalesce((select jsonb_object_agg(role, n) from (
        select role, count(*)::int as n from users where status = any(${[...reachableStatuses]}::text[])
        group by role) r), '{}') as accounts,
      coalesce((select jsonb_agg(jsonb_build_object('subject', subject, 'version', wording, 'accounts', n)) from (
        select subject, wording, count(*)::int as n from (
          select distinct on (c.user_id, c.subject) c.subject, c.wording, c.given
          from consents c join users u on u.id = c.user_id and u.status = 'active'
          where c.subject = any(${[...legalSubjects]}::text[]) order by c.user_id, c.subject, c.id desc) last
        where given group by subject, wording) a), '[]') as agreed`.execute(db);
  const providers = config.oidcProviders.map(({ id, label }) => ({ id, label }));
  const { accounts = {}, agreed = [] } = rows[0] ?? {};
  const { logo } = (await db.selectFrom('organisation').select('logo').executeTakeFirst()) ?? { logo: null };
  return {
    settings: read.settings,
    logo: logo && {
      ...shownLogo(describeLogo(logo)),
      src: `data:image/png;base64,${logo.toString('base64')}`,
    },
    newer: read.unknown,
    accounts,
    agreed,
    providers,
    emails: emailsGoTo(config),
  };
});

/** The rules that the schema states by functions, and those beside it, by the name of the setting. */
const rulesOf: Readonly<Record<string, Message>> = {
  timeZone: message('refusals.setting.timeZone'),
  mailSender: message('refusals.setting.sender'),
  draftWarningMonths: message('refusals.setting.draftWarning'),
  draftLastMailDays: message('refusals.setting.draftLastMail'),
};

function faultMessage({ at, rule, contrast, placeholders }: Fault): Message {
  if (contrast !== undefined) {
    const { pair, ratio, least } = contrast;
    return message('refusals.setting.contrast', { pair, ratio, least });
  }
  const keys = at.split(' › ');
  const own = rulesOf[keys.at(-1) ?? ''];
  const { code = 'custom', limit = null, isText = false } = rule ?? {};
  if (placeholders !== undefined)
    return placeholders === ''
      ? message('refusals.setting.noPlaceholders')
      : message('refusals.setting.placeholders', { placeholders });
  if (keys[0] === 'words') return message('refusals.setting.words');
  if (code === 'too_small' && isText) return message('refusals.setting.missing');
  if (code === 'too_big' && isText && limit !== null)
    return message('refusals.setting.tooLong', { n: limit });
  if (code === 'too_small' && limit !== null) return message('refusals.setting.tooSmall', { n: limit });
  if (code === 'too_big' && limit !== null) return message('refusals.setting.tooBig', { n: limit });
  if (code === 'invalid_format') return message('refusals.setting.colour');
  if (code === 'custom') return own ?? message('refusals.setting.link');
  return message('refusals.invalid_value');
}

const change = operation(contract.changeSettings, async ({ actor, body, translator }, platform) =>
  platform.db.transaction().execute(async (tx) => {
    const stored = await holdSettings(tx);
    const read = readSettings(inForce(stored));
    if (!read.ok) return refuse('settings_unreadable');
    const changed = changeSettings(read.whole, body.changes);
    if (!changed.ok) {
      const conflicts = changed.conflicts.map(({ at, now }) => ({ at: at.join('/'), now }));
      return refuse('changed_meanwhile', { body: { conflicts } });
    }
    const written = await writeSettings(tx, platform, {
      stored,
      given: changed.settings,
      actorId: actor.userId,
    });
    if (written.ok) return { done: true };
    const messages = written.faults.map((fault) => [fault.at, faultMessage(fault)] as const);
    return refuse('invalid_value', {
      message: messages.map(([, one]) => one),
      body: {
        fields: Object.fromEntries(
          messages.map(([at, one]) => [at.split(' › ').join('/'), translator.translate(one)]),
        ),
      },
    });
  }),
);

const test = operation(contract.testSender, async ({ actor: { userId }, now }, platform) => {
  await platform.db
    .transaction()
    .execute((tx) =>
      platform.emit(tx, [{ type: 'sender_tested', userId, actorId: userId, occurredAt: now }]),
    );
  return { done: true } as const;
});

export const administration: readonly Operation[] = [open, change, test, searchTexts];
