import classes from '../form.module.css';
import type { Skin } from '../skin.ts';

export const instructions: Skin = {
  frame: () => 'bare',
  width: 'full',
  Control: ({ element }) => (
    <div className={classes.instructions}>
      {element.title === '' ? null : <p>{element.title}</p>}
      {element.description ? <p>{element.description}</p> : null}
    </div>
  ),
};
