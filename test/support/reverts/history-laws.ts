import assert from 'node:assert/strict'
import type { TestServer } from '../server.ts'
import { type RevertedHistory, revertRandomHistory } from './random-histories.ts'

/** Checks the laws of reverts on one random history. */
export async function checkHistory(
  quire: TestServer,
  keys: { agent: string; person: string },
  seed: number,
): Promise<void> {
  const isEntangled = seed % 2 === 0
  const history = await revertRandomHistory(quire, keys, { seed, isEntangled })
  const about = `seed ${seed}\n${history.log.join('\n')}`
  const repeated = history.repeated.filter(({ actions }) => actions.length > 0)
  assert.deepEqual(repeated, [], `a second revert has something to do, ${about}`)
  assert.deepEqual([...history.again], [...history.after], `a second revert changes, ${about}`)
  if (isEntangled) return
  assert.deepEqual(liveOf(history.after), liveOf(history.before), about)
  assert.deepEqual(listed(history.previewed), listed(history.reverted), about)
  checkTrashed(history, about)
}

/** The result names a page that goes to the trash with all below it, and the preview each that the run changed. */
function checkTrashed({ changed, after, previewed }: RevertedHistory, about: string): void {
  const going = new Set(previewed.filter(isTrashed).map(({ id }) => id))
  const gone = [...after.values()].filter(
    ({ id, deletedWith }) => deletedWith !== null && changed.get(id)?.deletedWith === null,
  )
  const ids = new Set(gone.map(({ id }) => id))
  assert.deepEqual([...going.difference(ids)], [], `stay, ${about}`)
  // Others returned to a page that is in the trash, where the run took them from.
  const roots = new Set(
    gone
      .map(({ deletedWith }) => deletedWith ?? '')
      .filter((id) => changed.get(id)?.deletedWith === null),
  )
  assert.deepEqual([...roots.difference(going)], [], `are not previewed, ${about}`)
}

function isTrashed({ actions }: { actions: readonly string[] }): boolean {
  return actions.includes('trash')
}

function liveOf(pages: RevertedHistory['before']): object[] {
  return [...pages.values()].filter(({ deletedWith }) => deletedWith === null)
}

function listed(pages: RevertedHistory['previewed']): string[] {
  const others = pages.filter((page) => !isTrashed(page))
  return others.map(({ id, actions }) => `${id} ${actions.toSorted().join(' ')}`).toSorted()
}
