/**
 * What has to be undone when somebody presses Ctrl-C, in the order in which it was begun; undone backwards.
 * Importing this installs nothing: only the launcher's commands call `listenForInterrupts`, tests that use
 * parts of the launcher keep their own signals.
 */
const begun = [];
let interrupted = false;

/** Remembers how to undo something. Returns a function that forgets it again. */
export function undoOnInterrupt(undo) {
  begun.push(undo);
  return () => {
    const at = begun.lastIndexOf(undo);
    if (at >= 0) begun.splice(at, 1);
  };
}

export const isInterrupted = () => interrupted;

async function undoAll() {
  for (let undo = begun.pop(); undo !== undefined; undo = begun.pop()) {
    try {
      await undo();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  }
}

/**
 * Stops everything on SIGINT, SIGTERM and SIGHUP and ends with `exitCode()`. A second signal forces the end;
 * what follows within a second is the same Ctrl-C, because npm passes on what the terminal has sent already.
 */
export function listenForInterrupts(exitCode) {
  let firstAt;
  const onSignal = async () => {
    if (firstAt === undefined) {
      firstAt = Date.now();
      interrupted = true;
      const code = exitCode();
      await undoAll();
      process.exit(code);
    }
    if (Date.now() - firstAt > 1000) process.exit(130);
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, onSignal);
}
