import { Button } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText, zoneText } from '@clearcall/ui/kit/time/date-text.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { reasonField } from '../../parts/reason-field.ts';
import { focusFirstFinding } from './finding-list.tsx';
import classes from './publishing.module.css';
import type { Check } from './publishing-queries.ts';

/** Asks a second administrator to approve the publication of another one, or to refuse it with a reason. */
export function Approval(props: {
  id: string;
  check: Check;
  planned: NonNullable<Check['planned']>;
  timeZone: string;
}) {
  const { id, check, planned, timeZone } = props;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [refuses, setRefuses] = useState(false);
  const reload = () => queries.invalidateQueries({ queryKey: ['administered-calls'] });
  const leave = async () => {
    await navigate({ to: '/calls/$id', params: { id } });
    await reload();
  };
  const approve = useCommand({
    send: (call) =>
      call('POST /admin/calls/:id/planned-publication/approve', {
        params: { id },
        body: { revision: check.revision },
      }),
    done: { type: 'success', message: { id: 'setup.approval.done' } },
    after: leave,
    onRefused: () => void reload(),
    showsError: true,
  });
  const errors = check.findings.filter(({ severity }) => severity === 'error').length;
  return (
    <div className={classes.form}>
      <Note kind="time">
        <p>
          {planned.by === null ? t('setup.approval.someone') : t('setup.approval.by', { name: planned.by })}
        </p>
        {planned.note === '' ? null : <p>{t('setup.approval.note', { note: planned.note })}</p>}
        {planned.publishAt === null ? null : (
          <p>
            {t('setup.approval.due', {
              at: dateTimeText(planned.publishAt, timeZone),
              zone: zoneText(timeZone),
            })}
          </p>
        )}
      </Note>
      {approve.sentence === null ? null : (
        <Note kind="bad" live>
          {approve.sentence}
        </Note>
      )}
      <Button
        variant={errors > 0 ? 'default' : 'filled'}
        loading={approve.isPending}
        onClick={() => (errors > 0 ? focusFirstFinding() : approve.send())}
      >
        {errors > 0 ? t('setup.publishing.errors', { n: errors }) : t('setup.approval.do')}
      </Button>
      <Button onClick={() => setRefuses(true)}>{t('setup.approval.refuse')}</Button>
      {refuses ? (
        <CommandDialog
          title={t('setup.approval.refuse')}
          verb={t('setup.approval.refuse')}
          fields={{ reason: reasonField() }}
          send={(call, { reason }) =>
            call('DELETE /admin/calls/:id/planned-publication', { params: { id }, body: { reason } })
          }
          done={{ type: 'success', message: { id: 'setup.approval.refused' } }}
          after={leave}
          onRefused={() => void reload()}
          onClose={() => setRefuses(false)}
        >
          <p>{t('setup.approval.refuseText')}</p>
        </CommandDialog>
      ) : null}
    </div>
  );
}
