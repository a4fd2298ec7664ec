import type { Deed } from '../../platform/http/bind.ts';
import { listPublished } from './list-published.ts';
import { open } from './open.ts';
import { openRole } from './open-role.ts';

export const routes: readonly Deed[] = [listPublished, open, openRole];
