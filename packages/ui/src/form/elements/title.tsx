import { langOf } from '../../kit/author-language.ts';
import classes from '../form.module.css';
import type { Skin } from '../skin.ts';

/** A heading inside a group; on the form's own level it begins a section, and the form draws it. */
export const title: Skin = {
  frame: () => 'bare',
  section: 'heading',
  width: 'full',
  Control: ({ element }) => (
    <div className={classes.heading}>
      <h3 lang={langOf(element, 'title')}>{element.title}</h3>
      {element.description ? (
        <p className="soft" lang={langOf(element, 'description')}>
          {element.description}
        </p>
      ) : null}
    </div>
  ),
};
