import { mayApprove } from '@clearcall/domain/calls/definition/planned-publication.ts';
import { hasRight } from '@clearcall/domain/permissions/administration.ts';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText, zoneText } from '@clearcall/ui/kit/time/date-text.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQueryClient } from '@tanstack/react-query';

/** Whether a publication waits for the approval of this person. */
export const isAsked = (
  { id, role }: Pick<ReturnType<typeof useUser>, 'id' | 'role'>,
  planned: { dueAt: string | null; byId: number | null } | null,
): boolean =>
  planned?.dueAt === null && hasRight(role, 'change_calls') && mayApprove(id, { plannedBy: planned.byId });

/** Says for what a publication waits, and on a page that the draft waits unchanged. Administrators can stop or approve it. */
export function PlannedNote(props: {
  call: {
    id: number;
    timeZone: string;
    planned: { dueAt: string | null; byId: number | null } | null;
  };
  /** In a row of a list. */
  small?: boolean;
}) {
  const { id, timeZone, planned } = props.call;
  const queries = useQueryClient();
  const user = useUser();
  const reload = () => queries.invalidateQueries({ queryKey: ['administered-calls'] });
  const stop = useCommand({
    send: (call) => call('DELETE /admin/calls/:id/planned-publication', { params: { id }, body: {} }),
    done: { type: 'success', message: { id: 'setup.planned.stopped' } },
    after: reload,
    onRefused: () => void reload(),
  });
  if (planned === null) return null;
  const sentence =
    planned.dueAt === null
      ? t('setup.approval.waits')
      : t('setup.planned.due', { at: dateTimeText(planned.dueAt, timeZone), zone: zoneText(timeZone) });
  const button = isAsked(user, planned) ? (
    <ButtonLink size="sm" to="/calls/$id/publish" params={{ id: String(id) }}>
      {t('setup.approval.open')}
    </ButtonLink>
  ) : hasRight(user.role, 'change_calls') ? (
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
