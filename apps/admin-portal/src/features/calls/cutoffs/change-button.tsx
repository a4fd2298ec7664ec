import type { CutoffDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { idOfPlace } from '../../../parts/calls/call-places.ts';
import { cutoffText } from '../cutoff-text.ts';
import { useCallEditing } from '../editing/call-editing.tsx';
import classes from './amount-grid.module.css';

/** A cut-off by its time, as the button that changes it. */
export function ChangeButton(props: {
  cutoff: CutoffDefinition;
  now: number;
  tabIndex?: number;
  change: () => void;
}) {
  const { cutoff, now, tabIndex, change } = props;
  const { definition } = useCallEditing();
  return (
    <button
      type="button"
      id={idOfPlace(['cutoffs', cutoff.id])}
      className={classes.change}
      tabIndex={tabIndex}
      onClick={change}
    >
      <span>{unbroken(cutoffText(definition, cutoff, now))}</span>
      <Icon name="edit" size={14} />
      <span className="hidden-visually">{t('setup.cutoffs.change')}</span>
    </button>
  );
}
