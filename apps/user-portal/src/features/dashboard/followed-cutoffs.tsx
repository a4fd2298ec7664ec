import type { FollowedCutoff } from '@clearcall/domain/applications/task-board.ts';
import { plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import type { Language } from '@clearcall/i18n/language.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { AuthorText } from '@clearcall/ui/kit/text/author-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { actionClass, TaskLine, TaskList } from '../../parts/tasks/task-card.tsx';
import type { ListFilter } from '../../search-params.ts';

/** The applications of the calls that a role follows, by cut-off, status and step; each number leads to its list. */
export function FollowedCutoffs({ cutoffs, role }: { cutoffs: readonly FollowedCutoff[]; role: string }) {
  if (cutoffs.length === 0) return null;
  return (
    <TaskList title={t('dashboard.calls.title')}>
      {cutoffs.map((one) => {
        const listOf = (...more: ListFilter[]) => ({ role, filters: [...filtersOf(one), ...more] });
        const statuses = one.statuses.map(({ status, n }) => ({
          label: t(`parts.status.${status}`),
          n,
          search: listOf({ column: 'status', op: 'equal', value: status }),
        }));
        const steps = one.steps.map(({ title, told, n }) => ({
          label: title,
          lang: langOf({ told }, 'title'),
          n,
          search: listOf({ column: 'step', op: 'equal', value: title }),
        }));
        return (
          <TaskLine
            key={`${one.callId} ${one.cutoff}`}
            what={
              <>
                <b lang={langOf(one, 'call')}>{one.call}</b>
                {one.cutoff === null ? null : (
                  <span>
                    {t('dashboard.calls.cutoff')} <DateTime at={one.cutoff} />
                  </span>
                )}
              </>
            }
            facts={[
              <Numbers key="statuses" numbers={statuses} />,
              ...(steps.length === 0
                ? []
                : [
                    <Fragment key="steps">
                      {t('dashboard.calls.steps')} <Numbers numbers={steps} />
                    </Fragment>,
                  ]),
            ]}
          >
            <Link to="/applications" search={listOf()} className={actionClass}>
              {t('dashboard.calls.open')}
              <span className="hidden-visually">
                : <AuthorText of={one} name="call" />
              </span>
              <Icon name="arrow-right" size={14} />
            </Link>
          </TaskLine>
        );
      })}
    </TaskList>
  );
}

const filtersOf = ({ call, cutoff, timeZone }: FollowedCutoff): ListFilter[] => [
  { column: 'callTitle', op: 'contains', value: call },
  ...(cutoff === null
    ? []
    : [{ column: 'cutoff' as const, op: 'equal' as const, value: plainDate(new Date(cutoff), timeZone) }]),
];

function Numbers(props: {
  numbers: readonly {
    label: string;
    lang?: Language | undefined;
    n: number;
    search: { role: string; filters: ListFilter[] };
  }[];
}) {
  return props.numbers.map(({ label, lang, n, search }, at) => (
    <Fragment key={label}>
      {at === 0 ? null : ', '}
      <Link to="/applications" search={search}>
        <span lang={lang}>{label}</span>
        {t('dashboard.calls.number', { n })}
      </Link>
    </Fragment>
  ));
}
