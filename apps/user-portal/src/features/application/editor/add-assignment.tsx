import type { Application } from '@clearcall/domain/applications/application.ts';
import buttonClasses from '@clearcall/ui/kit/button.module.css';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { MenuButton } from '@clearcall/ui/kit/overlay/menu-button.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useState } from 'react';
import { type Appointment, AssignUser, canAssignHere } from '../staff/assign-user.tsx';
import { stepGroups } from '../staff/step-groups.ts';

/** Puts somebody on a step, for those who may on one of them now. */
export function AddAssignment(props: { application: Application; onDone: () => void }) {
  const { application, onDone } = props;
  const [appointment, setAppointment] = useState<Appointment | null>(null);
  const steps = canAssignHere()
    ? stepGroups(application).filter(({ commands }) => commands.assign === null)
    : [];
  const [first] = steps;
  if (first === undefined) return null;
  return (
    <>
      {steps.length === 1 ? (
        <Button
          size="sm"
          leftSection={<Icon name="plus" />}
          onClick={() => setAppointment({ stepId: first.id })}
        >
          {t('editor.panel.addAssignment')}
        </Button>
      ) : (
        <MenuButton
          className={`${buttonClasses.button} ${buttonClasses.default} ${buttonClasses.sm}`}
          items={steps.map(({ id, title }) => ({
            label: title,
            onSelect: () => setAppointment({ stepId: id }),
          }))}
        >
          <Icon name="plus" /> {t('editor.panel.addAssignment')}
        </MenuButton>
      )}
      <AssignUser
        application={application}
        appointment={appointment}
        onClose={() => setAppointment(null)}
        onDone={onDone}
      />
    </>
  );
}
