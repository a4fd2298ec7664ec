import type { HeldLetters as Held } from '@clearcall/contract/letters.ts';
import { message } from '@clearcall/i18n/message.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { remainingExact, timeText } from '@clearcall/ui/kit/time/date-text.ts';
import { useNow } from '@clearcall/ui/kit/time/use-now.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { serverNow } from '@clearcall/ui/session/server-clock.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import classes from './letters.module.css';

// With the lists: whatever is done to many asks for both again.
const key = ['applications', 'letters'];
const askedEveryMs = 5_000;

/** The letters of releases that can still be stopped, each with the time at which it goes. Source: Requirements 2e, 7.2. */
export function HeldLetters() {
  const { data = [] } = useQuery({
    queryKey: key,
    queryFn: () => call('GET /v2/letters/held', { quiet: true }),
    refetchInterval: askedEveryMs,
  });
  return data.map((held) => (
    <div key={held.id} className={classes.held}>
      <One held={held} />
    </div>
  ));
}

function One(props: { held: Held }) {
  const { id, goesAt, letters } = props.held;
  const client = useQueryClient();
  const stop = useMutation({
    mutationFn: () => call('POST /v2/letters/:id/stop', { params: { id }, body: {} }),
    onSuccess: () => notify({ type: 'success', message: message('lists.letters.stopped') }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  return (
    <Note kind="time">
      <span role="status">{t('lists.letters.goOut', { time: timeText(goesAt), n: letters })}</span>{' '}
      <Left until={Date.parse(goesAt)} />{' '}
      <Button size="sm" loading={stop.isPending} onClick={() => stop.mutate()}>
        {t('lists.letters.stop')}
      </Button>
    </Note>
  );
}

/** How long they can be stopped: letters leave in real time, also where a demonstration has moved its clock. Not read aloud. */
function Left(props: { until: number }) {
  useNow('second');
  const left = remainingExact(props.until, serverNow());
  return left === null ? null : <b className="num">{t('lists.letters.left', { left })}</b>;
}
