import type { followCallDraft } from '@clearcall/contract/draft-events.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { listenToDatabase, type Notifications } from '../../../platform/db/notifications.ts';
import type { Databases } from '../../../platform/db/pool.ts';
import type { EventsOut } from '../../../platform/http/event-streams.ts';
import type { Platform } from '../../../platform/platform.ts';

type Events = z.output<(typeof followCallDraft)['reply']>;
type Send = Parameters<EventsOut<(typeof followCallDraft)['reply']>>[0];

/** A person who has the draft open, and since when in milliseconds since 1970. */
type Present = readonly [userId: number, sinceMs: number];

interface Person {
  userId: number;
  name: string;
  /** When they opened the draft. */
  sinceMs: number;
}

interface Follower {
  userId: number;
  send: Send;
  /** The events that it has, as JSON. */
  sent: { draft?: string; people?: string };
}

/** The followers of one call. */
interface Room {
  followers: Set<Follower>;
  /** People with a stream in this process, and those who may be back in a moment. */
  present: Map<number, { sinceMs: number; leaving: NodeJS.Timeout | null }>;
  /** People of other processes, by the process, until it has been silent for too long. */
  elsewhere: Map<string, { people: readonly Present[]; untilMs: number }>;
  state: Events['draft'] | null;
}

export interface DraftFollowers {
  /** Sends what becomes of the draft of a call, until the returned function is called. */
  follow: (callId: number, person: Person, send: Send) => () => void;
  stop: () => Promise<void>;
}

/** Payload: the id of a call. Sent by triggers of the database. */
const draftsChannel = 'call_drafts';
/** Payload: process, id of a call, and all people who have its draft open there. */
const peopleChannel = 'call_draft_people';
/** A notification has at most 8,000 bytes. */
const maxPeople = 200;

const known = new WeakMap<Databases, DraftFollowers>();

/** Returns the followers of drafts in this process. */
export function draftFollowersOf(platform: Platform): DraftFollowers {
  const followers = known.get(platform.databases) ?? startFollowing(platform);
  known.set(platform.databases, followers);
  return followers;
}

/**
 * Tells followers when a draft changes, and who else follows it. Processes hear of changes by notifications, and look by
 * themselves now and then, so that a lost one costs seconds. Presence is kept in memory alone: each process repeats who is
 * there.
 */
function startFollowing(platform: Platform): DraftFollowers {
  const { databases, db, log } = platform;
  const { beatMs } = platform.config.events;
  const rooms = new Map<number, Room>();
  const names = new Map<number, string>();
  let notifications: Notifications | null = null;
  let beat: NodeJS.Timeout | undefined;
  let isLooking = false;
  let again = false;

  function open(callId: number): Room {
    const found = rooms.get(callId);
    if (found !== undefined) return found;
    const room: Room = { followers: new Set(), present: new Map(), elsewhere: new Map(), state: null };
    rooms.set(callId, room);
    notifications ??= listenToDatabase(platform, {
      channels: [draftsChannel, peopleChannel],
      hear: (channel, payload) => {
        if (channel === peopleChannel) hearOfPeople(payload);
        else if (rooms.has(Number(payload))) look();
      },
      connected: repeat,
    });
    beat ??= setInterval(repeat, beatMs);
    return room;
  }

  function repeat(): void {
    for (const callId of rooms.keys()) announce(callId);
    look();
  }

  function announce(callId: number): void {
    const people = [...(rooms.get(callId)?.present ?? [])].map(([id, { sinceMs }]): Present => [id, sinceMs]);
    const payload = JSON.stringify({ process: databases.name, callId, people: people.slice(0, maxPeople) });
    void notifications?.notify(peopleChannel, payload);
  }

  function hearOfPeople(payload: string): void {
    const heard = JSON.parse(payload) as { process: string; callId: number; people: Present[] };
    const { process, callId, people } = heard;
    const room = rooms.get(callId);
    if (room === undefined || process === databases.name) return;
    const isNew = !room.elsewhere.has(process);
    if (people.length === 0) room.elsewhere.delete(process);
    else room.elsewhere.set(process, { people, untilMs: performance.now() + 4 * beatMs });
    // It has not heard of those who were here before.
    if (isNew && people.length > 0) announce(callId);
    look();
  }

  /** Reads the drafts that are followed and who has them open, and sends what followers do not have. One at a time. */
  function look(): void {
    again = true;
    if (isLooking) return;
    isLooking = true;
    void lookWhileAsked()
      .catch((error: unknown) => log.warn({ err: error }, 'what became of drafts could not be looked up'))
      .finally(() => {
        isLooking = false;
        if (again && rooms.size > 0) look();
      });
  }

  async function lookWhileAsked(): Promise<void> {
    while (again && rooms.size > 0) {
      again = false;
      for (const room of rooms.values())
        for (const [process, { untilMs }] of room.elsewhere)
          if (untilMs < performance.now()) room.elsewhere.delete(process);
      await readDrafts();
      await readNames();
      for (const room of rooms.values()) for (const follower of room.followers) sendNews(room, follower);
    }
  }

  async function readDrafts(): Promise<void> {
    const { rows } = await sql<{ id: number } & Events['draft']>`
      select c.id, coalesce((select max(e.revision) from call_changes e where e.call_id = c.id), 0) as revision,
        exists (select from call_drafts d where d.call_id = c.id) as "isDraft",
        exists (select from planned_publications w where w.call_id = c.id) as "isPlanned"
      from calls c where c.id = any(${[...rooms.keys()]}::bigint[])`.execute(db);
    for (const { id, ...state } of rows) {
      const room = rooms.get(id);
      if (room !== undefined) room.state = state;
    }
  }

  /** Reads the names of people whose names are not known yet. */
  async function readNames(): Promise<void> {
    const ids = [...rooms.values()].flatMap((room) => [...peopleOf(room).keys()]);
    const unknown = ids.filter((id) => !names.has(id));
    if (unknown.length === 0) return;
    const { rows } = await sql<{ id: number; name: string }>`
      select id, trim(first_name || ' ' || last_name) as name from users where id = any(${unknown}::bigint[])`.execute(
      db,
    );
    for (const { id, name } of rows) names.set(id, name);
  }

  /** Who has it open in any process, and since when. */
  function peopleOf({ present, elsewhere }: Room): Map<number, number> {
    const people = new Map<number, number>();
    const here = [...present].map(([id, { sinceMs }]): Present => [id, sinceMs]);
    for (const [id, sinceMs] of [...here, ...[...elsewhere.values()].flatMap((one) => one.people)])
      people.set(id, Math.min(sinceMs, people.get(id) ?? sinceMs));
    return people;
  }

  function sendNews(room: Room, { userId, send, sent }: Follower): void {
    if (room.state === null) return;
    const people = [...peopleOf(room)]
      .filter(([id]) => id !== userId && names.has(id))
      .sort(([, one], [, other]) => one - other)
      .map(([id, sinceMs]) => ({ id, name: names.get(id) ?? '', since: new Date(sinceMs).toISOString() }));
    const news = { draft: JSON.stringify(room.state), people: JSON.stringify(people) };
    if (news.draft !== sent.draft) send('draft', room.state);
    if (news.people !== sent.people) send('people', people);
    Object.assign(sent, news);
  }

  function leave(callId: number, room: Room, userId: number): void {
    room.present.delete(userId);
    announce(callId);
    if (room.present.size === 0) rooms.delete(callId);
    if (rooms.size === 0) void stop();
    else look();
  }

  async function stop(): Promise<void> {
    clearInterval(beat);
    beat = undefined;
    for (const { present } of rooms.values())
      for (const { leaving } of present.values()) if (leaving !== null) clearTimeout(leaving);
    rooms.clear();
    names.clear();
    const ended = notifications;
    notifications = null;
    await ended?.stop();
  }

  return {
    follow(callId, { userId, name, sinceMs }, send) {
      const room = open(callId);
      names.set(userId, name);
      const follower: Follower = { userId, send, sent: {} };
      room.followers.add(follower);
      const presence = room.present.get(userId);
      if (presence === undefined) {
        room.present.set(userId, { sinceMs, leaving: null });
        announce(callId);
      } else if (presence.leaving !== null) {
        clearTimeout(presence.leaving);
        presence.leaving = null;
      }
      look();
      return () => {
        room.followers.delete(follower);
        const left = room.present.get(userId);
        if (left === undefined || [...room.followers].some((one) => one.userId === userId)) return;
        // Streams end and are opened again all the time.
        left.leaving = setTimeout(() => leave(callId, room, userId), beatMs);
      };
    },
    stop,
  };
}
