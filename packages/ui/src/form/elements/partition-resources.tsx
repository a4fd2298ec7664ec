import type { CutoffPartition } from '@clearcall/domain/calls/call.ts';
import { multiplied, percentOf } from '@clearcall/domain/forms/amounts.ts';
import { isDecimal } from '@clearcall/domain/forms/decimals.ts';
import { amountLimits } from '@clearcall/domain/forms/elements/partition-resources.ts';
import type { Element } from '@clearcall/domain/forms/types.ts';
import fieldClasses from '../../kit/field/field.module.css';
import { numberText } from '../../kit/text/number-text.ts';
import { t, unitText } from '../../kit/text/translate.ts';
import { RangeRule } from '../../kit/time/time-rule.tsx';
import classes from '../form.module.css';
import { amountLimitText } from '../limit-text.ts';
import type { ControlProps, Skin } from '../skin.ts';
import { useField, useForm } from '../use-form.tsx';
import { NumberInput } from './number-input.tsx';

/** The partition whose amount this is: the one that the named element holds, in the same row. */
function useOwnPartition(element: Element, groupId: string | null): CutoffPartition | null {
  const { store, partitions } = useForm();
  const from = element.config.partitionFrom;
  const key = store.keyBeside({ elementId: element.id, groupId }, from ?? element.id);
  const chosen = useField(key.elementId, key.groupId);
  if (from === undefined) return null;
  return partitions.find((partition) => partition.id === chosen.values[0]) ?? null;
}

function AmountControl(props: ControlProps) {
  const { element, state } = props;
  const context = useForm().store.currentContext();
  const partition = useOwnPartition(element, props.groupId);
  // What was typed and is no number draws and converts nothing.
  const value = state.values.find(isDecimal);
  const unit = partition?.unit ?? element.config.unit;
  const limitsId = `${props.id}:limits`;
  if (partition !== null && partition.fixed !== null) {
    return (
      <>
        <p className={classes.fixed} id={props.id} tabIndex={-1}>
          <b className="num">
            {numberText(partition.fixed)} {unitText(partition.unit)}
          </b>
          <span className="small soft">{t('forms.amount.fixed')}</span>
        </p>
        <Conversions partition={partition} amount={partition.fixed} />
      </>
    );
  }
  const limits = amountLimits(element, partition, context);
  const limitWords = amountLimitText(element, partition, context);
  return (
    <>
      <span id={limitsId} className={fieldClasses.hint}>
        {partition === null && element.config.partitionFrom !== undefined
          ? t('forms.amount.partitionFirst')
          : limitWords !== ''
            ? `${limitWords}.`
            : partition === null
              ? ''
              : t('forms.amount.noLimits')}
      </span>
      <div className={classes.amount}>
        <NumberInput
          {...props}
          unit={unit}
          describedBy={[limitsId, props.describedBy].filter((part) => part !== undefined).join(' ')}
        />
        {partition !== null && limitWords !== '' ? <Gauge {...limits} value={value} /> : null}
      </div>
      {partition !== null && value !== undefined ? (
        <Conversions partition={partition} amount={value} />
      ) : null}
    </>
  );
}

/** Where the amount lies between least and most. It draws what the hint says in words, so it is silent. */
function Gauge(props: {
  min: string | null;
  max: string | null;
  isPool: boolean;
  value: string | undefined;
}) {
  const min = props.min === null ? undefined : Number(props.min);
  const max = props.max === null ? undefined : Number(props.max);
  const scale = Math.max((max ?? (min ?? 0) * 3) * 1.087, 1);
  const at = (value: number) => ({ left: `${Math.min(96, Math.max(4, (value / scale) * 100)).toFixed(1)}%` });
  // Two labels need room between them.
  const near = min !== undefined && max !== undefined && (max - min) / scale < 0.2;
  return (
    <div className={classes.gauge} aria-hidden="true">
      <RangeRule
        {...(min === undefined ? {} : { min })}
        {...(max === undefined ? {} : { max })}
        {...(props.value === undefined ? {} : { value: Number(props.value) })}
        scale={scale}
      />
      <div className={classes.gaugeWords}>
        {min === undefined || near ? null : (
          <span style={at(min)}>
            {numberText(props.min ?? '')}
            <br />
            {t('forms.amount.least')}
          </span>
        )}
        {max === undefined ? null : (
          <span style={at(max)}>
            {numberText(props.max ?? '')}
            <br />
            {props.isPool ? t('forms.amount.pool') : t('forms.amount.most')}
          </span>
        )}
      </div>
    </div>
  );
}

/** The amount in hours of a core or GPU, and its share of what all may have together. */
function Conversions(props: { partition: CutoffPartition; amount: string }) {
  const { partition, amount } = props;
  const gpu = partition.gpuHoursPerUnit !== null && Number(partition.gpuHoursPerUnit) > 0;
  const factor = gpu ? partition.gpuHoursPerUnit : partition.coreHoursPerUnit;
  const hours = factor === null || Number(factor) === 0 ? null : multiplied(amount, factor);
  const share = partition.pool === null ? null : percentOf(amount, partition.pool);
  if (hours === null && share === null) return null;
  return (
    <p className={fieldClasses.under}>
      <span className="num">
        {hours === null
          ? ''
          : t(gpu ? 'forms.amount.gpuHours' : 'forms.amount.coreHours', { hours: numberText(hours) })}
      </span>
      <span className="num">{share === null ? '' : shareText(share)}</span>
    </p>
  );
}

/** A share that would be 0.0 is said to be less than what one decimal can say. */
const shareText = (share: string): string =>
  share === '0.0'
    ? t('forms.amount.shareTiny', { share: numberText('0.1') })
    : t('forms.amount.share', { share: numberText(share) });

export const partitionResources: Skin = { frame: () => 'for', width: 'full', Control: AmountControl };
