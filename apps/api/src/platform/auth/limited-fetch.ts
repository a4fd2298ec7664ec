import type { CustomFetchOptions } from 'openid-client';

/** What a provider answers is a few kilobytes. */
const maxBytes = 1024 * 1024;

/**
 * As fetch, for answers that are small: more than a megabyte of one is not read, counted after it was unpacked. How long
 * the whole of it may take says the signal.
 */
export async function limitedFetch(
  url: string,
  { body: sent, ...options }: CustomFetchOptions,
): Promise<Response> {
  const given = sent === undefined ? options : { ...options, body: sent };
  const { body, status, statusText, headers } = await fetch(url, given);
  if (body === null) return new Response(null, { status, statusText, headers });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  // Leaving the loop lets the rest of the answer go.
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes)
      throw new Error(`The answer of ${new URL(url).host} is longer than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return new Response(new Blob(chunks), { status, statusText, headers });
}
