// Runs before the first paint, so that a reader of the dark scheme never sees a white flash. A file of its own,
// because the policy of the pages allows no script inside them.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('clearcall.colour-scheme');
  } catch {
    // Storage may be forbidden; then the system decides.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
