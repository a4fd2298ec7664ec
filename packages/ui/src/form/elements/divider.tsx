import classes from '../form.module.css';
import type { Skin } from '../skin.ts';
import { HeadingText } from './heading-text.tsx';

export const divider: Skin = {
  frame: () => 'bare',
  section: 'heading',
  width: 'full',
  Control: ({ element }) =>
    element.title === '' ? (
      <hr className={classes.divider} />
    ) : (
      <HeadingText element={element} className={classes.divided} />
    ),
};
