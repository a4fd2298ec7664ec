import type { StepToRelease } from '@clearcall/domain/applications/task-board.ts';
import { ManyDialog } from '@clearcall/ui/kit/many/many-dialog.tsx';
import { newId } from '@clearcall/ui/kit/new-id.ts';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { attempt } from '../../parts/many/of-calls.ts';
import { ReleaseEmails, useReleaseEmails } from '../../parts/releases/release-emails.tsx';
import { releaseRequest, releaseResult } from '../../parts/releases/release-many.ts';
import { waitingReleasesKey } from '../../parts/releases/waiting-releases.tsx';
import classes from './dashboard.module.css';

/** So many in a request: the page tells how far it has come. */
const atOnce = 25;

/** Releases one step of all applications of a cut-off that are ready, after it has shown what the release sends. */
export function ReleaseManyDialog(props: { step: StepToRelease; onClose: () => void; onDone: () => void }) {
  // What it was opened with: the board loads anew behind it.
  const [released] = useState(props.step);
  const { callId, flowElementId, step, applications } = released;
  const [releaseId] = useState(newId);
  const queries = useQueryClient();
  const applicationIds = applications.map(({ id }) => id);
  const previewed = useReleaseEmails({ flowElementId, byCall: [{ callId, applicationIds }] });
  const request = releaseRequest({ flowElementId, releaseId });
  return (
    <ManyDialog
      title={quoting(t('dashboard.board.release.dialog', { step }), quoted(released, 'step'))}
      opened
      onClose={props.onClose}
      onDone={() => {
        void queries.invalidateQueries({ queryKey: waitingReleasesKey });
        props.onDone();
      }}
      verb={t('lists.many.release.do', { n: applications.length })}
      result={releaseResult}
      action={
        previewed.emails.data === undefined
          ? undefined
          : {
              items: applications.map((one) => ({ ...one, callId })),
              atOnce,
              nameOf: ({ uid }) => uid,
              act: (part) => attempt(part, request),
            }
      }
    >
      <p>
        {quoting(
          t('lists.many.release.preview', { n: applications.length, step, calls: 1 }),
          quoted(released, 'step'),
        )}
      </p>
      <ul className={classes.released} aria-label={t('dashboard.board.release.applications')}>
        {applications.map(({ uid, title }) => (
          <li key={uid}>
            <Link to="/applications/$uid" params={{ uid }}>
              {unbroken(uid)}
            </Link>{' '}
            {title}
          </li>
        ))}
      </ul>
      <ReleaseEmails previewed={previewed} />
      <p>{t('parts.release.when')}</p>
    </ManyDialog>
  );
}
