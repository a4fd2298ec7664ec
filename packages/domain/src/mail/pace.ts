import { nextMorning } from '../deadlines/next-morning.ts';
import type { MailPace } from '../people/mail-pace.ts';

/**
 * What becomes of a mail about the work of somebody who has chosen how they come: it is sent, it waits for a morning, or
 * it is left out. `deadline` is the instant that the mail speaks of, null where it speaks of none. Nothing waits for
 * longer than what it is about: a mail whose deadline comes before the morning goes at once. Source: Requirements 2e, 4.1.
 */
export function whatWithNotice(
  { pace, deadline }: { pace: MailPace; deadline: string | null },
  now: Date,
  timeZone: string,
): 'send' | 'leave_out' | { until: Date } {
  switch (pace) {
    case 'at_once':
      return 'send';
    case 'deadlines':
      return deadline === null ? 'leave_out' : 'send';
    case 'daily': {
      const until = nextMorning(now, timeZone);
      return deadline !== null && Date.parse(deadline) <= until.getTime() ? 'send' : { until };
    }
  }
}
