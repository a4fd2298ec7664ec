import * as privacy from '@clearcall/contract/privacy.ts';
import { type Operation, operation } from '../../platform/http/bind.ts';
import { deleteAccount } from './delete-account.ts';
import { downloadOwnData } from './download-own-data.ts';

export const routes: readonly Operation[] = [
  operation(privacy.downloadOwnData, downloadOwnData),
  operation(privacy.deleteAccount, deleteAccount),
];
