import { isEmail } from '@clearcall/domain/forms/email-address.ts';
import type { Skin } from '../skin.ts';
import { LineControl } from './text.tsx';

export const email: Skin = {
  frame: () => 'for',
  width: 'full',
  Control: (props) => <LineControl {...props} inputMode="email" isWhole={isEmail} />,
};
