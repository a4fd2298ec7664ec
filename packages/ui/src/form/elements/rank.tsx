import type { Element } from '@clearcall/domain/forms/types.ts';
import fieldClasses from '../../kit/field/field.module.css';
import { t } from '../../kit/text/translate.ts';
import { unbroken } from '../../kit/text/unbroken.tsx';
import type { ControlProps } from '../skin.ts';
import { useForm } from '../use-form.tsx';
import { NumberInput } from './number-input.tsx';

/** Whether a number is the rank of the application inside its panel. */
export const isRank = (element: Element): boolean => element.config.id === 'rank';

/** Beside the number the ranks that the panel has given, and a remark if this one is among them; it is valid all the same. */
export function RankControl(props: ControlProps) {
  const { ranks = [] } = useForm();
  const [value] = props.state.values;
  const same = ranks.filter(({ rank }) => rank === value).map(({ uid }) => uid);
  const given = ranks
    .toSorted((one, other) => Number(one.rank) - Number(other.rank))
    .map(({ uid, rank }) => t('forms.rank.of', { rank, uid }));
  const givenId = `${props.id}:ranks`;
  return (
    <>
      {given.length === 0 ? null : (
        <span id={givenId} className={fieldClasses.hint}>
          {unbroken(t('forms.rank.given', { ranks: given }))}
        </span>
      )}
      <NumberInput
        {...props}
        unit={undefined}
        describedBy={
          [given.length === 0 ? undefined : givenId, props.describedBy].filter(Boolean).join(' ') || undefined
        }
      />
      <span className="small" role="status">
        {value === undefined || same.length === 0
          ? ''
          : unbroken(t('forms.rank.twice', { uids: same, rank: value }))}
      </span>
    </>
  );
}
