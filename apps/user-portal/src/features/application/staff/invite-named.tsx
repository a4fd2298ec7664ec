import type { Application } from '@clearcall/domain/applications/application.ts';
import buttonClasses from '@clearcall/ui/kit/button.module.css';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { MenuButton } from '@clearcall/ui/kit/overlay/menu-button.tsx';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { invitedOf } from '../assign/invited.ts';
import type { MarkedRow } from './application-answers.ts';
import { type Appointment, canAssignHere } from './assign-user.tsx';
import classes from './staff.module.css';
import type { StepGroup } from './step-groups.ts';
import { useStanding } from './use-addresses.ts';

/** Beside the address of whom the applicant names: asks them by mail, at one of the steps that take somebody now. */
export function InviteNamed(props: {
  application: Application;
  groups: readonly StepGroup[];
  row: MarkedRow;
  email: string;
  onAssign: (appointment: Appointment) => void;
}) {
  const { row, email, onAssign } = props;
  const standing = useStanding(props.application)(email);
  const steps = canAssignHere()
    ? props.groups.filter(({ ownerRole, commands }) => ownerRole !== 'applicant' && commands.invite === null)
    : [];
  const [first] = steps;
  if (first === undefined) return null;
  if (standing !== null) return <p className="small soft">{standing}</p>;
  const invite = (stepId: string) => onAssign({ stepId, invited: invitedOf(row.name, email) });
  const label = (
    <>
      <Icon name="mail" /> {t('staff.invite.do')}
      <span className="hidden-visually"> {row.name.replace(email, '').trim() || email}</span>
    </>
  );
  return (
    <div className={classes.invite}>
      {steps.length === 1 ? (
        <Button size="sm" onClick={() => invite(first.id)}>
          {label}
        </Button>
      ) : (
        <MenuButton
          className={`${buttonClasses.button} ${buttonClasses.default} ${buttonClasses.sm}`}
          head={t('staff.invite.which')}
          items={steps.map((step) => ({
            label: step.title,
            draw: (words: string) => quoting(words, quoted(step, 'title')),
            onSelect: () => invite(step.id),
          }))}
        >
          {label}
        </MenuButton>
      )}
    </div>
  );
}
