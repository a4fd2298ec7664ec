import type { Deed } from '../../platform/http/bind.ts';

export const routes: readonly Deed[] = [];
