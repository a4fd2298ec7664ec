import { Icon, type IconName } from './icon.tsx';
import classes from './kit.module.css';

export type ChipTone = 'quiet' | 'ok' | 'info' | 'warn' | 'bad' | 'open' | 'time';

/** What can be said of an application, an assignment or a call: word, dial and tone. Source: Specification 2. */
const statuses = {
  triggered: { word: 'Triggered', icon: 'clock', tone: 'quiet' },
  draft: { word: 'Draft', icon: 'dial-draft', tone: 'quiet' },
  assigned: { word: 'Assigned', icon: 'dial-assigned', tone: 'quiet' },
  accepted: { word: 'Accepted', icon: 'dial-accepted', tone: 'info' },
  refused: { word: 'Refused', icon: 'dial-refused', tone: 'quiet' },
  submitted: { word: 'Submitted', icon: 'dial-submitted', tone: 'info' },
  resubmitted: { word: 'Resubmitted', icon: 'dial-submitted', tone: 'info' },
  changes_requested: { word: 'Changes requested', icon: 'dial-back', tone: 'warn' },
  approved: { word: 'Approved', icon: 'dial-approved', tone: 'ok' },
  rejected: { word: 'Rejected', icon: 'dial-rejected', tone: 'bad' },
  withdrawn: { word: 'Withdrawn', icon: 'dial-minus', tone: 'quiet' },
  revoked: { word: 'Revoked', icon: 'dial-minus', tone: 'quiet' },
  conflicted: { word: 'Conflicted', icon: 'dial-conflicted', tone: 'warn' },
  open: { word: 'Open', icon: 'dot', tone: 'open' },
  closed: { word: 'Closed', icon: 'ring', tone: 'quiet' },
  call_closed: { word: 'Call Closed', icon: 'lock', tone: 'quiet' },
  opening_soon: { word: 'Opening Soon', icon: 'clock', tone: 'quiet' },
} as const satisfies Record<string, { word: string; icon: IconName; tone: ChipTone }>;

export type ChipStatus = keyof typeof statuses;

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
  const known = Object.entries(statuses).find(([status]) => status === props.status.toLowerCase())?.[1];
  const { word, icon, tone } = known ?? {
    word: props.status.replaceAll('_', ' '),
    icon: 'ring',
    tone: 'quiet',
  };
  return (
    <Chip tone={tone} icon={icon}>
      {props.word ?? word}
    </Chip>
  );
}
