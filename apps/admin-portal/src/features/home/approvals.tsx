import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { read } from '@clearcall/ui/session/call.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isAsked } from '../../parts/calls/planned-note.tsx';

/** The publications of calls that wait for the approval of the reader. Shows nothing if there are none. */
export function Approvals() {
  const user = useUser();
  const { data } = useQuery({
    queryKey: ['administered-calls', 'list'],
    queryFn: read('GET /admin/calls'),
    staleTime: 0,
  });
  const calls = data?.data.filter(({ planned }) => isAsked(user, planned)) ?? [];
  if (calls.length === 0) return null;
  return (
    <Section title={t('admin.approvals.title')}>
      <ul>
        {calls.map((call) => (
          <li key={call.id}>
            <Link to="/calls/$id/publish" params={{ id: String(call.id) }} lang={langOf(call, 'title')}>
              {call.title}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
