import { emailStates } from '@clearcall/domain/mail/email-state.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import type { Column } from '@clearcall/ui/kit/list/column.ts';
import { ListPage, useListAddress } from '@clearcall/ui/kit/list/list-page.tsx';
import { BackLink } from '@clearcall/ui/kit/page/page-head.tsx';
import { Empty } from '@clearcall/ui/kit/state/page-states.tsx';
import { pageSize } from '@clearcall/ui/kit/table/page-count.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText } from '@clearcall/ui/kit/time/date-text.ts';
import { type Reply, read } from '@clearcall/ui/session/call.ts';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { emailKindText } from '../../parts/email-kind.ts';
import { reasonField } from '../../parts/reason-field.ts';
import type { EmailsSearch } from './emails-search.ts';

type Email = Reply<'POST /admin/emails'>['data'][number];

const emailsPage = ({ page = 1, ...filters }: EmailsSearch) =>
  queryOptions({
    queryKey: ['running', 'emails', page, filters],
    queryFn: read('POST /admin/emails', { body: { ...filters, page: page - 1, pageSize } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** The emails of the portal by state; one that was given up can be sent again. */
export function Emails() {
  const search = useSearch({ from: '/signed-in/emails' });
  const go = useListAddress<EmailsSearch>();
  const queries = useQueryClient();
  const list = useQuery(emailsPage(search));
  const [asked, ask] = useState<Email | null>(null);
  const { page: _page, ...filters } = search;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const set = (change: { [K in keyof EmailsSearch]: EmailsSearch[K] | undefined }, replace = false) =>
    go({ ...filters, ...change } as EmailsSearch, replace);
  return (
    <ListPage
      head={{
        title: t('admin.emails.title'),
        crumb: <BackLink to="/running">{t('admin.running.title')}</BackLink>,
      }}
      list={list}
      what={t('admin.emails.what')}
      columns={columns(ask)}
      search={search}
      filters={[
        {
          key: 'state',
          label: t('admin.emails.stateLabel'),
          value: search.state,
          any: t('admin.people.any'),
          choices: emailStates.map((value) => ({ value, label: t(`admin.emails.state.${value}`) })),
          set: (value) => set({ state: emailStates.find((one) => one === value) }),
        },
      ]}
      searchField={{
        label: t('admin.emails.search'),
        value: search.search ?? '',
        onSearch: (content) => set({ search: content === '' ? undefined : content }, true),
      }}
      count={list.data === undefined ? undefined : t('admin.emails.count', { n: list.data.total })}
      empty={<Empty title={t('admin.emails.empty')} />}
      noMatch={
        isFiltered && {
          title: t('admin.emails.noMatch'),
          text: t('admin.changes.noMatchText'),
          clear: t('admin.people.noMatch.clear'),
          onClear: () => go({}),
        }
      }
    >
      {asked === null ? null : (
        <CommandDialog
          title={t('admin.emails.again')}
          verb={t('admin.emails.again')}
          fields={{ reason: reasonField() }}
          send={(call, body) => call('POST /admin/emails/:id/again', { params: { id: asked.id }, body })}
          done={{ type: 'success', message: { id: 'admin.emails.againDone' } }}
          after={() => queries.invalidateQueries({ queryKey: ['running'] })}
          onClose={() => ask(null)}
        >
          {t('admin.emails.againText', { recipient: asked.recipient })}
        </CommandDialog>
      )}
    </ListPage>
  );
}

const columns = (ask: (email: Email) => void): Column<Email>[] => [
  {
    key: 'recipient',
    head: t('admin.emails.recipient'),
    width: 190,
    grow: 2,
    card: '1 / 1',
    cell: ({ recipient }) => recipient,
  },
  {
    key: 'template',
    head: t('admin.emails.template'),
    width: 180,
    grow: 1,
    label: t('admin.emails.template'),
    cell: ({ template }) => emailKindText(template),
  },
  {
    key: 'plannedAt',
    head: t('admin.emails.plannedAt'),
    width: 150,
    drop: 1,
    label: t('admin.emails.plannedAt'),
    cell: ({ plannedAt }) => dateTimeText(plannedAt),
  },
  {
    key: 'state',
    head: t('admin.emails.stateLabel'),
    width: 190,
    grow: 2,
    label: t('admin.emails.stateLabel'),
    cell: ({ state, sentAt, error }) =>
      [t(`admin.emails.state.${state}`), sentAt === null ? error : dateTimeText(sentAt)]
        .filter((part) => part !== null)
        .join(', '),
  },
  {
    key: 'again',
    head: t('admin.emails.actionsHead'),
    width: 130,
    cell: (email) =>
      email.state === 'failed' ? (
        <Button
          size="sm"
          variant="subtle"
          leftSection={<Icon name="turn-right" />}
          onClick={() => ask(email)}
        >
          {t('admin.emails.again')}
        </Button>
      ) : null,
  },
];
