import { type TextPlace, textPlaces } from '@clearcall/domain/organisation/text-places.ts';
import { type Language, languageNames, languages } from '@clearcall/i18n/language.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { SelectField } from '@clearcall/ui/kit/field/select-field.tsx';
import { CheckField, TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { useRested } from '@clearcall/ui/kit/state/use-rested.ts';
import { pageLanguage, t } from '@clearcall/ui/kit/text/translate.ts';
import { read } from '@clearcall/ui/session/call.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './organisation.module.css';
import { TextSetting } from './setting-fields.tsx';
import { SettingsPage } from './settings-page.tsx';
import type { SettingsForm } from './use-settings-form.ts';

/** So many are shown at first, and so many more each time. */
const step = 20;

interface Wanted {
  language: Language;
  search: string;
  place: TextPlace | undefined;
  changed: boolean;
  limit: number;
}

const textsOf = (wanted: Wanted) =>
  queryOptions({
    queryKey: ['organisation', 'texts', wanted],
    queryFn: read('POST /admin/organisation/texts', {
      body: { ...wanted, ...(wanted.place !== undefined && { place: wanted.place }) },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** The texts of the portal, each with the organisation's own wording, if it has one. */
export function Texts() {
  return <SettingsPage>{(form) => <List form={form} />}</SettingsPage>;
}

function List({ form }: { form: SettingsForm }) {
  const [wanted, setWanted] = useState<Wanted>({
    language: languages.find((one) => one === pageLanguage()) ?? 'en',
    search: '',
    place: undefined,
    changed: false,
    limit: step,
  });
  const found = useQuery(textsOf({ ...wanted, search: useRested(wanted.search) }));
  const look = (change: Partial<Wanted>) => setWanted({ ...wanted, limit: step, ...change });
  const { data } = found;
  return (
    <Section title={t('admin.texts')}>
      <div className={classes.fields}>
        <p className="soft">{t('admin.texts.text')}</p>
        <SelectField
          label={t('admin.texts.language')}
          value={wanted.language}
          choices={languages.map((value) => ({ value, label: languageNames[value] }))}
          set={(language) => look({ language: language as Language })}
        />
        <SelectField
          label={t('admin.texts.place')}
          unset={t('admin.texts.anywhere')}
          value={wanted.place ?? ''}
          choices={textPlaces.map((value) => ({ value, label: t(`admin.texts.place.${value}`) }))}
          set={(chosen) => look({ place: textPlaces.find((place) => place === chosen) })}
        />
        <TextField
          label={t('admin.texts.search')}
          type="search"
          value={wanted.search}
          onChange={({ currentTarget }) => look({ search: currentTarget.value })}
        />
        <CheckField
          label={t('admin.texts.changed')}
          checked={wanted.changed}
          onChange={({ currentTarget }) => look({ changed: currentTarget.checked })}
        />
        {data !== undefined ? (
          <>
            <p role="status">{t('admin.texts.count', { n: data.total })}</p>
            {data.data.map((text) => (
              <OneText
                key={`${wanted.language}/${text.id}`}
                form={form}
                language={wanted.language}
                change={(language) => look({ language, search: text.id, place: undefined, changed: false })}
                {...text}
              />
            ))}
            {data.data.length < data.total && wanted.limit < 500 ? (
              <div>
                <Button onClick={() => look({ limit: wanted.limit + step })}>{t('admin.texts.more')}</Button>
              </div>
            ) : null}
          </>
        ) : found.error === null ? (
          <LoadingRows rows={8} height={80} />
        ) : (
          <CallFailure query={found} what={t('admin.texts.what')} />
        )}
      </div>
    </Section>
  );
}

function OneText(props: {
  form: SettingsForm;
  language: Language;
  id: string;
  original: string;
  /** Shows the text in another language. */
  change: (language: Language) => void;
}) {
  const { form, language, id, original, change } = props;
  const at = `words/${language}/${id}`;
  return (
    <div className={classes.text}>
      <p lang={language}>{original}</p>
      <TextSetting form={form} at={at} label={id} optional rows={2} />
      {form.get(at) !== null && form.mayChange ? (
        <div>
          <Button
            size="sm"
            variant="subtle"
            aria-label={t('admin.texts.resetOf', { id })}
            onClick={() => form.set(at, null)}
          >
            {t('admin.texts.reset')}
          </Button>
          <p className="soft">
            {t('admin.texts.others')}
            {languages
              .filter((other) => other !== language)
              .map((other) => (
                <Button
                  key={other}
                  size="sm"
                  variant="subtle"
                  aria-label={t('admin.texts.otherOf', { id, language: languageNames[other] })}
                  onClick={() => change(other)}
                >
                  {languageNames[other]}
                </Button>
              ))}
          </p>
        </div>
      ) : null}
    </div>
  );
}
