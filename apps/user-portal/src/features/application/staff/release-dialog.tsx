import type { Application } from '@clearcall/domain/model/application.ts';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Actions, carryOut } from '../../../shell/deed-parts.tsx';
import { ReleaseEmails, useReleaseEmails } from '../../../shell/releases/release-emails.tsx';
import { waitingReleasesKey } from '../../../shell/releases/waiting-releases.tsx';
import { partitionName } from './person-name.ts';
import classes from './staff.module.css';
import type { StepGroup } from './step-groups.ts';

/** What a release makes known and which emails it sends, before it is given. Source: Requirements 2e, 7.1. */
export function ReleaseDialog(props: {
  application: Application;
  group: StepGroup;
  onClose: () => void;
  onDone: () => void;
}) {
  const { application, group, onClose, onDone } = props;
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const previewed = useReleaseEmails({
    flowElementId: group.id,
    byCall: [{ callId: application.call.id, applicationIds: [application.id] }],
  });
  const send = async () => {
    if (busy) return;
    setBusy(true);
    const done = await carryOut(() =>
      call('POST /v2/applications/:id/release', {
        params: { id: application.uid },
        body: { flowElementId: group.id },
      }),
    );
    setBusy(false);
    if (!done) return;
    void client.invalidateQueries({ queryKey: waitingReleasesKey });
    onDone();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('staff.release.title', { step: group.title })}
      size={600}
      actions={
        <Actions
          verb={t('staff.release.do')}
          busy={busy}
          disabled={previewed.emails.data === undefined}
          onSend={() => void send()}
          onClose={onClose}
        />
      }
    >
      <div className={classes.form}>
        <p>{t('staff.release.text')}</p>
        {group.isFinal ? <Results application={application} /> : null}
        <ReleaseEmails previewed={previewed} />
        <p>{t('parts.release.when')}</p>
      </div>
    </Dialog>
  );
}

/** The result of each partition, as the release makes it known. */
function Results(props: { application: Application }) {
  const { application } = props;
  return (
    <ul className={classes.amounts}>
      {application.decisions.map((one) => (
        <li key={one.partitionId}>
          <span>
            {partitionName(application, one.partitionId)}: {t(`staff.outcome.${one.outcome}`)}
          </span>
          <b className="num">
            {one.amount === null
              ? ''
              : t('staff.aside.amount', { amount: numberText(one.amount), unit: application.call.unit })}
          </b>
        </li>
      ))}
    </ul>
  );
}
