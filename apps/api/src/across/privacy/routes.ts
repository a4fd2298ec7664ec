import * as privacy from '@clearcall/contract/privacy.ts';
import { type Deed, deed } from '../../platform/http/bind.ts';
import { deleteAccount } from './delete-account.ts';
import { downloadOwnData } from './download-own-data.ts';

export const routes: readonly Deed[] = [
  deed(privacy.downloadOwnData, downloadOwnData),
  deed(privacy.deleteAccount, deleteAccount),
];
