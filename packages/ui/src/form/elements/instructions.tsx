import { langOf } from '../../kit/text/author-language.ts';
import classes from '../form.module.css';
import type { Skin } from '../skin.ts';

export const instructions: Skin = {
  frame: () => 'bare',
  width: 'full',
  Control: ({ element }) => (
    <div className={classes.instructions}>
      {element.title === '' ? null : <p lang={langOf(element, 'title')}>{element.title}</p>}
      {element.description ? <p lang={langOf(element, 'description')}>{element.description}</p> : null}
    </div>
  ),
};
