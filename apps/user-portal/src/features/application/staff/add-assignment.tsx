import buttonClasses from '@clearcall/ui/kit/button.module.css';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { MenuButton } from '@clearcall/ui/kit/overlay/menu-button.tsx';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { type Appointment, canAssignHere } from './assign-user.tsx';
import type { StepGroup } from './step-groups.ts';

/** Assigns a person to one of the steps that the reader may assign now. */
export function AddAssignment(props: {
  groups: readonly StepGroup[];
  onAssign: (appointment: Appointment) => void;
}) {
  const { groups, onAssign } = props;
  const steps = canAssignHere() ? groups.filter(({ commands }) => commands.assign === null) : [];
  const [first] = steps;
  if (first === undefined) return null;
  return (
    <div>
      {steps.length === 1 ? (
        <Button size="sm" leftSection={<Icon name="plus" />} onClick={() => onAssign({ stepId: first.id })}>
          {t('staff.aside.addAssignment')}
        </Button>
      ) : (
        <MenuButton
          className={`${buttonClasses.button} ${buttonClasses.default} ${buttonClasses.sm}`}
          items={steps.map((step) => ({
            label: step.title,
            draw: (words: string) => quoting(words, quoted(step, 'title')),
            onSelect: () => onAssign({ stepId: step.id }),
          }))}
        >
          <Icon name="plus" /> {t('staff.aside.addAssignment')}
        </MenuButton>
      )}
    </div>
  );
}
