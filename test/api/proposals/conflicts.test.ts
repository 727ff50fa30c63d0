import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { history, steps } from '../../../server/store/index.ts'
import { addPage, markdownOf, storedPage, titlesUnder } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { addPages, editOf, outcome, type Proposing, proposingAs } from './proposing.ts'

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

describe('text that was changed since', () => {
  const text = 'The meeting is on Monday in the hall.\n\nBring tea and cake.'

  it('is merged where the changes are of other words', async () => {
    const pageId = await page('Other words', text)
    const proposalId = await mia.propose([editOf(pageId, text.replace('Monday', 'Friday'))])
    await replace(pageId, 'hall', 'garden')
    await replace(pageId, 'cake', 'biscuits')
    assert.deepEqual(await conflictsOf(proposalId), [null])
    const [change] = (await ada.get(proposalId)).list
    assert.match(change?.markdown ?? '', /Friday in the garden\.\n\nBring tea and biscuits\./)
    assert.equal((await ada.decide('accept', proposalId)).status, 200)
    assert.equal(
      await markdownOf(quire, pageId),
      'The meeting is on Friday in the garden.\n\nBring tea and biscuits.\n',
    )
  })

  it('is merged when neither the journal nor the versions go back that far any more', async () => {
    const pageId = await page('Thinned', text)
    const proposalId = await mia.propose([editOf(pageId, text.replace('Monday', 'Friday'))])
    await replace(pageId, 'cake', 'biscuits')
    const address = { workspaceId: quire.workspaceId, pageId }
    await quire.app.store.transactIn(address, async (transaction) => {
      await steps.remove(transaction, address)
      await history.remove(transaction, address)
    })
    const [change] = (await ada.get(proposalId)).list
    assert.match(change?.markdown ?? '', /Friday in the hall\.\n\nBring tea and biscuits\./)
    assert.equal((await ada.decide('accept', proposalId)).status, 200)
    assert.equal(await markdownOf(quire, pageId), change?.markdown)
  })

  it('is not accepted in a revision that the reviewer has not read', async () => {
    const pageId = await page('Updated meanwhile', text)
    const proposalId = await mia.propose([editOf(pageId, text.replace('Monday', 'Friday'))])
    const { revision } = await ada.get(proposalId)
    const changes = [editOf(pageId, text.replace('Monday', 'Sunday'))]
    const updated = await mia.ask('/v1/proposals/update', { proposalId, changes })
    assert.equal(updated.status, 200, JSON.stringify(updated.body))
    const refused = await ada.decide('accept', proposalId, { revision })
    assert.deepEqual(outcome(refused), conflict)
    assert.equal(await markdownOf(quire, pageId), `${text}\n`)
    const again = await ada.decide('accept', proposalId, { revision: revision + 1 })
    assert.equal(again.status, 200)
    assert.match(await markdownOf(quire, pageId), /Sunday/)
  })

  it('of a board stays a board when the reviewer edits it', async () => {
    const words = [{ type: 'text', text: 'To do' }]
    const heading = { type: 'heading', attrs: { level: 2 }, content: words }
    const column = { type: 'kanbanColumn', content: [heading] }
    const content = { type: 'doc', content: [column] }
    const pageId = await addPage(quire, 'Board')
    const updated = await ada.ask('/v1/pages/update', { pageId, content })
    assert.equal(updated.status, 200, JSON.stringify(updated.body))
    assert.equal((await storedPage(quire, pageId)).type, 'KANBAN')
    const proposalId = await mia.propose([{ kind: 'edit', pageId, title: 'Tasks' }])
    const changes = [{ number: 1, markdown: '## To do\n\n- One\n- Two\n' }]
    const { status, body } = await ada.decide('accept', proposalId, { changes })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal((await storedPage(quire, pageId)).type, 'KANBAN')
    assert.match(await markdownOf(quire, pageId), /Two/)
  })

  it('is merged where both made the same change', async () => {
    const pageId = await page('Same change', text)
    const proposalId = await mia.propose([editOf(pageId, text.replace('Monday', 'Friday'))])
    await replace(pageId, 'Monday', 'Friday')
    assert.deepEqual(await conflictsOf(proposalId), [null])
    assert.equal((await ada.decide('accept', proposalId)).status, 200)
    assert.equal(await markdownOf(quire, pageId), `${text.replace('Monday', 'Friday')}\n`)
  })

  it('keeps the hunks that others made already, and makes the rest', async () => {
    const pageId = await page('Made in part', text)
    const changed = text.replace('Monday', 'Friday').replace('cake', 'biscuits')
    const proposalId = await mia.propose([editOf(pageId, changed)])
    await replace(pageId, 'cake', 'biscuits')
    assert.equal((await ada.decide('accept', proposalId)).status, 200)
    assert.equal(await markdownOf(quire, pageId), `${changed}\n`)
  })

  it('is merged where others made a part of a hunk', async () => {
    const pageId = await page('Part of a hunk', text)
    const changed = text.replace('Monday', 'Friday').replace('hall', 'garden')
    const proposalId = await mia.propose([editOf(pageId, changed)])
    await replace(pageId, 'Monday', 'Friday')
    assert.deepEqual(await conflictsOf(proposalId), [null])
    assert.equal((await ada.decide('accept', proposalId)).status, 200)
    assert.equal(await markdownOf(quire, pageId), `${changed}\n`)
  })

  it('is merged where others added blocks around it', async () => {
    const pageId = await page('Blocks around', text)
    const proposalId = await mia.propose([editOf(pageId, text.replace('tea', 'coffee'))])
    await ada.ask('/v1/pages/edit', { pageId, mode: 'append', text: 'At the end.' })
    await ada.ask('/v1/pages/edit', { pageId, mode: 'prepend', text: 'At the start.' })
    assert.equal((await ada.decide('accept', proposalId)).status, 200)
    assert.equal(
      await markdownOf(quire, pageId),
      `At the start.\n\n${text.replace('tea', 'coffee')}\n\nAt the end.\n`,
    )
  })

  it('is a conflict where both changed the same words, and nothing is accepted', async () => {
    const pageId = await page('Same words', text)
    const other = await page('Beside', 'Old.')
    const proposalId = await mia.propose([
      editOf(other, 'New.'),
      editOf(pageId, text.replace('Monday', 'Friday')),
    ])
    await replace(pageId, 'Monday', 'Sunday')
    assert.deepEqual(await conflictsOf(proposalId), [null, 'changed'])
    const answer = await ada.decide('accept', proposalId)
    assert.deepEqual(outcome(answer), conflict)
    assert.match(answer.body.message, /Change 2 .*changes to “Same words”: hunk 1\./)
    assert.equal(await markdownOf(quire, other), 'Old.\n')
    assert.match(await markdownOf(quire, pageId), /Sunday/)
    assert.equal((await ada.get(proposalId)).openChanges, 2)
  })

  it('is a conflict where others removed the paragraph', async () => {
    const pageId = await page('Removed', text)
    const proposalId = await mia.propose([editOf(pageId, text.replace('cake', 'biscuits'))])
    const { version } = await storedPage(quire, pageId)
    const first = { type: 'text', text: 'The meeting is on Monday in the hall.' }
    const content = { type: 'doc', content: [{ type: 'paragraph', content: [first] }] }
    const saved = await ada.ask('/v1/pages/update', { pageId, content, expectedVersion: version })
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    assert.deepEqual(await conflictsOf(proposalId), ['changed'])
    assert.deepEqual(outcome(await ada.decide('accept', proposalId)), conflict)
  })

  it('lets a reviewer accept the hunks without a conflict', async () => {
    const pageId = await page('Other hunks', text)
    const changed = text.replace('Monday', 'Friday').replace('cake', 'biscuits')
    const proposalId = await mia.propose([editOf(pageId, changed)])
    await replace(pageId, 'Monday', 'Sunday')
    const [change] = (await ada.get(proposalId)).list
    assert.deepEqual(
      change?.body.flatMap(({ hunk, isConflict }) => (hunk === null ? [] : [[hunk, isConflict]])),
      [
        [1, true],
        [2, false],
      ],
    )
    const wrong = await ada.decide('accept', proposalId, { changes: [{ number: 1, hunks: [1] }] })
    assert.deepEqual(outcome(wrong), conflict)
    const part = { number: 1, hunks: [2] }
    const accepted = await ada.decide('accept', proposalId, { changes: [part] })
    assert.equal(accepted.body.state, 'accepted', accepted.body.message)
    assert.equal(
      await markdownOf(quire, pageId),
      'The meeting is on Sunday in the hall.\n\nBring tea and biscuits.\n',
    )
    assert.deepEqual((await ada.get(proposalId)).list[0]?.accepted, { hunks: [2], fields: [] })
  })

  it('lets a reviewer edit the change, made of the version that they saw', async () => {
    const pageId = await page('Edited', text)
    const proposalId = await mia.propose([editOf(pageId, text.replace('Monday', 'Friday'))])
    await replace(pageId, 'Monday', 'Sunday')
    const seen = (await ada.get(proposalId)).list[0]?.currentVersion
    await replace(pageId, 'hall', 'garden')
    const markdown = 'The meeting is on Saturday.'
    const edited = (expectedVersion: unknown) =>
      ada.decide('accept', proposalId, { changes: [{ number: 1, markdown, expectedVersion }] })
    assert.deepEqual(outcome(await edited(seen)), conflict)
    const now = (await storedPage(quire, pageId)).version
    const accepted = await edited(now)
    assert.equal(accepted.status, 200, accepted.body.message)
    assert.equal(await markdownOf(quire, pageId), `${markdown}\n`)
  })

  it('lets the proposer update the change, which is made of the page as it is then', async () => {
    const pageId = await page('Updated', text)
    const proposalId = await mia.propose([editOf(pageId, text.replace('Monday', 'Friday'))])
    await replace(pageId, 'Monday', 'Sunday')
    const changes = [editOf(pageId, text.replace('Monday', 'Friday'))]
    assert.equal((await mia.decide('update', proposalId, { changes })).status, 200)
    assert.deepEqual(await conflictsOf(proposalId), [null])
    assert.equal((await ada.decide('accept', proposalId, { revision: 2 })).status, 200)
    assert.match(await markdownOf(quire, pageId), /on Friday in the hall/)
  })
})

describe('fields that were changed since', () => {
  it('are a conflict for a title, unless it is the same or left out', async () => {
    const pageId = await page('First title', 'Old.')
    const change = { ...editOf(pageId, 'New.'), title: 'Proposed title' }
    const proposalId = await mia.propose([change])
    await ada.ask('/v1/pages/update', { pageId, title: 'Later title' })
    const [shown] = (await ada.get(proposalId)).list
    assert.deepEqual(shown?.fields, [
      { name: 'title', before: 'First title', after: 'Proposed title', isConflict: true },
    ])
    const answer = await ada.decide('accept', proposalId)
    assert.deepEqual([outcome(answer), /title/.test(answer.body.message)], [conflict, true])
    const onlyBody = { changes: [{ number: 1, hunks: [1] }] }
    assert.equal((await ada.decide('accept', proposalId, onlyBody)).status, 200)
    const { title } = await storedPage(quire, pageId)
    assert.deepEqual([title, await markdownOf(quire, pageId)], ['Later title', 'New.\n'])
  })

  it('take the title that the reviewer gives', async () => {
    const pageId = await page('Before', 'Old.')
    const proposalId = await mia.propose([{ ...editOf(pageId, 'New.'), title: 'Proposed' }])
    const part = { number: 1, title: 'By the reviewer' }
    const accepted = await ada.decide('accept', proposalId, { changes: [part] })
    assert.equal(accepted.status, 200, accepted.body.message)
    assert.equal((await storedPage(quire, pageId)).title, 'By the reviewer')
  })

  it('accept the fields only, and leave the body', async () => {
    const pageId = await page('Fields only', 'Old.')
    const change = { ...editOf(pageId, 'New.'), title: 'Proposed', icon: '🍵' }
    const proposalId = await mia.propose([change])
    const part = { number: 1, fields: ['icon'] }
    assert.equal((await ada.decide('accept', proposalId, { changes: [part] })).status, 200)
    const { title } = await storedPage(quire, pageId)
    assert.deepEqual([title, await markdownOf(quire, pageId)], ['Fields only', 'Old.\n'])
    assert.deepEqual((await ada.get(proposalId)).list[0]?.accepted, { hunks: [], fields: ['icon'] })
  })

  it('merge properties by key, and are a conflict for the same key', async () => {
    const pageId = await page('Properties', 'Old.')
    await ada.ask('/v1/pages/set-properties', { pageId, set: { status: 'Draft', owner: 'Ada' } })
    const set = (values: object) => [{ kind: 'properties', pageId, set: values }]
    const merged = await mia.propose(set({ status: 'Done' }))
    const disputed = await mia.propose(set({ owner: 'Mia' }))
    await ada.ask('/v1/pages/set-properties', { pageId, set: { owner: 'Vera' } })
    assert.deepEqual(await conflictsOf(merged), [null])
    assert.deepEqual(await conflictsOf(disputed), ['changed'])
    assert.equal((await ada.decide('accept', merged)).status, 200)
    assert.deepEqual(outcome(await ada.decide('accept', disputed)), conflict)
    const { properties } = await storedPage(quire, pageId)
    assert.deepEqual(String(properties).trim().split('\n').toSorted(), [
      'owner: Vera',
      'status: Done',
    ])
  })
})

describe('pages that were moved or deleted since', () => {
  it('are a conflict for a move, unless they are where they were', async () => {
    const [folder = '', other = '', moved = ''] = await addPages(quire, null, {
      Folder: '',
      Other: '',
      Moved: '',
    })
    const move = (newParentId: string | null) =>
      ada.ask('/v1/pages/move', { pageId: moved, newParentId })
    const proposalId = await mia.propose([{ kind: 'move', pageId: moved, newParentId: folder }])
    const [shown] = (await ada.get(proposalId)).list
    assert.deepEqual([shown?.from, shown?.to?.title], [null, 'Folder'])
    await move(other)
    assert.deepEqual(await conflictsOf(proposalId), ['changed'])
    assert.deepEqual(outcome(await ada.decide('accept', proposalId)), conflict)
    assert.deepEqual(await titlesUnder(quire, other), ['Moved'])
    await move(null)
    assert.deepEqual(await conflictsOf(proposalId), [null])
    assert.equal((await ada.decide('accept', proposalId)).status, 200)
    assert.deepEqual(await titlesUnder(quire, folder), ['Moved'])
  })

  it('keep a move whose sibling is gone, at the first position', async () => {
    const folder = await page('Siblings', '')
    const [first = '', , third = ''] = await addPages(quire, folder, { A: '', B: '', C: '' })
    const proposalId = await mia.propose([{ kind: 'move', pageId: first, prevPageId: third }])
    await ada.ask('/v1/pages/delete', { pageId: third })
    assert.equal((await ada.decide('accept', proposalId)).status, 200)
    assert.deepEqual(await titlesUnder(quire, folder), ['A', 'B'])
  })

  it('refuse a move that became a cycle', async () => {
    const [upper = '', lower = ''] = await addPages(quire, null, { Upper: '', Lower: '' })
    const proposalId = await mia.propose([{ kind: 'move', pageId: upper, newParentId: lower }])
    await ada.ask('/v1/pages/move', { pageId: lower, newParentId: upper })
    const answer = await ada.decide('accept', proposalId)
    assert.equal(answer.body.code, 'PAGE_CYCLE', JSON.stringify(answer.body))
    assert.equal((await ada.get(proposalId)).state, 'open')
  })

  it('are a conflict for the trash if their text is another', async () => {
    const pageId = await page('Trash', 'Old.')
    const proposalId = await mia.propose([{ kind: 'trash', pageId }])
    await replace(pageId, 'Old', 'Precious')
    assert.deepEqual(await conflictsOf(proposalId), ['changed'])
    assert.deepEqual(outcome(await ada.decide('accept', proposalId)), conflict)
    assert.equal(await markdownOf(quire, pageId), 'Precious.\n')
  })

  it('show that a page is in the trash, and continue when it is restored', async () => {
    const pageId = await page('Restored', 'Old.')
    const proposalId = await mia.propose([editOf(pageId, 'New.')])
    await ada.ask('/v1/pages/delete', { pageId })
    assert.deepEqual(await conflictsOf(proposalId), ['deleted'])
    assert.deepEqual(outcome(await ada.decide('accept', proposalId)), [404, 'PAGE_NOT_FOUND'])
    const restored = await ada.ask('/v1/pages/restore', { pageId })
    assert.equal(restored.status, 200, JSON.stringify(restored.body))
    assert.deepEqual(await conflictsOf(proposalId), [null])
    assert.equal((await ada.decide('accept', proposalId)).status, 200)
    assert.equal(await markdownOf(quire, pageId), 'New.\n')
  })

  it('refuse a new page whose parent is gone, and create nothing', async () => {
    const parent = await page('Parent', '')
    const other = await page('Changed with it', 'Old.')
    const proposalId = await mia.propose([
      editOf(other, 'New.'),
      { kind: 'create', key: 'a', title: 'A', parentId: parent },
      { kind: 'create', title: 'B', parentId: '#a' },
    ])
    await ada.ask('/v1/pages/delete', { pageId: parent })
    assert.equal((await ada.decide('accept', proposalId)).status, 404)
    assert.equal(await markdownOf(quire, other), 'Old.\n')
    const { list, state } = await ada.get(proposalId)
    assert.deepEqual([state, list.length], ['open', 3])
  })
})

describe('proposals of the same page', () => {
  it('are accepted one after the other in any order, where they change other words', async () => {
    const words = ['one', 'two', 'three', 'four', 'five']
    const text = words.join(' and ')
    const pageId = await page('Many', text)
    const ids: string[] = []
    for (const word of words) {
      ids.push(await mia.propose([editOf(pageId, text.replace(word, word.toUpperCase()))]))
    }
    for (const proposalId of ids.toReversed()) {
      const { status, body } = await ada.decide('accept', proposalId)
      assert.equal(status, 200, body.message)
    }
    assert.equal(
      await markdownOf(quire, pageId),
      `${text.replaceAll(/one|two|three|four|five/g, (word) => word.toUpperCase())}\n`,
    )
  })

  it('are accepted at the same time, without losing one', async () => {
    const pageId = await page('At once', 'A.\n\nB.\n\nC.\n\nD.')
    const ids: string[] = []
    for (const letter of ['A', 'B', 'C', 'D']) {
      const changed = 'A.\n\nB.\n\nC.\n\nD.'.replace(letter, `${letter}${letter}`)
      ids.push(await mia.propose([editOf(pageId, changed)]))
    }
    const answers = await Promise.all(ids.map((proposalId) => ada.decide('accept', proposalId)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    assert.equal(await markdownOf(quire, pageId), 'AA.\n\nBB.\n\nCC.\n\nDD.\n')
  })
})
