import { hasRight } from '@clearcall/domain/permissions/administration.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import type { Column } from '@clearcall/ui/kit/list/column.ts';
import { ListPage } from '@clearcall/ui/kit/list/list-page.tsx';
import { Empty } from '@clearcall/ui/kit/state/page-states.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { Reply } from '@clearcall/ui/session/call.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { savedNotice } from '../../parts/record/edit-dialog.tsx';
import { labelFields } from './label-fields.ts';
import { allLists } from './lists-queries.ts';

type Row = Reply<'GET /admin/lists'>['data'][number];

/** The lists that forms and profiles offer. */
export function Lists() {
  const navigate = useNavigate();
  const list = useQuery(allLists);
  const { role } = useUser();
  const [adding, add] = useState(false);
  return (
    <ListPage
      head={{
        title: t('admin.lists.title'),
        actions: hasRight(role, 'change_lists') ? (
          <Button variant="filled" onClick={() => add(true)}>
            {t('admin.list.add')}
          </Button>
        ) : null,
      }}
      list={list}
      what={t('admin.lists.what')}
      columns={columns()}
      open={({ id }) => void navigate({ to: '/lists/$id', params: { id: String(id) } })}
      count={list.data === undefined ? undefined : t('admin.lists.count', { n: list.data.total })}
      empty={<Empty title={t('admin.lists.empty')} />}
    >
      {adding ? (
        <CommandDialog
          title={t('admin.list.add')}
          verb={t('admin.list.add')}
          fields={{
            ...labelFields(),
            version: { type: 'text', label: t('admin.field.version'), initial: '1', maxLength: 40 },
          }}
          send={(call, body) => call('POST /admin/lists', { body })}
          done={savedNotice}
          after={({ id }) => navigate({ to: '/lists/$id', params: { id: String(id) } })}
          onClose={() => add(false)}
        />
      ) : null}
    </ListPage>
  );
}

const columns = (): Column<Row>[] => [
  {
    key: 'title',
    head: t('admin.field.name'),
    width: 220,
    grow: 2,
    card: '1 / 1',
    cell: (list) => (
      <Link data-id="" to="/lists/$id" params={{ id: String(list.id) }} lang={langOf(list, 'title')}>
        {list.title}
      </Link>
    ),
  },
  {
    key: 'tag',
    head: t('admin.lists.tag'),
    width: 190,
    grow: 1,
    drop: 1,
    card: null,
    cell: ({ tag }) => tag,
  },
  ...(
    [
      ['version', t('admin.field.version')],
      ['values', t('admin.lists.values')],
      ['retired', t('admin.list.retired')],
      ['calls', t('admin.used.calls')],
    ] as const
  ).map(
    ([key, head]): Column<Row> => ({
      key,
      head,
      width: 110,
      align: 'right',
      label: head,
      cell: (row) => row[key],
    }),
  ),
];
