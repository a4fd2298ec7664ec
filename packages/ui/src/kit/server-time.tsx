import { timeText, zoneName } from './date-text.ts';
import { useOrganisation } from './organisation.tsx';
import { t } from './translate.ts';
import { useNow } from './use-now.ts';

/** 'Server time 14:02 CEST', in the organisation's zone: the clock that decides about deadlines. */
export function ServerTime() {
  const now = useNow();
  const { timeZone } = useOrganisation();
  return (
    <span>
      {t('frame.foot.serverTime', { time: timeText(now, timeZone), zone: zoneName(timeZone, now, 'short') })}
    </span>
  );
}
