import { chooseMailingList, leaveMailingList } from '@clearcall/contract/mailing-list.ts';
import { message } from '@clearcall/i18n/message.ts';
import { type Operation, operation } from '../../platform/http/bind.ts';
import { chooseByLink } from './choose.ts';

export const routes: readonly Operation[] = [
  operation(chooseMailingList, ({ body, now, translator }, platform) =>
    chooseByLink(platform, {
      ...body,
      wording: translator.translate(message(body.accept ? 'mailing.again' : 'mailing.stop')),
      now,
    }),
  ),
  operation(leaveMailingList, ({ params, now }, platform) =>
    chooseByLink(platform, { ...params, accept: false, wording: 'List-Unsubscribe=One-Click', now }),
  ),
];
