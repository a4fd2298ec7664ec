/** One line of the table that `npm run bench` prints. */
export interface Row {
  figure: string;
  /** What it has to be: 'under 50 µs'. Empty for peers and for figures without a bound. */
  bound: string;
  measured: string;
  /** Whether the bound is kept; null where there is none. */
  kept: boolean | null;
  /** Against the peers: '4.1 × survey-core', 'wrong: …'. */
  peers: string;
}
