import { FieldFrame } from '@clearcall/ui/form/field-frame.tsx';
import formClasses from '@clearcall/ui/form/form.module.css';
import { DateTime } from '@clearcall/ui/kit/date-time.tsx';
import { KeyValue } from '@clearcall/ui/kit/page-head.tsx';
import { useProfileField } from './form-context.ts';
import { Part } from './tab-parts.tsx';

const answers = [
  ['Yes', true],
  ['No', false],
] as const;

/** The part that somebody takes in reviews. Source: Specification 1, section 2 (Involvement). */
export function InvolvementTab() {
  const { form, id, value, error, set, leave } = useProfileField('isReviewer');
  const { temporary, mandateStartDate, mandateEndDate, tags } = form.saved;
  return (
    <>
      <Part id="reviewer" title="Reviewing" hint="We ask before we send you a proposal to review.">
        <FieldFrame
          id={id}
          frame="radios"
          className={formClasses.full}
          title="Reviewer availability"
          required={false}
          hint="Are you available as a scientific reviewer?"
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
                {label}
              </label>
            ))}
          </div>
        </FieldFrame>
      </Part>
      <Part
        id="committee"
        title="Committee"
        hint="Kept by the office. Write to us when something here has changed."
      >
        <FieldFrame
          id="profile-temporary"
          frame="for"
          className={formClasses.full}
          title="Temporarily unavailable as committee member"
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
            <span aria-hidden="true">{temporary ? 'Yes' : 'No'}</span>
          </span>
        </FieldFrame>
        <div className={formClasses.full}>
          <KeyValue
            rows={[
              ['Mandate start', <DateTime key="start" at={mandateStartDate} dateOnly />],
              ['Mandate end', <DateTime key="end" at={mandateEndDate} dateOnly />],
              ...(tags.length > 0 ? [['Tags', tags.join(', ')] as const] : []),
            ]}
          />
        </div>
      </Part>
    </>
  );
}
