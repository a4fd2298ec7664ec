import type { Application } from '@clearcall/domain/applications/application.ts';
import { fullName } from '@clearcall/domain/people/person-name.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { SelectFilters } from '@clearcall/ui/kit/list/select-filters.tsx';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { zonePlace } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { call } from '@clearcall/ui/session/call.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { choicesOf, type EventFilter, eventMatches } from './event-filter.ts';
import { partitionName } from './person-name.ts';
import classes from './staff.module.css';

const pageSize = 50;

/** What happened to an application, the newest first. A filter looks through all of it. */
export function EventLogTab(props: { application: Application }) {
  const { application } = props;
  const { uid } = application;
  const zone = application.call.timeZone;
  const [filter, setFilter] = useState<EventFilter>({ kind: '', step: '', person: '' });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['applications', 'events', uid],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }) =>
      call('GET /v2/applications/:id/events', {
        params: { id: uid },
        query: { limit: String(pageSize), ...(pageParam === undefined ? {} : { before: String(pageParam) }) },
        quiet: true,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const events = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const filtered = Object.values(filter).some((value) => value !== '');
  // Whoever filters means all of it.
  useEffect(() => {
    if (filtered && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [filtered, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const choices = useMemo(() => choicesOf(events), [events]);
  if (error !== null && data === undefined)
    return <CallFailure query={{ error, refetch }} what={t('staff.log.what')} />;
  if (data === undefined) return <LoadingRows rows={8} />;
  const shown = events.filter((event) => eventMatches(event, filter));
  return (
    <div className={classes.log}>
      <SelectFilters
        filters={(['kind', 'step', 'person'] as const).map((name) => ({
          key: name,
          label: t(`staff.log.${name}`),
          value: filter[name],
          any: t('staff.log.all'),
          choices: choices[name].map((value) => ({ value, label: value })),
          set: (value = '') => setFilter({ ...filter, [name]: value }),
        }))}
      />
      <p className="small soft" role="status">
        {t('staff.log.shown', { n: shown.length, place: zonePlace(zone) })}
      </p>
      <ol>
        {shown.map((event) => (
          <li key={event.id}>
            <span>
              <DateTime at={event.at} zone={zone} />
            </span>
            <div>
              <b>{unbroken(event.words)}</b>
              {event.about === null ? null : `, ${fullName(event.about)}`}
              <p className="soft">
                {[event.step, event.partition === null ? null : partitionName(application, event.partition)]
                  .filter(Boolean)
                  .join(', ')}
              </p>
              {event.reason ? <p>{unbroken(event.reason)}</p> : null}
            </div>
            <span className="soft">{event.by === null ? t('staff.log.portal') : fullName(event.by)}</span>
          </li>
        ))}
      </ol>
      {hasNextPage ? (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('staff.log.more')}
        </Button>
      ) : null}
    </div>
  );
}
