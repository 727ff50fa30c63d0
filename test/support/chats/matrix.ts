import { type Asked, type StandIn, startStandIn, type Received } from './chats.ts'

type Content = Record<string, unknown>
type Event = {
  type: string
  sender: string
  content: Content
  event_id: string
  origin_server_ts: number
  state_key?: string
  unsigned?: { membership?: string; prev_content?: Content }
}
type Stored = { at: number; event: Event }
type Said = { body: string; formatted_body: string; msgtype: string }

export type MatrixStandIn = StandIn & {
  token: string
  faults: string[]
  /** What the bot said in a room. */
  said: (room: string) => Said[]
  /** The emoji with which the bot reacted to an event. */
  reactions: (room: string, eventId: string) => unknown[]
  /** The next requests of that kind fail so. */
  fail: (path: RegExp, status: number, times: number) => void
  /** The ID of the last message of the bot in a room. */
  last: (room: string) => string
  /** Who is there. */
  members: (room: string) => string[]
  /** Takes people into a room, and asks the bot to come. */
  invite: (room: string, ...members: string[]) => void
  say: (room: string, sender: string, text: string, more?: Content) => void
  /** Reacts to the last message of the bot in a room, or to another event. */
  react: (room: string, sender: string, key: string, eventId?: string) => void
  /** Changes what holds in a room: who is in it, its name, who may come. */
  set: (room: string, type: string, content: Content, key?: string) => void
  /** The next message is refused so. */
  limit: (retryAfter: number) => void
  /** So many messages go through, and then one in so many milliseconds, in all rooms together, until it is ended. */
  limitRate: (capacity: number, each: number) => () => void
  /** The next message gets there, and a proxy in between says it did not. */
  loseAnswer: () => void
  /** The next invitations are taken up so late. */
  refuseJoins: (times: number) => void
  /** Calls of that kind are answered when it is ended. */
  hold: (path: RegExp) => () => void
  /** Calls of that kind so far. */
  count: (path: RegExp) => number
  /** What was handed out to go on from is good no more. */
  forgetPositions: () => void
  /** The bot is signed out. */
  revoke: () => void
}

const bot = '@quire:example.org'

/**
 * What a bot needs of https://spec.matrix.org/v1.14/client-server-api/, of one user, with the answers and
 * errors that Synapse 1.160 was seen to give.
 */
export async function startMatrix(): Promise<MatrixStandIn> {
  const rooms = new Map<string, Stored[]>()
  const faults: string[] = []
  const transactions = new Map<string, string>()
  const limits: number[] = []
  let bucket: { tokens: number; each: number; at: number } | undefined
  let now = 0
  let epoch = 1
  let lost = 0
  let refusedJoins = 0
  let arrived = Promise.withResolvers<void>()
  const token = 'syt_strict'
  let isRevoked = false
  let failing: { path: RegExp; status: number; times: number } | undefined
  let blocked: { path: RegExp; end: Promise<void> } | undefined

  const roomOf = (id: string) => {
    const room = rooms.get(id) ?? []
    rooms.set(id, room)
    return room
  }
  const stateOf = (room: readonly Stored[], type: string, key = '') =>
    room.findLast(({ event }) => event.type === type && event.state_key === key)?.event.content
  const membersOf = (room: readonly Stored[], membership: string) =>
    [...new Set(room.map(({ event }) => event.state_key ?? ''))].filter(
      (key) => stateOf(room, 'm.room.member', key)?.['membership'] === membership,
    )
  const add = (room: Stored[], event: Pick<Event, 'type' | 'sender' | 'content' | 'state_key'>) => {
    now += 1
    const before = stateOf(room, event.type, event.state_key ?? 'none')
    const isOwn = event.type === 'm.room.member' && event.state_key === bot
    const there = isOwn ? event.content : stateOf(room, 'm.room.member', bot)
    const known: unknown = there?.['membership']
    const membership = typeof known === 'string' ? known : 'leave'
    const unsigned = { membership, ...(before === undefined ? {} : { prev_content: before }) }
    const id = `$${now}`
    room.push({ at: now, event: { ...event, event_id: id, origin_server_ts: now, unsigned } })
    arrived.resolve()
    arrived = Promise.withResolvers()
    return id
  }
  const enter = (room: Stored[], member: string, membership: string) =>
    add(room, {
      type: 'm.room.member',
      sender: member,
      state_key: member,
      content: { membership, displayname: member },
    })
  const error = (status: number, errcode: string, text: string, more: object = {}): Received => ({
    status,
    body: { errcode, error: text, ...more },
  })
  const busy = (wait: number): Received => ({
    ...error(429, 'M_LIMIT_EXCEEDED', 'Too Many Requests', { retry_after_ms: wait }),
    headers: { 'retry-after': String(Math.ceil(wait / 1000)) },
  })

  /** A room that the bot has just come to is told from its beginning, as far as that fits. */
  function joined(room: Stored[], from: number, filter: Filter) {
    const came = room.findLast(
      ({ event }) =>
        event.state_key === bot && event.unsigned?.prev_content?.['membership'] !== 'join',
    )
    const isNew = from > 0 && (came?.at ?? 0) > from
    const { types, limit } = filter.room.timeline
    const wanted = room.filter(
      ({ at, event }) => (isNew || at > from) && types.includes(event.type),
    )
    const shown = wanted.slice(-limit)
    const first = shown[0]?.at ?? now + 1
    const state = room.filter(
      ({ at, event }) =>
        (isNew || from === 0) && at < first && filter.room.state.types.includes(event.type),
    )
    return {
      timeline: {
        events: shown.map(({ event }) => event),
        prev_batch: `s${first}_${epoch}_0`,
        limited: isNew || wanted.length > limit,
      },
      state: { events: state.map(({ event }) => event) },
      account_data: { events: [] },
      ephemeral: { events: [] },
      unread_notifications: { notification_count: 0, highlight_count: 0 },
      summary: {},
    }
  }

  async function sync(query: URLSearchParams): Promise<Received> {
    const filter: Filter = JSON.parse(query.get('filter') ?? '')
    const since = query.get('since')
    const [, position, born] = /^s(\d+)_(\d+)_0$/.exec(since ?? '') ?? []
    if (since !== null && Number(born) !== epoch) {
      return error(400, 'M_UNKNOWN', 'Invalid stream token')
    }
    const from = Number(position ?? 0)
    const isThere = (room: Stored[]) => membersOf(room, 'join').includes(bot)
    const updates = () =>
      [...rooms].filter(([, room]) => isThere(room) && room.some(({ at }) => at > from))
    const invited = () =>
      [...rooms].filter(
        ([, room]) =>
          membersOf(room, 'invite').includes(bot) &&
          (from === 0 || (room.findLast(({ event }) => event.state_key === bot)?.at ?? 0) > from),
      )
    if (since !== null && updates().length + invited().length === 0 && query.has('timeout')) {
      await Promise.race([arrived.promise, new Promise((end) => setTimeout(end, 300))])
    }
    const join = Object.fromEntries(updates().map(([id, room]) => [id, joined(room, from, filter)]))
    const invite = Object.fromEntries(
      invited().map(([id]) => [id, { invite_state: { events: [] } }]),
    )
    const isQuiet = Object.keys({ ...join, ...invite }).length === 0
    const next = { next_batch: `s${now}_${epoch}_0`, device_one_time_keys_count: {} }
    return { body: isQuiet ? next : { ...next, rooms: { join, invite } } }
  }

  /** Milliseconds to wait, when too much was sent. */
  function tooMuch(): number | undefined {
    const limit = limits.shift()
    if (limit !== undefined || bucket === undefined) return limit
    const fresh = Math.floor((performance.now() - bucket.at) / bucket.each)
    bucket.at += fresh * bucket.each
    bucket.tokens += fresh
    if (bucket.tokens < 1) return Math.ceil(bucket.at + bucket.each - performance.now())
    bucket.tokens -= 1
    return undefined
  }

  function send(room: Stored[], transaction: string, body: string): Received {
    const known = transactions.get(transaction)
    if (known !== undefined) return { body: { event_id: known } }
    const wait = tooMuch()
    if (wait !== undefined) return busy(wait)
    if (Buffer.byteLength(body) > 65_000) return error(413, 'M_TOO_LARGE', 'event too large')
    const content = JSON.parse(body)
    const { msgtype, body: plain, format, formatted_body: html } = content
    if (msgtype !== 'm.notice' || typeof plain !== 'string' || plain === '') faults.push('content')
    if (format !== 'org.matrix.custom.html' || typeof html !== 'string') faults.push('format')
    const id = add(room, { type: 'm.room.message', sender: bot, content })
    transactions.set(transaction, id)
    if (lost === 0) return { body: { event_id: id } }
    lost -= 1
    return { status: 504, body: '<html>Gateway Time-out</html>' }
  }

  function join(id: string, room: Stored[] | undefined): Received {
    if (room === undefined) return error(404, 'M_UNKNOWN', "Can't join remote room")
    if (!membersOf(room, 'invite').includes(bot)) {
      return error(403, 'M_FORBIDDEN', 'You are not invited to this room.')
    }
    if (refusedJoins > 0) {
      refusedJoins -= 1
      return busy(50)
    }
    enter(room, bot, 'join')
    return { body: { room_id: id } }
  }

  function read(room: Stored[], action: string): Received {
    if (action === 'joined_members') {
      const there = membersOf(room, 'join').map((member) => [member, { display_name: member }])
      return { body: { joined: Object.fromEntries(there) } }
    }
    if (action === 'members') {
      return { body: { chunk: membersOf(room, 'invite').map((key) => ({ state_key: key })) } }
    }
    const content = stateOf(room, action.slice('state/'.length, -1))
    return content === undefined ? error(404, 'M_NOT_FOUND', 'Event not found.') : { body: content }
  }

  const answer = async ({ path, method, headers, body }: Asked): Promise<Received> => {
    if (blocked?.path.test(path) === true) await blocked.end
    if (failing !== undefined && failing.times > 0 && failing.path.test(path)) {
      failing.times -= 1
      return { status: failing.status, body: '<html>Bad Gateway</html>' }
    }
    const url = new URL(path, 'http://matrix')
    const [, name = ''] = /^\/_matrix\/client\/v3(\/.*)$/.exec(url.pathname) ?? []
    if (name === '') return { status: 404, body: '<html>No Such Resource</html>' }
    if (isRevoked || headers.authorization !== `Bearer ${token}`) {
      return error(401, 'M_UNKNOWN_TOKEN', 'Invalid access token passed.', { soft_logout: false })
    }
    if (method === 'GET' && name === '/account/whoami') {
      return { body: { user_id: bot, is_guest: false, device_id: 'STRICT' } }
    }
    if (method === 'GET' && name === '/sync') return sync(url.searchParams)
    const [, id = '', action = ''] = /^\/rooms\/([^/]+)\/(.+)$/.exec(name) ?? []
    const room = rooms.get(decodeURIComponent(id))
    if (method === 'POST' && action === 'join') return join(decodeURIComponent(id), room)
    if (room === undefined || !membersOf(room, 'join').includes(bot)) {
      return error(403, 'M_FORBIDDEN', `User ${bot} not in room ${decodeURIComponent(id)}`)
    }
    if (method === 'GET' && /^(?:joined_members|members|state\/[^/]+\/)$/.test(action)) {
      return read(room, action)
    }
    const [, eventId = ''] = /^event\/([^/]+)$/.exec(action) ?? []
    if (method === 'GET' && eventId !== '') {
      const found = room.find(({ event }) => event.event_id === decodeURIComponent(eventId))
      return found === undefined
        ? error(404, 'M_NOT_FOUND', 'Event not found.')
        : { body: found.event }
    }
    if (method === 'PUT' && /^send\/m\.reaction\/[^/]+$/.test(action)) {
      const content = JSON.parse(body)
      return { body: { event_id: add(room, { type: 'm.reaction', sender: bot, content }) } }
    }
    const [, transaction = ''] = /^send\/m\.room\.message\/([^/]+)$/.exec(action) ?? []
    if (method === 'PUT' && transaction !== '') return send(room, transaction, body)
    return error(404, 'M_UNRECOGNIZED', 'Unrecognized request')
  }

  const last = (id: string) =>
    roomOf(id).findLast(({ event }) => event.sender === bot && event.type === 'm.room.message')
      ?.event.event_id ?? ''

  const standIn = await startStandIn(answer)
  return {
    ...standIn,
    token,
    faults,
    said: (id) =>
      roomOf(id)
        .filter(({ event }) => event.sender === bot && event.type === 'm.room.message')
        // SAFETY: so send() has checked it.
        .map(({ event }) => event.content as Said),
    reactions: (id, eventId) =>
      roomOf(id)
        .filter(({ event }) => event.sender === bot && event.type === 'm.reaction')
        .map(({ event }) => new Map(Object.entries(event.content['m.relates_to'] ?? {})))
        .filter((relation) => relation.get('event_id') === eventId)
        .map((relation) => relation.get('key')),
    fail: (path, status, times) => {
      failing = { path, status, times }
    },
    members: (id) => membersOf(roomOf(id), 'join'),
    invite: (id, ...members) => {
      const room = roomOf(id)
      for (const member of members) enter(room, member, 'join')
      enter(room, bot, 'invite')
    },
    say: (id, sender, text, more = {}) => {
      const content = { msgtype: 'm.text', body: text, ...more }
      add(roomOf(id), { type: 'm.room.message', sender, content })
    },
    last,
    react: (id, sender, key, eventId) => {
      const event_id = eventId ?? last(id)
      const content = { 'm.relates_to': { rel_type: 'm.annotation', event_id, key } }
      add(roomOf(id), { type: 'm.reaction', sender, content })
    },
    set: (id, type, content, key = '') => {
      add(roomOf(id), { type, sender: '@admin:example.org', content, state_key: key })
    },
    limit: (retryAfter) => limits.push(retryAfter),
    limitRate: (capacity, each) => {
      bucket = { tokens: capacity, each, at: performance.now() }
      return () => {
        bucket = undefined
      }
    },
    loseAnswer: () => {
      lost += 1
    },
    refuseJoins: (times) => {
      refusedJoins = times
    },
    hold: (path) => {
      const { promise: end, resolve } = Promise.withResolvers<void>()
      blocked = { path, end }
      return resolve
    },
    count: (path) => standIn.asked.filter((one) => path.test(one.path)).length,
    forgetPositions: () => {
      epoch += 1
    },
    revoke: () => {
      isRevoked = true
    },
  }
}

type Filter = {
  room: { timeline: { types: string[]; limit: number }; state: { types: string[] } }
}
