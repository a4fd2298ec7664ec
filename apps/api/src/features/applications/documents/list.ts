import { listDocuments } from '@clearcall/contract/applications.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { readApplication } from '../open.ts';

/** The documents of an application that the caller may see. */
export const list = operation(listDocuments, async ({ params, actor, now, translator }, platform) => {
  const application = await readApplication(platform, actor, { key: params.id }, now, translator);
  return application?.documents ?? refuse('not_found');
});
