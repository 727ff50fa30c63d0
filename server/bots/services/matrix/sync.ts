/** https://spec.matrix.org/v1.14/client-server-api/#get_matrixclientv3sync, as far as a bot reads it. */

export type RoomMessage = { sender: string; text: string; html: string }

export type RoomNews = {
  room: string
  messages: RoomMessage[]
  /** Who is there, who may come, or what the room is called may be another by now. */
  isChanged: boolean
  /** It is encrypted from now on, or was when the bot came. */
  isEncrypted: boolean
}

/** `next` is undefined when it is no answer of a homeserver. */
export type Sync = { next: string | undefined; invited: string[]; rooms: RoomNews[] }

const telling = ['m.room.member', 'm.room.join_rules', 'm.room.history_visibility', 'm.room.name']

/** What a homeserver is asked for: what is said, who comes and goes, and where the bot is invited. */
export function syncFilter(messages: number): string {
  const nothing = { not_types: ['*'] }
  return JSON.stringify({
    presence: nothing,
    account_data: nothing,
    room: {
      timeline: { types: ['m.room.message', 'm.room.encryption', ...telling], limit: messages },
      state: { types: ['m.room.encryption'] },
      ephemeral: nothing,
      account_data: nothing,
    },
  })
}

/** What is new; what the bot and other bots said is left out. */
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

function readRoom(room: string, joined: Record<string, unknown>, own: string): RoomNews {
  const { events, limited } = object(joined['timeline'])
  const timeline = list(events).map(object)
  const state = list(object(joined['state'])['events']).map(object)
  // A room that the bot has just come to is told from before that: this was not said to it.
  const came = timeline.findLastIndex((event) => isComing(event, own))
  return {
    room,
    messages: timeline.slice(came + 1).flatMap((event) => readMessage(event, own)),
    isChanged:
      limited === true ||
      timeline.some(({ type }) => typeof type === 'string' && telling.includes(type)),
    isEncrypted: [...state, ...timeline].some(({ type }) => type === 'm.room.encryption'),
  }
}

/** Another name or picture is told in the same way. */
function isComing(event: Record<string, unknown>, own: string): boolean {
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
  // What is written anew has been heard before.
  if (relation['rel_type'] === 'm.replace') return []
  const isReply = relation['m.in_reply_to'] !== undefined
  const rest = typeof html === 'string' ? html : ''
  return [
    {
      sender,
      text: (isReply ? withoutQuote(text) : text).trim(),
      html: (isReply ? rest.replace(/^<mx-reply>[^]*?<\/mx-reply>/, '') : rest).trim(),
    },
  ]
}

/** Older programs begin a reply with what it answers. */
function withoutQuote(text: string): string {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => !line.startsWith('> '))
  return first <= 0 ? text : lines.slice(first).join('\n')
}

function object(value: unknown): Record<string, unknown> {
  // SAFETY: an object has names and values; of a list nobody asks for one.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
