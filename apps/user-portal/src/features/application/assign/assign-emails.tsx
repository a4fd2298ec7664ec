import type { Application } from '@clearcall/domain/applications/application.ts';
import type { AppointmentEmail } from '@clearcall/domain/applications/appointment-emails.ts';
import type { Step } from '@clearcall/domain/forms/types.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { workflowNow } from '@clearcall/ui/session/server-clock.ts';
import type { Named } from '../../../parts/many/named.ts';
import { nameOf } from '../../../parts/many/named.ts';

interface Assigned {
  application: Pick<Application, 'commands' | 'process'>;
  step: Pick<Step, 'id'>;
  people: readonly Named[];
  /** Nobody is chosen: people who can take on the work get the emails. */
  isUnowned: boolean;
  leads: boolean;
}

/** People who get an email because of a rule of the flow. */
function namedBy(rule: AppointmentEmail['to'], { people, isUnowned }: Assigned): string[] {
  const names = people.map(nameOf);
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

/** Sentences about the emails that an assignment sends, and to whom; empty before anybody is chosen. */
export function emailSentences(assigned: Assigned): string[] {
  const { application, step, people, isUnowned, leads } = assigned;
  if (people.length === 0 && !isUnowned) return [];
  const { emails = [] } =
    application.commands.find(({ command, stepId }) => command === 'assign' && stepId === step.id) ?? {};
  const recipients = (ofLead: boolean) =>
    emails.filter((one) => one.ofLead === ofLead).flatMap(({ to }) => namedBy(to, assigned));
  const [about, lead] = [recipients(false), leads ? recipients(true) : []];
  const start = application.process.find(({ id }) => id === step.id)?.start ?? null;
  const isLater = start !== null && Date.parse(start) > workflowNow();
  const said = [
    ...(about.length === 0 ? [] : [t(`staff.assign.emails.${isLater ? 'later' : 'now'}`, { to: about })]),
    ...(lead.length === 0 ? [] : [t('staff.assign.emails.lead', { to: lead })]),
  ];
  return said.length === 0 ? [t('staff.assign.emails.none')] : said;
}

/** Names the recipients of all emails before the assignment is made. */
export function AssignEmails(props: Assigned) {
  return (
    <div className="small" role="status">
      {emailSentences(props).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}
