import type { LateWork } from '@clearcall/domain/applications/application.ts';
import { plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { ListPage, useListAddress } from '@clearcall/ui/kit/list/list-page.tsx';
import type { Selection } from '@clearcall/ui/kit/list/selection.ts';
import { BackLink } from '@clearcall/ui/kit/page/page-head.tsx';
import { Empty } from '@clearcall/ui/kit/state/page-states.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { readerZone } from '@clearcall/ui/kit/time/date-text.ts';
import { useNow } from '@clearcall/ui/kit/time/use-now.ts';
import { read } from '@clearcall/ui/session/call.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { RemindDialog } from '../../parts/letters/remind-dialog.tsx';
import { AnswerTimeDialog } from '../../parts/more-time/answer-dialog.tsx';
import type { LateWorkSearch } from '../../search-params.ts';
import { StaffOnly } from '../../shell/staff-only.tsx';
import { AskedTime } from './asked-time.tsx';
import classes from './late-work.module.css';
import { type LateCommand, LateWorkDialog, nameOf } from './late-work-dialog.tsx';
import { lateWorkColumns, lateWorkFilters } from './late-work-table.tsx';

const step = 100;
const most = 500;

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
  const [command, setCommand] = useState<LateCommand | null>(null);
  const [answered, setAnswered] = useState<LateWork | null>(null);
  const [reminded, setReminded] = useState<LateWork | null>(null);
  const go = (next: LateWorkSearch) => {
    select(new Map());
    setLimit(step);
    write(next);
  };
  const { lateness, days, call: callId, step: stepId } = search;
  const list = useQuery({
    queryKey: ['late-work', search, limit],
    queryFn: read('POST /v2/assignments/late', {
      query: { limit, offset: 0 },
      body: {
        ...(lateness === undefined ? {} : { lateness }),
        ...(days === undefined ? {} : { unansweredDays: days }),
        ...(callId === undefined ? {} : { callId }),
        ...(stepId === undefined ? {} : { flowElementId: stepId }),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const { data } = list;
  // Rows may have changed since they were selected, or be late no more.
  const picked = data?.data.filter(({ id }) => selected.has(id)) ?? [];
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['late-work'] });
    void queries.invalidateQueries({ queryKey: ['dashboard'] });
  };
  return (
    <ListPage
      head={{
        title: t('dashboard.late.title'),
        crumb: <BackLink to="/dashboard">{t('dashboard.late.back')}</BackLink>,
        children: (
          <p role="status">
            {/* Until the number is known, the sentence takes its room unseen. */}
            <span style={data === undefined ? { visibility: 'hidden' } : undefined}>
              {t(`dashboard.late.found.${lateness ?? 'both'}`, { n: data?.total ?? 10 })}
            </span>
          </p>
        ),
      }}
      list={list}
      what={t('dashboard.late.what')}
      className={classes.table}
      columns={lateWorkColumns(now, me, setReminded)}
      filters={lateWorkFilters(search, data?.calls ?? [], go)}
      selection={{
        selected: new Map(picked.map((row) => [row.id, row])),
        onChange: select,
        nameOf: (row) => t('dashboard.late.choose', { id: row.uid, name: nameOf(row), step: row.step }),
        nameOfAll: t('dashboard.late.chooseAll'),
        // There is nothing left to move or to revoke of work that has ended.
        isFixed: ({ endedAt }) => endedAt !== null,
      }}
      bulk={{
        label: t('dashboard.late.bulk'),
        text: t('dashboard.late.chosen', { n: picked.length }),
        isAlwaysShown: true,
        actions: (['remind', 'deadline', 'revoke'] as const).map((name) => ({
          label: t(`dashboard.late.${name}.open`),
          isDanger: name === 'revoke',
          onPress: () => setCommand(name),
        })),
      }}
      below={(row) =>
        row.timeRequest === null ? null : (
          <AskedTime row={row} request={row.timeRequest} answer={setAnswered} />
        )
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
      {reminded === null ? null : (
        <RemindDialog
          assignmentId={reminded.id}
          who={nameOf(reminded)}
          onClose={() => setReminded(null)}
          onDone={() => setReminded(null)}
        />
      )}
      {answered === null || answered.timeRequest === null ? null : (
        <AnswerTimeDialog
          assignmentId={answered.id}
          uid={answered.uid}
          who={nameOf(answered)}
          request={answered.timeRequest}
          zone={answered.timeZone}
          onClose={() => setAnswered(null)}
          onDone={() => {
            setAnswered(null);
            refresh();
          }}
        />
      )}
      {command === null ? null : (
        <LateWorkDialog
          command={command}
          rows={picked}
          today={plainDate(new Date(now), readerZone)}
          onDone={() => {
            select(new Map());
            refresh();
          }}
          onClose={() => setCommand(null)}
        />
      )}
    </ListPage>
  );
}
