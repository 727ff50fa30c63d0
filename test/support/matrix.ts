import { type Asked, type StandIn, startStandIn, type Told } from './chats.ts'

type Event = {
  type: string
  sender: string
  content: Record<string, unknown>
  event_id: string
  origin_server_ts: number
}
type Room = { members: string[]; invited: string[]; events: { at: number; event: Event }[] }

export type MatrixStandIn = StandIn & {
  token: string
  rooms: Map<string, Room>
  faults: string[]
  /** What the bot said in a room. */
  said: (room: string) => { body: string; formatted_body: string; msgtype: string }[]
  invite: (room: string, ...members: string[]) => void
  say: (room: string, sender: string, text: string, msgtype?: string) => void
  /** The next message is refused so. */
  limit: (retryAfter: number) => void
}

const bot = '@quire:example.org'

/** What a bot needs of https://spec.matrix.org/v1.14/client-server-api/, of one user, with its errors. */
export async function startMatrix(): Promise<MatrixStandIn> {
  const rooms = new Map<string, Room>()
  const faults: string[] = []
  const transactions = new Map<string, string>()
  const limits: number[] = []
  let now = 0
  let arrived = Promise.withResolvers<void>()
  const token = 'syt_strict'

  const wake = () => {
    arrived.resolve()
    arrived = Promise.withResolvers()
  }
  const add = (room: Room, sender: string, content: Record<string, unknown>) => {
    now += 1
    const event = {
      type: 'm.room.message',
      sender,
      content,
      event_id: `$${now}`,
      origin_server_ts: now,
    }
    room.events.push({ at: now, event })
    wake()
    return event.event_id
  }
  const error = (status: number, errcode: string, more: object = {}): Told => ({
    status,
    body: { errcode, error: errcode, ...more },
  })

  async function sync(query: URLSearchParams): Promise<Told> {
    JSON.parse(query.get('filter') ?? '')
    const since = query.get('since')
    if (since !== null && !/^s\d+$/.test(since)) return error(400, 'M_UNKNOWN')
    const from = Number(since?.slice(1) ?? 0)
    const invited = () => [...rooms].filter(([, room]) => room.invited.includes(bot))
    const news = () =>
      [...rooms].filter(
        ([, room]) => room.members.includes(bot) && room.events.some(({ at }) => at > from),
      )
    if (since !== null && news().length + invited().length === 0 && query.has('timeout')) {
      await Promise.race([arrived.promise, new Promise((end) => setTimeout(end, 300))])
    }
    const join = Object.fromEntries(
      news().map(([id, room]) => [
        id,
        {
          timeline: {
            events: room.events.filter(({ at }) => at > from).map(({ event }) => event),
            limited: false,
          },
        },
      ]),
    )
    const invite = Object.fromEntries(
      invited().map(([id]) => [id, { invite_state: { events: [] } }]),
    )
    return { body: { next_batch: `s${now}`, rooms: { join, invite } } }
  }

  function send(room: Room, transaction: string, body: string): Told {
    const known = transactions.get(transaction)
    if (known !== undefined) return { body: { event_id: known } }
    const limit = limits.shift()
    if (limit !== undefined) return error(429, 'M_LIMIT_EXCEEDED', { retry_after_ms: limit })
    if (Buffer.byteLength(body) > 65_000) return error(413, 'M_TOO_LARGE')
    const content = JSON.parse(body)
    const { msgtype, body: plain, format, formatted_body: html } = content
    if (msgtype !== 'm.notice' || typeof plain !== 'string' || plain === '') faults.push('content')
    if (format !== 'org.matrix.custom.html' || typeof html !== 'string') faults.push('format')
    const id = add(room, bot, content)
    transactions.set(transaction, id)
    return { body: { event_id: id } }
  }

  const answer = async ({ path, method, headers, body }: Asked): Promise<Told> => {
    if (headers.authorization !== `Bearer ${token}`) return error(401, 'M_UNKNOWN_TOKEN')
    const url = new URL(path, 'http://matrix')
    const [, name = ''] = /^\/_matrix\/client\/v3(\/.*)$/.exec(url.pathname) ?? []
    if (method === 'GET' && name === '/account/whoami') return { body: { user_id: bot } }
    if (method === 'GET' && name === '/sync') return sync(url.searchParams)
    const [, id = '', action = '', transaction = ''] =
      /^\/rooms\/([^/]+)\/(join|joined_members|send\/m\.room\.message)(?:\/([^/]+))?$/.exec(name) ??
      []
    const room = rooms.get(decodeURIComponent(id))
    if (room === undefined) return error(404, 'M_NOT_FOUND')
    if (method === 'POST' && action === 'join') {
      if (!room.invited.includes(bot)) return error(403, 'M_FORBIDDEN')
      room.invited = []
      room.members.push(bot)
      return { body: { room_id: id } }
    }
    if (!room.members.includes(bot)) return error(403, 'M_FORBIDDEN')
    if (method === 'GET' && action === 'joined_members') {
      return { body: { joined: Object.fromEntries(room.members.map((member) => [member, {}])) } }
    }
    if (method === 'PUT' && transaction !== '') return send(room, transaction, body)
    return error(405, 'M_UNRECOGNIZED')
  }

  const roomOf = (id: string) => {
    const room = rooms.get(id) ?? { members: [], invited: [], events: [] }
    rooms.set(id, room)
    return room
  }
  return {
    ...(await startStandIn(answer)),
    token,
    rooms,
    faults,
    said: (id) =>
      roomOf(id)
        .events.filter(({ event }) => event.sender === bot)
        // SAFETY: so send() has checked it.
        .map(({ event }) => event.content as never),
    invite: (id, ...members) => {
      const room = roomOf(id)
      room.members.push(...members)
      room.invited.push(bot)
      wake()
    },
    say: (id, sender, text, msgtype = 'm.text') => {
      add(roomOf(id), sender, { msgtype, body: text })
    },
    limit: (retryAfter) => limits.push(retryAfter),
  }
}
