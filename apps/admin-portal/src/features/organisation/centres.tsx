import { hasRight } from '@clearcall/domain/permissions/administration.ts';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import type { Column } from '@clearcall/ui/kit/list/column.ts';
import { ListPage } from '@clearcall/ui/kit/list/list-page.tsx';
import { Empty } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { Reply } from '@clearcall/ui/session/call.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DisabledChip } from '../../parts/record/disabled-chip.tsx';
import { savedNotice } from '../../parts/record/edit-dialog.tsx';
import { centreFields } from './fields.ts';
import { allCentres } from './organisation-queries.ts';

type Row = Reply<'GET /admin/centres'>['data'][number];

/** The list of computing centres. */
export function Centres() {
  const navigate = useNavigate();
  const list = useQuery(allCentres);
  const { role } = useUser();
  const [adding, add] = useState(false);
  return (
    <ListPage
      head={{
        title: t('admin.centres.title'),
        actions: (
          <>
            <ButtonLink to="/partitions">{t('admin.partitions.all')}</ButtonLink>
            {hasRight(role, 'change_organisation') ? (
              <Button variant="filled" onClick={() => add(true)}>
                {t('admin.centre.add')}
              </Button>
            ) : null}
          </>
        ),
      }}
      list={list}
      what={t('admin.centres.what')}
      columns={columns()}
      open={({ id }) => void navigate({ to: '/centres/$id', params: { id } })}
      count={list.data === undefined ? undefined : t('admin.centres.count', { n: list.data.total })}
      empty={<Empty title={t('admin.centres.empty')}>{t('admin.centres.emptyText')}</Empty>}
    >
      {adding ? (
        <CommandDialog
          title={t('admin.centre.add')}
          verb={t('admin.centre.add')}
          fields={centreFields()}
          send={(call, body) => call('POST /admin/centres', { body })}
          done={savedNotice}
          after={({ id }) => navigate({ to: '/centres/$id', params: { id } })}
          onClose={() => add(false)}
        />
      ) : null}
    </ListPage>
  );
}

const columns = (): Column<Row>[] => [
  {
    key: 'name',
    head: t('admin.field.name'),
    width: 200,
    grow: 2,
    card: '1 / 1',
    cell: ({ id, name }) => (
      <Link data-id="" to="/centres/$id" params={{ id }}>
        {name}
      </Link>
    ),
  },
  {
    key: 'place',
    head: t('admin.centres.place'),
    width: 200,
    grow: 2,
    drop: 1,
    cell: ({ city, country }) => [city, country].filter((text) => text !== '').join(', '),
  },
  {
    key: 'partitions',
    head: t('admin.partitions.title'),
    width: 110,
    align: 'right',
    label: t('admin.partitions.title'),
    cell: ({ partitions }) => partitions,
  },
  {
    key: 'people',
    head: t('admin.people.title'),
    width: 110,
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
