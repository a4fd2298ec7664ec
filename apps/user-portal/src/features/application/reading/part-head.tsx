import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import { actsAsApplicant } from '@clearcall/domain/deadlines/step-head.ts';
import { fullName } from '@clearcall/domain/people/person-name.ts';
import { StatusChip } from '@clearcall/ui/kit/status-chip.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import { roleAndNumber } from '../editor/step-texts.ts';
import { partitionName } from '../partition-name.ts';
import classes from './reading.module.css';

/** Who filled in a part: their name if the reader may know it, role and number, and the partition. */
export function authorOf(application: Application, assignment: Assignment): string {
  const { owner, partitionId } = assignment;
  const role = roleAndNumber(assignment);
  return [
    owner === undefined ? role : `${fullName(owner)}, ${role}`,
    ...(partitionId === null ? [] : [partitionName(application, partitionId)]),
  ].join(', ');
}

/** Whose part it is, since when it is in, and its status. If only the role of the author is shown, the date is that of the release. */
export function PartHead({ application, assignment }: { application: Application; assignment: Assignment }) {
  const step = application.process.find(({ id }) => id === assignment.stepId);
  const isReleased = assignment.owner === undefined && step !== undefined && !actsAsApplicant(step);
  const day = dateText(assignment.submittedAt);
  return (
    <span className={classes.partHead}>
      <b>{authorOf(application, assignment)}</b>
      {assignment.submittedAt === null ? null : (
        <span className="soft">{unbroken(isReleased ? t('editor.read.released', { day }) : day)}</span>
      )}
      <StatusChip status={assignment.status} />
    </span>
  );
}
