import { zonePlace } from '@clearcall/i18n/format.ts';
import { t } from '../text/translate.ts';
import { timeText } from '../time/date-text.ts';
import { useServerTime } from '../time/use-now.ts';
import { useOrganisation } from './organisation.tsx';

/** 'Server time 14:02, Luxembourg time', in the organisation's zone: the clock that decides about deadlines. Nothing while it is unknown. */
export function ServerTime() {
  const now = useServerTime();
  const { timeZone } = useOrganisation();
  if (now === null) return null;
  return (
    <span>{t('frame.foot.serverTime', { time: timeText(now, timeZone), place: zonePlace(timeZone) })}</span>
  );
}
