import type { ReactNode } from 'react';

/** The icons of the product: 16 px, drawn with one line; a string is a path. For anything else take a single icon of @tabler/icons-react. */
const drawings = {
  'chevron-down': 'M4 6l4 4 4-4',
  'chevron-up': 'M4 10l4-4 4 4',
  'chevron-left': 'M10 4L6 8l4 4',
  'chevron-right': 'M6 4l4 4-4 4',
  'arrow-right': 'M3 8h10M9 4l4 4-4 4',
  'arrow-up': 'M8 13V3M4 7l4-4 4 4',
  'arrow-down': 'M8 3v10M4 9l4 4 4-4',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  check: 'M3 8.5l3.2 3.2L13 5',
  warning: 'M8 2.5l6 10.8H2zM8 6.7v3M8 11.6v.1',
  info: 'M8 2.3a5.7 5.7 0 100 11.4 5.7 5.7 0 000-11.4zM8 7.3v3.5M8 5.2v.1',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  more: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.4" />,
  clock: 'M8 2.3a5.7 5.7 0 100 11.4 5.7 5.7 0 000-11.4zM8 4.7V8l2.3 1.6',
  file: 'M4 2h5l3 3v9H4zM9 2v3h3',
  search: 'M7 2.8a4.2 4.2 0 100 8.4 4.2 4.2 0 000-8.4zM10.2 10.2L13.5 13.5',
  close: 'M4 4l8 8M12 4l-8 8',
  plus: 'M8 3v10M3 8h10',
  dot: <circle cx="8" cy="8" r="4" fill="currentColor" stroke="none" />,
  ring: 'M8 4a4 4 0 100 8 4 4 0 000-8z',
  lock: 'M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 015 0v2',
  unlock: 'M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 014.8-1',
  list: 'M5.5 4.5H13M5.5 8H13M5.5 11.5H13M2.8 4.5h.01M2.8 8h.01M2.8 11.5h.01',
  trash: 'M3 4.5h10M6 4.5V3h4v1.5M4.5 4.5l.6 9h5.8l.6-9',
  edit: 'M3 13l.7-3L11 2.7 13.3 5 6 12.3z',
  eye: 'M1.8 8C3.3 5.2 5.4 3.9 8 3.9s4.7 1.3 6.2 4.1c-1.5 2.8-3.6 4.1-6.2 4.1S3.3 10.8 1.8 8zM8 6.1a1.9 1.9 0 100 3.8 1.9 1.9 0 000-3.8z',
  'eye-off':
    'M1.8 8C3.3 5.2 5.4 3.9 8 3.9s4.7 1.3 6.2 4.1c-1.5 2.8-3.6 4.1-6.2 4.1S3.3 10.8 1.8 8zM3 13L13 3',
  calendar: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v2.5M10.5 2v2.5',
  mail: 'M2 3.5h12v9h-12zM2.5 4.5L8 9l5.5-4.5',
  download: 'M8 2v8M4.5 7L8 10.5 11.5 7M3 13.5h10',
  upload: 'M8 10.5V2.5M4.5 6L8 2.5 11.5 6M3 13.5h10',
  attachment: 'M12 7l-4.8 4.8a2.6 2.6 0 01-3.7-3.7l5.3-5.3a1.8 1.8 0 012.5 2.5L6.2 10.5',
  'turn-left': 'M3.5 8a4.7 4.7 0 108-3.3M3.3 3.3L3.5 8l4-2.2',
  'turn-right': 'M12.5 8a4.7 4.7 0 11-8-3.3M12.7 3.3L12.5 8l-4-2.2',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  user: 'M8 2.8a2.7 2.7 0 100 5.4 2.7 2.7 0 000-5.4zM2.8 13.5c.6-2.6 2.6-4 5.2-4s4.6 1.4 5.2 4',
  logout: 'M6.5 2.5h-4v11h4M6.5 8h7M10.5 5l3 3-3 3',
  sun: 'M8 5.3a2.7 2.7 0 100 5.4 2.7 2.7 0 000-5.4zM8 1.8v1.4M8 12.8v1.4M1.8 8h1.4M12.8 8h1.4M3.6 3.6l1 1M11.4 11.4l1 1M3.6 12.4l1-1M11.4 4.6l1-1',
  moon: 'M13 9.6A5.6 5.6 0 016.4 3a5.6 5.6 0 106.6 6.6z',
  bell: 'M4 11.5V7a4 4 0 018 0v4.5M2.5 11.5h11M6.8 13.7h2.4',
  external: 'M9.5 2.5h4v4M13.5 2.5L7.5 8.5M11.5 9.5v4h-9v-9h4',
  // The dials of the statuses.
  'dial-draft': <circle cx="8" cy="8" r="5.5" strokeDasharray="2.3 2.020" />,
  'dial-assigned': 'M8 2.5a5.5 5.5 0 100 11 5.5 5.5 0 000-11zM8 8V4.5',
  'dial-accepted': (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 2.5a5.5 5.5 0 010 11z" fill="currentColor" stroke="none" />
    </>
  ),
  'dial-submitted': 'M8 2.5a5.5 5.5 0 100 11 5.5 5.5 0 000-11zM5.5 8.2l1.8 1.8 3.3-3.7',
  'dial-approved': (
    <>
      <circle cx="8" cy="8" r="6.2" fill="currentColor" stroke="none" />
      <path d="M5.3 8.2l1.9 1.9 3.5-3.9" stroke="var(--chip-ground, var(--paper))" />
    </>
  ),
  'dial-rejected': 'M8 2.5a5.5 5.5 0 100 11 5.5 5.5 0 000-11zM6 6l4 4M10 6l-4 4',
  'dial-refused': 'M8 2.5a5.5 5.5 0 100 11 5.5 5.5 0 000-11zM4.2 11.8l7.6-7.6',
  'dial-back': 'M8 2.5a5.5 5.5 0 100 11 5.5 5.5 0 000-11zM10.5 8h-5M7.5 6l-2 2 2 2',
  'dial-conflicted':
    'M6 4.2a3.8 3.8 0 100 7.6 3.8 3.8 0 000-7.6zM10 4.2a3.8 3.8 0 100 7.6 3.8 3.8 0 000-7.6z',
  'dial-minus': 'M8 2.5a5.5 5.5 0 100 11 5.5 5.5 0 000-11zM5.5 8h5',
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;

/** One icon. It is never read aloud: the words beside it, or the name of its button, say the same. */
export function Icon(props: { name: IconName; size?: number; className?: string | undefined }) {
  const size = props.size ?? 16;
  const drawing: ReactNode = drawings[props.name];
  return (
    <svg
      className={props.className}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: 'none' }}
      aria-hidden="true"
    >
      {typeof drawing === 'string' ? <path d={drawing} /> : drawing}
    </svg>
  );
}
