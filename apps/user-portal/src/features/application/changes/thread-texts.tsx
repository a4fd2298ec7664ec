import type { Thread } from '@clearcall/domain/applications/thread.ts';
import type { Element } from '@clearcall/domain/forms/types.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import classes from './changes.module.css';

/** Who wrote it, as far as the reader may know. */
export function authorText({
  mine,
  role,
  person,
}: Pick<Thread['comments'][number], 'mine' | 'role' | 'person'>): string {
  if (mine) return t('changes.you');
  const name = translate(roleMessage(role));
  return person === undefined
    ? name
    : t('changes.person', { name: `${person.firstName} ${person.lastName}`.trim(), role: name });
}

/** Names the box around a thread by its field. */
export function ThreadName({ element }: { element: Element }) {
  return (
    <legend className="hidden-visually">
      {quoting(t('changes.threadAt', { name: element.title }), quoted(element, 'title'))}
    </legend>
  );
}

/** The texts of a thread, one after the other. */
export function ThreadTexts(props: { thread: Thread }) {
  return (
    <ol className={classes.texts}>
      {props.thread.comments.map((comment) => (
        <li key={comment.id} data-answer={comment.asks ? undefined : true}>
          <p className={classes.by}>
            {authorText(comment)}
            {comment.createdAt === null ? null : <>, {unbroken(dateText(comment.createdAt))}</>}
          </p>
          <p className={classes.text}>{comment.text}</p>
        </li>
      ))}
    </ol>
  );
}
