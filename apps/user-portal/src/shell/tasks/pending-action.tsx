import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { focusHeading } from '../focus-heading.ts';
import type { Action, PendingRow } from './pending-rows.ts';

interface Props {
  row: PendingRow;
  action: Action;
  className: string | undefined;
}

/** Does what is asked of the reader, or leads to it. */
export function PendingAction(props: Props) {
  const { row, action, className } = props;
  if (row.canTake) return <Take {...props} />;
  return (
    <Link
      data-do=""
      className={className}
      to="/applications/$uid"
      params={{ uid: row.uid }}
      search={{ assignment: row.key }}
    >
      <ActionText action={action} row={row} />
    </Link>
  );
}

function ActionText({ action, row }: Pick<Props, 'action' | 'row'>) {
  return (
    <>
      <Icon name={action.icon} />
      {t(action.label)} <span className="hidden-visually">{row.shownId}</span>
    </>
  );
}

/**
 * Makes it the reader's own: then it is to be accepted, and the focus waits there. Somebody else may have been quicker: then
 * it goes from here.
 */
function Take({ action, row, className }: Props) {
  const queries = useQueryClient();
  const taken = useRef<HTMLElement>(null);
  const taking = useMutation({
    mutationFn: () => call('PUT /v2/assignments/:id/take', { params: { id: row.key }, body: {} }),
    onSuccess: async () => {
      notify(noticeTexts.taken);
      await queries.invalidateQueries({ queryKey: ['dashboard'] });
      const next = taken.current?.querySelector<HTMLElement>('[data-do]');
      if (next?.isConnected) next.focus();
      else focusHeading();
    },
    onError: () => queries.invalidateQueries({ queryKey: ['dashboard'] }),
  });
  return (
    <button
      type="button"
      className={className}
      disabled={taking.isPending}
      onClick={(event) => {
        taken.current = event.currentTarget.closest<HTMLElement>('tr, li');
        taking.mutate();
      }}
    >
      <ActionText action={action} row={row} />
    </button>
  );
}
