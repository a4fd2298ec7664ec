import { maxPreviewed, type PreviewedLetter, type ReleaseStart } from '@clearcall/contract/letters.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { zonePlace } from '@clearcall/i18n/format.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { sentenceOf } from '@clearcall/ui/session/call-error.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LetterText } from '../letters/letter-text.tsx';
import classes from './releases.module.css';

/** What is released, unlocked or locked: a step of applications, by their calls. */
export interface Released {
  /** Release if absent. */
  command?: 'release' | 'unlock' | 'lock';
  flowElementId: string;
  byCall: readonly { callId: number; applicationIds: readonly number[] }[];
}

/** The emails of the command, the steps that start because of it, and who may read the results then. */
interface Preview {
  letters: PreviewedLetter[];
  starts: ReleaseStart[];
  readers: string[];
}

interface PreviewedEmails {
  emails: UseQueryResult<Preview>;
  /** How many of the applications have been asked for. */
  asked: number;
  total: number;
}

/** Loads every email that the command would send, in parts. Source: Requirements 2e, 7.1. */
export function useReleaseEmails(released: Released | undefined): PreviewedEmails {
  const [asked, setAsked] = useState(0);
  const emails = useQuery({
    queryKey: ['applications', 'release-emails', released],
    queryFn: ({ signal }) => load(released, signal, setAsked),
    enabled: released !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
  const total = released?.byCall.reduce((sum, { applicationIds }) => sum + applicationIds.length, 0) ?? 0;
  return { emails, asked, total };
}

/** The emails of the command, to be read before it is given; one opens at a time. */
export function ReleaseEmails(props: { previewed: PreviewedEmails }) {
  const { emails, asked, total } = props.previewed;
  if (emails.error !== null)
    return (
      <Note kind="warn" live>
        {sentenceOf(emails.error)}{' '}
        <Button size="sm" onClick={() => void emails.refetch()}>
          {t('parts.release.emails.again')}
        </Button>
      </Note>
    );
  if (emails.data === undefined)
    return <p role="status">{t('parts.release.emails.loading', { n: asked, total })}</p>;
  const { letters, starts, readers } = emails.data;
  const labels = { to: t('parts.release.emails.to'), subject: t('parts.release.emails.subject') };
  return (
    <section className={classes.emails} aria-label={t('parts.release.emails.title')}>
      {readers.length === 0 ? null : (
        <p role="status">{t('parts.release.readers', { roles: readers.map(roleMessage) })}</p>
      )}
      <Starts starts={starts} total={total} />
      <p role="status">{t('parts.release.emails.count', { n: letters.length })}</p>
      {starts.some(({ start }) => start !== null) ? (
        <p role="status">{t('parts.release.emails.later')}</p>
      ) : null}
      {letters.map((letter, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is read once and never changes
        <details key={nth} name="emails">
          <summary>
            {t('parts.release.emails.one', { subject: letter.subject, recipient: letter.recipient })}
          </summary>
          <LetterText letter={letter} labels={labels} />
        </details>
      ))}
    </section>
  );
}

/** In place of a moment that the text leaves out. */
const noMoment = '2000-01-01T00:00:00Z';

const startText = ({ step, role, start, deadline, timeZone }: ReleaseStart): string =>
  t('parts.release.starts.one', {
    step,
    role: translate(roleMessage(role)),
    from: start === null ? 'now' : 'later',
    start: { at: start ?? noMoment, timeZone },
    until: deadline === null ? 'none' : 'set',
    deadline: { at: deadline ?? noMoment, timeZone },
    place: zonePlace(timeZone),
  });

/** Which steps start because of it, for whom and when; or that none does. */
function Starts(props: { starts: readonly ReleaseStart[]; total: number }) {
  const { starts, total } = props;
  if (starts.length === 0) return <p role="status">{t('parts.release.starts.none')}</p>;
  return (
    <>
      <p role="status">{t('parts.release.starts.title', { n: starts.length })}</p>
      <ul>
        {starts.map((one) => (
          <li key={`${one.step} ${one.role} ${one.start} ${one.deadline}`}>
            {quoting(startText(one), quoted(one, 'step'))}
            {total > 1 ? ` ${t('parts.release.starts.in', { n: one.applications })}` : ''}
          </li>
        ))}
      </ul>
    </>
  );
}

async function load(
  released: Released | undefined,
  signal: AbortSignal,
  onProgress: (asked: number) => void,
): Promise<Preview> {
  const letters: PreviewedLetter[] = [];
  const starts = new Map<string, ReleaseStart>();
  const readers = new Set<string>();
  let asked = 0;
  for (const { callId, applicationIds } of released?.byCall ?? [])
    for (let at = 0; at < applicationIds.length; at += maxPreviewed) {
      onProgress(asked);
      const part = applicationIds.slice(at, at + maxPreviewed);
      const came = await call('POST /v2/calls/:callId/release/preview', {
        params: { callId },
        body: {
          command: released?.command,
          flowElementId: released?.flowElementId ?? '',
          applicationIds: part,
        },
        signal,
        quiet: true,
      });
      letters.push(...came.letters);
      for (const role of came.readers) readers.add(role);
      for (const { applications, ...start } of came.starts) {
        const key = JSON.stringify(start);
        starts.set(key, { ...start, applications: applications + (starts.get(key)?.applications ?? 0) });
      }
      asked += part.length;
    }
  return { letters, starts: [...starts.values()], readers: [...readers] };
}
