import * as privacy from '@clearcall/contract/privacy.ts';
import { previewRetention } from '@clearcall/contract/settings.ts';
import { type Operation, operation } from '../../platform/http/bind.ts';
import { countExpiredDrafts } from '../drafts/expire-drafts.ts';
import { tryRetention } from './apply-retention.ts';
import { deleteAccount } from './delete-account.ts';
import { downloadOwnData } from './download-own-data.ts';

export const routes: readonly Operation[] = [
  operation(privacy.downloadOwnData, downloadOwnData),
  operation(privacy.deleteAccount, deleteAccount),
  operation(previewRetention, async ({ body }, platform) => {
    const tried = await tryRetention(platform, body);
    return {
      accounts: tried['accounts that nobody confirmed'],
      emails: tried.mails + tried['kept mails'],
      accountEvents: tried['events of accounts'],
      formerNames: tried['names of former users'],
      drafts: await countExpiredDrafts(platform, body),
    };
  }),
];
