import type { LegacyRow } from '@clearcall/domain/archive/legacy.ts';
import type { Column } from '@clearcall/ui/kit/list/column.ts';
import { ListPage, useListAddress } from '@clearcall/ui/kit/list/list-page.tsx';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { Empty } from '@clearcall/ui/kit/state/page-states.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { LegacySearch } from '../../search-params.ts';
import { NotFound } from '../../shell/not-found.tsx';
import { contactOf, legacyPage, machinesOf } from './legacy-queries.ts';

/** The archive of an earlier portal. The address holds page and search. Source: Requirements 1, 2.119 and 2.120. */
export function LegacyList() {
  return useOrganisation().legacy ? <Archive /> : <NotFound />;
}

function Archive() {
  const { staffRoles } = useOrganisation();
  const seesAll = staffRoles.includes(useUser().role);
  const search = useSearch({ from: '/signed-in/legacy' });
  const navigate = useNavigate();
  const go = useListAddress<LegacySearch>();
  const list = useQuery(legacyPage(search));
  return (
    <ListPage
      head={{
        title: t('legacy.title'),
        children: <p>{seesAll ? t('legacy.text.all') : t('legacy.text.own')}</p>,
      }}
      label={t('legacy.table')}
      list={list}
      what={t('legacy.what')}
      columns={columns()}
      open={({ id }) => void navigate({ to: '/legacy/$id', params: { id: String(id) } })}
      search={search}
      searchField={{
        label: t('legacy.search'),
        value: search.search ?? '',
        onSearch: (content) => go(content === '' ? {} : { search: content }, true),
      }}
      count={
        list.data === undefined
          ? undefined
          : t(search.search === undefined ? 'legacy.count' : 'legacy.found', { total: list.data.total })
      }
      empty={<Empty title={t('legacy.empty.title')}>{t('legacy.empty.text')}</Empty>}
      noMatch={
        search.search !== undefined && {
          title: t('legacy.noMatch.title'),
          text: t('legacy.noMatch.text'),
          clear: t('legacy.noMatch.clear'),
          onClear: () => go({}),
        }
      }
    />
  );
}

const columns = (): Column<LegacyRow>[] => [
  {
    key: 'number',
    head: t('legacy.column.number'),
    width: 120,
    card: '1 / 1',
    cell: ({ id, number }) => (
      <Link data-id="" to="/legacy/$id" params={{ id: String(id) }}>
        {number}
      </Link>
    ),
  },
  {
    key: 'title',
    head: t('legacy.column.title'),
    width: 180,
    grow: 6,
    card: '2 / 1 / 3 / -1',
    cell: ({ projectTitle }) => projectTitle,
  },
  {
    key: 'submitted',
    head: t('legacy.column.submitted'),
    width: 96,
    card: '1 / 2',
    label: t('legacy.column.submitted'),
    cell: ({ submitted }) => t(submitted ? 'legacy.yes' : 'legacy.no'),
  },
  {
    key: 'call',
    head: t('legacy.column.call'),
    width: 150,
    grow: 2,
    lang: () => langOf({}, 'name'),
    cell: ({ call }) => call.name,
  },
  {
    key: 'user',
    head: t('legacy.column.user'),
    width: 168,
    card: '3 / 1 / 4 / -1',
    cell: (row) => contactOf(row).name,
  },
  {
    key: 'email',
    head: t('legacy.column.email'),
    width: 248,
    drop: 1,
    card: '4 / 1 / 5 / -1',
    cell: (row) => contactOf(row).email,
  },
  {
    key: 'machines',
    head: t('legacy.column.machines'),
    width: 150,
    grow: 2,
    drop: 2,
    cell: (row) => machinesOf(row).join(', '),
  },
];
