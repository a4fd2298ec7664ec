import type { ButtonHTMLAttributes } from 'react';
import classes from './link-button.module.css';

/** A button in a text or a list that looks like a link, such as the name of a file to download. */
export function LinkButton({ className = '', ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" {...rest} className={`${classes.link} ${className}`.trim()} />;
}
