import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Caller } from '../domain/context.ts'
import {
  assuredPagesOfMember,
  maxPagesOfLink,
  maxPagesOfMember,
  maxPagesOfVisitors,
  maxPagesOfWorkspace,
} from './limits.ts'
import { Room } from './room.ts'

const member = (userId: string): Caller => ({
  userId,
  keyId: undefined,
  via: 'web',
  readOnly: false,
  workspaceIds: [],
})
const visitorOf = (linkId: string, id = 'v'): Caller => ({
  ...member(''),
  visitor: { id, linkId, workspaceId: 'w', level: 1, allowsUploads: false },
})
const page = (number: number, workspaceId = 'w') => ({ workspaceId, pageId: `page ${number}` })
/** Opens so many pages, as far as there is room, and says how many that are. */
const fill = (room: Room, caller: Caller, count: number, first = 0) => {
  let opened = 0
  for (let index = 0; index < count; index += 1) {
    try {
      room.take(page(first + index), caller)
      opened += 1
    } catch {
      return opened
    }
  }
  return opened
}

describe('Room', () => {
  it('gives visitors of links a share each, and members room whatever visitors have open', () => {
    const room = new Room()
    assert.equal(fill(room, visitorOf('a'), 5000), maxPagesOfLink)
    assert.throws(() => room.take(page(9999), visitorOf('a', 'other')), { code: 'RATE_LIMITED' })
    const links = Array.from({ length: 50 }, (_, index) => fill(room, visitorOf(`l${index}`), 5000))
    assert.equal(maxPagesOfLink + links.reduce((sum, one) => sum + one, 0), maxPagesOfVisitors)
    assert.equal(fill(room, member('ada'), 5000), maxPagesOfMember)
  })

  it('gives each member some room, whatever others have open', () => {
    const room = new Room()
    const members = Array.from({ length: 60 }, (_, index) => fill(room, member(`m${index}`), 5000))
    assert.equal(members[0], maxPagesOfMember)
    assert.equal(members.at(-1), assuredPagesOfMember)
    const total = members.reduce((sum, one) => sum + one, 0)
    assert.ok(total >= maxPagesOfWorkspace)
  })

  it('counts a page once for all who share a link, and gives the room back', () => {
    const room = new Room()
    const ends = Array.from({ length: 500 }, (_, index) =>
      room.take(page(1), visitorOf('a', `${index}`)),
    )
    assert.equal(fill(room, visitorOf('a'), 5000, 2), maxPagesOfLink - 1)
    room.take(page(1), visitorOf('a', 'late'))()
    for (const end of ends) {
      end()
      end()
    }
    room.take(page(9998), visitorOf('a'))
    assert.throws(() => room.take(page(9999), visitorOf('a')), { code: 'RATE_LIMITED' })
    room.take(page(1, 'other'), visitorOf('a'))
  })
})
