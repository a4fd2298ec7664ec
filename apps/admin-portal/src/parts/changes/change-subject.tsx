import type { Reply } from '@clearcall/ui/session/call.ts';
import { Link } from '@tanstack/react-router';
import { settingName, settingPage } from './setting-label.ts';

const pages = {
  person: '/people/$id',
  centre: '/centres/$id',
  partition: '/partitions/$id',
  list: '/lists/$id',
  call: '/calls/$id',
} as const;

/** Name of what a change is about, with a link to its page if it still exists. */
export function ChangeSubject(props: {
  change: Pick<Reply<'POST /admin/changes'>['data'][number], 'subject' | 'action' | 'before'>;
}) {
  const { subject, action, before } = props.change;
  if (subject.kind === 'setting') return <Link to={settingPage(subject.id)}>{settingName(subject.id)}</Link>;
  // A value of a list that was deleted leaves its list.
  const isGone = action === 'deleted' && before?.value === undefined;
  return subject.kind === 'portal' || isGone || subject.name === subject.id ? (
    subject.name
  ) : (
    <Link to={pages[subject.kind]} params={{ id: subject.id }}>
      {subject.name}
    </Link>
  );
}
