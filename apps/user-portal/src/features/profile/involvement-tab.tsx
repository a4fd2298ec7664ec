import { FieldFrame } from '@clearcall/ui/form/field-frame.tsx';
import formClasses from '@clearcall/ui/form/form.module.css';
import { KeyValue } from '@clearcall/ui/kit/page/page-head.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { useProfileField } from './form-context.ts';
import { Part } from './tab-parts.tsx';

const answers = [
  ['profile.yes', true],
  ['profile.no', false],
] as const;

/** The part that somebody takes in reviews. Source: Requirements 1, 2.90, 2.91 and 2.92. */
export function InvolvementTab() {
  const { form, id, value, error, set, leave } = useProfileField('isReviewer');
  const { temporary, mandateStartDate, mandateEndDate, tags } = form.saved;
  return (
    <>
      <Part
        id="reviewer"
        title={t('profile.involvement.reviewing')}
        hint={t('profile.involvement.reviewingHint')}
      >
        <FieldFrame
          id={id}
          frame="radios"
          className={formClasses.full}
          title={t('profile.involvement.available')}
          required={false}
          hint={t('profile.involvement.availableHint')}
          error={error}
        >
          <div className={formClasses.radios}>
            {answers.map(([label, answer]) => (
              <label key={label} className={formClasses.radio}>
                <input
                  type="radio"
                  name={id}
                  className={formClasses.box}
                  checked={value === answer}
                  onChange={() => set(answer)}
                  onBlur={leave}
                />
                {t(label)}
              </label>
            ))}
          </div>
        </FieldFrame>
      </Part>
      <Part
        id="committee"
        title={t('profile.involvement.committee')}
        hint={t('profile.involvement.committeeHint')}
      >
        <FieldFrame
          id="profile-temporary"
          frame="for"
          className={formClasses.full}
          title={t('profile.involvement.temporary')}
          required={false}
          hint=""
          error={null}
        >
          <span className={formClasses.switchLine}>
            <input
              id="profile-temporary"
              type="checkbox"
              role="switch"
              aria-checked={temporary}
              className={formClasses.switch}
              checked={temporary}
              disabled
              readOnly
            />
            <span aria-hidden="true">{t(temporary ? 'profile.yes' : 'profile.no')}</span>
          </span>
        </FieldFrame>
        <div className={formClasses.full}>
          <KeyValue
            rows={[
              [t('profile.involvement.start'), <DateTime key="start" at={mandateStartDate} dateOnly />],
              [t('profile.involvement.end'), <DateTime key="end" at={mandateEndDate} dateOnly />],
              ...(tags.length > 0 ? [[t('profile.involvement.tags'), tags.join(', ')] as const] : []),
            ]}
          />
        </div>
      </Part>
    </>
  );
}
