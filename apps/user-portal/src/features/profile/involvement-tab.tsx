import { Part } from '@clearcall/ui/account/part.tsx';
import { RadioBoxes, SwitchBox } from '@clearcall/ui/kit/field/boxes.tsx';
import formClasses from '@clearcall/ui/kit/field/field.module.css';
import { FieldFrame } from '@clearcall/ui/kit/field/field-frame.tsx';
import { KeyValue } from '@clearcall/ui/kit/page/page-head.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { useProfileField } from './profile-form-context.ts';

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
          <RadioBoxes
            id={id}
            choices={answers.map(([label, answer]) => ({ value: answer, label: t(label) }))}
            value={value}
            set={set}
            leave={leave}
          />
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
          <SwitchBox
            id="profile-temporary"
            checked={temporary}
            words={[t('profile.yes'), t('profile.no')]}
            disabled
            readOnly
          />
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
