import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { withTexts } from '@clearcall/ui/kit/text/translate.ts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Agreement, Taken } from './taken.ts';

// Most steps ask for no agreement.
const TakeAgreement = lazy(
  withTexts(['work'], async () => ({ default: (await import('./take-agreement.tsx')).TakeAgreement })),
);

/**
 * Takes work that nobody has, which accepts it too. If the step requires an agreement, `dialog` asks for it first; `load`
 * returns its text, or null if there is none.
 */
export function useTake({
  load,
  ...taken
}: Taken & { load: () => Promise<Agreement | null> | Agreement | null }): {
  take: () => void;
  isPending: boolean;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<Agreement | null>(null);
  const taking = useCommand({
    send: async (call) => {
      const agreement = await load();
      if (agreement === null)
        await call('PUT /v2/assignments/:id/take', { params: { id: taken.id }, body: {} });
      return agreement;
    },
    done: (agreement) => (agreement === null ? noticeTexts.taken : null),
    after: (agreement) => (agreement === null ? taken.onTaken() : setAsked(agreement)),
    onRefused: taken.onRefused,
  });
  return {
    take: () => taking.send(),
    isPending: taking.isPending,
    dialog:
      asked === null ? null : (
        <Suspense fallback={null}>
          <TakeAgreement {...taken} agreement={asked} onClose={() => setAsked(null)} />
        </Suspense>
      ),
  };
}
