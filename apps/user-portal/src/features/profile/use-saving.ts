import type { ProfileChange, ProfileTab } from '@clearcall/domain/people/profile.ts';
import { message } from '@clearcall/i18n/message.ts';
import { focusField } from '@clearcall/ui/form/focus.ts';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { ProfileForm } from './profile-form.ts';
import { fieldId } from './profile-form-context.ts';
import { tabs } from './profile-tabs.ts';

/** Shows what is wrong on a tab and leads to the first of it; whether there is anything. */
export function showFaults(form: ProfileForm, tab: ProfileTab): boolean {
  const first = form.showFaults(tab);
  if (first !== undefined) focusField(fieldId(first));
  return first !== undefined;
}

/** As the wire takes it: an answer that nobody gave is not sent, and a person with one name sends no last name. */
function bodyOf(
  { oneName }: ProfileForm,
  { fields, isReviewer, acceptMailingList, language, ...texts }: ProfileChange,
) {
  return {
    ...texts,
    ...(oneName && texts.lastName === null ? { oneName: true as const } : {}),
    ...(fields === undefined ? {} : { fields: [...fields] }),
    ...(typeof isReviewer === 'boolean' ? { isReviewer } : {}),
    ...(typeof acceptMailingList === 'boolean' ? { acceptMailingList } : {}),
    ...(language ? { language } : {}),
  };
}

/** Saving of single tabs, and of all that hold changes before the page is left. */
export function useSaving(form: ProfileForm | null) {
  const queries = useQueryClient();

  /** Sends one tab. A refusal is shown by a notice and beside its fields; what was typed stays. */
  const send = async (sendCall: typeof call, open: ProfileForm, tab: ProfileTab): Promise<void> => {
    const change = open.changes(tab);
    const { id } = open.saved;
    try {
      const saved = await sendCall('PATCH /users/:id', { params: { id }, body: bodyOf(open, change) });
      open.keep(change, saved);
      queries.setQueryData(['profile', id], saved);
    } catch (error) {
      const body =
        error instanceof CallError ? (error.body as { fields?: Record<string, string> } | null) : null;
      if (body?.fields) open.refuse(body.fields);
      throw error;
    }
  };
  const save = useCommand({
    send: async (sendCall, tab: ProfileTab) => {
      if (form !== null) await send(sendCall, form, tab);
    },
    done: noticeTexts.profileSaved,
    onRefused: (_refusal, tab) => {
      const refused = form?.firstRefused(tab);
      if (refused !== undefined) focusField(fieldId(refused));
    },
  });

  return {
    isPending: save.isPending,
    save: (tab: ProfileTab) => {
      if (form !== null && !showFaults(form, tab)) save.send(tab);
    },
    saveAll: async (): Promise<boolean> => {
      for (const tab of form?.unsavedTabs() ?? []) {
        if (form === null || form.showFaults(tab) !== undefined) {
          notify({ type: 'warning', message: message('profile.tabToCheck', { tab: t(tabs[tab].label) }) });
          return false;
        }
        try {
          await send(call, form, tab);
        } catch (error) {
          if (error instanceof CallError) return false;
          throw error;
        }
      }
      notify(noticeTexts.profileSaved);
      return true;
    },
  };
}
