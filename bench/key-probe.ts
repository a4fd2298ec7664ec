/** A fiber of React, as far as we read it. */
interface Fiber {
  tag: number;
  flags: number;
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
}

export interface Probe {
  /** From each key to the paint after it, in milliseconds. */
  times: number[];
  /** What of that the page worked: the events of the key, and the frame from its first callback to its paint. */
  work: number[];
  /** While true, components that are drawn are counted. */
  counts: boolean;
  drawn: number;
}

/**
 * Runs in the page, before anything else does. A key begins with the time stamp of its `keydown`, which the browser
 * gives when the key arrives, and ends in the first task behind the frame that follows its `input` event: by then style,
 * layout and paint of that frame are done and handed to the compositor.
 */
export function watchKeys(): void {
  const probe: Probe = { times: [], work: [], counts: false, drawn: 0 };
  let pressedAt = 0;
  let begunAt = 0;
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressedAt = timeStamp;
      begunAt = performance.now();
    },
    true,
  );
  window.addEventListener(
    'input',
    () => {
      const pressed = pressedAt;
      const begun = begunAt;
      let events = 0;
      // Tasks of their own: behind everything that the events and the frame leave for right afterwards.
      const after = (act: () => void): void => {
        const channel = new MessageChannel();
        channel.port1.onmessage = act;
        channel.port2.postMessage(null);
      };
      after(() => {
        events ||= performance.now() - begun;
      });
      requestAnimationFrame(() => {
        const frame = performance.now();
        events ||= frame - begun;
        after(() => {
          probe.times.push(performance.now() - pressed);
          probe.work.push(events + performance.now() - frame);
        });
      });
    },
    true,
  );
  // React tells its tools of every commit, also in production.
  const didDraw = 1;
  const components = [0, 1, 11, 14, 15];
  const count = (fiber: Fiber | null): void => {
    for (let at = fiber; at !== null; at = at.sibling) {
      if (at.alternate === null) {
        if (components.includes(at.tag)) probe.drawn++;
        count(at.child);
        continue;
      }
      if (components.includes(at.tag) && (at.flags & didDraw) !== 0) probe.drawn++;
      if (at.child !== at.alternate.child) count(at.child);
    }
  };
  Object.assign(window, {
    probe,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      renderers: new Map(),
      inject: () => 1,
      onCommitFiberRoot: (_id: number, root: { current: Fiber }) => {
        if (probe.counts) count(root.current);
      },
      onCommitFiberUnmount: () => {},
      onPostCommitFiberRoot: () => {},
      checkDCE: () => {},
    },
  });
}
