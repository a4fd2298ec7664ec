import type { Operation } from '../../platform/http/bind.ts';
import { list } from './list.ts';
import { open } from './open.ts';

export const routes: readonly Operation[] = [list, open];
