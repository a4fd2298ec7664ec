import { AuthorText } from '@clearcall/ui/kit/text/author-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { instantOf, remainingText } from '@clearcall/ui/kit/time/date-text.ts';
import { useServerTime } from '@clearcall/ui/kit/time/use-now.ts';
import { read } from '@clearcall/ui/session/call.ts';
import { useQuery } from '@tanstack/react-query';
import classes from './account.module.css';

const shown = 3;

/** The open calls whose cut-off comes next, on the cover. Nothing while they are unknown: nobody waits for them here. */
export function NextCutOffs() {
  const now = useServerTime();
  const published = useQuery({
    queryKey: ['calls', 'published'],
    queryFn: read('GET /v2/calls/published'),
    // The cover is not there on narrow screens.
    enabled: window.matchMedia('(min-width: 768px)').matches,
  });
  const next = (published.data?.data ?? [])
    .flatMap((call) => {
      const { state, current } = call;
      const end = state === 'open' ? instantOf(current?.end) : null;
      const left = end === null || now === null ? null : remainingText(end, now);
      return end === null || left === null ? [] : [{ call, end, left }];
    })
    .sort((one, other) => one.end - other.end)
    .slice(0, shown);
  if (next.length === 0) return null;
  return (
    <section className={classes.next} aria-label={t('account.next.title')}>
      <p>{t('account.next.title')}</p>
      <ol>
        {next.map(({ call, left }) => (
          <li key={call.id}>
            <b>{call.code}</b>
            <AuthorText of={call} name="title" />
            <em>{left}</em>
          </li>
        ))}
      </ol>
    </section>
  );
}
