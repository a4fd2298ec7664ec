import { type PasswordParts, passwordParts } from '@clearcall/domain/model/password.ts';
import { Icon } from './icon.tsx';
import classes from './password-rule.module.css';

/** Source: Specification 1, section 5. */
export const passwordRule =
  'Password must have one lowercase, one uppercase, one symbol and be at least 12 characters long.';

const parts = [
  ['lowercase', 'lowercase'],
  ['uppercase', 'uppercase'],
  ['symbol', 'symbol'],
  ['longEnough', '12 characters'],
  ['hardToGuess', 'hard to guess'],
] as const satisfies readonly (readonly [keyof PasswordParts | 'hardToGuess', string])[];

/**
 * The parts of the password rule, ticked as they come to hold. `common`: whether the password is one of the commonest,
 * null while that is not known.
 */
export function PasswordChecklist(props: { password: string; common: boolean | null }) {
  const rule = passwordParts(props.password);
  const held = { ...rule, hardToGuess: rule.longEnough && props.common === false };
  return (
    <ul className={classes.rule} aria-label="Password rule">
      {parts.map(([part, words]) => (
        <li key={part} className={held[part] ? classes.held : undefined}>
          <Icon name={held[part] ? 'check' : 'ring'} size={14} />
          {words}
          <span className="hidden-visually">{held[part] ? ', there' : ', missing'}</span>
        </li>
      ))}
    </ul>
  );
}
