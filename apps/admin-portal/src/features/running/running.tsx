import { hasRight } from '@clearcall/domain/permissions/administration.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';

import { KeyValue, PageHead, Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { numberText, sizeText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText } from '@clearcall/ui/kit/time/date-text.ts';
import { type Reply, read } from '@clearcall/ui/session/call.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { reasonField } from '../../parts/reason-field.ts';
import classes from '../../parts/side-by-side.module.css';

type State = Reply<'GET /admin/running'>;
type Job = State['jobs']['failing'][number];

const running = queryOptions({
  queryKey: ['running'],
  queryFn: read('GET /admin/running'),
  staleTime: 0,
  refetchInterval: 30_000,
});

/** How the portal is running: queues, storage, versions, last backup. */
export function Running() {
  const state = useQuery(running);
  return (
    <div className="page">
      <PageHead title={t('admin.running.title')}>{t('admin.running.lead')}</PageHead>
      {state.data !== undefined ? (
        <Facts state={state.data} />
      ) : state.error === null ? (
        <LoadingRows rows={8} height={40} label={t('admin.running.loading')} />
      ) : (
        <CallFailure query={state} what={t('admin.running.what')} />
      )}
    </div>
  );
}

const sinceText = (at: string | null): string =>
  at === null ? t('admin.none') : t('admin.running.since', { at: dateTimeText(at) });

function Facts({ state }: { state: State }) {
  const { emails, jobs, actions, storage, lastBackupAt } = state;
  const { role } = useUser();
  const mayAct = hasRight(role, 'change_organisation');
  const failedText = numberText(emails.failed);
  const failedEmails =
    emails.failed > 0 && mayAct ? (
      <Link to="/emails" search={{ state: 'failed' }}>
        {failedText}
      </Link>
    ) : (
      failedText
    );
  const linked = (count: number, of: 'failed' | 'late') =>
    count === 0 ? (
      numberText(count)
    ) : (
      <Link to="/running/actions" search={{ state: of }}>
        {numberText(count)}
      </Link>
    );
  return (
    <div className={classes.sideBySide}>
      <Section
        title={t('admin.emails.title')}
        aside={mayAct ? <Link to="/emails">{t('admin.emails.open')}</Link> : null}
      >
        {emails.state === 'flowing' ? null : (
          <Note kind="warn">{t(`admin.running.emails.${emails.state}`)}</Note>
        )}
        <KeyValue
          rows={[
            [t('admin.emails.state.planned'), numberText(emails.planned)],
            [t('admin.running.oldest'), sinceText(emails.oldestPlannedAt)],
            [t('admin.emails.state.failed'), failedEmails],
          ]}
        />
      </Section>
      <Section
        title={t('admin.running.jobs')}
        aside={<Link to="/running/actions">{t('admin.actions.title')}</Link>}
      >
        {jobs.state === 'going' ? null : <Note kind="warn">{t('admin.running.jobs.waiting')}</Note>}
        <KeyValue
          rows={[
            [t('admin.running.due'), numberText(jobs.due)],
            [t('admin.running.oldest'), sinceText(jobs.oldestDueAt)],
            [t('admin.running.actionsOverdue'), linked(actions.overdue, 'late')],
            [t('admin.running.actionsFailed'), linked(actions.failed, 'failed')],
          ]}
        />
        <FailingJobs jobs={jobs.failing} mayAct={mayAct} />
      </Section>
      <Section
        title={t('admin.running.storage')}
        aside={mayAct ? <Link to="/running/archive">{t('admin.archive.title')}</Link> : null}
      >
        <KeyValue
          rows={[
            [t('admin.running.database'), sizeText(storage.databaseBytes)],
            [
              t('admin.running.files'),
              t('admin.running.filesSize', { n: storage.files, size: sizeText(storage.filesBytes) }),
            ],
            [
              t('admin.running.backup'),
              lastBackupAt === null ? t('admin.running.noBackup') : dateTimeText(lastBackupAt),
            ],
          ]}
        />
      </Section>
      <Section title={t('admin.running.versions')}>
        {state.settings === 'read' ? null : <Note kind="warn">{t('admin.running.settingsKept')}</Note>}
        <KeyValue
          rows={[
            [t('admin.running.version'), state.version],
            [t('admin.running.postgresql'), state.postgresql],
            [t('admin.running.migration'), state.migration],
          ]}
        />
      </Section>
    </div>
  );
}

function FailingJobs({ jobs, mayAct }: { jobs: readonly Job[]; mayAct: boolean }) {
  const queries = useQueryClient();
  const [asked, ask] = useState<Job | null>(null);
  if (jobs.length === 0) return null;
  return (
    <Section level={3} title={t('admin.running.failing')}>
      <p>{t('admin.running.failingText')}</p>
      <KeyValue
        rows={jobs.map((job) => [
          `${job.task} ${job.id}`,
          <>
            {t('admin.running.attempts', { n: job.attempts, most: job.maxAttempts })}{' '}
            {job.nextAt === null
              ? t('admin.running.givenUp')
              : t('admin.running.nextAt', { at: dateTimeText(job.nextAt) })}{' '}
            {mayAct ? (
              <Button
                size="sm"
                variant="subtle"
                leftSection={<Icon name="turn-right" />}
                onClick={() => ask(job)}
              >
                {t('admin.running.again')}
              </Button>
            ) : null}
          </>,
        ])}
      />
      {asked === null ? null : (
        <CommandDialog
          title={t('admin.running.againTitle', { task: asked.task })}
          verb={t('admin.running.again')}
          fields={{ reason: reasonField() }}
          send={(call, body) => call('POST /admin/jobs/:id/again', { params: { id: asked.id }, body })}
          done={{ type: 'success', message: { id: 'admin.running.againDone' } }}
          after={() => queries.invalidateQueries({ queryKey: ['running'] })}
          onClose={() => ask(null)}
        >
          {t('admin.running.againText')}
        </CommandDialog>
      )}
    </Section>
  );
}
