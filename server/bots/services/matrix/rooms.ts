import { oneLine } from '../../../domain/chats/text.ts'
import { type ServiceAnswer, textOf } from '../requests.ts'

export type Room = {
  /** The only person there, with nobody else coming in unless somebody lets them. */
  person: string | undefined
  name: string
}

export type RoomBook = {
  look: (room: string) => Promise<Room>
  /** Something may be different there. */
  forget: (room: string) => void
}

const longestName = 200
/** Rooms that are kept in mind. */
const mostRooms = 1000

/** Who reads in which room, asked for once until something changes there. */
export function openRooms(own: string, get: (path: string) => Promise<ServiceAnswer>): RoomBook {
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
    return { person: undefined, name: oneLine(textOf(body, 'name'), longestName) || room }
  }

  /** Undefined when it is not known. Whoever is invited reads what was said before, once there. */
  async function isClosedRoom(path: string): Promise<boolean | undefined> {
    const [invited, rules, history] = await Promise.all([
      get(`${path}/members?membership=invite`),
      get(`${path}/state/m.room.join_rules/`),
      get(`${path}/state/m.room.history_visibility/`),
    ])
    const { chunk } = invited.body ?? {}
    const isUnknown = [rules, history].some(({ status }) => status !== 200 && status !== 404)
    if (!Array.isArray(chunk) || isUnknown) return undefined
    // Without a rule, one has to be invited.
    const rule = textOf(rules.body, 'join_rule') || 'invite'
    const isOpen = textOf(history.body, 'history_visibility') === 'world_readable'
    return chunk.length === 0 && !isOpen && ['invite', 'knock', 'private'].includes(rule)
  }

  return {
    look: async (room) => {
      const found = known.get(room) ?? (await find(room))
      // When nobody knows who is there, somebody may be.
      if (found === undefined) return { person: undefined, name: room }
      if (known.size >= mostRooms) known.clear()
      known.set(room, found)
      return found
    },
    forget: (room) => {
      known.delete(room)
    },
  }
}
