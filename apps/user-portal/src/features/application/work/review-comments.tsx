import type { Assignment } from '@clearcall/domain/applications/application.ts';
import { StatusChip } from '@clearcall/ui/kit/status-chip.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { reviewComments } from './own-work.ts';
import classes from './work.module.css';

/** Reasons that were given with decisions, refusals and requests for changes, the newest first. */
export function ReviewComments(props: { assignment: Assignment }) {
  const comments = reviewComments(props.assignment);
  if (comments.length === 0) return null;
  return (
    <div className={classes.comments}>
      <h2 id="review-comments">{t('work.comments.title')}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard too */}
      <section className={classes.commentBox} tabIndex={0} aria-labelledby="review-comments">
        {comments.map(({ status, reason, at }) => (
          <div key={`${at} ${status}`}>
            <p className="small">
              <StatusChip status={status} /> <DateTime at={at} />
            </p>
            <p className={classes.words}>{reason}</p>
          </div>
        ))}
      </section>
    </div>
  );
}
