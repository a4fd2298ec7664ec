import type { ProfileChange, ProfileTab } from '@clearcall/domain/people/profile.ts';
import { message } from '@clearcall/i18n/message.ts';
import { focusField } from '@clearcall/ui/form/focus.ts';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
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
  const [busy, setBusy] = useState(false);

  /** Sends one tab. A refusal is told by a notice and beside its fields; what was typed stays. */
  const send = async (open: ProfileForm, tab: ProfileTab): Promise<boolean> => {
    const change = open.changes(tab);
    setBusy(true);
    try {
      const { id } = open.saved;
      const saved = await call('PATCH /users/:id', { params: { id }, body: bodyOf(open, change) });
      open.keep(change, saved);
      queries.setQueryData(['profile', id], saved);
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const body = error.body as { fields?: Record<string, string> } | null;
      if (body?.fields) open.refuse(body.fields);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const saved = () => notify(noticeTexts.profileSaved);

  return {
    busy,
    save: async (tab: ProfileTab) => {
      if (form === null || busy || showFaults(form, tab)) return;
      if (await send(form, tab)) return saved();
      const refused = form.firstRefused(tab);
      if (refused !== undefined) focusField(fieldId(refused));
    },
    saveAll: async (): Promise<boolean> => {
      for (const tab of form?.unsavedTabs() ?? []) {
        if (form === null || form.showFaults(tab) !== undefined) {
          notify({ type: 'warning', message: message('profile.tabToCheck', { tab: t(tabs[tab].label) }) });
          return false;
        }
        if (!(await send(form, tab))) return false;
      }
      saved();
      return true;
    },
  };
}
