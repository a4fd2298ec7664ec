import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import { StatusChip } from '@clearcall/ui/kit/status-chip.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';

/** The status of an assignment as its chip shows it: people who hand work back have not refused it. */
export const shownStatus = ({ status, isHandedBack }: Pick<Assignment, 'status' | 'isHandedBack'>): string =>
  isHandedBack ? 'handed_back' : status;

/** The status of an assignment. Of their own approved step applicants read that the check is passed: it is no award. */
export function AssignmentChip(props: {
  application: Pick<Application, 'owner'>;
  assignment: Pick<Assignment, 'status' | 'owner' | 'isHandedBack'>;
}) {
  const { id } = useUser();
  const { application, assignment } = props;
  const isOwn = application.owner?.id === id && assignment.owner?.id === id;
  const word = isOwn && assignment.status === 'approved' ? t('editor.checkPassed') : undefined;
  return <StatusChip status={shownStatus(assignment)} word={word} />;
}
