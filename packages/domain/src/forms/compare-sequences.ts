/** One step from an old sequence to a new one. */
export type Edit = 'same' | 'removed' | 'added';

/** So many differences are looked for; of what differs more, all is told as replaced. */
const maxEdits = 1_000;

/**
 * The shortest way from one sequence to another, by the greedy algorithm of Myers: which of the old ones stay or go, and
 * where new ones come. Without what is removed it is the new sequence, without what is added the old one. Sequences that
 * have little in common are told as removed and added as a whole. Source: E. W. Myers, An O(ND) Difference Algorithm and
 * Its Variations, 1986.
 */
export function compareSequences(was: readonly string[], is: readonly string[]): Edit[] {
  let head = 0;
  while (head < was.length && head < is.length && was[head] === is[head]) head += 1;
  let tail = 0;
  while (
    tail < was.length - head &&
    tail < is.length - head &&
    was[was.length - 1 - tail] === is[is.length - 1 - tail]
  )
    tail += 1;
  const between = compareAll(was.slice(head, was.length - tail), is.slice(head, is.length - tail));
  return [...repeat('same', head), ...between, ...repeat('same', tail)];
}

const repeat = (edit: Edit, times: number): Edit[] => Array.from({ length: times }, () => edit);

function compareAll(was: readonly string[], is: readonly string[]): Edit[] {
  const [n, m] = [was.length, is.length];
  const replaced = [...repeat('removed', n), ...repeat('added', m)];
  if (n === 0 || m === 0) return replaced;
  const most = Math.min(n + m, maxEdits);
  /** How far each diagonal was come, before each number of edits. */
  const trail: Int32Array[] = [];
  const far = new Int32Array(2 * most + 3);
  const at = (k: number) => k + most + 1;
  for (let edits = 0; edits <= most; edits += 1) {
    // Of the diagonals that can have been reached so far.
    trail.push(far.slice(at(-edits) - 1, at(edits) + 2));
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && (far[at(k - 1)] ?? 0) < (far[at(k + 1)] ?? 0));
      let x = down ? (far[at(k + 1)] ?? 0) : (far[at(k - 1)] ?? 0) + 1;
      while (x < n && x - k < m && was[x] === is[x - k]) x += 1;
      far[at(k)] = x;
      if (x >= n && x - k >= m) return wayBack(trail, n, m);
    }
  }
  return replaced;
}

/** The edits, from the end to the beginning and turned round. */
function wayBack(trail: readonly Int32Array[], n: number, m: number): Edit[] {
  const back: Edit[] = [];
  let [x, y] = [n, m];
  for (let edits = trail.length - 1; edits > 0; edits -= 1) {
    const far = trail[edits];
    const farOn = (k: number) => far?.[k + edits + 1] ?? 0;
    const k = x - y;
    const down = k === -edits || (k !== edits && farOn(k - 1) < farOn(k + 1));
    const before = down ? k + 1 : k - 1;
    const fromX = farOn(before);
    const fromY = fromX - before;
    while (x > fromX && y > fromY) {
      back.push('same');
      x -= 1;
      y -= 1;
    }
    back.push(down ? 'added' : 'removed');
    x = fromX;
    y = fromY;
  }
  back.push(...repeat('same', x));
  return back.reverse();
}
