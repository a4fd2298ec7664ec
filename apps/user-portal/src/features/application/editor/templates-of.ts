import type { Application } from '@clearcall/domain/applications/application.ts';
import { callDocumentAddress } from '@clearcall/domain/calls/call-document.ts';
import type { FormTemplate } from '@clearcall/ui/form/use-form.tsx';

/** What the call of an application hands out, by the name by which its uploads ask for it. */
export function templatesOf({ call }: Pick<Application, 'call'>): ReadonlyMap<string, FormTemplate> {
  return new Map(
    call.documents.map((document) => [
      document.name,
      { ...document, address: callDocumentAddress(call.id, document.name) },
    ]),
  );
}
