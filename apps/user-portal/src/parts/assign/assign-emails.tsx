import type { Application } from '@clearcall/domain/applications/application.ts';
import type { AppointmentEmail } from '@clearcall/domain/applications/appointment-emails.ts';
import type { Step } from '@clearcall/domain/forms/types.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { workflowNow } from '@clearcall/ui/session/server-clock.ts';

/** Assignments whose emails are the same. */
export interface Assigned {
  emails: readonly AppointmentEmail[];
  /** Names of the people who get them. */
  names: readonly string[];
  /** Number of assignments. */
  n: number;
  /** Nobody is chosen: people who can take on the work get the emails. */
  isUnowned?: boolean;
  leads?: boolean;
  /** The step starts later, and the emails with it. */
  isLater: boolean;
}

/** People who get an email because of a rule of the flow. */
function namedBy(rule: AppointmentEmail['to'], { names, isUnowned = false }: Assigned): readonly string[] {
  switch (rule) {
    case 'owner':
    case 'lead_assignment_owner':
      return isUnowned ? [] : names;
    case 'takers':
      return isUnowned ? [t('staff.assign.to.takers')] : [];
    case 'assigner':
    case 'application_owner':
    case 'partition_ccr':
    case 'admins':
      return [t(`staff.assign.to.${rule}`)];
    default:
      return [t('staff.assign.to.others')];
  }
}

/** Sentences about the emails that assignments send, and to whom; empty before anybody is chosen. */
export function emailSentences(assigned: Assigned): string[] {
  const { emails, names, n, isUnowned = false, leads = false, isLater } = assigned;
  if (names.length === 0 && !isUnowned) return [];
  const recipients = (ofLead: boolean) =>
    emails.filter((one) => one.ofLead === ofLead).flatMap(({ to }) => namedBy(to, assigned));
  const [about, lead] = [recipients(false), leads ? recipients(true) : []];
  const said = [
    ...(about.length === 0 ? [] : [t(`staff.assign.emails.${isLater ? 'later' : 'now'}`, { n, to: about })]),
    ...(lead.length === 0 ? [] : [t('staff.assign.emails.lead', { to: lead })]),
  ];
  return said.length === 0 ? [t('staff.assign.emails.none')] : said;
}

/** The emails that the flow sends if a step of an application is assigned, and whether they wait for its start. */
export function emailsOfStep(
  application: Pick<Application, 'commands' | 'process'>,
  { id }: Pick<Step, 'id'>,
): Pick<Assigned, 'emails' | 'isLater'> {
  const { emails = [] } =
    application.commands.find(({ command, stepId }) => command === 'assign' && stepId === id) ?? {};
  const start = application.process.find((step) => step.id === id)?.start ?? null;
  return { emails, isLater: start !== null && Date.parse(start) > workflowNow() };
}

interface Foreseen {
  name: string;
  emails: readonly AppointmentEmail[];
  isLater: boolean;
}

/** Groups assignments of people to applications by their emails. */
export const byEmails = (pairs: readonly Foreseen[]): Assigned[] =>
  [...Map.groupBy(pairs, ({ emails, isLater }) => JSON.stringify([emails, isLater])).values()].map(
    (group) => {
      const [{ emails, isLater }] = group as [Foreseen];
      return { emails, isLater, n: group.length, names: [...new Set(group.map(({ name }) => name))] };
    },
  );

/** Names the recipients of all emails before assignments are made. */
export function AssignEmails({ assigned }: { assigned: readonly Assigned[] }) {
  return (
    <div className="small" role="status">
      {[...new Set(assigned.flatMap(emailSentences))].map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}
