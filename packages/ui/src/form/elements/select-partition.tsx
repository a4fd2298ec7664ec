import { useMemo } from 'react';
import { Combobox } from '../../kit/field/combobox.tsx';
import { t } from '../../kit/text/translate.ts';
import type { ControlProps, Skin } from '../skin.ts';
import { useForm } from '../use-form.tsx';
import { offeredPartitions } from './partitions.tsx';

function SelectPartitionControl(props: ControlProps) {
  const { partitions } = useForm();
  const choices = useMemo(() => offeredPartitions(partitions, true), [partitions]);
  return (
    <Combobox
      id={props.id}
      labelId={props.labelId}
      describedBy={props.describedBy}
      invalid={props.invalid}
      required={props.state.required}
      choices={choices}
      values={props.state.values}
      emptyText={t('forms.choose.noPartition')}
      choose={props.set}
      leave={props.leave}
    />
  );
}

export const selectPartition: Skin = { frame: () => 'for', width: 'full', Control: SelectPartitionControl };
