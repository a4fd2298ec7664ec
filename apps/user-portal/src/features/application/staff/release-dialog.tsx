import type { Application } from '@clearcall/domain/applications/application.ts';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { ReleaseEmails, useReleaseEmails } from '../../../parts/releases/release-emails.tsx';
import { waitingReleasesKey } from '../../../parts/releases/waiting-releases.tsx';
import { projectTitleIn } from '../editor/project-title.ts';
import { partitionName } from './person-name.ts';
import classes from './staff.module.css';
import type { StepGroup } from './step-groups.ts';

interface CommandOnStep {
  application: Application;
  group: StepGroup;
  onClose: () => void;
  onDone: () => void;
}

/** What a release makes known and which emails it sends, before it is given. Source: Requirements 2e, 7.1. */
export function ReleaseDialog(props: CommandOnStep) {
  const { application, group, onClose, onDone } = props;
  const client = useQueryClient();
  const previewed = useReleaseEmails({
    flowElementId: group.id,
    byCall: [{ callId: application.call.id, applicationIds: [application.id] }],
  });
  return (
    <CommandDialog
      title={quoting(t('staff.release.title', { step: group.title }), quoted(group, 'title'))}
      verb={t('staff.release.do')}
      waits={previewed.emails.data === undefined}
      size={600}
      send={(call) =>
        call('POST /v2/applications/:id/release', {
          params: { id: application.uid },
          body: { flowElementId: group.id },
        })
      }
      after={() => {
        void client.invalidateQueries({ queryKey: waitingReleasesKey });
        onDone();
      }}
      onClose={onClose}
    >
      <p>
        <b>{projectTitleIn(application)}</b> {unbroken(application.uid)}
      </p>
      {group.isFinal ? <Results application={application} /> : null}
      <ReleaseEmails previewed={previewed} />
      <p>{t('parts.release.when')}</p>
    </CommandDialog>
  );
}

/** Which emails a step sends and which work it starts, before it is unlocked or locked. */
export function LockDialog(props: CommandOnStep & { command: 'unlock' | 'lock' }) {
  const { application, command, group, onClose, onDone } = props;
  const previewed = useReleaseEmails({
    command,
    flowElementId: group.id,
    byCall: [{ callId: application.call.id, applicationIds: [application.id] }],
  });
  return (
    <CommandDialog
      title={quoting(t(`staff.${command}.title`, { step: group.title }), quoted(group, 'title'))}
      verb={t(`staff.command.${command}`)}
      waits={previewed.emails.data === undefined}
      size={600}
      send={(call) =>
        call(`POST /v2/applications/:id/${command}`, {
          params: { id: application.uid },
          body: { flowElementId: group.id },
        })
      }
      done={noticeTexts.changesSaved}
      after={onDone}
      onClose={onClose}
    >
      <p>{t(`staff.${command}.text`)}</p>
      <ReleaseEmails previewed={previewed} />
    </CommandDialog>
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
