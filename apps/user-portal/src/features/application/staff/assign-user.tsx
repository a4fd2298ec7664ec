import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import { withTexts } from '@clearcall/ui/kit/text/translate.ts';
import { type ComponentType, lazy, Suspense } from 'react';
import type { Invited } from '../assign/invited.ts';

/** Who is to get what: a step, for one partition, in place of whom. */
export interface Appointment {
  stepId: string;
  partitionId?: string | null | undefined;
  replaces?: string | undefined;
  /** Somebody to be invited by mail, as far as they are known. */
  invited?: Invited | undefined;
}

/** Somebody else in place of whoever has it. */
export const replacementOf = ({ id, stepId, partitionId }: Assignment): Appointment => ({
  stepId,
  partitionId,
  replaces: id,
});

interface DrawerProps {
  application: Application;
  stepId: string;
  partitionId?: string | undefined;
  replaces?: string | undefined;
  invited?: Invited | undefined;
  onClose: () => void;
  onDone: () => void;
}

const drawers = import.meta.glob<{ AssignDrawer: ComponentType<DrawerProps> }>('../assign/assign-drawer.tsx');
const [load] = Object.values(drawers);
// It is opened from pages of others than staff, too, and brings its texts.
const Drawer =
  load === undefined
    ? null
    : lazy(withTexts(['staff', 'refusals'], async () => ({ default: (await load()).AssignDrawer })));

/** Whether this portal has the dialogs that assign and invite. */
export const canAssignHere = (): boolean => Drawer !== null;

/** The dialog that assigns or invites, once it was asked for. */
export function AssignUser(props: {
  application: Application;
  appointment: Appointment | null;
  onClose: () => void;
  onDone: () => void;
}) {
  const { application, appointment, onClose, onDone } = props;
  if (Drawer === null || appointment === null) return null;
  const { stepId, partitionId, replaces, invited } = appointment;
  return (
    <Suspense fallback={null}>
      <Drawer
        application={application}
        stepId={stepId}
        {...(partitionId ? { partitionId } : {})}
        {...(replaces === undefined ? {} : { replaces })}
        {...(invited === undefined ? {} : { invited })}
        onClose={onClose}
        onDone={() => {
          onClose();
          onDone();
        }}
      />
    </Suspense>
  );
}
