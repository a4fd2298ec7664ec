import { hasRight } from '@clearcall/domain/permissions/administration.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText, zoneText } from '@clearcall/ui/kit/time/date-text.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQueryClient } from '@tanstack/react-query';

/** Says when a publication goes live, and on a page that the draft waits unchanged. Administrators can stop it until then. */
export function PlannedNote(props: {
  call: { id: number; timeZone: string; planned: { dueAt: string } | null };
  /** In a row of a list. */
  small?: boolean;
}) {
  const { id, timeZone, planned } = props.call;
  const queries = useQueryClient();
  const mayStop = hasRight(useUser().role, 'change_calls');
  const reload = () => queries.invalidateQueries({ queryKey: ['administered-calls'] });
  const stop = useCommand({
    send: (call) => call('DELETE /admin/calls/:id/planned-publication', { params: { id } }),
    done: { type: 'success', message: { id: 'setup.planned.stopped' } },
    after: reload,
    onRefused: () => void reload(),
  });
  if (planned === null) return null;
  const sentence = t('setup.planned.due', {
    at: dateTimeText(planned.dueAt, timeZone),
    zone: zoneText(timeZone),
  });
  const button = mayStop ? (
    <Button size="sm" loading={stop.isPending} onClick={() => stop.send()}>
      {t('setup.planned.stop')}
    </Button>
  ) : null;
  return props.small ? (
    <span>
      {sentence} {button}
    </span>
  ) : (
    <Note kind="time">
      <p>
        {sentence} {t('setup.planned.frozen')}
      </p>
      {button}
    </Note>
  );
}
