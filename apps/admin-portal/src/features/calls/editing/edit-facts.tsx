import type { Change } from '@clearcall/domain/calls/definition/change.ts';
import type { TextInLanguages } from '@clearcall/domain/forms/text-in-languages.ts';
import { applicationUid } from '@clearcall/domain/workflow/application-uid.ts';
import fields from '@clearcall/ui/kit/field/field.module.css';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { authorLanguage } from '@clearcall/ui/kit/text/author-language.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { OpenedCall } from '../calls-queries.ts';
import { useCallEditing } from './call-editing.tsx';
import { DraftArea, DraftField } from './draft-field.tsx';
import { textChange, textIn } from './draft-texts.ts';
import classes from './editing.module.css';
import { LanguageSwitch } from './language-switch.tsx';
import { RichTextField } from './rich-text-field.tsx';

const units = ['node hours', 'core hours', 'GPU hours', 'QPU hours'];
const description = { min: 40, max: 240 };
const ofFacts = ['duration', 'review', 'who', 'track'] as const;
const labels = {
  duration: 'setup.call.duration',
  review: 'setup.call.review',
  who: 'setup.call.who',
  track: 'setup.call.track',
} as const;

/** Edits the facts of a call, and its texts in one language at a time. */
export function EditFacts({ call }: { call: OpenedCall }) {
  const organisation = authorLanguage();
  const { definition, language } = useCallEditing();
  // Ids and amounts that are stored depend on these.
  const locked = call.whyNot.delete === 'call_used';
  const plain = (name: 'code' | 'unit' | 'timeZone' | 'uidPattern') => ({
    at: [name],
    stored: definition[name],
    write: (text: string): Change[] => [{ do: 'set', at: [name], value: text }],
  });
  const whole = (name: 'year' | 'number') => ({
    at: [name],
    stored: String(definition[name]),
    // Other input is sent as it was typed, and refused.
    write: (text: string): Change[] => [
      { do: 'set', at: [name], value: /^\d{1,9}$/.test(text) ? Number(text) : text },
    ],
  });
  const text = (at: readonly string[], stored: TextInLanguages | undefined, optional = false) => ({
    at: [...at, language],
    stored: textIn(stored, language, organisation),
    write: (typed: string): Change[] => [
      textChange(at, stored, { language, text: typed, organisation, optional }),
    ],
    lang: language,
    placeholder: language === organisation ? undefined : textIn(stored, organisation, organisation),
  });
  return (
    <Section
      id="facts"
      title={t('setup.call.facts')}
      aside={<span className="small muted">{t('setup.call.factsMeaning')}</span>}
    >
      <div className={classes.languages}>
        <h3>{t('setup.callEditing.texts')}</h3>
        <LanguageSwitch />
      </div>
      {/* A field shows another text in each language. */}
      <div key={language} className={`${fields.fields} ${classes.form}`}>
        <DraftField {...text(['title'], definition.title)} label={t('admin.field.title')} maxLength={300} />
        <DraftArea
          {...text(['description'], definition.description)}
          label={t('setup.call.description')}
          {...description}
        />
        {ofFacts.map((name) => (
          <DraftField
            key={name}
            {...text(['facts', name], definition.facts[name], true)}
            label={t(labels[name])}
            {...(name !== 'who' && { width: 'half' })}
            maxLength={name === 'who' ? 300 : 60}
          />
        ))}
        <RichTextField
          {...text(['info'], definition.info)}
          label={t('setup.call.info')}
          call={definition}
          callId={call.id}
        />
      </div>
      <h3 className={classes.facts}>{t('setup.callEditing.facts')}</h3>
      <div className={`${fields.fields} ${classes.form} ${classes.short}`}>
        <DraftField
          {...plain('code')}
          label={t('admin.field.code')}
          width="third"
          locked={locked}
          maxLength={20}
        />
        <DraftField {...whole('year')} label={t('admin.field.year')} width="third" locked={locked} />
        <DraftField
          {...whole('number')}
          label={t('setup.callEditing.number')}
          width="third"
          locked={locked}
        />
        <DraftField
          {...plain('unit')}
          label={t('admin.field.unit')}
          width="third"
          locked={locked}
          list="call-units"
          maxLength={300}
        />
        <DraftField
          {...plain('timeZone')}
          label={t('setup.call.zone')}
          width="third"
          locked={locked}
          list="call-zones"
          maxLength={60}
        />
        <DraftField
          {...plain('uidPattern')}
          label={t('setup.call.pattern')}
          maxLength={60}
          under={
            <p className={fields.under}>
              {t('setup.call.example', {
                id: applicationUid(definition.uidPattern, { ...definition, counter: 1 }),
              })}
            </p>
          }
        />
        <datalist id="call-units">
          {units.map((unit) => (
            <option key={unit} value={unit} />
          ))}
        </datalist>
        <datalist id="call-zones">
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        {locked ? <p className={`small soft ${fields.full}`}>{t('setup.callEditing.locked')}</p> : null}
      </div>
    </Section>
  );
}
