import { chooseMailingList, leaveMailingList } from '@clearcall/contract/mailing-list.ts';
import { type Deed, deed } from '../../platform/http/bind.ts';
import { chooseByLink } from './choose.ts';

export const routes: readonly Deed[] = [
  deed(chooseMailingList, ({ body, now }, platform) =>
    chooseByLink(platform, {
      ...body,
      wording: body.accept ? 'Send me these mails again' : 'Stop these mails',
      now,
    }),
  ),
  deed(leaveMailingList, ({ params, now }, platform) =>
    chooseByLink(platform, { ...params, accept: false, wording: 'List-Unsubscribe=One-Click', now }),
  ),
];
