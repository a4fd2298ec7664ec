import { contrastFaults, grounds, shadesOf, themeTokens } from '@clearcall/domain/organisation/palette.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { type CSSProperties, useState } from 'react';
import { settingLabel } from '../../parts/changes/setting-label.ts';
import classes from './organisation.module.css';
import { SettingsPage } from './settings-page.tsx';
import { palettePlace, type SettingsForm } from './use-settings-form.ts';

const covers = ['cover', 'cover2', 'coverRule'] as const;

/** The colours of the organisation, with faults of contrast and a preview. */
export function Theme() {
  return <SettingsPage>{(form) => <Colours form={form} />}</SettingsPage>;
}

function Colours({ form }: { form: SettingsForm }) {
  const palette = form.get(palettePlace) as readonly string[];
  const colourOf = (name: (typeof covers)[number]) => String(form.get(`theme/colours/${name}`));
  const colours = { cover: colourOf('cover'), cover2: colourOf('cover2'), coverRule: colourOf('coverRule') };
  const weak = contrastFaults({ palette, colours });
  const errorAt = (at: string): string | null => {
    const found = weak.find((fault) => `theme/${fault.at}` === at);
    return form.faults[at] ?? (found === undefined ? null : t('refusals.setting.contrast', { ...found }));
  };
  const { light, dark } = themeTokens({ palette, colours });
  const lightLook = { ...grounds.light, ...light };
  return (
    <div className={classes.theme}>
      <Section title={t('admin.setting.palette')}>
        <p className="soft">{t('admin.theme.paletteText')}</p>
        {form.mayChange ? <MakeShades form={form} initial={palette[7] ?? ''} /> : null}
        <div className={classes.shades}>
          {palette.map((colour, at) => (
            <ColourField
              // biome-ignore lint/suspicious/noArrayIndexKey: a shade is its place
              key={at}
              label={t('admin.theme.shade', { n: at + 1 })}
              value={colour}
              error={errorAt(`${palettePlace}/${at}`)}
              readOnly={!form.mayChange}
              set={(value) => form.set(palettePlace, palette.with(at, value))}
            />
          ))}
        </div>
      </Section>
      <Section title={t('admin.setting.cover')}>
        <p className="soft">{t('admin.theme.coverText')}</p>
        <div className={classes.shades}>
          {covers.map((name) => (
            <ColourField
              key={name}
              label={settingLabel(`theme/colours/${name}`)}
              value={colours[name]}
              error={errorAt(`theme/colours/${name}`)}
              readOnly={!form.mayChange}
              set={(value) => form.set(`theme/colours/${name}`, value)}
            />
          ))}
        </div>
      </Section>
      <Section title={t('admin.theme.preview')}>
        <div className={classes.previews}>
          <Preview name={t('admin.theme.light')} look={lightLook} />
          <Preview name={t('admin.theme.dark')} look={{ ...lightLook, ...grounds.dark, ...dark }} />
        </div>
      </Section>
    </div>
  );
}

const isColour = (value: string): boolean => /^#[0-9a-f]{6}$/i.test(value);

/** A colour to type, or to pick. */
function ColourField(props: {
  label: string;
  hint?: string;
  value: string;
  error: string | null;
  readOnly?: boolean | undefined;
  set: (value: string) => void;
}) {
  const { label, hint, value, error, readOnly = false, set } = props;
  return (
    <TextField
      label={label}
      hint={hint}
      value={value}
      error={error}
      readOnly={readOnly}
      spellCheck={false}
      onChange={({ currentTarget }) => set(currentTarget.value.trim())}
      inside={
        <input
          type="color"
          className={classes.swatch}
          aria-label={t('admin.theme.pick', { label })}
          value={isColour(value) ? value : '#ffffff'}
          disabled={readOnly}
          onChange={({ currentTarget }) => set(currentTarget.value)}
        />
      }
    />
  );
}

/** Makes ten shades from one colour. */
function MakeShades({ form, initial }: { form: SettingsForm; initial: string }) {
  const [colour, setColour] = useState(initial);
  const [isWrong, setWrong] = useState(false);
  return (
    <div className={classes.make}>
      <ColourField
        label={t('admin.theme.one')}
        hint={t('admin.theme.oneText')}
        value={colour}
        error={isWrong ? t('admin.theme.colourNeeded') : null}
        set={(value) => {
          setColour(value);
          setWrong(false);
        }}
      />
      <Button
        onClick={() => {
          const shades = shadesOf(colour);
          setWrong(shades === null);
          if (shades !== null) form.set(palettePlace, shades);
        }}
      >
        {t('admin.theme.make')}
      </Button>
    </div>
  );
}

function Preview({ name, look }: { name: string; look: Readonly<Record<string, string>> }) {
  const style = Object.fromEntries(Object.entries(look).map(([token, value]) => [`--${token}`, value]));
  return (
    <figure className={classes.preview} style={style as CSSProperties}>
      <figcaption>{name}</figcaption>
      <div className={classes.previewCover}>
        <b>{t('admin.theme.sampleTitle')}</b>
        <span>{t('admin.theme.sampleText')}</span>
      </div>
      {/* Nothing to press: it only shows the colours. */}
      <div className={classes.previewPage} inert>
        <p>
          {t('admin.theme.sampleText')}{' '}
          <span className={classes.previewLink}>{t('admin.theme.sampleLink')}</span>
        </p>
        <p className={classes.previewChosen}>{t('admin.theme.sampleChosen')}</p>
        <div>
          <Button variant="filled">{t('admin.theme.sampleButton')}</Button>
        </div>
      </div>
    </figure>
  );
}
