import type { LateWork } from '@clearcall/domain/applications/application.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { ListPage, useListAddress } from '@clearcall/ui/kit/list/list-page.tsx';
import type { Selection } from '@clearcall/ui/kit/list/selection.ts';
import { BackLink } from '@clearcall/ui/kit/page/page-head.tsx';
import { Empty } from '@clearcall/ui/kit/state/page-states.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { useNow } from '@clearcall/ui/kit/time/use-now.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { AnswerTimeDialog } from '../../parts/more-time/answer-dialog.tsx';
import type { LateWorkSearch } from '../../search-params.ts';
import { StaffOnly } from '../../shell/staff-only.tsx';
import { AskedTime } from './asked-time.tsx';
import classes from './late-work.module.css';
import { canBeChanged, nameOf, type Opened, OpenedDialog } from './late-work-dialog.tsx';
import { lateWorkQuery, most, step } from './late-work-query.ts';
import { lateWorkBulk, lateWorkColumns, lateWorkFilters } from './late-work-table.tsx';

/** What the officers steer by: work that is past its deadline, or was asked and never answered, over all calls. */
export function LateWorkPage() {
  return (
    <StaffOnly>
      <LateWorkList />
    </StaffOnly>
  );
}

function LateWorkList() {
  const search = useSearch({ from: '/signed-in/dashboard/late' });
  const write = useListAddress<LateWorkSearch>();
  const queries = useQueryClient();
  const me = useUser().id;
  const now = useNow();
  const [limit, setLimit] = useState(step);
  const [selected, select] = useState<Selection<LateWork>>(new Map());
  const [opened, open] = useState<Opened | null>(null);
  const go = (next: LateWorkSearch) => {
    select(new Map());
    setLimit(step);
    write(next);
  };
  const list = useQuery(lateWorkQuery(search, limit));
  const { data } = list;
  // Rows may have changed since they were selected, or be late no more.
  const picked = data?.data.filter(({ id }) => selected.has(id)) ?? [];
  // In the address, so that the email about a request opens its answer.
  const answer = (id: string | undefined) => write({ ...search, answer: id }, true);
  const asking = data?.data.find(({ id }) => id === search.answer);
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['late-work'] });
    void queries.invalidateQueries({ queryKey: ['dashboard'] });
  };
  return (
    <ListPage
      head={{
        title: t('dashboard.late.title'),
        crumb: <BackLink to="/dashboard">{t('dashboard.late.back')}</BackLink>,
      }}
      list={list}
      what={t('dashboard.late.what')}
      lines={2}
      className={classes.table}
      columns={lateWorkColumns(now, me, open)}
      filters={lateWorkFilters(search, data?.calls ?? [], go)}
      count={data && t(`dashboard.late.found.${search.lateness ?? 'both'}`, { n: data.total })}
      selection={{
        selected: new Map(picked.map((row) => [row.id, row])),
        onChange: select,
        nameOf: (row) =>
          t('dashboard.late.choose', {
            id: row.uid,
            name: nameOf(row),
            role: translate(roleMessage(row.role)),
          }),
        nameOfAll: t('dashboard.late.chooseAll'),
        isFixed: (row) => !canBeChanged(row),
      }}
      bulk={lateWorkBulk(picked.length, (command) => open({ command }))}
      below={(row) =>
        row.timeRequest && <AskedTime row={row} request={row.timeRequest} answer={() => answer(row.id)} />
      }
      empty={<Empty title={t('dashboard.late.none')}>{t('dashboard.late.noneText')}</Empty>}
      noMatch={
        Object.values(search).some((value) => value !== undefined) && {
          title: t('dashboard.late.noMatch'),
          text: t('dashboard.late.noMatchText'),
          clear: t('dashboard.late.clear'),
          onClear: () => go({}),
        }
      }
      more={
        data !== undefined &&
        data.data.length < Math.min(data.total, most) && {
          label: t('dashboard.late.more', { n: numberText(step) }),
          isLoading: list.isFetching,
          onMore: () => setLimit(Math.min(limit + step, most)),
        }
      }
    >
      {opened === null ? null : (
        <OpenedDialog
          opened={opened}
          rows={picked}
          onDone={() => {
            if (opened.row === undefined) select(new Map());
            refresh();
          }}
          onClose={() => open(null)}
        />
      )}
      {asking === undefined || asking.timeRequest === null ? null : (
        <AnswerTimeDialog
          assignmentId={asking.id}
          uid={asking.uid}
          who={nameOf(asking)}
          request={asking.timeRequest}
          zone={asking.timeZone}
          onDone={refresh}
          onClose={() => answer(undefined)}
        />
      )}
    </ListPage>
  );
}
