import { type PersonState, personStates } from '@clearcall/domain/people/account-status.ts';
import { roleCodes, roleMessage } from '@clearcall/domain/people/roles.ts';
import { hasRight } from '@clearcall/domain/permissions/administration.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import type { Column } from '@clearcall/ui/kit/list/column.ts';
import { ListPage, useListAddress } from '@clearcall/ui/kit/list/list-page.tsx';
import { pressedDirection } from '@clearcall/ui/kit/list/list-table.tsx';
import type { SelectFilter } from '@clearcall/ui/kit/list/select-filters.tsx';
import type { RowSelection, Selection } from '@clearcall/ui/kit/list/selection.ts';
import type { BulkActions } from '@clearcall/ui/kit/list/selection-bar.tsx';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { Empty } from '@clearcall/ui/kit/state/page-states.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { FileButton } from '../../parts/file-button.tsx';
import { InvitationLinks } from './invitation-links.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import {
  isDanger,
  isOfInvitations,
  type ManyCommand,
  ManyPeopleDialog,
  manyCommands,
} from './many-people-dialog.tsx';
import classes from './people.module.css';
import { type Choices, type PersonRow, peopleChoices, peoplePage } from './people-queries.ts';
import { lastLogins, type PeopleSearch, peopleSorts } from './people-search.ts';
import { membershipText, nameOf, StateChip } from './person-parts.tsx';
import { maxListBytes, textOfBytes } from './read-text-file.ts';

/** The list of accounts, with those of invited people. */
export function People() {
  const search = useSearch({ from: '/signed-in/people' });
  const navigate = useNavigate();
  const [inviting, invite] = useState<string | null>(null);
  const [selected, select] = useState<Selection<PersonRow>>(new Map());
  const [command, setCommand] = useState<ManyCommand | null>(null);
  const [unsent, setUnsent] = useState<ComponentProps<typeof InvitationLinks>['people'] | null>(null);
  const { role } = useUser();
  const go = useListAddress<PeopleSearch>();
  const list = useQuery(peoplePage(search));
  const choices = useQuery(peopleChoices).data;
  const { page: _page, sort = 'name', direction = 'ASC', ...filters } = search;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const set = (change: PeopleSearch, replace = false) => {
    const { page: _first, ...rest } = search;
    go({ ...rest, ...change }, replace);
  };
  const openList = async (file: File) => {
    if (file.size > maxListBytes) return notify({ type: 'error', message: { id: 'admin.invite.tooLarge' } });
    const text = textOfBytes(await file.arrayBuffer());
    if (text === null) notify({ type: 'error', message: { id: 'admin.invite.noTable' } });
    else invite(text);
  };
  return (
    <ListPage
      head={{
        title: t('admin.people.title'),
        actions: hasRight(role, 'change_people') ? (
          <>
            <FileButton accept=".csv,.txt,.tsv,text/csv,text/plain" onFile={(file) => void openList(file)}>
              {t('admin.invite.file')}
            </FileButton>
            <Button variant="filled" onClick={() => invite('')}>
              {t('admin.invite.title')}
            </Button>
          </>
        ) : null,
      }}
      list={list}
      what={t('admin.people.what')}
      columns={columns()}
      lines={2}
      open={({ id }) => void navigate({ to: '/people/$id', params: { id: String(id) } })}
      order={{
        column: sort,
        direction,
        onSort: (column, first) => {
          const wanted = peopleSorts.find((one) => one === column);
          if (wanted === undefined) return;
          set({ sort: wanted, direction: pressedDirection({ column: sort, direction }, column, first) });
        },
      }}
      search={search}
      filters={filterFields(search, choices, list.data?.states, set)}
      {...(hasRight(role, 'change_people')
        ? { selection: selectionOf(selected, select), bulk: bulkOf(selected, setCommand) }
        : {})}
      searchField={{
        label: t('admin.people.search'),
        value: search.search ?? '',
        onSearch: (content) => set({ search: content === '' ? undefined : content } as PeopleSearch, true),
      }}
      count={list.data === undefined ? undefined : t('admin.people.count', { n: list.data.total })}
      empty={<Empty title={t('admin.people.empty')} />}
      noMatch={
        isFiltered && {
          title: t('admin.people.noMatch.title'),
          text: t('admin.people.noMatch.text'),
          clear: t('admin.people.noMatch.clear'),
          onClear: () => go({}),
        }
      }
    >
      {command === null ? null : (
        <ManyPeopleDialog
          command={command}
          people={[...selected.values()]}
          onDone={() => select(new Map())}
          onClose={() => setCommand(null)}
        />
      )}
      {inviting === null ? null : (
        <InviteDialog list={inviting} onUnsent={setUnsent} onClose={() => invite(null)} />
      )}
      {inviting === null && unsent !== null ? (
        <InvitationLinks people={unsent} onClose={() => setUnsent(null)} />
      ) : null}
    </ListPage>
  );
}

const selectionOf = (
  selected: Selection<PersonRow>,
  onChange: (selected: Selection<PersonRow>) => void,
): RowSelection<PersonRow> => ({
  selected,
  onChange,
  nameOf: (row) => t('admin.people.select', { name: nameOf(row) }),
  nameOfAll: t('admin.people.selectAll'),
});

/** Returns true if at least one selected person is in the state that a command ends. */
const fits = (command: ManyCommand, selected: Selection<PersonRow>): boolean => {
  const wanted = isOfInvitations(command) ? 'invited' : command === 'unlock' ? 'locked' : null;
  return wanted === null || [...selected.values()].some(({ state }) => state === wanted);
};

const bulkOf = (
  selected: Selection<PersonRow>,
  open: (command: ManyCommand) => void,
): BulkActions<PersonRow> => ({
  label: t('admin.many.bulk'),
  text: t('admin.many.selected', { n: selected.size }),
  clear: t('admin.many.clear'),
  actions: manyCommands
    .filter((command) => fits(command, selected))
    .map((command) => ({
      label: t(`admin.many.do.${command}`),
      isDanger: isDanger(command),
      onPress: () => open(command),
    })),
});

function filterFields(
  search: PeopleSearch,
  choices: Choices | undefined,
  counts: Readonly<Partial<Record<PersonState, number>>> | undefined,
  set: (change: PeopleSearch) => void,
): SelectFilter[] {
  const { centres = [], fields = [], tags = [] } = choices ?? {};
  const filter = (
    key: 'role' | 'state' | 'member' | 'field' | 'tag' | 'lastLogin',
    label: string,
    own: SelectFilter['choices'],
  ): SelectFilter => ({
    key,
    label,
    value: search[key],
    any: t('admin.people.any'),
    choices: own,
    set: (value) => set({ [key]: value }),
  });
  return [
    filter(
      'role',
      t('admin.people.role'),
      roleCodes.map((value) => ({ value, label: translate(roleMessage(value)) })),
    ),
    filter(
      'state',
      t('admin.people.state'),
      personStates.map((value) => {
        const state = t(`admin.state.${value}`);
        const n = counts?.[value];
        return { value, label: n === undefined ? state : t('admin.people.stateCount', { state, n }) };
      }),
    ),
    filter('member', t('admin.people.memberships'), [
      ...centres.map(({ value, label }) => ({ value: `centre:${value}`, label })),
      ...fields.map(({ value }) => ({ value: `panel:${value}`, label: t('admin.panel', { panel: value }) })),
    ]),
    filter('field', t('admin.people.field'), fields),
    filter(
      'tag',
      t('admin.people.tag'),
      tags.map((value) => ({ value, label: value })),
    ),
    filter(
      'lastLogin',
      t('admin.people.lastLogin'),
      lastLogins.map((value) => ({ value, label: t(`admin.lastLogin.${value}`) })),
    ),
    {
      key: 'sort',
      label: t('lists.drawer.sortBy'),
      value: search.sort ?? 'name',
      isForNarrow: true,
      choices: peopleSorts.map((value) => ({ value, label: t(`admin.people.${value}`) })),
      set: (value) =>
        set({
          sort: peopleSorts.find((one) => one === value) ?? 'name',
          direction: value === 'lastLogin' ? 'DESC' : 'ASC',
        }),
    },
  ];
}

const columns = (): Column<PersonRow>[] => [
  {
    key: 'name',
    head: t('admin.people.name'),
    width: 220,
    grow: 3,
    sort: 'ASC',
    card: '1 / 1',
    cell: (row) => (
      <>
        <Link data-id="" to="/people/$id" params={{ id: String(row.id) }}>
          {nameOf(row)}
        </Link>
        <span className={classes.address}>{row.email}</span>
      </>
    ),
  },
  {
    key: 'role',
    head: t('admin.people.role'),
    width: 170,
    grow: 1,
    sort: 'ASC',
    card: '2 / 1',
    cell: ({ role }) => translate(roleMessage(role)),
  },
  {
    key: 'memberships',
    head: t('admin.people.memberships'),
    width: 180,
    grow: 2,
    drop: 1,
    card: '3 / 1 / 4 / -1',
    cell: ({ memberships }) => memberships.map(membershipText).join('; '),
  },
  {
    key: 'state',
    head: t('admin.people.state'),
    width: 110,
    card: '2 / 2',
    cell: ({ state }) => <StateChip state={state} />,
  },
  {
    key: 'lastLogin',
    head: t('admin.people.lastLogin'),
    width: 120,
    align: 'right',
    sort: 'DESC',
    label: t('admin.people.lastLogin'),
    cell: ({ lastLoginAt }) => (lastLoginAt === null ? t('admin.never') : dateText(lastLoginAt)),
  },
];
