import { t } from '../text/translate.ts';
import { timeText, zoneName } from '../time/date-text.ts';
import { useNow } from '../time/use-now.ts';
import { useOrganisation } from './organisation.tsx';

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
