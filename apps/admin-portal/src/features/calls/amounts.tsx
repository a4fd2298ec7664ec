import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { TableFrame } from '@clearcall/ui/kit/table/table-frame.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t, unitText } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { zoneText } from '@clearcall/ui/kit/time/date-text.ts';
import classes from './amounts.module.css';
import type { OpenedCall } from './calls-queries.ts';
import { type CutoffProps, CutoffSelect } from './cutoff-select.tsx';
import { cutoffText } from './cutoff-text.ts';

type Cutoff = OpenedCall['cutoffs'][number];

const allLimits = ['pool', 'min', 'max', 'fixed'] as const;
type Limit = (typeof allLimits)[number];

/** Limits that a cut-off of the call sets. */
const limitsOf = ({ cutoffs }: OpenedCall): readonly Limit[] => {
  const set = allLimits.filter((limit) =>
    cutoffs.some(({ partitions }) => partitions.some((partition) => partition[limit] !== null)),
  );
  return set.length === 0 ? allLimits : set;
};

const amountText = (amount: string | null) => (amount === null ? '–' : numberText(amount));

/** Makes this cut-off the first column after the names of the partitions, in a table of many cut-offs. */
const scrollTo = (head: HTMLElement | null) => {
  const frame = head?.closest('section');
  const names = frame?.querySelector('th');
  if (head && frame && names)
    frame.scrollLeft += head.getBoundingClientRect().left - names.getBoundingClientRect().right;
};

/** The amounts of each partition at each cut-off. On narrow screens it shows one cut-off. */
export function Amounts(props: CutoffProps) {
  const { call, cutoff: shown, now } = props;
  const { cutoffs, partitions, timeZone, unit } = call;
  const limits = limitsOf(call);
  const other = ({ id }: Cutoff) => (id === shown?.id ? undefined : '');
  return (
    <Section
      id="cutoffs"
      title={t('setup.call.cutoffs')}
      aside={
        <span className="small muted">
          {t('setup.call.allIn', { unit: unitText(unit), zone: zoneText(timeZone) })}
        </span>
      }
    >
      {cutoffs.length === 0 ? <p className="soft">{t('setup.call.noCutoffs')}</p> : null}
      <CutoffSelect {...props} className={classes.select} />
      {cutoffs.length === 0 ? null : partitions.length === 0 ? (
        <>
          <ul className={classes.bare}>
            {cutoffs.map((cutoff) => (
              <li key={cutoff.id}>{cutoffText(call, cutoff, now)}</li>
            ))}
          </ul>
          <p className="soft">{t('setup.call.noPartitions')}</p>
        </>
      ) : (
        <TableFrame scrolls label={t('setup.call.amounts')} className={classes.amounts}>
          <thead>
            <tr>
              <th rowSpan={2} scope="col">
                {t('setup.call.partition')}
              </th>
              {cutoffs.map((cutoff) => (
                <th
                  key={cutoff.id}
                  ref={cutoff.id === shown?.id ? scrollTo : undefined}
                  scope="colgroup"
                  colSpan={limits.length}
                  data-first=""
                  data-other={other(cutoff)}
                >
                  {unbroken(cutoffText(call, cutoff, now))}
                </th>
              ))}
            </tr>
            <tr>
              {cutoffs.map((cutoff) =>
                limits.map((limit, at) => (
                  <th
                    key={`${cutoff.id} ${limit}`}
                    scope="col"
                    data-align="right"
                    data-first={at === 0 ? '' : undefined}
                    data-other={other(cutoff)}
                  >
                    {t(`setup.limit.${limit}`)}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {partitions.map((partition) => (
              <tr key={partition.id}>
                <th scope="row" title={partition.centre}>
                  {partition.name}
                  {partition.disabled ? (
                    <span className={`muted ${classes.off}`}>{t('setup.call.partitionDisabled')}</span>
                  ) : null}
                </th>
                {cutoffs.map((cutoff) => (
                  <Cells
                    key={cutoff.id}
                    limits={limits}
                    offered={cutoff.partitions.find(({ partitionId }) => partitionId === partition.id)}
                    other={other(cutoff)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </TableFrame>
      )}
    </Section>
  );
}

/** Amounts of a partition at one cut-off, or why it has none. */
function Cells(props: {
  limits: readonly Limit[];
  offered: Cutoff['partitions'][number] | undefined;
  other: '' | undefined;
}) {
  const { limits, offered, other } = props;
  if (offered === undefined || offered.disabled)
    return (
      <td colSpan={limits.length} data-first="" data-other={other} className={classes.hatched}>
        <span>
          <Icon name="lock" size={14} />{' '}
          {t(offered === undefined ? 'setup.call.notOffered' : 'setup.call.closedHere')}
        </span>
      </td>
    );
  return limits.map((limit, at) => (
    <td
      key={limit}
      data-align="right"
      data-first={at === 0 ? '' : undefined}
      data-other={other}
      data-none={offered[limit] === null ? '' : undefined}
    >
      {amountText(offered[limit])}
    </td>
  ));
}
