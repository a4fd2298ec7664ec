import { listKeptMails } from '@clearcall/contract/demo.ts';
import { deed } from '../../platform/http/bind.ts';
import { listMails } from './list-mails.ts';

export const routes = [deed(listKeptMails, listMails)];
