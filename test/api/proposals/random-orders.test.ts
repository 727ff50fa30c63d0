import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, markdownOf, storedPage } from '../../support/pages.ts'
import { startServer, type TestServer } from '../../support/server.ts'

/** The same numbers each time, so that a failure can be repeated. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Random = (below: number) => number

const words = 'ash birch cedar elm fir hazel larch maple oak pine rowan willow'.split(' ')
const rounds = 40
const proposals = 5

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  await quire.post('/v1/proposals/set-settings', {
    workspaceId: quire.workspaceId,
    acceptsOwn: true,
  })
})
after(() => quire.close())

const post = <Body>(path: string, body: object) =>
  quire.post<Body>(path, { workspaceId: quire.workspaceId, ...body })

/** A paragraph or the item of a list. */
function sentence(random: Random): string[] {
  const text = Array.from({ length: 3 + random(5) }, () => words[random(words.length)] ?? '')
  return random(4) === 0 ? ['-', ...text] : text
}

function textOf(blocks: readonly string[][]): string {
  return blocks.map((block) => block.join(' ')).join('\n\n')
}

/** Another text: words change, come and go, and so do blocks. */
function changed(blocks: readonly string[][], random: Random): string[][] {
  const copy = blocks.map((block) => [...block])
  for (let count = 1 + random(2); count > 0; count -= 1) {
    const block = copy[random(copy.length)] ?? []
    const position = random(block.length)
    const kind = random(5)
    if (kind === 0) block[position] = `new${random(90)}`
    else if (kind === 1) block.splice(position, 0, `more${random(90)}`)
    else if (kind === 2 && block.length > 1) block.splice(position, 1)
    else if (kind === 3) copy.splice(random(copy.length + 1), 0, sentence(random))
    else block.push(`end${random(90)}`)
  }
  return copy
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const rest = [...items]
  return items.flatMap(() => rest.splice(random(rest.length), 1))
}

async function accept(proposalId: string): Promise<'accepted' | 'conflict'> {
  const { status, body } = await post<{ code: string }>('/v1/proposals/accept', {
    proposalId,
    revision: 1,
  })
  if (status === 200) return 'accepted'
  assert.deepEqual([status, body.code], [409, 'PROPOSAL_CONFLICT'])
  return 'conflict'
}

/** Whether the proposal says before the decision what is in conflict. */
async function showsConflict(proposalId: string): Promise<boolean> {
  type Shown = { list: { conflict: string | null; body: { isConflict: boolean }[] }[] }
  const { body } = await post<Shown>('/v1/proposals/get', { proposalId })
  const [change] = body.list
  const isShown = change?.body.some(({ isConflict }) => isConflict) ?? false
  assert.equal(change?.conflict === 'changed', isShown)
  return isShown
}

describe('proposals that are accepted in a random order', () => {
  it('equal the same edits made directly, or are shown as conflicts', async () => {
    const random = seeded(20)
    let [accepted, conflicts] = [0, 0]
    for (let round = 0; round < rounds; round += 1) {
      const blocks = Array.from({ length: 4 + random(5) }, () => sentence(random))
      const markdown = textOf(blocks)
      const pageId = await addPage(quire, `Round ${round}`, { markdown })
      const direct = await addPage(quire, `Direct ${round}`, { markdown })
      const texts = Array.from({ length: proposals }, () => textOf(changed(blocks, random)))
      const created: { proposalId: string; text: string }[] = []
      for (const text of texts) {
        const changes = [{ kind: 'edit', pageId, markdown: text }]
        const answer = await post<{ proposalId: string }>('/v1/proposals/create', {
          title: 'Change',
          changes,
        })
        // A change of nothing is none.
        if (answer.status === 200) created.push({ proposalId: answer.body.proposalId, text })
      }
      for (const { proposalId, text } of shuffled(created, random)) {
        const isDisputed = await showsConflict(proposalId)
        const before = await storedPage(quire, pageId)
        const outcome = await accept(proposalId)
        assert.equal(outcome === 'conflict', isDisputed, `round ${round}`)
        if (outcome === 'conflict') {
          assert.equal((await storedPage(quire, pageId)).version, before.version)
          conflicts += 1
          continue
        }
        const edit = { pageId: direct, mode: 'body', text, expectedVersion: 1 }
        assert.equal((await post('/v1/pages/edit', edit)).status, 200)
        const [one, other] = [await markdownOf(quire, pageId), await markdownOf(quire, direct)]
        assert.equal(one, other, `round ${round}`)
        accepted += 1
      }
    }
    assert.ok(accepted > rounds && conflicts > 5, `${accepted} accepted, ${conflicts} conflicts`)
  })
})
