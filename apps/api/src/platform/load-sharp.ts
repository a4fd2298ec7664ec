let loading: Promise<typeof import('sharp')['default']> | undefined;

/** Loads the drawing library when the first picture is drawn, and keeps it small: one thread, nothing cached. */
export function loadSharp() {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loading;
}
