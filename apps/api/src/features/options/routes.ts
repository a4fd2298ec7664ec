import type { Operation } from '../../platform/http/bind.ts';
import { listCommands } from './administration/list-commands.ts';
import { lists } from './administration/lists.ts';
import { list } from './list.ts';
import { open } from './open.ts';

export const routes: readonly Operation[] = [list, open, ...lists, ...listCommands];
