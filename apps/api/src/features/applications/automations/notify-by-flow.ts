import { type Recipients, recipientsOf } from '@clearcall/domain/automation/recipients-of.ts';
import { administratorRoles } from '@clearcall/domain/people/roles.ts';
import { rolesToTake, takersOf } from '@clearcall/domain/workflow/takers-of.ts';
import type { WorkflowFacts } from '@clearcall/domain/workflow/workflow-facts.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { isReachable } from '../../../platform/db/is-reachable.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { within } from '../../../platform/db/within.ts';
import { makingOf, type PlannedMail, planDeliveries } from '../../../platform/outbox/plan-deliveries.ts';
import { type Platform, workflowNow } from '../../../platform/platform.ts';
import { loadFlow } from '../flow-facts.ts';
import { loadActiveIn, loadFacts, withSteps } from '../workflow/load-facts.ts';
import { settle, type WaitingAction, waitingAction } from './automate.ts';
import { loadHandedIn } from './what-was-handed-in.ts';

const payloadSchema = z.object({ actionId: z.number() });

/** Somebody who gets a notice; `userId` null: an address that nobody has an account with. */
export interface Recipient {
  userId: number | null;
  email: string;
}

/** Adds to the recipients of notices the people who may take the work that has no owner: the domain decides who may. */
export async function withTakers<T extends { facts: WorkflowFacts; recipients: Recipients }>(
  db: Db,
  notices: readonly T[],
  now: Date,
): Promise<T[]> {
  const roles = notices.flatMap(({ facts, recipients }) => rolesToTake(facts, recipients.toTake));
  if (roles.length === 0) return [...notices];
  const people = await loadActiveIn(db, roles);
  return notices.map((notice) => {
    const { facts, recipients } = notice;
    const takers = takersOf(facts, recipients.toTake, people, now);
    return { ...notice, recipients: { ...recipients, userIds: [...recipients.userIds, ...takers] } };
  });
}

/**
 * Who the recipients are as accounts: each once, by address. Left out are closed accounts, administrators (the user
 * portal refuses them), whoever is in conflict with the application, and among the staff its owner. One statement.
 */
export async function accountsOf(
  db: Db,
  applicationId: number,
  { userIds, emails, staff, centresOf }: Omit<Recipients, 'toTake'>,
  staffRoles: readonly string[],
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient & { hidden: boolean }>`
    with application as (select owner_id from applications where id = ${applicationId}),
    found as (
      select u.id, u.email from users u where u.id = any(${userIds}::bigint[]) and ${isReachable}
      union
      select u.id, u.email from users u, application ap
      where ${staff} and u.role = any(${[...staffRoles]}::text[]) and u.status = 'active' and u.id <> ap.owner_id
      union
      select u.id, u.email from users u join memberships m on m.user_id = u.id join partitions p on p.centre_id = m.centre_id
      where p.id = any(${centresOf}::text[]) and u.role = 'compute_centre_representative' and u.status = 'active'
      union
      select u.id, given::citext from unnest(${emails}::text[]) given left join users u on u.email = given::citext
    )
    select f.id as "userId", f.email from found f
    where not exists (select from users u where u.id = f.id and u.role = any(${[...administratorRoles]}::text[]))
      and not exists (select from conflicts q where q.application_id = ${applicationId} and q.user_id = f.id
      and q.cleared_at is null)
    order by f.id nulls last, f.email
  `.execute(db);
  return [...new Map(rows.map(({ userId, email }) => [email.toLowerCase(), { userId, email }])).values()];
}

/**
 * Plans the mails of a notice: one for each event and recipient, however many rules and automations name somebody. What
 * it says is made when it is sent, through the viewer of its recipient. Doing it twice plans once. Source: Requirements
 * 2d, 1.3 and 2.5.
 */
export async function notifyByFlow(platform: Platform, payload: unknown): Promise<Record<string, number>> {
  const { actionId } = payloadSchema.parse(payload);
  const { staffRoles } = (await platform.organisation()).theme;
  return within(platform.db, async (tx) => {
    const { rows } = await sql<WaitingAction & { applicationId: number; flowVersionId: number }>`
      select ${waitingAction}, q.application_id as "applicationId", ap.flow_version_id as "flowVersionId"
      from planned_actions q join applications ap on ap.id = q.application_id join events e on e.id = q.event_id
        left join assignments a on a.id = coalesce(q.target, e.assignment_id)
      where q.id = ${actionId} and q.state = 'planned' for update of q
    `.execute(tx);
    const [action] = rows;
    if (action === undefined) return { planned: 0 };
    const now = workflowNow(platform);
    const { applicationId, flowVersionId } = action;
    const flow = await loadFlow(platform, flowVersionId, now, { via: tx });
    const automation = flow.flow.automations.find(({ id }) => id === action.automationId);
    if (automation?.do !== 'notify')
      throw new Error(`a flow version has lost its automation ${action.automationId}`);
    const facts = withSteps(await loadFacts(tx, applicationId, []), flow.flow.steps);
    const readsForms = automation.recipients.some(({ to }) => to === 'form_element_email');
    const handedIn = readsForms ? await loadHandedIn(tx, applicationId, flow, now) : null;
    const recipients = recipientsOf(
      automation.recipients,
      facts,
      { ...action, monthly: false },
      handedIn?.steps.flatMap(({ answers }) => answers) ?? [],
    );
    const [notice = { recipients }] = await withTakers(tx, [{ facts, recipients }], now);
    const accounts = await accountsOf(tx, applicationId, notice.recipients, staffRoles);
    const mails = accounts.map(
      ({ userId, email }): PlannedMail => ({
        recipient: email,
        template: 'flow_notice',
        facts: noticeFacts(
          { ...action, stepId: action.step, partitionId: action.partition, templateId: automation.template },
          { userId, email },
        ),
      }),
    );
    await planDeliveries(tx, action.eventId, mails, makingOf(platform));
    await settle(tx, actionId, 'done', mails.length === 0 ? 'nobody' : null, mails.length, platform);
    return { planned: mails.length };
  });
}

/**
 * Gives up the notices whose job has had its last attempt, or was killed in it: staff find them failed and may try them
 * again, with a new job. Answers how many.
 */
export async function giveUpNotices(platform: Platform): Promise<Record<string, number>> {
  const { rows } = await sql<{ actionId: number }>`
    with gone as materialized (
      select (removed.payload ->> 'actionId')::bigint as action_id, removed.attempts
      from graphile_worker.complete_jobs(array(
        select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'notify_by_flow' and j.attempts >= j.max_attempts and j.locked_at is null)) removed
    )
    update planned_actions q set state = 'failed', result = 'error', attempts = gone.attempts, settled_at = ${workflowNow(platform)}
    from gone where q.id = gone.action_id and q.state = 'planned' returning q.id as "actionId"
  `.execute(platform.db);
  return { given_up: rows.length };
}

/** What is kept of a notice until it is sent: what it is about and for whom, none of what it says. */
export const noticeFacts = (
  about: {
    applicationId: number;
    assignmentId: string | null;
    stepId: string | null;
    partitionId: string | null;
    flowVersionId: number;
    templateId: string;
    eventId: number;
    automationId: string;
  },
  { userId, email }: Recipient,
): Record<string, unknown> => ({
  applicationId: about.applicationId,
  assignmentId: about.assignmentId,
  stepId: about.stepId,
  partitionId: about.partitionId,
  templateId: about.templateId,
  flowVersionId: about.flowVersionId,
  userId,
  email,
  eventId: about.eventId,
  automationId: about.automationId,
});
