const signs = ['scroll', 'keydown', 'pointerdown', 'pointermove'] as const;
const how = { capture: true, passive: true };

/** Runs once nobody has done anything for so long: what it loads would cost them a frame. Returns how to call it off. */
export function onceAtRest(ms: number, run: () => void): () => void {
  const callOff = (): void => {
    clearTimeout(timer);
    for (const sign of signs) removeEventListener(sign, again, how);
  };
  const atRest = (): void => {
    callOff();
    run();
  };
  const again = (): void => {
    clearTimeout(timer);
    timer = setTimeout(atRest, ms);
  };
  let timer = setTimeout(atRest, ms);
  for (const sign of signs) addEventListener(sign, again, how);
  return callOff;
}
