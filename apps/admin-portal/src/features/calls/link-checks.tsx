import { hasRight } from '@clearcall/domain/permissions/administration.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { Chip } from '@clearcall/ui/kit/status-chip.tsx';
import { sizeText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateText, dateTimeText } from '@clearcall/ui/kit/time/date-text.ts';
import { type Reply, read } from '@clearcall/ui/session/call.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

type CheckedLink = Reply<'GET /admin/calls/:id/links'>['data'][number];
type Check = NonNullable<CheckedLink['check']>;

const linksOf = (id: number) =>
  queryOptions({
    queryKey: ['administered-calls', 'one', String(id), 'links'],
    queryFn: read('GET /admin/calls/:id/links', { params: { id: String(id) } }),
    staleTime: 0,
  });

/** Whether a check was made, or the job that was asked for it has not come that far. */
const isDue = (links: readonly CheckedLink[], askedAt: string | null): boolean =>
  askedAt !== null && links.some(({ check }) => check === null || check.checkedAt < askedAt);

const pollMs = 1_000;
/** Then the worker is busy, and the reader is not kept waiting. */
const patienceMs = 120_000;

/** The checks of the links of a call, loaded again while new ones are made. */
export function useLinkChecks(callId: number) {
  const [asked, ask] = useState<{ at: string; sinceMs: number } | null>(null);
  const query = useQuery({
    ...linksOf(callId),
    refetchInterval: ({ state: { data } }) =>
      asked !== null &&
      data !== undefined &&
      isDue(data.data, asked.at) &&
      performance.now() - asked.sinceMs < patienceMs
        ? pollMs
        : false,
  });
  const links = query.data?.data ?? [];
  return {
    links,
    isLoaded: query.data !== undefined,
    isChecking: isDue(links, asked?.at ?? null),
    begin: (at: string) => {
      ask({ at, sinceMs: performance.now() });
      void query.refetch();
    },
  };
}

export type LinkChecks = ReturnType<typeof useLinkChecks>;

/** When the links were checked, and the button that has them checked now. */
export function LinksChecked({ callId, checks }: { callId: number; checks: LinkChecks }) {
  const { role } = useUser();
  const { links, isLoaded, isChecking, begin } = checks;
  const command = useCommand({
    send: (call) => call('POST /admin/calls/:id/links/check', { params: { id: String(callId) }, body: {} }),
    after: ({ askedAt }) => begin(askedAt),
  });
  if (!isLoaded || links.length === 0) return null;
  const times = links.flatMap(({ check }) => check?.checkedAt ?? []).sort();
  const oldest = times[0];
  return (
    <span className="row">
      <span className="soft" aria-live="polite">
        {isChecking
          ? t('links.checking')
          : oldest === undefined
            ? t('links.never')
            : t('links.checked', { at: dateTimeText(oldest) })}
      </span>
      {hasRight(role, 'change_calls') ? (
        <Button size="sm" loading={command.isPending || isChecking} onClick={() => command.send()}>
          {t('links.check')}
        </Button>
      ) : null}
    </span>
  );
}

/** The result of the last check of a link. The chip is as wide as its text. */
export function LinkState(props: { check: Check | null | undefined; zone: string }) {
  return props.check ? (
    <span>
      <Answer check={props.check} zone={props.zone} />
    </span>
  ) : null;
}

function Answer({ check, zone }: { check: Check; zone: string }) {
  const { state, status, failure, mediaType, sizeBytes, since } = check;
  const day = dateText(since, zone);
  switch (state) {
    case 'answers': {
      const kind = /^application\/(?:x-)?(pdf|zip)$/.exec(mediaType ?? '')?.[1]?.toUpperCase();
      const facts = kind === undefined ? [] : [kind, sizeBytes === null ? '' : sizeText(sizeBytes)];
      return (
        <Chip tone="ok" icon="check">
          {facts.length === 0 ? t('links.answers') : facts.filter((fact) => fact !== '').join(', ')}
        </Chip>
      );
    }
    case 'closed':
      return <span className="muted">{t('links.closed', { status: String(status) })}</span>;
    case 'private':
      return <span className="muted">{t('links.private')}</span>;
    case 'broken':
      return (
        <Chip tone="warn" icon="warning">
          {t('links.broken', { status: String(status), day })}
        </Chip>
      );
    case 'unreachable':
      return (
        <Chip tone="warn" icon="warning">
          {t(`links.failure.${failure ?? 'connection'}`, { day })}
        </Chip>
      );
  }
}
