import type { Answer, Row } from '../forms/types.ts';

/** What readers get of a submission: hidden fields dropped, sums and fixed amounts filled in. */
export interface SubmittedContent {
  answers: Answer[];
  rows: Row[];
}
