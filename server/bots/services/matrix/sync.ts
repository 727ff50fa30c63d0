/** https://spec.matrix.org/v1.14/client-server-api/#get_matrixclientv3sync, as far as a bot reads it. */

export type RoomMessage = { sender: string; text: string; html: string }

/** Someone reacted to an event with an emoji. */
export type RoomReaction = { sender: string; eventId: string; key: string }

export type RoomUpdate = {
  room: string
  messages: RoomMessage[]
  reactions: RoomReaction[]
  /** The members, the access rules or the name of the room may have changed. */
  isChanged: boolean
  /** Who encrypted the room, now or before the bot joined; undefined if it is not encrypted. */
  encryptedBy: string | undefined
}

/** `next` is undefined when the response is not a homeserver's. */
export type Sync = { next: string | undefined; invited: string[]; rooms: RoomUpdate[] }

const roomStateTypes = [
  'm.room.member',
  'm.room.join_rules',
  'm.room.history_visibility',
  'm.room.name',
]

/** Messages, membership changes and invitations. */
export function syncFilter(messages: number): string {
  const nothing = { not_types: ['*'] }
  return JSON.stringify({
    presence: nothing,
    account_data: nothing,
    room: {
      timeline: {
        types: ['m.room.message', 'm.reaction', 'm.room.encryption', ...roomStateTypes],
        limit: messages,
      },
      state: { types: ['m.room.encryption'] },
      ephemeral: nothing,
      account_data: nothing,
    },
  })
}

/** New events, without the messages of this bot and of other bots. */
export function readSync(body: Record<string, unknown>, own: string): Sync {
  const rooms = object(body['rooms'])
  const next = body['next_batch']
  return {
    next: typeof next === 'string' && next !== '' ? next : undefined,
    invited: Object.keys(object(rooms['invite'])),
    rooms: Object.entries(object(rooms['join'])).map(([room, joined]) =>
      readRoom(room, object(joined), own),
    ),
  }
}

function readRoom(room: string, joined: Record<string, unknown>, own: string): RoomUpdate {
  const { events, limited } = object(joined['timeline'])
  const timeline = list(events).map(object)
  const state = list(object(joined['state'])['events']).map(object)
  // The timeline of a room just joined begins before that: those messages are not for the bot.
  const joinIndex = timeline.findLastIndex((event) => isJoin(event, own))
  const since = timeline.slice(joinIndex + 1)
  return {
    room,
    messages: since.flatMap((event) => readMessage(event, own)),
    reactions: since.flatMap((event) => readReaction(event, own)),
    isChanged:
      limited === true ||
      timeline.some(({ type }) => typeof type === 'string' && roomStateTypes.includes(type)),
    encryptedBy: senderOf([...state, ...timeline].find(({ type }) => type === 'm.room.encryption')),
  }
}

function senderOf(event: Record<string, unknown> | undefined): string | undefined {
  if (event === undefined) return undefined
  const { sender } = event
  return typeof sender === 'string' ? sender : ''
}

/** A change of name or avatar is a membership event too. */
function isJoin(event: Record<string, unknown>, own: string): boolean {
  if (event['type'] !== 'm.room.member' || event['state_key'] !== own) return false
  const before = object(object(event['unsigned'])['prev_content'])
  return object(event['content'])['membership'] === 'join' && before['membership'] !== 'join'
}

function readMessage(event: Record<string, unknown>, own: string): RoomMessage[] {
  const { type, sender } = event
  const content = object(event['content'])
  const { msgtype, body: text, formatted_body: html } = content
  if (type !== 'm.room.message' || msgtype !== 'm.text') return []
  if (typeof sender !== 'string' || typeof text !== 'string' || sender === own) return []
  const relation = object(content['m.relates_to'])
  // An edit repeats a message that was received before.
  if (relation['rel_type'] === 'm.replace') return []
  const isReply = relation['m.in_reply_to'] !== undefined
  const formatted = typeof html === 'string' ? html : ''
  return [
    {
      sender,
      text: (isReply ? withoutQuote(text) : text).trim(),
      html: (isReply ? formatted.replace(/^<mx-reply>[^]*?<\/mx-reply>/, '') : formatted).trim(),
    },
  ]
}

/** https://spec.matrix.org/v1.14/client-server-api/#event-annotations-and-reactions */
function readReaction(event: Record<string, unknown>, own: string): RoomReaction[] {
  const { type, sender } = event
  const {
    rel_type: relation,
    event_id: eventId,
    key,
  } = object(object(event['content'])['m.relates_to'])
  if (type !== 'm.reaction' || relation !== 'm.annotation' || sender === own) return []
  if (typeof sender !== 'string' || typeof eventId !== 'string' || typeof key !== 'string')
    return []
  return [{ sender, eventId, key }]
}

/** Older clients quote the message they reply to. */
function withoutQuote(text: string): string {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => !line.startsWith('> '))
  return first <= 0 ? text : lines.slice(first).join('\n')
}

function object(value: unknown): Record<string, unknown> {
  // SAFETY: an object has keys and values; nobody asks a list for a key.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
