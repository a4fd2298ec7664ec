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

// Whoever was signed in here has the session renewed while the code of the page is still on its way: as the page itself
// does it (access-token.ts), under the same lock. The page takes the answer from here.
(() => {
  const isAdmin = location.pathname.startsWith('/admin/');
  try {
    if (localStorage.getItem(isAdmin ? 'clearcall.signed-in.admin' : 'clearcall.signed-in') === null) return;
  } catch {
    return; // The page decides.
  }
  if (!navigator.locks) return;
  const app = isAdmin ? 'admin_portal' : 'user_portal';
  const renew = async (lock) => {
    if (lock === null) return null;
    const sentAtMs = Date.now();
    const answer = await fetch('/api/users/refresh', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ app }),
    });
    return { answer, sentAtMs, receivedAtMs: Date.now() };
  };
  window.renewedAhead = navigator.locks
    .request(`clearcall.refresh.${app}`, { ifAvailable: true }, renew)
    .catch(() => null);
})();
