import type { SessionUser } from '@clearcall/domain/people/user.ts';
import { Icon } from '../icon.tsx';
import { MenuButton, type MenuItem } from '../overlay/menu-button.tsx';
import { Segments } from '../segments.tsx';
import { initialsText } from '../text/initials-text.ts';
import { t } from '../text/translate.ts';
import { chooseColourScheme, useColourScheme } from '../theme/colour-scheme.ts';
import classes from './frame.module.css';

const schemes = [
  { value: 'auto', label: 'frame.scheme.auto', icon: 'ring' },
  { value: 'light', label: 'frame.scheme.light', icon: 'sun' },
  { value: 'dark', label: 'frame.scheme.dark', icon: 'moon' },
] as const;

/** Who is signed in, what one can do about it, and light or dark. */
export function UserMenu(props: { user: SessionUser; name: string; items: readonly MenuItem[] }) {
  const colourScheme = useColourScheme();
  const fullName = `${props.user.firstName} ${props.user.lastName}`.trim();
  return (
    <MenuButton
      className={classes.user}
      head={
        <>
          <b>{fullName}</b>
          {fullName === '' ? null : <br />}
          {props.user.email}
        </>
      }
      items={[
        ...props.items.slice(0, -1),
        ...(props.items.length > 1 ? (['rule'] as const) : []),
        ...schemes.map((scheme) => ({
          label: t(scheme.label),
          icon: scheme.icon,
          chosen: colourScheme === scheme.value,
          onSelect: () => chooseColourScheme(scheme.value),
        })),
        'rule',
        ...props.items.slice(-1),
      ]}
    >
      <span className={classes.initials} aria-hidden="true">
        {initialsText(props.user)}
      </span>
      <span className={classes.userName}>{props.name}</span>
      <Icon name="chevron-down" />
    </MenuButton>
  );
}

/** Light, dark or as the system: three buttons, for the full-screen menu. */
export function SchemeSwitch() {
  const colourScheme = useColourScheme();
  return (
    <Segments
      label={t('frame.scheme.name')}
      values={schemes.map(({ value }) => value)}
      chosen={colourScheme}
      choose={chooseColourScheme}
      textOf={(value) => t(schemes.find((scheme) => scheme.value === value)?.label ?? 'frame.scheme.name')}
    />
  );
}
