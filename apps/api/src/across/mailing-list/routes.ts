import { chooseMailingList, leaveMailingList } from '@clearcall/contract/mailing-list.ts';
import { type Operation, operation } from '../../platform/http/bind.ts';
import { chooseByLink } from './choose.ts';

export const routes: readonly Operation[] = [
  operation(chooseMailingList, ({ body, now }, platform) =>
    chooseByLink(platform, {
      ...body,
      wording: body.accept ? 'Send me these mails again' : 'Stop these mails',
      now,
    }),
  ),
  operation(leaveMailingList, ({ params, now }, platform) =>
    chooseByLink(platform, { ...params, accept: false, wording: 'List-Unsubscribe=One-Click', now }),
  ),
];
