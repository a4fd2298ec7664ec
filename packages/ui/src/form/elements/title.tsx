import classes from '../form.module.css';
import type { Skin } from '../skin.ts';
import { HeadingText } from './heading-text.tsx';

/** A heading inside a group; on the form's own level it begins a section, and the form draws it. */
export const title: Skin = {
  frame: () => 'bare',
  section: 'heading',
  width: 'full',
  Control: ({ element }) => <HeadingText element={element} className={classes.heading} />,
};
