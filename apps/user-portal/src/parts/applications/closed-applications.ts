/** Between the tabs of a browser: an application was submitted or deleted in one, and the others must not go on as before. */
const channelName = 'clearcall.closed-applications';

export function announceClosed(uid: string): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(uid);
  channel.close();
}

/** Told when another tab has closed this application; gives what ends that. */
export function watchClosed(uid: string, watcher: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = (event: MessageEvent<unknown>) => {
    if (event.data === uid) watcher();
  };
  return () => channel.close();
}
