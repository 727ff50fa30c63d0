import { oneLine } from '../../../domain/chats/text.ts'
import { type ServiceAnswer, textOf } from '../requests.ts'

export type Room = {
  /** The only other person, when nobody can join without an invitation. */
  person: string | undefined
  name: string
}

export type RoomCache = {
  get: (room: string) => Promise<Room>
  /** Called when something may have changed there. */
  forget: (room: string) => void
}

const maxNameLength = 200
const maxRooms = 1000

/** Who reads which room; asks again only after a change. */
export function openRooms(own: string, get: (path: string) => Promise<ServiceAnswer>): RoomCache {
  const known = new Map<string, Room>()

  async function find(room: string): Promise<Room | undefined> {
    const path = `/rooms/${encodeURIComponent(room)}`
    const { joined } = (await get(`${path}/joined_members`)).body ?? {}
    if (typeof joined !== 'object' || joined === null) return undefined
    const [person = '', ...others] = Object.keys(joined).filter((id) => id !== own)
    const isClosed = others.length === 0 ? await isClosedRoom(path) : false
    if (isClosed === undefined) return undefined
    if (isClosed) return { person, name: person }
    const { body } = await get(`${path}/state/m.room.name/`)
    return { person: undefined, name: oneLine(textOf(body, 'name'), maxNameLength) || room }
  }

  /** Undefined when unknown. An invited person can read earlier messages after joining. */
  async function isClosedRoom(path: string): Promise<boolean | undefined> {
    const [invited, rules, history] = await Promise.all([
      get(`${path}/members?membership=invite`),
      get(`${path}/state/m.room.join_rules/`),
      get(`${path}/state/m.room.history_visibility/`),
    ])
    const { chunk } = invited.body ?? {}
    const isUnknown = [rules, history].some(({ status }) => status !== 200 && status !== 404)
    if (!Array.isArray(chunk) || isUnknown) return undefined
    // The default is invite only.
    const rule = textOf(rules.body, 'join_rule') || 'invite'
    const isOpen = textOf(history.body, 'history_visibility') === 'world_readable'
    return chunk.length === 0 && !isOpen && ['invite', 'knock', 'private'].includes(rule)
  }

  return {
    get: async (room) => {
      const found = known.get(room) ?? (await find(room))
      // When the members are unknown, others may be reading.
      if (found === undefined) return { person: undefined, name: room }
      if (known.size >= maxRooms) known.clear()
      known.set(room, found)
      return found
    },
    forget: (room) => {
      known.delete(room)
    },
  }
}
