import type { ApplicationRow } from '@clearcall/domain/applications/application.ts';
import { columnNames, isForStaff, type ListColumn } from '@clearcall/domain/applications/list-columns.ts';
import { useListAddress } from '@clearcall/ui/kit/list/list-page.tsx';
import type { Selection } from '@clearcall/ui/kit/list/selection.ts';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { pageSize } from '@clearcall/ui/kit/table/page-count.ts';
import { read } from '@clearcall/ui/session/call.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { lastRole, looksAtOthers, rememberRole } from '../../parts/applications/last-role.ts';
import { useWaitingReleases } from '../../parts/releases/waiting-releases.tsx';
import type { ApplicationsSearch } from '../../search-params.ts';
import { useColumns } from './columns.ts';
import { inRole, ownRole, roleToTurnTo, searchBody } from './list-search.ts';
import { useRequestedTasks } from './requested-tasks.tsx';

/** What the list of applications shows: the rows of its address, in a role of the reader, and their columns. */
export function useApplicationsList() {
  const search = useSearch({ from: '/signed-in/applications' });
  const go = useListAddress<ApplicationsSearch>();
  const user = useUser();
  const queries = useQueryClient();
  const page = search.page ?? 1;

  // The address says it; else it is the role of the last time, that in which one reviews or steers, or one that has rows.
  const remembered = lastRole(user.id, 'applications') ?? (looksAtOthers(user.role) ? user.role : undefined);
  const [other, setOther] = useState<string>();
  const role = search.role ?? other ?? remembered;
  const { shown, show } = useColumns(user.id, role ?? ownRole);
  const body = searchBody({ ...search, ...(role === undefined ? {} : { role }) });
  const list = useQuery({
    queryKey: ['applications', 'search', body, page],
    queryFn: read('POST /v2/applications/search', {
      query: { limit: pageSize, offset: pageSize * (page - 1) },
      body,
    }),
    // What was shown a moment ago stays while the new rows are loaded. Source: Requirements 1, 9.15.
    placeholderData: keepPreviousData,
  });
  // Staff act in the role that they have, which is known before the server answers.
  const forStaff = useOrganisation().staffRoles.includes(user.role) && role === user.role;
  const requested = useRequestedTasks();
  const waiting = useWaitingReleases({ enabled: forStaff });
  // Shown together, so that nothing moves when the slower one comes.
  const data = requested === undefined || waiting === undefined ? undefined : list.data;
  const isFiltered = body.searchBy.length > 0;
  const turns =
    data === undefined || list.isPlaceholderData
      ? undefined
      : roleToTurnTo({
          asked: search.role,
          role,
          roles: data.roles,
          total: data.total,
          filtered: isFiltered,
        });
  useEffect(() => {
    if (turns === undefined) return;
    rememberRole(user.id, 'applications', '');
    setOther(turns);
  }, [turns, user.id]);

  const readable = data?.columns ?? columnNames.filter((column) => forStaff || !isForStaff(column));
  const columns = shown.filter((column) => !isForStaff(column) || readable.includes(column));
  const selects = readable.some(isForStaff);

  // A selection belongs to one list: with other filters, or in another role, nothing is selected.
  const selectedIn = JSON.stringify([body.searchBy, body.role]);
  const [chosen, setChosen] = useState<{ of: string; selection: Selection<ApplicationRow> }>();
  const selected: Selection<ApplicationRow> = chosen?.of === selectedIn ? chosen.selection : new Map();

  // Users with several roles mostly know them before the server answers: nothing moves when it does.
  const roles = data?.roles ?? (looksAtOthers(user.role) ? [ownRole, user.role] : []);
  return {
    search,
    go,
    body,
    role,
    waiting: (data && waiting) ?? [],
    roles: roles.length === 0 ? [ownRole] : roles,
    takeRole: (wanted: string) => {
      rememberRole(user.id, 'applications', wanted);
      go(inRole(search, wanted));
    },
    list: { ...list, data: turns === undefined ? data : undefined },
    data,
    requested,
    isFiltered,
    forStaff,
    readable,
    columns,
    showColumns: (keys: readonly string[]) => show(keys as readonly ListColumn[]),
    selects,
    selected,
    select: (selection: Selection<ApplicationRow>) => setChosen({ of: selectedIn, selection }),
    reload: () => void queries.invalidateQueries({ queryKey: ['applications'] }),
    /** Opens a view with its columns. */
    open: (next: ApplicationsSearch, wanted: readonly ListColumn[], replaces: boolean) => {
      show(wanted, next.role ?? ownRole);
      if (next.role !== undefined) rememberRole(user.id, 'applications', next.role);
      go(next, replaces);
    },
  };
}
