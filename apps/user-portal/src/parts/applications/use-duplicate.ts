import { message } from '@clearcall/i18n/message.ts';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

/** Copies an application into a new draft, opens the draft, and lists what was left out. */
export function useDuplicate(uid: string) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () =>
      call('POST /v2/applications/duplicate/:id', { params: { id: uid }, body: {}, once: `copy.${uid}` }),
    onSuccess: async ({ uid: copy, leftOut }) => {
      await navigate({ to: '/applications/$uid', params: { uid: copy } });
      if (leftOut.length === 0)
        notify({ type: 'success', message: message('parts.duplicate.done', { uid }) });
      else {
        notify({
          type: 'warning',
          message: message('parts.duplicate.doneWithout', { uid, n: leftOut.length }),
          closesAfterMs: 0,
        });
      }
    },
  });
}
