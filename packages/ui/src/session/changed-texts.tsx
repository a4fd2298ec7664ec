import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { useOrganisation } from '../kit/organisation.tsx';
import { call } from './call.ts';
import classes from './changed-texts.module.css';
import { useUser } from './require-session.tsx';

const names = { terms: 'Terms of Use', privacy: 'Privacy Policy' } as const;

/**
 * Asks once, at the foot of the page, when a legal text has changed since somebody agreed to it. Everything can be read
 * and done meanwhile; 'Later' asks again at the next load.
 */
export default function ChangedTexts() {
  const { id } = useUser();
  const { links } = useOrganisation();
  const queries = useQueryClient();
  const [later, setLater] = useState(false);
  const key = ['consents', id];
  const consents = useQuery({
    queryKey: key,
    queryFn: () => call('GET /users/:id/consents', { params: { id }, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const due = consents.data?.due ?? [];
  const agree = useMutation({
    mutationFn: () => call('POST /users/:id/consents', { params: { id }, body: { data: due } }),
    // Also after a refusal: the text may have changed once more.
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
  if (due.length === 0 || later) return null;
  return (
    <section className={classes.bar} aria-label="Changed texts">
      <div className="page">
        <p>
          Please read and accept:{' '}
          {due.map(({ subject }, at) => (
            <span key={subject}>
              {at > 0 ? ' and ' : ''}
              <a href={links[subject]}>{names[subject]}</a>
            </span>
          ))}
          . {due.length > 1 ? 'They have' : 'It has'} changed since you agreed last.
        </p>
        <div className="row">
          <Button variant="filled" loading={agree.isPending} onClick={() => agree.mutate()}>
            I accept
          </Button>
          <Button onClick={() => setLater(true)}>Later</Button>
        </div>
      </div>
    </section>
  );
}
