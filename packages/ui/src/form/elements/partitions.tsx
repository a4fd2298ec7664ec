import type { CutoffPartition } from '@clearcall/domain/calls/call.ts';
import { useMemo } from 'react';
import { type Choice, Combobox } from '../../kit/field/combobox.tsx';
import { chooseLimitText } from '../limit-text.ts';
import type { ControlProps, Skin } from '../skin.ts';
import { TickList } from '../tick-list.tsx';
import { useForm } from '../use-form.tsx';
import { useLimited } from './offered.ts';

const maxTickList = 15;

/** The partitions that the cut-off offers, by name. */
export function offeredPartitions(
  partitions: readonly CutoffPartition[],
  withDescription: boolean,
): Choice[] {
  return partitions
    .filter((partition) => !partition.disabled)
    .map((partition) => ({
      value: partition.id,
      label: partition.name,
      detail: [
        [partition.centre, partition.kind].filter((part) => part !== '').join(', '),
        withDescription ? partition.description : '',
      ]
        .filter((part) => part !== '')
        .join('. '),
    }))
    .sort((one, other) => one.label.localeCompare(other.label));
}

function PartitionsControl(props: ControlProps) {
  const services = useForm();
  const all = useMemo(() => offeredPartitions(services.partitions, false), [services.partitions]);
  const { choices, emptyText } = useLimited(props.element, props.groupId, all);
  if (choices.length <= maxTickList) return <TickList {...props} choices={choices} emptyText={emptyText} />;
  return (
    <Combobox
      id={props.id}
      labelId={props.labelId}
      describedBy={props.describedBy}
      invalid={props.invalid}
      required={props.state.required}
      choices={choices}
      values={props.state.values}
      multiple
      choose={props.set}
      leave={props.leave}
    />
  );
}

export const partitions: Skin = {
  frame: () => 'group',
  width: 'full',
  Control: PartitionsControl,
  hint: chooseLimitText,
};
