import type { ManyReport } from '@clearcall/ui/kit/many/run-many.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import type { RequestOfCall } from '../many/of-calls.ts';

/** Releases a step of applications of one call; parts with the same `releaseId` are stopped together. */
export const releaseRequest =
  (release: { flowElementId: string; releaseId: string }): RequestOfCall =>
  ({ callId, applicationIds }) =>
    call('POST /v2/calls/:callId/release', {
      params: { callId },
      body: { ...release, applicationIds },
      quiet: true,
    });

/** Counts what became of a release of many: nothing that was released before counts as done. */
export const releaseResult = ({ done, unchanged, notDone, left }: ManyReport): string => {
  const isBefore = unchanged.filter(({ why }) => why === 'releasedBefore').length;
  return t('lists.many.release.result', {
    done: done.length,
    before: isBefore,
    waiting: unchanged.length - isBefore,
    notDone: notDone.length + left.length,
  });
};
