import type { ProfileField, ProfileValues } from '@clearcall/domain/people/profile.ts';
import { useSettled } from '@clearcall/ui/kit/field/after-press.ts';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ProfileForm } from './profile-form.ts';

export const FormContext = createContext<ProfileForm | null>(null);

/** The profile that is being changed; drawn again whenever something of it changes. */
export function useProfileForm(): ProfileForm {
  const form = useContext(FormContext);
  if (form === null) throw new Error('A field of the profile stands outside of its form.');
  useSyncExternalStore(form.watch, form.version);
  return form;
}

/** The control of a field, for errors that lead to it. */
export const fieldId = (field: ProfileField): string => `profile-${field}`;

/** One field: what stands in it, what is wrong with it, and how it is changed. */
export function useProfileField<F extends ProfileField>(field: F) {
  const form = useProfileForm();
  return {
    form,
    id: fieldId(field),
    value: form.value(field),
    error: useSettled(form.error(field)),
    set: (value: ProfileValues[F]) => form.set(field, value),
    leave: () => form.leave(field),
  };
}
