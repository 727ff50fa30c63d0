import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import type { WebhookEvent } from '../../client/webhook-events.ts'
import { eventTypesSource } from '../../packages/event-types.ts'
import { eventTypeNames } from '../../server/lib/event-types.ts'

/** Compiles only if `type` says which data an event has. */
function subjectOf(event: WebhookEvent): string | undefined {
  switch (event.type) {
    case 'page.updated':
      return `${event.data.page.title} ${event.data.changed.join()}`
    case 'member.joined':
      return event.data.member.firstName
    case 'comment.created':
      return event.data.page?.title
    default:
      return event.workspaceId
  }
}

describe('the types of webhook events', () => {
  it('are those of the server: run npm run snap', async () => {
    const file = new URL('../../client/webhook-events.ts', import.meta.url)
    assert.equal(await readFile(file, 'utf8'), eventTypesSource())
  })

  it('tell the data of an event from its type, for every type', () => {
    const actor = { type: 'member', id: null, via: 'web', runId: null, client: null } as const
    const shared = { id: 'a', timestamp: 'b', workspaceId: 'c', sequence: 1, actor }
    const member = { id: 'd', firstName: 'Ada', lastName: 'L', role: null }
    assert.equal(subjectOf({ ...shared, type: 'member.joined', data: { member } }), 'Ada')
    const source = eventTypesSource()
    for (const type of eventTypeNames) assert.ok(source.includes(`  '${type}': {`), type)
  })
})
