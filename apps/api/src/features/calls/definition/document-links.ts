import { callDocumentAddress } from '@clearcall/domain/calls/call-document.ts';
import {
  documentOfAddress,
  mapDocumentAddresses,
} from '@clearcall/domain/calls/definition/call-definition.ts';
import { cleanRichText } from '../../../platform/clean-rich-text.ts';

/** An address as visitors follow it: a document of the call has its own. */
export function liveAddress(address: string, callId: number): string {
  const document = documentOfAddress(address);
  return document === null ? address : callDocumentAddress(callId, document);
}

/** An address as a definition has it: a document of the call by its name. */
export function namedAddress(address: string, callId: number): string {
  const above = callDocumentAddress(callId, '');
  return address.startsWith(above) ? `document:${address.slice(above.length)}` : address;
}

/** Rich text as visitors read it, cleaned. */
export const liveRichText = (html: string, callId: number): string =>
  cleanRichText(mapDocumentAddresses(html, (address) => liveAddress(address, callId)));

/** Live rich text as a definition has it. */
export const namedRichText = (html: string, callId: number): string =>
  html.replaceAll(/(?<=href=")[^"]*(?=")/g, (address) => namedAddress(address, callId));
