import { listKeptMails } from '@clearcall/contract/demo.ts';
import { deed } from '../../platform/http/bind.ts';
import { listMails } from './list-mails.ts';
import { move } from './move-clock.ts';
import { show } from './show-clock.ts';

export const routes = [deed(listKeptMails, listMails), show, move];
