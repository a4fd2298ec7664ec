import { langOf } from '../../kit/author-language.ts';
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
        <h3 lang={langOf(element, 'title')}>{element.title}</h3>
        {element.description ? (
          <p className="soft" lang={langOf(element, 'description')}>
            {element.description}
          </p>
        ) : null}
      </div>
    ),
};
