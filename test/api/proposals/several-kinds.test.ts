import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, markdownOf } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { editOf, outcome, type Proposing, proposingAs } from './proposing.ts'

let quire: TestServer
let ada: Proposing
let mia: Proposing

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  ada = proposingAs(quire)
  mia = proposingAs(quire, (await addPerson(quire, 'Mia', 'MEMBER')).key)
})
after(() => quire.close())

const conflict = [409, 'PROPOSAL_CONFLICT']
const page = (title: string, markdown: string) => addPage(quire, title, { markdown })
const replace = async (pageId: string, find: string, text: string) => {
  const { status, body } = await ada.ask('/v1/pages/edit', { pageId, mode: 'replace', find, text })
  assert.equal(status, 200, JSON.stringify(body))
}
const conflictsOf = async (proposalId: string) =>
  (await ada.get(proposalId)).list.map((change) => change.conflict)

describe('changes of several kinds in a proposal', () => {
  it('have typed values of properties, as in pages/set-properties', async () => {
    const pageId = await page('Typed', 'Text.')
    const set = {
      due: { type: 'date', value: '2026-12-01' },
      owner: { type: 'person', value: quire.userId },
    }
    const proposalId = await mia.propose([{ kind: 'properties', pageId, set }])
    const accepted = await ada.decide('accept', proposalId)
    assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
    type Read = { properties: { key: string; type: string; value: string }[] }
    const { body } = await ada.ask<Read>('/v1/pages/properties', { pageId })
    assert.deepEqual(
      body.properties.map(({ key, type, value }) => [key, type, value]),
      [
        ['due', 'date', '2026-12-01'],
        ['owner', 'person', quire.userId],
      ],
    )
  })

  it('are no conflict for the trash if the same proposal changed their text', async () => {
    const both = async (title: string) => {
      const pageId = await page(title, 'Old.')
      const changes = [
        { kind: 'trash', pageId },
        editOf(pageId, 'Moved to the handbook.'),
        { kind: 'properties', pageId, set: { state: 'moved' } },
      ]
      return { pageId, proposalId: await mia.propose(changes) }
    }
    const complete = await both('Changed and deleted')
    const accepted = await ada.decide('accept', complete.proposalId)
    assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
    const restored = await ada.ask('/v1/pages/restore', { pageId: complete.pageId })
    assert.equal(restored.status, 200)
    assert.equal(await markdownOf(quire, complete.pageId), 'Moved to the handbook.\n')
    const parts = await both('Changed, then deleted')
    const numbers = (await ada.get(parts.proposalId)).list
      .filter(({ kind }) => kind !== 'trash')
      .map(({ number }) => ({ number }))
    const part = await ada.decide('accept', parts.proposalId, { changes: numbers })
    assert.equal(part.status, 200, JSON.stringify(part.body))
    assert.deepEqual(await conflictsOf(parts.proposalId), [null, null, null])
    await replace(parts.pageId, 'handbook', 'wiki')
    assert.deepEqual(outcome(await ada.decide('accept', parts.proposalId)), conflict)
  })
})
