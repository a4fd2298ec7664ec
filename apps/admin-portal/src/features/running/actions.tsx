import { openActionStates } from '@clearcall/domain/automation/open-action.ts';
import { hasRight } from '@clearcall/domain/permissions/administration.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import type { Column } from '@clearcall/ui/kit/list/column.ts';
import { ListPage, useListAddress } from '@clearcall/ui/kit/list/list-page.tsx';
import { Second } from '@clearcall/ui/kit/list/list-table.tsx';
import { BackLink } from '@clearcall/ui/kit/page/page-head.tsx';
import { Empty } from '@clearcall/ui/kit/state/page-states.tsx';
import { pageSize } from '@clearcall/ui/kit/table/page-count.ts';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText } from '@clearcall/ui/kit/time/date-text.ts';
import { type Reply, read } from '@clearcall/ui/session/call.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { reasonField } from '../../parts/reason-field.ts';
import type { ActionsSearch } from './actions-search.ts';

type Action = Reply<'POST /admin/actions'>['data'][number];

const actionsPage = ({ page = 1, state }: ActionsSearch) =>
  queryOptions({
    queryKey: ['running', 'actions', page, state],
    queryFn: read('POST /admin/actions', { body: { state, page: page - 1, pageSize } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Planned actions of automations that failed or are late; administrators have them tried again. */
export function Actions() {
  const search = useSearch({ from: '/signed-in/running/actions' });
  const go = useListAddress<ActionsSearch>();
  const list = useQuery(actionsPage(search));
  const { role } = useUser();
  const [asked, ask] = useState<Action | null>(null);
  return (
    <ListPage
      head={{
        title: t('admin.actions.title'),
        crumb: <BackLink to="/running">{t('admin.running.title')}</BackLink>,
        children: t('admin.actions.lead'),
      }}
      list={list}
      what={t('admin.actions.what')}
      columns={columns(hasRight(role, 'change_organisation') ? ask : null)}
      search={search}
      filters={[
        {
          key: 'state',
          label: t('admin.actions.state'),
          value: search.state,
          any: t('admin.people.any'),
          choices: openActionStates.map((value) => ({ value, label: t(`admin.actions.state.${value}`) })),
          set: (value) => {
            const state = openActionStates.find((one) => one === value);
            go(state === undefined ? {} : { state });
          },
        },
      ]}
      count={list.data === undefined ? undefined : t('admin.actions.count', { n: list.data.total })}
      empty={<Empty title={t('admin.actions.empty')} />}
      noMatch={
        search.state !== undefined && {
          title: t('admin.actions.noMatch'),
          text: t('admin.actions.noMatchText'),
          clear: t('admin.people.noMatch.clear'),
          onClear: () => go({}),
        }
      }
    >
      {asked === null ? null : <Again action={asked} onClose={() => ask(null)} />}
    </ListPage>
  );
}

function Again({ action, onClose }: { action: Action; onClose: () => void }) {
  const queries = useQueryClient();
  const { id, automation, words, alike } = action;
  return (
    <CommandDialog
      title={t('admin.actions.againTitle', { words })}
      verb={t('admin.actions.again')}
      fields={{
        ...(alike > 1 && {
          which: {
            type: 'radio',
            label: t('admin.actions.which'),
            initial: 'one',
            choices: [
              { value: 'one', label: t('admin.actions.only') },
              { value: 'alike', label: t('admin.actions.all', { n: alike }) },
            ],
          } as const,
        }),
        reason: reasonField(),
      }}
      send={(call, { which, reason }) =>
        call('POST /admin/actions/:id/again', { params: { id }, body: { alike: which === 'alike', reason } })
      }
      done={({ count, left }) => ({
        type: 'success',
        message: { id: 'admin.actions.againDone', values: { n: count, left } },
      })}
      after={() => queries.invalidateQueries({ queryKey: ['running'] })}
      onRefused={() => queries.invalidateQueries({ queryKey: ['running'] })}
      onClose={onClose}
    >
      {t('admin.actions.againText', { automation })}
    </CommandDialog>
  );
}

const columns = (ask: ((action: Action) => void) | null): Column<Action>[] => [
  {
    key: 'action',
    head: t('admin.actions.action'),
    width: 200,
    grow: 1,
    card: '1 / 1',
    cell: (action) => (
      <>
        {action.words}
        <Second lang={langOf(action, 'step')}>{action.step ?? action.automation}</Second>
      </>
    ),
  },
  {
    key: 'call',
    head: t('admin.actions.call'),
    width: 200,
    grow: 2,
    label: t('admin.actions.call'),
    cell: (action) => (
      <>
        <Link to="/calls/$id" params={{ id: String(action.callId) }} lang={langOf(action, 'callTitle')}>
          {action.callTitle}
        </Link>
        {action.uid === null ? null : (
          <Second>
            <a href={`/applications/${action.uid}`}>{action.uid}</a>
          </Second>
        )}
      </>
    ),
  },
  {
    key: 'dueAt',
    head: t('admin.actions.dueAt'),
    width: 150,
    drop: 1,
    label: t('admin.actions.dueAt'),
    cell: ({ dueAt }) => dateTimeText(dueAt),
  },
  {
    key: 'state',
    head: t('admin.actions.state'),
    width: 220,
    grow: 2,
    label: t('admin.actions.state'),
    cell: ({ state, reason }) => (
      <>
        {t(`admin.actions.state.${state}`)}
        {reason === null ? null : <Second>{reason}</Second>}
      </>
    ),
  },
  ...(ask === null
    ? []
    : [
        {
          key: 'again',
          head: t('admin.actions.head'),
          width: 130,
          cell: (action: Action) => (
            <Button
              size="sm"
              variant="subtle"
              leftSection={<Icon name="turn-right" />}
              onClick={() => ask(action)}
            >
              {t('admin.actions.again')}
            </Button>
          ),
        },
      ]),
];
