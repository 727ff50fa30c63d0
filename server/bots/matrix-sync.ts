/** https://spec.matrix.org/v1.14/client-server-api/#get_matrixclientv3sync, as far as a bot reads it. */
export type RoomMessage = { room: string; sender: string; text: string }

export type Sync = { next: string; invited: string[]; messages: RoomMessage[] }

/** What is new; what the bot and other bots said is left out. */
export function readSync(body: Record<string, unknown>, own: string): Sync {
  const rooms = object(body['rooms'])
  const next = body['next_batch']
  const messages = Object.entries(object(rooms['join'])).flatMap(([room, joined]) =>
    list(object(object(joined)['timeline'])['events']).flatMap((event) => {
      const { type, sender, content } = object(event)
      const { msgtype, body: text } = object(content)
      if (type !== 'm.room.message' || msgtype !== 'm.text') return []
      if (typeof sender !== 'string' || typeof text !== 'string' || sender === own) return []
      return [{ room, sender, text: text.trim() }]
    }),
  )
  return {
    next: typeof next === 'string' ? next : '',
    invited: Object.keys(object(rooms['invite'])),
    messages,
  }
}

function object(value: unknown): Record<string, unknown> {
  // SAFETY: an object has names and values; of a list nobody asks for one.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
