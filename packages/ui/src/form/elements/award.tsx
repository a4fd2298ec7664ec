import { partitionChild } from '@clearcall/domain/forms/partition-rows.ts';
import type { Element } from '@clearcall/domain/forms/types.ts';
import { useEffect } from 'react';
import { translate } from '../../kit/text/translate.ts';
import { AwardFacts } from '../award-facts.tsx';
import { addressOf } from '../field-address.ts';
import type { ControlProps } from '../skin.ts';
import { useField, useFieldMark, useForm, useGathered } from '../use-form.tsx';
import { NumberInput } from './number-input.tsx';

/** Whether a number is the amount that a decision gives to a partition. */
export const isAward = (element: Element): boolean => element.config.id === 'decision_amount';

const advised: readonly (string | undefined)[] = ['technical_limit', 'advised_amount'];

/** A number, with the unit of the call where it is an amount that is advised. */
export function PlainNumber(props: ControlProps) {
  const { partitions } = useForm();
  const { unit, id } = props.element.config;
  return <NumberInput {...props} unit={unit ?? (advised.includes(id) ? partitions[0]?.unit : undefined)} />;
}

/** The amount that is decided for the partition of its row, beside what it is held against. */
export function AwardControl(props: ControlProps) {
  const { store, partitions, awards = [] } = useForm();
  const { element, groupId, complain } = props;
  const group = store.groupAround(element.id);
  const chosen = useField((group && partitionChild(group)?.id) ?? element.id, groupId).values[0];
  const limits = awards.find(({ partitionId }) => partitionId === chosen);
  const unit = partitions.find(({ id }) => id === chosen)?.unit ?? element.config.unit ?? '';
  const { showErrors } = useFieldMark(element.id, groupId);
  const address = addressOf({ elementId: element.id, groupId });
  const fault = useGathered((its) => {
    const problem = its.otherProblems().find((one) => addressOf(one) === address);
    return problem === undefined ? '' : translate(problem.message);
  });
  useEffect(() => complain(showErrors && fault !== '' ? fault : null), [complain, showErrors, fault]);
  const factsId = `${props.id}:award`;
  const describedBy = [limits === undefined ? undefined : factsId, props.describedBy]
    .filter((part) => part !== undefined)
    .join(' ');
  return (
    <>
      {limits === undefined ? null : <AwardFacts id={factsId} limits={limits} unit={unit} />}
      <NumberInput {...props} unit={unit} describedBy={describedBy || undefined} />
    </>
  );
}
