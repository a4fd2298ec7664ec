import { listKeptMails } from '@clearcall/contract/demo.ts';
import { operation } from '../../platform/http/bind.ts';
import { listMails } from './list-mails.ts';
import { move } from './move-clock.ts';
import { show } from './show-clock.ts';

export const routes = [operation(listKeptMails, listMails), show, move];
