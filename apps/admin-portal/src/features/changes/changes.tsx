import { type ChangeAction, changeActions } from '@clearcall/domain/organisation/configuration-change.ts';
import type { Column } from '@clearcall/ui/kit/list/column.ts';
import { ExportButtons } from '@clearcall/ui/kit/list/export-buttons.tsx';
import { ListPage, useListAddress } from '@clearcall/ui/kit/list/list-page.tsx';
import { Empty } from '@clearcall/ui/kit/state/page-states.tsx';
import { pageSize } from '@clearcall/ui/kit/table/page-count.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText, readerZone, zoneText } from '@clearcall/ui/kit/time/date-text.ts';
import { callFile, type Reply, read } from '@clearcall/ui/session/call.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ChangeSubject } from '../../parts/changes/change-subject.tsx';
import { changeText } from '../../parts/changes/change-text.ts';
import { settingsNamed } from '../../parts/changes/setting-label.ts';
import { type ChangesSearch, periods } from './changes-search.ts';

type Change = Reply<'POST /admin/changes'>['data'][number];

/** The filters with the settings that the search names. */
const found = (filters: Omit<ChangesSearch, 'page'>) => ({
  ...filters,
  settings: settingsNamed(filters.search ?? ''),
});

const changesPage = ({ page = 1, ...filters }: ChangesSearch) =>
  queryOptions({
    queryKey: ['changes', page, filters],
    queryFn: read('POST /admin/changes', { body: { ...found(filters), page: page - 1, pageSize } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** The changes made by administrators, with person and reason. */
export function Changes() {
  const search = useSearch({ from: '/signed-in/changes' });
  const go = useListAddress<ChangesSearch>();
  const list = useQuery(changesPage(search));
  const { page: _page, ...filters } = search;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const set = (change: { [K in keyof ChangesSearch]: ChangesSearch[K] | undefined }, replace = false) =>
    go({ ...filters, ...change } as ChangesSearch, replace);
  return (
    <ListPage
      head={{
        title: t('admin.changes.title'),
        children: t('admin.changes.zone', { zone: zoneText(readerZone) }),
      }}
      list={list}
      what={t('admin.changes.what')}
      columns={columns()}
      lines={2}
      search={search}
      filters={[
        {
          key: 'action',
          label: t('admin.changes.action'),
          value: search.action,
          any: t('admin.people.any'),
          choices: changeActions.map((value) => ({ value, label: t(`admin.action.${value}`) })),
          set: (value) => set({ action: value as ChangeAction | undefined }),
        },
        {
          key: 'period',
          label: t('admin.changes.when'),
          value: search.period,
          any: t('admin.people.any'),
          choices: periods.map((value) => ({ value, label: t(`admin.lastLogin.${value}`) })),
          set: (value) => set({ period: periods.find((one) => one === value) }),
        },
      ]}
      searchField={{
        label: t('admin.changes.search'),
        value: search.search ?? '',
        onSearch: (content) => set({ search: content === '' ? undefined : content }, true),
      }}
      count={list.data === undefined ? undefined : t('admin.changes.count', { n: list.data.total })}
      buttons={
        <ExportButtons
          label={t('admin.changes.export')}
          fetch={(format) => callFile('POST /admin/changes/export', { body: { ...found(filters), format } })}
        />
      }
      empty={<Empty title={t('admin.changes.empty')}>{t('admin.changes.emptyText')}</Empty>}
      noMatch={
        isFiltered && {
          title: t('admin.changes.noMatch'),
          text: t('admin.changes.noMatchText'),
          clear: t('admin.people.noMatch.clear'),
          onClear: () => go({}),
        }
      }
    />
  );
}

const columns = (): Column<Change>[] => [
  {
    key: 'at',
    head: t('admin.changes.when'),
    width: 150,
    card: '1 / 1',
    cell: ({ at }) => dateTimeText(at),
  },
  {
    key: 'by',
    head: t('admin.changes.by'),
    width: 160,
    grow: 1,
    label: t('admin.changes.by'),
    cell: ({ by }) => by ?? t('admin.person.operator'),
  },
  {
    key: 'subject',
    head: t('admin.changes.subject'),
    width: 180,
    grow: 1,
    label: t('admin.changes.subject'),
    cell: (change) => <ChangeSubject change={change} />,
  },
  { key: 'what', head: t('admin.changes.action'), width: 220, grow: 3, cell: changeText },
  {
    key: 'reason',
    head: t('admin.reason.label'),
    width: 160,
    grow: 2,
    drop: 1,
    cell: ({ reason }) => reason,
  },
];
