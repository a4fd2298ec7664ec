import classes from '../form.module.css';
import type { Skin } from '../skin.ts';

export const divider: Skin = {
  frame: () => 'bare',
  section: 'heading',
  width: 'full',
  Control: ({ element }) =>
    element.title === '' ? (
      <hr className={classes.divider} />
    ) : (
      <div className={classes.divided}>
        <h3>{element.title}</h3>
        {element.description ? <p className="soft">{element.description}</p> : null}
      </div>
    ),
};
