import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type RevertPart, revertAll } from './revert-queries.ts'

const target = { workspaceId: 'w', runId: 'r' }

/** A server that answers with these next parts, one after the other. */
function serverOf(nexts: readonly (number | null)[]) {
  const asked: object[] = []
  const answers = [...nexts]
  const create = async (input: object) => {
    asked.push(input)
    const next = answers.shift()
    assert.notEqual(next, undefined, 'refused')
    return { runId: 'revert', pages: [] as RevertPart['pages'], total: 9, next: next ?? null }
  }
  return { asked, caller: { reverts: { create } } }
}

describe('revertAll', () => {
  it('passes a refusal on', async () => {
    await assert.rejects(revertAll(serverOf([]).caller, target, []), /refused/)
    await assert.rejects(revertAll(serverOf([3]).caller, target, []), /refused/)
  })

  it('asks once if all pages fit into one answer', async () => {
    const { caller, asked } = serverOf([null])
    assert.equal(await revertAll(caller, target, []), 'revert')
    assert.deepEqual(asked, [{ ...target, except: [], offset: 0 }])
  })

  it('asks for part after part, without the pages that stay', async () => {
    const { caller, asked } = serverOf([2, 5, null])
    await revertAll(caller, target, ['page'])
    assert.deepEqual(
      asked,
      [0, 2, 5].map((offset) => ({ ...target, except: ['page'], offset })),
    )
  })

  it('ends if an answer does not get on', async () => {
    const { caller, asked } = serverOf([2, 2, 2])
    assert.equal(await revertAll(caller, target, []), 'revert')
    assert.equal(asked.length, 2)
  })
})
