import { TickBox } from '../../kit/field/boxes.tsx';
import { langOf } from '../../kit/text/author-language.ts';
import { t } from '../../kit/text/translate.ts';
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
  // Whoever accepts the terms of use accepts the privacy policy with them. Source: Requirements 2c, 5.3.
  const named = link === undefined ? [] : link === 'terms' ? (['terms', 'privacy'] as const) : [link];
  return (
    <TickBox
      id={id}
      title={element.title}
      lang={langOf(element, 'title')}
      hint={element.description}
      hintLang={langOf(element, 'description')}
      required={state.required}
      invalid={props.invalid}
      describedBy={props.describedBy}
      checked={state.values[0] === 'true'}
      onChange={(event) => props.set([event.currentTarget.checked ? 'true' : 'false'])}
      onBlur={props.leave}
    >
      {named.map((name) => {
        const address = links[name];
        return address === null ? null : (
          <p key={name} className="small">
            <a href={address} target="_blank" rel="noreferrer">
              {t(linkTexts[name])}
              <span className="hidden-visually"> {t('forms.link.newTab')}</span>
            </a>
          </p>
        );
      })}
    </TickBox>
  );
}

export const checkbox: Skin = { frame: () => 'self', width: 'full', Control: CheckboxControl };
