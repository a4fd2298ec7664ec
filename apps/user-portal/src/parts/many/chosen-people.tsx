import { Button } from '@clearcall/ui/kit/button.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import classes from './chosen-people.module.css';
import { type Named, nameOf } from './named.ts';

/** Who is chosen, each to be taken out again. */
export function ChosenPeople<One extends Named>(props: {
  people: readonly One[];
  onTakeOut: (person: One) => void;
}) {
  return (
    <ul className={classes.chosen}>
      {props.people.map((one) => (
        <li key={one.id}>
          <span>{nameOf(one)}</span>
          <Button size="sm" variant="subtle" onClick={() => props.onTakeOut(one)}>
            {t('staff.assign.takeOut')}
            <span className="hidden-visually"> {nameOf(one)}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
