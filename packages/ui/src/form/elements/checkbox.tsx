import { langOf } from '../../kit/text/author-language.ts';
import { t } from '../../kit/text/translate.ts';
import classes from '../form.module.css';
import type { ControlProps, Skin } from '../skin.ts';
import { useForm } from '../use-form.tsx';

const linkTexts = {
  terms: 'forms.link.terms',
  privacy: 'forms.link.privacy',
  terms_of_reference: 'forms.link.termsOfReference',
} as const;

function CheckboxControl(props: ControlProps) {
  const { element, state, id } = props;
  const { links } = useForm();
  const { link } = element.config;
  const address = link === undefined ? null : links[link];
  const hint = element.description ? `${id}:own-hint` : undefined;
  return (
    <div className={classes.tick}>
      <input
        id={id}
        type="checkbox"
        className={classes.box}
        checked={state.values[0] === 'true'}
        aria-required={state.required}
        aria-invalid={props.invalid}
        aria-describedby={
          [hint, props.describedBy].filter((part) => part !== undefined).join(' ') || undefined
        }
        onChange={(event) => props.set([event.currentTarget.checked ? 'true' : 'false'])}
        onBlur={props.leave}
      />
      <div>
        <label htmlFor={id} id={props.labelId}>
          <span lang={langOf(element, 'title')}>{element.title}</span>
          {state.required ? (
            <span className={classes.required} aria-hidden="true">
              {'\u00a0*'}
            </span>
          ) : null}
        </label>
        {hint === undefined ? null : (
          <p id={hint} className={classes.hint} lang={langOf(element, 'description')}>
            {element.description}
          </p>
        )}
        {link === undefined || address === null ? null : (
          <p className="small">
            <a href={address} target="_blank" rel="noreferrer">
              {t(linkTexts[link])}
              <span className="hidden-visually"> {t('forms.link.newTab')}</span>
            </a>
          </p>
        )}
      </div>
    </div>
  );
}

export const checkbox: Skin = { frame: () => 'self', width: 'full', Control: CheckboxControl };
