/**
 * Leaves the scroll position to the router, which goes to the top at every change of the route. On its own the browser
 * would find the old place on the way back. A page that is loaded again keeps its place.
 */
export function startAtTop(): void {
  const leave = (to: ScrollRestoration) => () => {
    history.scrollRestoration = to;
  };
  leave('manual')();
  addEventListener('pagehide', leave('auto'));
  addEventListener('pageshow', leave('manual'));
}
