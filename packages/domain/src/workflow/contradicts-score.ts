/**
 * Whether an overall rating contradicts a sum of scores. Ratings are listed from worst to best and divide the scale evenly;
 * the rating contradicts the sum if it is at least two ratings away.
 */
export const contradictsScore = (
  rating: { place: number; of: number },
  sum: { value: string; most: number },
): boolean =>
  rating.place >= 0 && Math.abs((Number(sum.value) / sum.most) * (rating.of - 1) - rating.place) >= 2;
