import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { useOrganisation } from '../kit/page/organisation.tsx';
import { RichText } from '../kit/text/rich-text.tsx';
import { t } from '../kit/text/translate.ts';
import { call, read } from './call.ts';
import classes from './changed-texts.module.css';
import { useUser } from './require-session.tsx';

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
    queryFn: read('GET /users/:id/consents', { params: { id } }),
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
    <section className={classes.bar} aria-label={t('parts.texts.name')}>
      <div className="page">
        <p>
          <RichText
            id="parts.texts.ask"
            values={{ n: due.length }}
            parts={{
              texts: () =>
                due.map(({ subject }, at) => (
                  <span key={subject}>
                    {at > 0 ? ', ' : ''}
                    <a href={links[subject]}>{t(`frame.foot.${subject}`)}</a>
                  </span>
                )),
            }}
          />
        </p>
        <div className="row">
          <Button variant="filled" loading={agree.isPending} onClick={() => agree.mutate()}>
            {t('parts.texts.accept')}
          </Button>
          <Button onClick={() => setLater(true)}>{t('parts.texts.later')}</Button>
        </div>
      </div>
    </section>
  );
}
