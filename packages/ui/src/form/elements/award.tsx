import { partitionChild } from '@clearcall/domain/forms/given-rows.ts';
import type { Element } from '@clearcall/domain/forms/types.ts';
import { numberText } from '../../kit/text/number-text.ts';
import { t } from '../../kit/text/translate.ts';
import { AwardFacts } from '../award-facts.tsx';
import classes from '../form.module.css';
import type { ControlProps, ReadingProps } from '../skin.ts';
import { useField, useForm } from '../use-form.tsx';
import { NumberInput } from './number-input.tsx';

/** Whether a number is the amount that a decision gives to a partition. */
export const isAward = (element: Element): boolean => element.config.id === 'decision_amount';

const advised: readonly (string | undefined)[] = ['technical_limit', 'advised_amount'];

/** Whether a number is an amount that is advised or decided: the request is beside it wherever it is entered or read. */
export const isAmount = (element: Element): boolean =>
  isAward(element) || advised.includes(element.config.id);

/** A number, with the unit of the call and the request if it is an amount that is advised. */
export function PlainNumber(props: ControlProps) {
  const { partitions } = useForm();
  const { unit, id } = props.element.config;
  if (!advised.includes(id)) return <NumberInput {...props} unit={unit} />;
  const requestId = `${props.id}:request`;
  const describedBy = [requestId, props.describedBy].filter((part) => part !== undefined).join(' ');
  return (
    <>
      <NumberInput {...props} unit={unit ?? partitions[0]?.unit} describedBy={describedBy} />
      <Requested id={requestId} />
    </>
  );
}

/** The requests on the partitions that an amount is about, each with its unit. */
function Requested(props: { id?: string; of?: string | undefined }) {
  const { requested = [] } = useForm();
  const about = requested.filter(({ partitionId }) => props.of === undefined || partitionId === props.of);
  return (
    <span id={props.id} className={classes.requested}>
      {about.map(({ partitionId, name, amount, unit, isTurnedDown }) => {
        const requested =
          amount === null
            ? t('forms.award.noAmount')
            : t('forms.award.amount', { amount: numberText(amount), unit });
        return (
          <span key={partitionId}>
            {isTurnedDown === true
              ? t('forms.award.requestedTurnedDown', { name, requested })
              : t('forms.award.requestedOn', { name, requested })}
          </span>
        );
      })}
    </span>
  );
}

/** An amount that was advised or decided, as it is read: with its unit, beside the request. */
export function AmountReading({ element, groupId, state }: ReadingProps) {
  const { store, partitions } = useForm();
  const group = store.groupAround(element.id);
  const chosen = store.read({ elementId: (group && partitionChild(group)?.id) ?? element.id, groupId })
    .values[0];
  const partition = isAward(element) ? partitions.find(({ id }) => id === chosen) : partitions[0];
  const unit = element.config.unit ?? partition?.unit ?? '';
  return (
    <p>
      {t('forms.award.amount', { amount: numberText(state.values[0] ?? ''), unit })}
      <Requested of={isAward(element) ? chosen : undefined} />
    </p>
  );
}

/** Id of the facts at the head of a row that decides about a partition. */
const factsIdOf = (groupId: string | null): string => `${groupId}:award`;

/** What the decision about the partition of a row is based on; nothing in other rows. */
export function RowFacts({ group, rowId }: { group: Element; rowId: string }) {
  const { partitions, awards = [] } = useForm();
  const chosen = useField(partitionChild(group)?.id ?? group.id, rowId).values[0];
  const limits = awards.find(({ partitionId }) => partitionId === chosen);
  const award = group.children?.find(isAward);
  if (award === undefined || limits === undefined) return null;
  const unit = partitions.find(({ id }) => id === chosen)?.unit ?? award.config.unit ?? '';
  return <AwardFacts id={factsIdOf(rowId)} limits={limits} unit={unit} />;
}

/** The amount that is decided for the partition of its row. */
export function AwardControl(props: ControlProps) {
  const { store, partitions } = useForm();
  const { element, groupId } = props;
  const group = store.groupAround(element.id);
  const chosen = useField((group && partitionChild(group)?.id) ?? element.id, groupId).values[0];
  const unit = partitions.find(({ id }) => id === chosen)?.unit ?? element.config.unit ?? '';
  const describedBy = [factsIdOf(groupId), props.describedBy].filter((part) => part !== undefined).join(' ');
  return <NumberInput {...props} unit={unit} describedBy={describedBy} />;
}
