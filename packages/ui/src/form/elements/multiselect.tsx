import { Combobox } from '../../kit/field/combobox.tsx';
import { quoting } from '../../kit/text/quoting.tsx';
import { t } from '../../kit/text/translate.ts';
import { chooseLimitText } from '../limit-text.ts';
import type { ControlProps, Skin } from '../skin.ts';
import { TickList } from '../tick-list.tsx';
import { useOffered } from './offered.ts';

const maxTickList = 12;

function MultiselectControl(props: ControlProps) {
  const { element, state } = props;
  const { items, waitsFor } = useOffered(element, props.groupId);
  if (items.length > maxTickList) {
    return (
      <Combobox
        id={props.id}
        labelId={props.labelId}
        describedBy={props.describedBy}
        invalid={props.invalid}
        required={state.required}
        choices={items}
        values={state.values}
        multiple
        choose={props.set}
        leave={props.leave}
      />
    );
  }
  return (
    <TickList
      {...props}
      choices={items}
      emptyText={waitsFor && quoting(t('forms.choose.first', { title: waitsFor.title }), waitsFor)}
    />
  );
}

export const multiselect: Skin = {
  frame: () => 'group',
  width: 'full',
  Control: MultiselectControl,
  hint: chooseLimitText,
};
