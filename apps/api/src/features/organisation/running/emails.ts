import * as contract from '@clearcall/contract/running.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { configurationCommand, done } from '../../../platform/audit/configuration-command.ts';
import { contains } from '../../../platform/db/contains.ts';
import { iso } from '../../../platform/db/iso.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { planAgain } from '../../../platform/outbox/plan-again.ts';

type Row = z.output<typeof contract.searchEmails.reply>['data'][number];

const search = operation(contract.searchEmails, async ({ body }, { db }) => {
  const { page, pageSize, state } = body;
  const where = sql`${state === undefined ? sql`true` : sql`state = ${state}`}
    and ${contains(sql`recipient::text`, body.search)}`;
  const { rows: data } = await sql<Row>`
    select id, recipient, template, state, attempts, ${iso('planned_at')} as "plannedAt", ${iso('sent_at')} as "sentAt", error
    from deliveries where ${where} order by planned_at desc, id limit ${pageSize} offset ${page * pageSize}`.execute(
    db,
  );
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from deliveries where ${where}`.execute(db);
  return { data, total: rows[0]?.total ?? 0 };
});

const sendAgain = configurationCommand(contract.sendEmailAgain, async (tx, { body, params }) => {
  const found = await planAgain(tx, params.id);
  if (typeof found === 'string') return refuse(found);
  const subject = { kind: 'portal', id: params.id } as const;
  const after = { template: found.template };
  return { change: { action: 'email_sent_again', subject, after, reason: body.reason }, reply: done };
});

export const emails = [search, sendAgain];
