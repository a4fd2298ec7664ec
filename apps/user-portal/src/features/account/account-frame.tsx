import { AuthFrame } from '@clearcall/ui/kit/page/auth-frame.tsx';
import { Brand } from '@clearcall/ui/kit/page/brand.tsx';
import type { ReactNode } from 'react';
import { NextCutOffs } from './next-cut-offs.tsx';

/** What stands around every account page: the cover with the next cut-offs, no header and no footer. */
export function AccountFrame(props: {
  title: string;
  tagline?: ReactNode;
  long?: boolean;
  children: ReactNode;
}) {
  return (
    <AuthFrame
      title={props.title}
      tagline={props.tagline}
      long={props.long}
      brand={(cover) => <Brand to="/" cover={cover} />}
      aside={<NextCutOffs />}
    >
      {props.children}
    </AuthFrame>
  );
}
