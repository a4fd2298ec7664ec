import { type PasswordParts, passwordParts } from '@clearcall/domain/people/password.ts';
import type { MessageId } from '@clearcall/i18n/message.ts';
import { Icon } from '../icon.tsx';
import { t } from '../text/translate.ts';
import classes from './password-rule.module.css';

const parts = [
  ['lowercase', 'parts.password.lowercase'],
  ['uppercase', 'parts.password.uppercase'],
  ['symbol', 'parts.password.symbol'],
  ['longEnough', 'parts.password.longEnough'],
  ['hardToGuess', 'parts.password.hardToGuess'],
] as const satisfies readonly (readonly [keyof PasswordParts | 'hardToGuess', MessageId])[];

/**
 * The parts of the password rule, ticked as they come to hold. `common`: whether the password is one of the commonest,
 * null while that is not known.
 */
export function PasswordChecklist(props: { password: string; common: boolean | null }) {
  const rule = passwordParts(props.password);
  const held = { ...rule, hardToGuess: rule.longEnough && props.common === false };
  return (
    <ul className={classes.rule} aria-label={t('parts.password.name')}>
      {parts.map(([part, text]) => (
        <li key={part} className={held[part] ? classes.held : undefined}>
          <Icon name={held[part] ? 'check' : 'ring'} size={14} />
          {t(text)}
          <span className="hidden-visually">
            {t(held[part] ? 'parts.password.there' : 'parts.password.missing')}
          </span>
        </li>
      ))}
    </ul>
  );
}
