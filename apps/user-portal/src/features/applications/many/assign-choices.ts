import type { Routes } from '@clearcall/contract/routes.ts';
import { type Named, nameOf } from '../../../parts/many/named.ts';
import type { StepChoice } from './step-choices.ts';

/** So many can be assigned at once. Source: POST /v2/calls/:callId/assign/preview. */
export const maxPairs = 200;

/** Somebody who is to get one of the applications. */
export interface Pair {
  callId: number;
  applicationId: number;
  uid: string;
  userId: number;
  name: string;
}

/** Everybody who is chosen on every application of a step, application by application. */
export const pairsOf = ({ calls }: Pick<StepChoice, 'calls'>, people: readonly Named[]): Pair[] =>
  calls.flatMap(({ id: callId, applications }) =>
    applications.flatMap(({ id: applicationId, uid }) =>
      people.map((person) => ({ callId, applicationId, uid, userId: person.id, name: nameOf(person) })),
    ),
  );

type Foretold = Routes['POST /v2/calls/:callId/assign/preview']['reply'][number];
export type Foreseen = Pair & Pick<Foretold, 'code' | 'message' | 'evidence' | 'emails' | 'isLater'>;

/** What is foretold of each pair, beside the pair. */
export function foreseen(pairs: readonly Pair[], told: readonly Foretold[]): Foreseen[] {
  const key = ({ applicationId, userId }: Pick<Pair, 'applicationId' | 'userId'>) =>
    `${applicationId} ${userId}`;
  const byPair = new Map(told.map((one) => [key(one), one]));
  return pairs.flatMap((pair) => {
    const found = byPair.get(key(pair));
    if (found === undefined) return [];
    const { code, message, evidence, emails, isLater } = found;
    return [{ ...pair, code, message, evidence, emails, isLater }];
  });
}

/** The pairs that can be made, those that wait for a word, and those that are refused whatever is said. */
export function sorted(all: readonly Foreseen[]): {
  possible: Foreseen[];
  asks: Foreseen[];
  refused: Foreseen[];
} {
  const asks = all.filter(({ code }) => code === 'conflict_possible');
  return {
    possible: all.filter(({ code }) => code === null),
    asks,
    refused: all.filter((one) => one.code !== null && !asks.includes(one)),
  };
}
