import { Bar } from '@clearcall/ui/kit/state/page-states.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { call } from '@clearcall/ui/session/call.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import classes from './assigned-calls.module.css';

/** What a role without tasks can read: the calls with their cut-offs, and the applications that calls open to it. */
export function AssignedCalls({ role }: { role: string }) {
  const { data: calls } = useQuery({
    queryKey: ['calls', 'published'],
    queryFn: ({ signal }) => call('GET /v2/calls/published', { signal, quiet: true }),
    select: ({ data }) => data,
  });
  const { data: applications } = useQuery({
    queryKey: ['applications', 'search', { role }, 'total'],
    queryFn: ({ signal }) =>
      call('POST /v2/applications/search', {
        query: { limit: 1, offset: 0 },
        body: { role },
        signal,
        quiet: true,
      }),
    select: ({ total }) => total,
  });
  return (
    <section className={classes.calls} aria-labelledby="assigned-calls">
      <h2 id="assigned-calls">{t('dashboard.calls.title')}</h2>
      <p className="soft">{t('dashboard.calls.text')}</p>
      {calls === undefined || applications === undefined ? (
        <Bar width="62%" />
      ) : (
        <>
          <ul>
            {calls.map((one) => (
              <li key={one.id}>
                <Link to="/calls/$id" params={{ id: String(one.id) }} lang={langOf(one, 'title')}>
                  {one.title}
                </Link>
                <span>{t(`dashboard.calls.${one.state}`)}</span>
                {one.current?.end == null ? null : (
                  <span>
                    {t('dashboard.calls.cutoff')} <DateTime at={one.current.end} />
                  </span>
                )}
              </li>
            ))}
          </ul>
          <p>
            {applications === 0 ? (
              t('dashboard.calls.noApplication')
            ) : (
              <Link to="/applications" search={{ role }}>
                {t('dashboard.calls.applications', { n: applications })}
              </Link>
            )}
          </p>
        </>
      )}
    </section>
  );
}
