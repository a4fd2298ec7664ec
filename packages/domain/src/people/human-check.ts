/**
 * How many degrees a picture may be off upright, and what an organisation may make of it. Source: Requirements 1, 9.20.
 */
export const uprightTolerance = { defaultDegrees: 10, minDegrees: 5, maxDegrees: 45 } as const;

/**
 * Whether a picture stands upright. `hiddenDegrees`: by how much it was turned clockwise when it was drawn;
 * `turnedDegrees`: by how much the person turned it clockwise since (any sign, any number of full turns).
 */
export function isUpright(hiddenDegrees: number, turnedDegrees: number, toleranceDegrees: number): boolean {
  const off = (((hiddenDegrees + turnedDegrees) % 360) + 360) % 360;
  return Math.min(off, 360 - off) <= toleranceDegrees;
}

/** Degrees as sent by a page, or null when it is no number of degrees. */
export function readDegrees(answer: string): number | null {
  return /^-?\d{1,4}(\.\d{1,9})?$/.test(answer) ? Number(answer) : null;
}
