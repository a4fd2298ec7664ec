import type { Element } from '@clearcall/domain/forms/types.ts';
import { langOf } from '../../kit/text/author-language.ts';
import classes from '../form.module.css';
import type { Skin } from '../skin.ts';

/** Title and description of instructions. */
export const Instructions = ({ element }: { element: Element }) => (
  <div className={classes.instructions}>
    {element.title === '' ? null : <p lang={langOf(element, 'title')}>{element.title}</p>}
    {element.description ? <p lang={langOf(element, 'description')}>{element.description}</p> : null}
  </div>
);

export const instructions: Skin = {
  frame: () => 'bare',
  width: 'full',
  Control: Instructions,
};
