import type { Application } from '@clearcall/domain/applications/application.ts';
import { fullName } from '@clearcall/domain/people/person-name.ts';
import { zonePlace } from '@clearcall/i18n/format.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { SelectFilters } from '@clearcall/ui/kit/list/select-filters.tsx';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateText, timeText } from '@clearcall/ui/kit/time/date-text.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { choicesOf, type EventFilter, eventMatches, type LoggedEvent } from './event-filter.ts';
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
      {[...Map.groupBy(shown, ({ at }) => dateText(at, zone))].map(([day, its]) => (
        <section key={day}>
          <h2>{day}</h2>
          <ol>
            {its.map((event) => (
              <li key={event.id}>
                <time className="soft num" dateTime={event.at}>
                  {timeText(event.at, zone)}
                </time>
                <div>
                  <p>
                    <Did event={event} />
                  </p>
                  <p className="soft">
                    {[
                      event.step,
                      event.partition === null ? null : partitionName(application, event.partition),
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  </p>
                  {event.reason ? <p>{unbroken(event.reason)}</p> : null}
                </div>
              </li>
            ))}
          </ol>
        </section>
      ))}
      {hasNextPage ? (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('staff.log.more')}
        </Button>
      ) : null}
    </div>
  );
}

/** An event as a sentence: actor, action and the person concerned. */
function Did({ event }: { event: LoggedEvent }) {
  const { words, about, by } = event;
  return (
    <RichText
      id={about === null ? 'staff.log.did' : 'staff.log.didAbout'}
      values={{
        words,
        about: about === null ? '' : fullName(about),
        by: by === null ? t('staff.log.portal') : fullName(by),
      }}
      parts={{ strong: (text) => <b>{text}</b> }}
    />
  );
}
