import type { CallDetail, CutoffPartition } from '@clearcall/domain/calls/call.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { Segments } from '@clearcall/ui/kit/segments.tsx';
import { TableFrame } from '@clearcall/ui/kit/table/table-frame.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t, unitText } from '@clearcall/ui/kit/text/translate.ts';
import { RangeRule } from '@clearcall/ui/kit/time/time-rule.tsx';
import { useState } from 'react';
import classes from './call-detail.module.css';
import {
  type AmountUnit,
  amountsIn,
  commonScale,
  offeredUnits,
  type PartitionAmounts,
} from './partition-amounts.ts';

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The part of a node that tells partitions apart: its accelerators, else its cores. The whole text is the tooltip. */
function nodeText(description: string): string {
  const pieces = description.replace(/ per node$/, '').split(/, | and /);
  return pieces.find((piece) => piece.includes('×')) ?? pieces[0] ?? '';
}

/** What each partition gives to one application: its limits as numbers and on a common scale. */
export function PartitionLimits(props: { call: CallDetail }) {
  const { partitions, unit: ownUnit } = props.call;
  const [unit, setUnit] = useState<AmountUnit>('own');
  if (partitions.length === 0) return null;
  const names: Record<AmountUnit, string> = {
    own: unitText(ownUnit),
    core: unitText('core hours'),
    gpu: unitText('GPU hours'),
  };
  const offered = offeredUnits(partitions).filter((one) => one === 'own' || names[one] !== names.own);
  const rows = partitions.map((partition) => ({ partition, amounts: amountsIn(partition, unit) }));
  const scale = commonScale(rows.map(({ amounts }) => amounts));
  const fixed = partitions.every((partition) => partition.fixed !== null);
  const pooled = partitions.some((partition) => partition.pool !== null);

  return (
    <Section
      title={t('call.limits.title')}
      id="partitions"
      aside={
        offered.length > 1 ? (
          <Segments
            label={t('call.limits.unit')}
            values={offered}
            chosen={unit}
            choose={setUnit}
            textOf={(one) => capital(names[one])}
            langOf={(one) => (one === 'own' && names.own === ownUnit ? langOf({}, 'unit') : undefined)}
          />
        ) : undefined
      }
    >
      <TableFrame label={t('call.limits.table')} className={classes.partitions}>
        <thead>
          <tr>
            <th scope="col">{t('call.limits.partition')}</th>
            <th scope="col">{t('call.limits.centre')}</th>
            <th scope="col">{t('call.limits.perNode')}</th>
            {pooled ? (
              <th scope="col" data-align="right">
                {t('call.limits.pool')}
              </th>
            ) : null}
            {fixed ? (
              <th scope="col" data-align="right">
                {t('call.limits.amount')}
              </th>
            ) : (
              <>
                <th scope="col" data-align="right">
                  {t('call.limits.min')}
                </th>
                <th scope="col" data-align="right">
                  {t('call.limits.max')}
                </th>
              </>
            )}
            <th scope="col" className={classes.rangeColumn}>
              <span className="hidden-visually">{t('call.limits.toScale')}</span>
              <span className={classes.scale}>
                <span>0</span>
                <span className="num">{numberText(scale)}</span>
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ partition, amounts }) => (
            <Row
              key={partition.id}
              partition={partition}
              amounts={amounts}
              scale={scale}
              fixed={fixed}
              pooled={pooled}
            />
          ))}
        </tbody>
      </TableFrame>
      <p className={`small soft ${classes.legend}`}>
        {[
          t('call.limits.amountsIn', { unit: names[unit] }),
          ...(pooled ? [t('call.limits.poolMeans')] : []),
          t(fixed ? 'call.limits.allFixed' : 'call.limits.fading'),
        ].join(' ')}
      </p>
    </Section>
  );
}

function Row(props: {
  partition: CutoffPartition;
  amounts: PartitionAmounts | null;
  scale: number;
  fixed: boolean;
  pooled: boolean;
}) {
  const { partition, amounts, scale, fixed, pooled } = props;
  const text = (amount: number | null | undefined, otherwise: string) =>
    amount === null || amount === undefined ? <span className="muted">{otherwise}</span> : numberText(amount);
  const columns = fixed ? 1 : 2;
  const least = amounts?.fixed ?? amounts?.min ?? null;
  const most = amounts?.fixed ?? amounts?.max ?? null;
  return (
    <tr data-past={partition.disabled ? '' : undefined}>
      <th scope="row">{partition.name}</th>
      <td data-part="centre">{partition.centre}</td>
      <td data-part="node" title={partition.description}>
        {nodeText(partition.description)}
      </td>
      {pooled ? (
        <td data-part="pool" data-align="right">
          {text(amounts?.pool, '-')}
        </td>
      ) : null}
      {partition.disabled ? (
        <td data-part="off" colSpan={columns + 1}>
          <Icon name="lock" size={14} /> {t('call.limits.closed')}
        </td>
      ) : amounts === null ? (
        <td data-part="off" colSpan={columns + 1}>
          {t('call.limits.notInUnit')}
        </td>
      ) : (
        <>
          {fixed ? (
            <td data-part="min" data-align="right">
              {text(amounts.fixed, '-')}
            </td>
          ) : (
            <>
              <td
                data-part="min"
                data-label={least === null ? undefined : t('call.limits.from')}
                data-align="right"
              >
                {text(least, t('call.limits.none'))}
              </td>
              <td
                data-part="max"
                data-label={most === null ? undefined : t('call.limits.to')}
                data-align="right"
              >
                {text(most, t('call.limits.none'))}
              </td>
            </>
          )}
          <td data-part="range">
            <RangeRule
              {...(amounts.fixed === null
                ? { min: amounts.min ?? 0, max: amounts.max ?? undefined }
                : { min: 0, max: amounts.fixed })}
              scale={scale}
            />
          </td>
        </>
      )}
    </tr>
  );
}
