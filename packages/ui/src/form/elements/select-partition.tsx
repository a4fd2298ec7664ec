import { useMemo } from 'react';
import { Combobox } from '../../kit/field/combobox.tsx';
import type { ControlProps, Skin } from '../skin.ts';
import { useForm } from '../use-form.tsx';
import { useLimited } from './offered.ts';
import { offeredPartitions } from './partitions.tsx';

function SelectPartitionControl(props: ControlProps) {
  const { partitions } = useForm();
  const all = useMemo(() => offeredPartitions(partitions, true), [partitions]);
  const { choices, emptyText } = useLimited(props.element, props.groupId, all);
  return (
    <Combobox
      id={props.id}
      labelId={props.labelId}
      describedBy={props.describedBy}
      invalid={props.invalid}
      required={props.state.required}
      choices={choices}
      values={props.state.values}
      emptyText={emptyText}
      choose={props.set}
      leave={props.leave}
    />
  );
}

export const selectPartition: Skin = { frame: () => 'for', width: 'full', Control: SelectPartitionControl };
