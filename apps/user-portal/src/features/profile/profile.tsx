import { DateTime } from '@clearcall/ui/kit/date-time.tsx';
import { BackLink, KeyValue, PageHead, Section } from '@clearcall/ui/kit/page-head.tsx';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/page-states.tsx';
import { call } from '@clearcall/ui/session/call.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { useQuery } from '@tanstack/react-query';

/** A phone as it is kept ('+32|475123456'), as it is read. */
function phoneText(stored: string): string {
  return stored.replace('|', ' ');
}

/** The own profile, to be read. */
export function ProfilePage() {
  const user = useUser();
  const profile = useQuery({
    queryKey: ['profile', user.id],
    queryFn: async () => {
      const opened = await call('GET /users/:id', { params: { id: user.id }, quiet: true });
      if (!('email' in opened)) throw new Error('The own profile was not answered.');
      return opened;
    },
  });
  const fullName = `${user.firstName} ${user.lastName}`.trim();

  return (
    <div className="page">
      <PageHead
        crumb={<BackLink to="/applications">Applications</BackLink>}
        title={fullName === '' ? user.email : fullName}
      >
        <p>
          Last login:{' '}
          {profile.data ? <DateTime at={profile.data.lastLogin} unset="this is the first one" /> : '…'}
        </p>
      </PageHead>
      <Section title="Personal Information" id="personal">
        {profile.isError ? (
          <CallFailure error={profile.error} what="your profile" onRetry={() => void profile.refetch()} />
        ) : profile.isPending ? (
          <LoadingRows rows={9} label="Loading your profile" />
        ) : (
          <div style={{ maxWidth: 'var(--form)' }}>
            <KeyValue
              rows={[
                ['First name', profile.data.firstName],
                ['Last name', profile.data.lastName],
                ['Title', profile.data.title ?? '-'],
                ['Gender', profile.data.gender ?? '-'],
                ['Nationality', profile.data.nationality ?? '-'],
                ['Date of birth', <DateTime key="birth" at={profile.data.dateOfBirth} dateOnly />],
                [
                  'Phone number',
                  profile.data.phoneNumber === null ? '-' : phoneText(profile.data.phoneNumber),
                ],
                ['E-mail', profile.data.email],
                ['Home address', profile.data.homeAddress ?? '-'],
                [
                  'Fields of expertise',
                  profile.data.fields.length > 0 ? profile.data.fields.join(', ') : '-',
                ],
              ]}
            />
          </div>
        )}
      </Section>
    </div>
  );
}
