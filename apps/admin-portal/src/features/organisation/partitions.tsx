import type { Column } from '@clearcall/ui/kit/list/column.ts';
import { ListPage } from '@clearcall/ui/kit/list/list-page.tsx';
import { BackLink } from '@clearcall/ui/kit/page/page-head.tsx';
import { Empty } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { DisabledChip } from '../../parts/record/disabled-chip.tsx';
import { allPartitions, type PartitionRow } from './organisation-queries.ts';

/** The list of partitions of all centres. They are added on the page of their centre. */
export function Partitions() {
  const navigate = useNavigate();
  const list = useQuery(allPartitions);
  return (
    <ListPage
      head={{
        crumb: <BackLink to="/centres">{t('admin.centres.title')}</BackLink>,
        title: t('admin.partitions.title'),
      }}
      list={list}
      what={t('admin.partitions.what')}
      columns={columns()}
      open={({ id }) => void navigate({ to: '/partitions/$id', params: { id } })}
      count={list.data === undefined ? undefined : t('admin.partitions.count', { n: list.data.total })}
      empty={<Empty title={t('admin.partitions.empty')}>{t('admin.partitions.emptyText')}</Empty>}
    />
  );
}

const columns = (): Column<PartitionRow>[] => [
  {
    key: 'name',
    head: t('admin.field.name'),
    width: 190,
    grow: 2,
    card: '1 / 1',
    cell: ({ id, name }) => (
      <Link data-id="" to="/partitions/$id" params={{ id }}>
        {name}
      </Link>
    ),
  },
  {
    key: 'centre',
    head: t('admin.field.centre'),
    width: 160,
    grow: 1,
    card: '2 / 1 / 3 / -1',
    cell: ({ centre }) => (
      <Link to="/centres/$id" params={{ id: centre.id }}>
        {centre.name}
      </Link>
    ),
  },
  {
    key: 'system',
    head: t('admin.field.system'),
    width: 160,
    grow: 1,
    drop: 1,
    card: null,
    cell: ({ system }) => system,
  },
  {
    key: 'kind',
    head: t('admin.field.kind'),
    width: 90,
    label: t('admin.field.kind'),
    cell: ({ kind }) => kind,
  },
  {
    key: 'unit',
    head: t('admin.field.unit'),
    width: 130,
    label: t('admin.field.unit'),
    cell: ({ unit }) => unit,
  },
  {
    key: 'state',
    head: t('admin.people.state'),
    width: 120,
    card: '1 / 2',
    cell: ({ disabled, centre }) => <DisabledChip disabled={disabled || centre.disabled} />,
  },
];
