import { Icon, type IconName } from './icon.tsx';
import classes from './status-chip.module.css';
import { t } from './text/translate.ts';

export type ChipTone = 'quiet' | 'ok' | 'info' | 'warn' | 'bad' | 'open' | 'time';

/**
 * What can be said of an application, an assignment or a call: dial and tone; its word is `parts.status.…`, on the
 * first page `frame.status.…`.
 */
const statuses = {
  triggered: { icon: 'clock', tone: 'quiet' },
  draft: { icon: 'dial-draft', tone: 'quiet' },
  assigned: { icon: 'dial-assigned', tone: 'quiet' },
  accepted: { icon: 'dial-accepted', tone: 'info' },
  refused: { icon: 'dial-refused', tone: 'quiet' },
  handed_back: { icon: 'turn-left', tone: 'quiet' },
  submitted: { icon: 'dial-submitted', tone: 'info' },
  resubmitted: { icon: 'dial-submitted', tone: 'info' },
  changes_requested: { icon: 'dial-back', tone: 'warn' },
  approved: { icon: 'dial-approved', tone: 'ok' },
  rejected: { icon: 'dial-rejected', tone: 'bad' },
  withdrawn: { icon: 'dial-minus', tone: 'quiet' },
  award_declined: { icon: 'dial-minus', tone: 'quiet' },
  revoked: { icon: 'dial-minus', tone: 'quiet' },
  conflicted: { icon: 'dial-conflicted', tone: 'warn' },
  open: { icon: 'dot', tone: 'open' },
  closed: { icon: 'ring', tone: 'quiet' },
  call_closed: { icon: 'lock', tone: 'quiet' },
  opening_soon: { icon: 'clock', tone: 'quiet' },
} as const satisfies Record<string, { icon: IconName; tone: ChipTone }>;

export type ChipStatus = keyof typeof statuses;

/** Said on the first page, which takes no more texts than it needs. */
const ofCalls = ['open', 'closed', 'opening_soon'] as const satisfies readonly ChipStatus[];
const isOfCalls = (status: ChipStatus): status is (typeof ofCalls)[number] =>
  ofCalls.some((one) => one === status);

const isChipStatus = (status: string): status is ChipStatus => Object.hasOwn(statuses, status);

/** A small sign with an icon and a word; `calm` drops the ground. */
export function Chip(props: {
  tone: ChipTone;
  icon: IconName;
  calm?: boolean | undefined;
  children: React.ReactNode;
}) {
  const names = [classes.chip, classes[props.tone], props.calm ? classes.calm : ''];
  return (
    <span className={names.join(' ')}>
      <Icon name={props.icon} size={14} />
      {props.children}
    </span>
  );
}

/** A status as icon and word, never by its colour alone. A status that is not in the table shows as it is written. */
export function StatusChip(props: { status: string; word?: string | undefined }) {
  const status = props.status.toLowerCase();
  const known = isChipStatus(status) ? status : null;
  const { icon, tone } = known === null ? ({ icon: 'ring', tone: 'quiet' } as const) : statuses[known];
  const word =
    known === null
      ? props.status.replaceAll('_', ' ')
      : t(isOfCalls(known) ? `frame.status.${known}` : `parts.status.${known}`);
  return (
    <Chip tone={tone} icon={icon}>
      {props.word ?? word}
    </Chip>
  );
}
