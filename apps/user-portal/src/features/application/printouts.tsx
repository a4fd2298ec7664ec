import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { PrintoutButton } from '@clearcall/ui/session/printout-button.tsx';
import type { ReactNode } from 'react';
import classes from './editor/editor.module.css';
import { stepsOf } from './editor/editor-session.ts';

/** What was filled in to apply as a PDF, what is open, where it is something else, and all where more of it may be read. */
export function Printouts(props: {
  application: Application;
  open: Assignment | null;
  /** Beside them. */
  children?: ReactNode;
}) {
  const { application, open } = props;
  const read = application.assignments.filter(({ data, can }) => data.length > 0 || can.save);
  const [first] = stepsOf(application);
  const isApplied = first?.ownerRole === 'applicant';
  return (
    <div className={classes.printouts}>
      {isApplied && read.some(({ stepId }) => stepId === first.id) ? (
        <PrintoutButton operation="GET /v2/applications/:id/download" id={application.uid}>
          {t('parts.printout.application')}
        </PrintoutButton>
      ) : null}
      {open === null || (isApplied && open.stepId === first.id) || !read.includes(open) ? null : (
        <PrintoutButton
          operation="GET /download/assignment/:id"
          id={open.id}
          about={stepsOf(application).find(({ id }) => id === open.stepId)?.title ?? ''}
        >
          {t('parts.printout.assignment')}
        </PrintoutButton>
      )}
      {read.length < 2 ? null : (
        <PrintoutButton operation="GET /v2/applications/:id/download/consolidated" id={application.uid}>
          {t('parts.printout.consolidated')}
        </PrintoutButton>
      )}
      {props.children}
    </div>
  );
}
