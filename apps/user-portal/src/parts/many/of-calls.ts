import type { Attempt } from '@clearcall/ui/kit/many/run-many.ts';
import { isOffline, sentenceOf } from '@clearcall/ui/session/call-error.ts';

/** One application with its call: what a part of many is made of. */
export interface OfCall {
  callId: number;
  id: number;
  uid: string;
}

/** A part that was cut anywhere, as one request for each call in it. */
export function byCall(part: readonly OfCall[]): { callId: number; applicationIds: number[] }[] {
  const groups = new Map<number, number[]>();
  for (const { callId, id } of part) groups.set(callId, [...(groups.get(callId) ?? []), id]);
  return [...groups].map(([callId, applicationIds]) => ({ callId, applicationIds }));
}

export type RequestOfCall = (group: ReturnType<typeof byCall>[number]) => Promise<{
  done: string[];
  waiting?: string[];
  releasedBefore?: string[];
  notReady: { uid: string; message: string }[];
}>;

/** Nobody answers: what comes next is not tried. Another failure is the reason of each of its part. */
export async function attempt(part: readonly OfCall[], request: RequestOfCall): Promise<Attempt> {
  const came = {
    done: [] as string[],
    unchanged: [] as { what: string; why: string }[],
    notDone: [] as { what: string; why: string }[],
  };
  for (const group of byCall(part)) {
    try {
      const { done, waiting = [], releasedBefore = [], notReady } = await request(group);
      came.done.push(...done);
      came.unchanged.push(
        ...waiting.map((what) => ({ what, why: 'waiting' })),
        ...releasedBefore.map((what) => ({ what, why: 'releasedBefore' })),
      );
      came.notDone.push(...notReady.map(({ uid, message }) => ({ what: uid, why: message })));
    } catch (error) {
      if (isOffline(error)) return null;
      const why = sentenceOf(error);
      const of = part.filter(({ id }) => group.applicationIds.includes(id));
      came.notDone.push(...of.map(({ uid }) => ({ what: uid, why })));
    }
  }
  return came;
}
