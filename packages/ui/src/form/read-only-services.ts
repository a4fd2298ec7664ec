import type { FormStore } from './form-store.ts';
import { Uploads } from './uploads.ts';
import type { FormServices } from './use-form.tsx';

type Given = Pick<FormServices, 'partitions' | 'links'> &
  Partial<Pick<FormServices, 'documents' | 'downloadFile'>>;

const nothing = async () => {};

/** The services of a form that is read or previewed: its files can be downloaded, and nothing is sent. */
export function readOnlyServices(store: FormStore, given: Given): FormServices {
  return {
    store,
    documents: new Map(),
    templates: new Map(),
    uploads: new Uploads({
      store,
      sendFile: async () => null,
      askFile: async () => 'gone',
      announce: () => {},
      tell: () => {},
    }),
    mendsFiles: false,
    deleteFile: nothing,
    downloadFile: nothing,
    announce: () => {},
    ...given,
  };
}
