import classes from '../form.module.css';
import type { Skin } from '../skin.ts';

export const space: Skin = {
  frame: () => 'bare',
  width: 'full',
  Control: () => <div className={classes.space} />,
};
