import type { Column } from '@clearcall/ui/kit/list/column.ts';
import { ListPage } from '@clearcall/ui/kit/list/list-page.tsx';
import { Empty } from '@clearcall/ui/kit/state/page-states.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { Reply } from '@clearcall/ui/session/call.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { DisabledChip } from '../../parts/record/disabled-chip.tsx';
import { allPanels } from './organisation-queries.ts';

type Row = Reply<'GET /admin/panels'>['data'][number];

/** The list of panels, which are the fields of expertise. */
export function Panels() {
  const navigate = useNavigate();
  const list = useQuery(allPanels);
  return (
    <ListPage
      head={{
        title: t('admin.panels.title'),
        children: (
          <RichText id="admin.panels.lead" parts={{ link: (label) => <Link to="/lists">{label}</Link> }} />
        ),
      }}
      list={list}
      what={t('admin.panels.what')}
      columns={columns()}
      open={({ id }) => void navigate({ to: '/panels/$id', params: { id } })}
      count={list.data === undefined ? undefined : t('admin.panels.count', { n: list.data.total })}
      empty={<Empty title={t('admin.panels.empty')} />}
    />
  );
}

const columns = (): Column<Row>[] => [
  {
    key: 'name',
    head: t('admin.field.name'),
    width: 300,
    grow: 3,
    card: '1 / 1',
    cell: ({ id, name }) => (
      <Link data-id="" to="/panels/$id" params={{ id }}>
        {name}
      </Link>
    ),
  },
  {
    key: 'chairs',
    head: t('admin.panels.chairs'),
    width: 180,
    grow: 2,
    drop: 1,
    label: t('admin.panels.chairs'),
    cell: ({ chairs }) => chairs.join(', '),
  },
  {
    key: 'people',
    head: t('admin.people.title'),
    width: 100,
    align: 'right',
    label: t('admin.people.title'),
    cell: ({ people }) => people,
  },
  {
    key: 'state',
    head: t('admin.people.state'),
    width: 120,
    card: '1 / 2',
    cell: ({ disabled }) => <DisabledChip disabled={disabled} />,
  },
];
