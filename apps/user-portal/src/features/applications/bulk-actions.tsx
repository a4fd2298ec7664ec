import type { ApplicationRow } from '@clearcall/domain/applications/application.ts';
import type { Selection } from '@clearcall/ui/kit/list/selection.ts';
import { maxSelected } from '@clearcall/ui/kit/list/selection.ts';
import type { BulkActions } from '@clearcall/ui/kit/list/selection-bar.tsx';
import { isMore } from '@clearcall/ui/kit/table/page-count.ts';
import { t, withTexts } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { searchBody } from './list-search.ts';
import { type StepAction, StepDialog } from './many/step-dialog.tsx';

// It comes with the texts of the staff page, when somebody asks for it.
const AssignDialog = lazy(
  withTexts(['staff'], async () => ({ default: (await import('./many/assign-dialog.tsx')).AssignDialog })),
);

/** What staff can do with the selected applications, and the dialog in which they do it. */
export function useBulkActions(props: {
  selection: Selection<ApplicationRow>;
  /** Number of rows of the list as it is filtered. */
  total: number;
  body: ReturnType<typeof searchBody>;
  onDone: () => void;
}): { bulk: BulkActions<ApplicationRow>; dialog: ReactNode } {
  const { selection, total, body } = props;
  const [action, setAction] = useState<{ name: StepAction | 'assign'; opened: boolean }>();
  const n = selection.size;
  const names = ['assign', 'deadline', 'release'] as const;
  return {
    bulk: {
      label: t('lists.many.chosenLabel'),
      text: t('lists.many.chosen', { n }),
      clear: t('lists.many.clear'),
      more:
        n >= Math.min(total, maxSelected)
          ? undefined
          : {
              label:
                total > maxSelected || isMore(total)
                  ? t('lists.many.chooseFirst', { n: maxSelected })
                  : t('lists.many.chooseAll', { n: total }),
              fetch: async () =>
                (
                  await call('POST /v2/applications/search', {
                    query: { limit: maxSelected, offset: 0 },
                    body,
                  })
                ).data,
            },
      actions: names.map((name) => ({
        label: t(`lists.many.${name}.open`),
        onPress: () => setAction({ name, opened: true }),
      })),
    },
    dialog:
      action === undefined ? null : action.name === 'assign' ? (
        <Suspense fallback={null}>
          <AssignDialog selection={selection} onClose={() => setAction(undefined)} onDone={props.onDone} />
        </Suspense>
      ) : (
        <StepDialog
          key={action.name}
          action={action.name}
          selection={selection}
          opened={action.opened}
          onClose={() => setAction({ ...action, opened: false })}
          onDone={props.onDone}
        />
      ),
  };
}
