/**
 * What the proofs find and is not mended yet, with its reason. A proof fails as well when what stands here is found no
 * more: then its line goes.
 */
const knownHoles: Readonly<Record<string, string>> = {
  'olaf is told done.sci.file.info by GET /download/upload/:uploadId':
    'the file of a released review is handed out as it was uploaded, with what it says of its author',
  'olaf is told done.sci.file.info by GET /users/:id/data': 'the same file among the own data',
};

/** Those that a proof that asks these operations has to find. */
export const knownAmong = (routes: ReadonlySet<string>): string[] =>
  Object.keys(knownHoles).filter((find) => routes.has(find.split(' by ')[1] ?? ''));
