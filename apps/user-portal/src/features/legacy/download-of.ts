const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const archivedFile = new RegExp(`^/(?:api/)?cines/file/(${uuid})$`, 'i');

/**
 * What a link of an archived description downloads: a file of the archive, which is asked for as whoever reads, or what else
 * the API hands out (`fileId` null). null for a page and for whatever lies on another host.
 */
export function downloadOf(address: string, origin: string): { fileId: string | null } | null {
  let url: URL;
  try {
    url = new URL(address, origin);
  } catch {
    return null;
  }
  if (url.host !== new URL(origin).host || !/^https?:$/.test(url.protocol)) return null;
  const [, fileId] = archivedFile.exec(url.pathname) ?? [];
  if (fileId !== undefined) return { fileId: fileId.toLowerCase() };
  return url.pathname.startsWith('/api/') ? { fileId: null } : null;
}
