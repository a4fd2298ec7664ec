import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useNow } from '@clearcall/ui/kit/time/use-now.ts';
import { read } from '@clearcall/ui/session/call.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQuery } from '@tanstack/react-query';
import { looksAtOthers } from '../../parts/applications/last-role.ts';
import { type PendingRow, pendingRows, requestedTasks } from '../../parts/tasks/pending-rows.ts';
import { PendingCards } from '../../parts/tasks/task-card.tsx';

/**
 * What is requested of a reader whose first page is the list of applications; undefined until that is known. It asks as the
 * dashboard does, so both show one answer. If the answer fails, the list is shown without it.
 */
export function useRequestedTasks(): PendingRow[] | undefined {
  const { role } = useUser();
  const { staffRoles } = useOrganisation();
  const now = useNow();
  const isFirstPage = !looksAtOthers(role);
  const { data, isError } = useQuery({
    queryKey: ['dashboard', ''],
    queryFn: read('POST /v2/applications/dashboard', {
      query: { limit: 9_999, offset: 0 },
      body: {},
    }),
    enabled: isFirstPage,
  });
  if (!isFirstPage || isError) return [];
  return data && requestedTasks(pendingRows(data.data, {}, now, staffRoles.includes(role)), now);
}

/** These tasks above the list, each one press away. Readers do not need their own name. */
export function RequestedTasks({ rows }: { rows: readonly PendingRow[] }) {
  const now = useNow();
  const { firstName, lastName } = useUser();
  const own = `${firstName} ${lastName}`.trim();
  return (
    <PendingCards
      title={t('dashboard.requested.title', { n: rows.length })}
      rows={rows.map((row) => (row.person === own ? { ...row, person: '-' } : row))}
      now={now}
    />
  );
}
