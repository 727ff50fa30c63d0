import assert from 'node:assert/strict'
import { addPerson } from '../people.ts'
import { addKey, type TestServer } from '../server.ts'
import { type Keys, type RevertedHistory, revertRandomHistory } from './random-histories.ts'
import { partsOf } from './random-pages.ts'

const kinds = ['entangled', 'apart', 'entangled', 'accepted', 'adjacent', 'proposed'] as const

/**
 * Checks the laws of reverts on one random history. The tree after the revert is compared with the tree without the run,
 * except in entangled histories: there it depends on which of two changes of one text or place is the later one, so that
 * a second implementation of reverts would have to say what is right. The other laws hold for them, too.
 */
export async function checkHistory(quire: TestServer, keys: Keys, seed: number): Promise<void> {
  const kind = kinds[seed % kinds.length] ?? 'apart'
  const history = await revertRandomHistory(quire, keys, seed, kind)
  const about = `seed ${seed}, ${kind}\n${history.log.join('\n')}`
  const repeated = history.repeated.filter(({ actions }) => actions.length > 0)
  assert.deepEqual(repeated, [], `a second revert has something to do, ${about}`)
  assert.deepEqual([...history.again], [...history.after], `a second revert changes, ${about}`)
  checkParts(history, about)
  assert.deepEqual(texts(history.previewed), texts(history.reverted), `texts, ${about}`)
  checkTrashed(history, about)
  if (kind === 'entangled') return
  assert.deepEqual(listed(history.previewed), listed(history.reverted), `the preview, ${about}`)
  assert.deepEqual(knownOf(history), [...history.before.values()], about)
  const added = [...history.after.values()].filter(({ id }) => !history.before.has(id))
  assert.deepEqual(liveOf(added), [], `pages of the run stay, ${about}`)
}

/** Keys for the writers of a history. */
export async function addHistoryKeys(quire: TestServer): Promise<Keys> {
  return {
    agent: await addKey(quire),
    other: await addKey(quire),
    ben: (await addPerson(quire, 'Ben', 'MEMBER')).key,
    cem: (await addPerson(quire, 'Cem', 'MEMBER')).key,
  }
}

/** A revert writes no word and makes no kind of block that the page never had. */
function checkParts({ after, changed, parts }: RevertedHistory, about: string): void {
  for (const { id, markdown } of after.values()) {
    if (markdown === undefined) continue
    const now = partsOf(markdown)
    const known = parts.get(id) ?? assert.fail(`${id} is new, ${about}`)
    const where = `${id}: ${changed.get(id)?.markdown}\n->\n${markdown}\n${about}`
    assert.deepEqual([...now.words.difference(known.words)], [], `words of ${where}`)
    assert.deepEqual([...now.kinds.difference(known.kinds)], [], `kinds of blocks of ${where}`)
    assert.ok(!markdown.includes('<table'), where)
  }
}

/** What stays of each text, and what it gains and loses. */
function texts(pages: RevertedHistory['previewed']): object[] {
  return pages.flatMap(({ id, summary, remaining }) =>
    summary === null && remaining.length === 0 ? [] : [{ id, summary, remaining }],
  )
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

/** The pages that were there before the run, also those in the trash. */
function knownOf({ before, after }: RevertedHistory): object[] {
  return [...before.keys()].map((id) => after.get(id) ?? assert.fail(id))
}

function liveOf<Page extends { deletedWith: string | null }>(pages: readonly Page[]): Page[] {
  return pages.filter(({ deletedWith }) => deletedWith === null)
}

function listed(pages: RevertedHistory['previewed']): string[] {
  const others = pages.filter((page) => !isTrashed(page))
  return others.map(({ id, actions }) => `${id} ${actions.toSorted().join(' ')}`).toSorted()
}
