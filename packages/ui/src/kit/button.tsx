import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import classes from './button.module.css';
import { Icon, type IconName } from './icon.tsx';
import { type Draw, namedBy } from './text/author-text.tsx';

interface Look {
  /** One `filled` in a view; `default` for the rest, `subtle` for leaving, `danger` for what cannot be undone. */
  variant?: 'filled' | 'default' | 'subtle' | 'danger' | 'danger-filled' | undefined;
  /** 32, 40 or 48 px: `sm` is for tables and filters. */
  size?: 'sm' | 'md' | 'lg' | undefined;
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  fullWidth?: boolean | undefined;
  children?: ReactNode;
}

function classesOf(look: Look, more: string | undefined): string {
  const { variant = 'default', size = 'md', fullWidth } = look;
  return [classes.button, classes[variant], classes[size], fullWidth ? classes.full : '', more ?? '']
    .filter(Boolean)
    .join(' ');
}

/** The looks of a small button and of a button with an icon, for buttons that open a menu or a panel. */
export const smallButton = classesOf({ size: 'sm' }, undefined);
export const iconButton = classes.icon as string;

type ButtonProps = Look &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** Under way: shows that it works, and does not take a second press. */
    loading?: boolean | undefined;
    ref?: Ref<HTMLButtonElement>;
  };

/** A button: the verb of what it does. Of type 'button' unless told otherwise. */
export function Button(props: ButtonProps) {
  const { variant, size, leftSection, rightSection, fullWidth, children, className, loading, ...rest } =
    props;
  return (
    <button
      type="button"
      {...rest}
      className={classesOf({ variant, size, fullWidth }, className)}
      {...(loading
        ? { 'aria-busy': true, 'aria-disabled': true, onClick: (event) => event.preventDefault() }
        : {})}
    >
      {loading ? <span className={classes.spinner} /> : leftSection}
      {children}
      {rightSection}
    </button>
  );
}

type AnchorProps = Look & AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> };

/** A link that looks like a button, to an address outside of the portal. */
export function ButtonAnchor(props: AnchorProps) {
  const { variant, size, leftSection, rightSection, fullWidth, children, className, ...rest } = props;
  return (
    <a {...rest} className={classesOf({ variant, size, fullWidth }, className)}>
      {leftSection}
      {children}
      {rightSection}
    </a>
  );
}

/** A link that looks like a button, to a page of the portal: takes `to`, `params` and `search` of the router. */
export const ButtonLink = createLink(ButtonAnchor);

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> & {
  /** What it does, read aloud and shown on hover. */
  label: string;
  draw?: Draw | undefined;
  icon: IconName;
  /** With a border, where it stands alone. */
  line?: boolean | undefined;
  /** 40 px instead of 32. */
  big?: boolean | undefined;
  ref?: Ref<HTMLButtonElement>;
};

/** A button with an icon alone. Its name is not optional. */
export function IconButton({ label, draw, icon, line, big, className, ...rest }: IconButtonProps) {
  const name = namedBy(label, draw);
  const names = [classes.icon, line ? classes.line : '', big ? classes.big : '', className ?? ''];
  return (
    <button type="button" {...rest} className={names.filter(Boolean).join(' ')} {...name.attributes}>
      <Icon name={icon} />
      {name.content}
    </button>
  );
}
