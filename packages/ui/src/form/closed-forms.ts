import { useState } from 'react';
import { remember, rememberedValue } from '../session/device-memory.ts';

const key = 'clearcall.closed-forms';
/** The oldest are open again once so many others were closed. */
const most = 200;

function closedForms(): string[] {
  const stored = rememberedValue(key);
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
}

/** Whether a form that is read was closed on this device, and what closes and opens it. */
export function useClosedForm(id: string): [boolean, (isClosed: boolean) => void] {
  const [isClosed, setClosed] = useState(() => closedForms().includes(id));
  const set = (next: boolean) => {
    setClosed(next);
    const others = closedForms().filter((other) => other !== id);
    const all = next ? [...others, id].slice(-most) : others;
    remember(key, all.length === 0 ? null : JSON.stringify(all));
  };
  return [isClosed, set];
}
