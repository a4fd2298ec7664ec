import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { withTexts } from '@clearcall/ui/kit/text/translate.ts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { AskedToTake, Taken } from './taken.ts';

// Most steps ask for no agreement.
const TakeAgreement = lazy(
  withTexts(['work'], async () => ({ default: (await import('./take-agreement.tsx')).TakeAgreement })),
);

const ConflictDialog = lazy(
  withTexts(['work'], async () => ({ default: (await import('./conflict-dialog.tsx')).ConflictDialog })),
);

/**
 * Takes work that nobody has, which accepts it too. If the step requires an agreement or the flow sends emails, `dialog`
 * asks first; `load` returns which. `declareConflict` opens a dialog instead.
 */
export function useTake({ load, ...taken }: Taken & { load: () => Promise<AskedToTake> | AskedToTake }): {
  take: () => void;
  declareConflict: () => void;
  isPending: boolean;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<AskedToTake | 'conflict'>(null);
  const taking = useCommand({
    send: async (call) => {
      const agreement = await load();
      if (agreement === null)
        await call('PUT /v2/assignments/:id/take', { params: { id: taken.id }, body: {} });
      return agreement;
    },
    done: (agreement) => (agreement === null ? noticeTexts.taken : null),
    after: (agreement) => (agreement === null ? taken.onDone('taken') : setAsked(agreement)),
    onRefused: taken.onRefused,
  });
  const declareConflict = () => setAsked('conflict');
  const close = () => setAsked(null);
  return {
    take: () => taking.send(),
    isPending: taking.isPending,
    declareConflict,
    dialog:
      asked === null ? null : (
        <Suspense fallback={null}>
          {asked === 'conflict' ? (
            <ConflictDialog
              assignmentId={taken.id}
              uid={taken.uid}
              done={noticeTexts.conflictDeclared}
              after={() => taken.onDone('conflict')}
              onRefused={taken.onRefused}
              onClose={close}
            />
          ) : (
            <TakeAgreement {...taken} agreement={asked} onConflict={declareConflict} onClose={close} />
          )}
        </Suspense>
      ),
  };
}
