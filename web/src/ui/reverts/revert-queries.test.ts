import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type RevertPart, revertAll } from './revert-queries.ts'

const target = { workspaceId: 'w', runId: 'r' }
const all = { except: [], takeBack: [] }

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
    await assert.rejects(revertAll(serverOf([]).caller, target, all), /refused/)
    await assert.rejects(revertAll(serverOf([3]).caller, target, all), /refused/)
  })

  it('asks once if all pages fit into one answer', async () => {
    const { caller, asked } = serverOf([null])
    assert.deepEqual(await revertAll(caller, target, all), ['revert'])
    assert.deepEqual(asked, [{ ...target, ...all, offset: 0 }])
  })

  it('asks for part after part, without the pages that stay', async () => {
    const { caller, asked } = serverOf([2, 5, null])
    const choice = { except: ['page'], takeBack: [{ pageId: 'other', locations: ['place'] }] }
    await revertAll(caller, target, choice)
    assert.deepEqual(
      asked,
      [0, 2, 5].map((offset) => ({ ...target, ...choice, offset })),
    )
  })

  it('names the run that took former texts back first, because it is undone first', async () => {
    const create = async () => ({ runId: 'r', takeBackRunId: 't', pages: [], total: 1, next: null })
    assert.deepEqual(await revertAll({ reverts: { create } }, target, all), ['t', 'r'])
  })

  it('ends if an answer does not get on', async () => {
    const { caller, asked } = serverOf([2, 2, 2])
    assert.deepEqual(await revertAll(caller, target, all), ['revert'])
    assert.equal(asked.length, 2)
  })
})
