import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Files, ReceivedFile } from '../../../platform/files/files.ts';
import { type Refusal, refuse } from '../../../platform/http/refuse.ts';

/** Where an upload goes, as the parts before the file say. */
export interface Target {
  elementId: string;
  groupId: string | null;
}

export interface Received {
  target: Target;
  file: ReceivedFile;
  /** As the sender named it, or empty; not to be trusted. */
  filename: string;
}

const groupPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The parts that an upload is made of. */
const read: readonly string[] = ['flowElementId', 'groupId', 'files'];
const inOrder = 'Send first where the file belongs, then one file. Nothing was kept.';

function readTarget(fields: ReadonlyMap<string, string>): Target | null {
  const elementId = fields.get('flowElementId') ?? '';
  const group = fields.get('groupId') ?? '';
  const groupId = group === '' || group === 'null' ? null : group;
  if (
    fields.has('files') ||
    elementId === '' ||
    elementId.length > 200 ||
    (groupId !== null && !groupPattern.test(groupId))
  )
    return null;
  return { elementId, groupId: groupId?.toLowerCase() ?? null };
}

/**
 * Reads a multipart upload: the fields flowElementId and groupId, then one file, streamed to the disk. `decide` is asked
 * as soon as the file begins and says how many bytes it may have, or refuses it. What comes behind the file (another
 * file, a field that would have named another place) refuses the whole: nothing is dropped in silence. Whatever is
 * refused is still read to its end, so that the sender gets to read the answer.
 */
export async function receiveParts(
  request: FastifyRequest,
  files: Files,
  decide: (target: Target) => Promise<{ limitBytes: number } | Refusal>,
): Promise<Received | Refusal> {
  if (!request.isMultipart()) return refuse('unsupported_media');
  const fields = new Map<string, string>();
  let outcome: Received | Refusal | null = null;
  try {
    for await (const part of request.parts()) {
      if (outcome !== null) {
        if (part.type === 'file') part.file.resume();
        if ('file' in outcome && read.includes(part.fieldname)) {
          await outcome.file.discard();
          outcome = refuse('invalid_input', { message: [inOrder] });
        }
        continue;
      }
      if (part.type === 'field') {
        fields.set(part.fieldname, String(part.value));
        continue;
      }
      const target = readTarget(fields);
      const decision =
        target === null
          ? refuse('invalid_input', {
              message: [inOrder],
              body: { issues: [{ in: 'body', at: 'flowElementId', code: 'invalid_type' }] },
            })
          : await decide(target);
      if (target === null || 'refused' in decision) {
        outcome = 'refused' in decision ? decision : refuse('invalid_input');
        part.file.resume();
        continue;
      }
      const counted = { bytes: 0 };
      const got = await files.receive(
        Readable.from(upTo(part.file, decision.limitBytes, counted)),
        decision.limitBytes,
      );
      if (!got.ok) outcome = refuse('file_too_large');
      else if (counted.bytes > decision.limitBytes) {
        await got.file.discard();
        outcome = refuse('file_too_large', {
          message: `This file is larger than ${Math.round(decision.limitBytes / 1_048_576)} MB. Choose a smaller one.`,
        });
      } else outcome = { target, file: got.file, filename: part.filename ?? '' };
    }
  } catch (error) {
    if (outcome !== null && 'file' in outcome) await outcome.file.discard();
    if (isBrokenOff(error)) return refuse('invalid_input', { message: ['This upload came incomplete.'] });
    throw error;
  }
  return outcome ?? refuse('invalid_input', { message: ['There is no file in this upload.'] });
}

/** The chunks up to the limit; what comes after is read and dropped. */
async function* upTo(
  source: Readable,
  limitBytes: number,
  counted: { bytes: number },
): AsyncGenerator<Buffer> {
  for await (const chunk of source as AsyncIterable<Buffer>) {
    counted.bytes += chunk.length;
    if (counted.bytes <= limitBytes) yield chunk;
  }
}

/** What the reader of multipart bodies says when a body ends too early or is none. */
const brokenOff = /unexpected end|malformed|premature close|boundary not found|aborted|needle cannot/i;

function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && brokenOff.test(error.message);
}
