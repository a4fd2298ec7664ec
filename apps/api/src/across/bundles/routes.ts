import type { Operation } from '../../platform/http/bind.ts';
import { downloadAll } from './download-application.ts';
import { address, byTicket, downloadCall } from './download-call.ts';

export const routes: readonly Operation[] = [downloadCall, address, byTicket, downloadAll];
