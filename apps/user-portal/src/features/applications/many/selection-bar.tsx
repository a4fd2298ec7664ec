import { Button } from '@clearcall/ui/kit/button.tsx';
import { isMore } from '@clearcall/ui/kit/table/page-count.ts';
import { t, withTexts } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import classes from '../applications-list.module.css';
import type { searchBody } from '../list-search.ts';
import { maxChosen, type Selection, withRows } from './selection.ts';
import { type StepDeed, StepDialog } from './step-dialog.tsx';

// It comes with the texts of the staff page, when somebody asks for it.
const AssignDialog = lazy(
  withTexts(['staff'], async () => ({ default: (await import('./assign-dialog.tsx')).AssignDialog })),
);

/** What can be done with all that is chosen, above the table while something is. */
export function SelectionBar(props: {
  selection: Selection;
  /** Of the list as it is filtered. */
  total: number;
  body: ReturnType<typeof searchBody>;
  onChange: (selection: Selection) => void;
  /** The chosen ones are others now than the list shows. */
  onDone: () => void;
}) {
  const { selection, total } = props;
  const [deed, setDeed] = useState<{ name: StepDeed | 'assign'; opened: boolean }>();
  const all = useMutation({
    mutationFn: () =>
      call('POST /v2/applications/search', { query: { limit: maxChosen, offset: 0 }, body: props.body }),
    onSuccess: ({ data }) => props.onChange(withRows(new Map(), data, true)),
  });
  const n = selection.size;
  const open = (name: StepDeed | 'assign') => setDeed({ name, opened: true });
  return (
    <>
      {n === 0 ? null : (
        <section className={classes.chosen} aria-label={t('lists.many.chosenLabel')}>
          <p role="status">{t('lists.many.chosen', { n })}</p>
          {n < Math.min(total, maxChosen) ? (
            <Button size="sm" variant="subtle" loading={all.isPending} onClick={() => all.mutate()}>
              {total > maxChosen || isMore(total)
                ? t('lists.many.chooseFirst', { n: maxChosen })
                : t('lists.many.chooseAll', { n: total })}
            </Button>
          ) : null}
          <Button size="sm" variant="subtle" onClick={() => props.onChange(new Map())}>
            {t('lists.many.clear')}
          </Button>
          <span className={classes.deeds}>
            <Button size="sm" onClick={() => open('assign')}>
              {t('lists.many.assign.open')}
            </Button>
            <Button size="sm" onClick={() => open('deadline')}>
              {t('lists.many.deadline.open')}
            </Button>
            <Button size="sm" onClick={() => open('release')}>
              {t('lists.many.release.open')}
            </Button>
          </span>
        </section>
      )}
      {deed === undefined ? null : deed.name === 'assign' ? (
        <Suspense fallback={null}>
          <AssignDialog selection={selection} onClose={() => setDeed(undefined)} onDone={props.onDone} />
        </Suspense>
      ) : (
        <StepDialog
          key={deed.name}
          deed={deed.name}
          selection={selection}
          opened={deed.opened}
          onClose={() => setDeed({ ...deed, opened: false })}
          onDone={props.onDone}
        />
      )}
    </>
  );
}
