import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { boardOf } from '../../../content/board.ts'
import { parseMarkdown } from '../../../content/parse-markdown.ts'
import { callTool } from '../../support/mcp.ts'
import { addPage, markdownOf } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { editOf, outcome, type Proposing, proposingAs } from '../proposals/proposing.ts'

let quire: TestServer
let ada: Proposing
let mia: Proposing
let miaId: string

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  ada = proposingAs(quire)
  const person = await addPerson(quire, 'Mia', 'MEMBER')
  miaId = person.userId
  mia = proposingAs(quire, person.key)
})
after(() => quire.close())

type Conflict = {
  code: string
  version: number
  conflicts: { base: string; name?: string; by: { id: string } | null; via: string; at: string }[]
}

const page = (title: string, markdown: string) => addPage(quire, title, { markdown })
const edit = (pageId: string, change: object) =>
  mia.ask<Conflict & { mergedNear: { text: string }[] }>('/v1/pages/edit', { pageId, ...change })
const replace = async (pageId: string, find: string, text: string) => {
  const { status, body } = await edit(pageId, { mode: 'replace', find, text })
  assert.equal(status, 200, JSON.stringify(body))
}

describe('a proposal of which others changed the same number', () => {
  it('shows base, page and proposal where both changed the same number', async () => {
    const pageId = await page('Same number', 'The budget is 5,000 for all.')
    const proposalId = await mia.propose([editOf(pageId, 'The budget is 9,000 for all.')])
    await replace(pageId, '5,000', '8,000')
    const [change] = (await ada.get(proposalId)).list
    assert.deepEqual(
      change?.body.map((part) => [part.isConflict, part.conflicts]),
      [[true, [{ base: '5,000', page: '8,000', proposed: '9,000' }]]],
    )
    assert.deepEqual(outcome(await ada.decide('accept', proposalId)), [409, 'PROPOSAL_CONFLICT'])
    assert.equal(await markdownOf(quire, pageId), 'The budget is 8,000 for all.\n')
    const third = { number: 1, markdown: 'The budget is 8,500 for all.' }
    const expectedVersion = change?.currentVersion
    const answer = await ada.decide('accept', proposalId, {
      changes: [{ ...third, expectedVersion }],
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.equal(await markdownOf(quire, pageId), 'The budget is 8,500 for all.\n')
  })
})

describe('a proposal of which others changed the same sentence', () => {
  it('marks the hunks that meet another change, with the text of the page', async () => {
    const text = (cost: string, day: string, end: string) =>
      `It costs ${cost} on ${day}. Ask Ada.\n\n- Stay calm\n\n${end} is the end.`
    const pageId = await page('Same sentence', text('5,000', 'Monday', 'This'))
    const proposed = text('9,000', 'Monday', 'That').replace('calm', 'quiet')
    const proposalId = await mia.propose([editOf(pageId, proposed)])
    assert.deepEqual(
      (await ada.get(proposalId)).list[0]?.body.flatMap(({ near }) => near),
      [],
    )
    await replace(pageId, 'Monday', 'Friday')
    await replace(pageId, 'Stay', 'Remain')
    const [change] = (await ada.get(proposalId)).list
    assert.deepEqual(
      change?.body.flatMap(({ hunk, isConflict, near }) =>
        hunk === null ? [] : [[isConflict, near]],
      ),
      [
        [false, ['It costs 5,000 on Friday. Ask Ada.']],
        [false, ['Remain calm']],
        [false, []],
      ],
    )
    const tool = await callTool(quire, 'review_proposal', { proposal: proposalId, action: 'read' })
    assert.match(JSON.stringify(tool), /the page says: Remain calm/)
    assert.equal((await ada.decide('accept', proposalId)).status, 200)
  })

  it('marks no hunk in another sentence, or where the page has the change already', async () => {
    const pageId = await page('Other sentence', 'It costs 5,000. Ask Ada on Monday.')
    const proposalId = await mia.propose([editOf(pageId, 'It costs 9,000. Ask Ada on Monday.')])
    await replace(pageId, 'Monday', 'Friday')
    const near = async () => (await ada.get(proposalId)).list[0]?.body.flatMap((one) => one.near)
    assert.deepEqual(await near(), [])
    await replace(pageId, '5,000', '9,000')
    assert.deepEqual(await near(), [])
  })
})

describe('properties that two programs change', () => {
  const set = (pageId: string, change: object) =>
    mia.ask<Conflict>('/v1/pages/set-properties', { pageId, ...change })
  const read = async (pageId: string) =>
    (
      await mia.ask<{ version: number; properties: { key: string; value: unknown }[] }>(
        '/v1/pages/properties',
        { pageId },
      )
    ).body
  const valuesOf = async (pageId: string) =>
    Object.fromEntries((await read(pageId)).properties.map(({ key, value }) => [key, value]))
  const pageWith = async (change: object) => {
    const pageId = await page('Properties', '')
    assert.equal((await set(pageId, change)).status, 200)
    return pageId
  }

  it('refuses a key that others changed since, and writes nothing', async () => {
    const pageId = await pageWith({ source: 'a: 1\nb: 1\n' })
    const { version } = await read(pageId)
    await set(pageId, { set: { a: 8000 } })
    for (const change of [{ source: 'a: 9000\nb: 2\n' }, { set: { a: 9000 } }, { remove: ['a'] }]) {
      const { status, body } = await set(pageId, { ...change, expectedVersion: version })
      assert.deepEqual([status, body.code], [409, 'VERSION_CONFLICT'], JSON.stringify(change))
      const yours = 'remove' in change ? '' : '9000'
      assert.partialDeepStrictEqual(body, {
        version: version + 1,
        conflicts: [{ kind: 'property', name: 'a', base: '1', theirs: '8000', yours }],
      })
    }
    assert.deepEqual(await valuesOf(pageId), { a: 8000, b: 1 })
    const same = await set(pageId, { set: { a: 8000, b: 3 }, expectedVersion: version })
    assert.equal(same.status, 200)
    await set(pageId, { set: { a: 7000 } })
    assert.deepEqual(
      await valuesOf(pageId),
      { a: 7000, b: 3 },
      'without a version the last one wins',
    )
  })

  it('names who changed each key last, through what and when', async () => {
    const pageId = await pageWith({ source: 'a: 1\nb: 1\n' })
    const { version } = await read(pageId)
    const other = { workspaceId: quire.workspaceId, pageId }
    await quire.post('/v1/pages/set-properties', { ...other, set: { a: 8000 } })
    await set(pageId, { set: { b: 7000 } })
    await quire.post('/v1/pages/update', { ...other, title: 'Other' })
    const mine = { source: 'a: 9000\nb: 9000\n', expectedVersion: version }
    const { body } = await set(pageId, mine)
    const found = body.conflicts.map(({ name, by, via, at }) => [name, by?.id, via, typeof at])
    assert.deepEqual(found, [
      ['a', quire.userId, 'api', 'string'],
      ['b', miaId, 'api', 'string'],
    ])
  })

  it('merges lists by item', async () => {
    const pageId = await pageWith({ set: { tags: ['one', 'two', 'three'] } })
    const { version } = await read(pageId)
    await set(pageId, { set: { tags: ['one', 'two', 'three', 'theirs'] } })
    const mine = { set: { tags: ['two', 'three', 'mine'] }, expectedVersion: version }
    assert.equal((await set(pageId, mine)).status, 200)
    assert.deepEqual(await valuesOf(pageId), { tags: ['two', 'three', 'theirs', 'mine'] })
  })
})

describe('edits of an older version', () => {
  it('say which page of a batch is in conflict, and store none of it', async () => {
    const [first, second] = [await page('First', 'Costs 10.'), await page('Second', 'Costs 20.')]
    await replace(second, '20', '30')
    const edits = [
      { page: first, mode: 'replace', find: '10', text: '11', expectedVersion: 1 },
      { page: second, mode: 'replace', find: '20', text: '40', expectedVersion: 1 },
    ]
    const { isError, value } = await callTool(quire, 'edit_pages', { edits })
    assert.equal(isError, true)
    const message = String(value['message'])
    assert.match(message, /Page "Second", block 1: /)
    assert.match(message, /was "20"; .*Mia.* wrote "30"; you wrote "40"/)
    assert.equal(await markdownOf(quire, first), 'Costs 10.\n')
  })

  it('follow a paragraph that others split, and a block that they moved', async () => {
    const pageId = await page('Split', 'One thing here. Another thing there.\n\nLast.')
    await edit(pageId, {
      mode: 'body',
      text: 'Last.\n\nOne thing here. Another thing there.',
      expectedVersion: 1,
    })
    const { status, body } = await edit(pageId, {
      mode: 'replace',
      find: 'Another',
      text: 'A second',
      expectedVersion: 1,
    })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(
      await markdownOf(quire, pageId),
      'Last.\n\nOne thing here. A second thing there.\n',
    )
  })

  it('say where words of both stand in one cell', async () => {
    const table = '| Item | Note |\n| - | - |\n| Eggs | 100 brown ones |\n'
    const pageId = await page('Cell', table)
    await replace(pageId, '100', '150')
    const change = { mode: 'replace', find: 'brown', text: 'white', expectedVersion: 1 }
    const { status, body } = await edit(pageId, change)
    assert.deepEqual([status, body.mergedNear[0]?.text], [200, '150 white ones'])
    assert.equal(
      await markdownOf(quire, pageId),
      table.replace('100 brown', '150 white'),
      'the table stays one',
    )
  })

  it('of a board conflict in the text of a card, and merge in two cards', async () => {
    const pageId = await page('Board', '')
    const parsed = parseMarkdown('## To do\n\n- Pay 10\n- Call Ann\n\n## Done\n')
    assert.ok(parsed.ok)
    const content = boardOf(parsed.document)
    assert.equal((await mia.ask('/v1/pages/update', { pageId, content })).status, 200)
    const version = 2
    await replace(pageId, '10', '20')
    const pay = { mode: 'replace', find: '10', text: '30', expectedVersion: version }
    assert.equal((await edit(pageId, pay)).status, 409)
    const call = { mode: 'replace', find: 'Ann', text: 'Bob', expectedVersion: version }
    assert.equal((await edit(pageId, call)).status, 200)
    const moved = await callTool(quire, 'move_card', {
      page: pageId,
      card: 'Pay 10',
      column: 'Done',
      expectedVersion: version,
    })
    assert.equal(moved.isError, false, moved.text)
    assert.match(await markdownOf(quire, pageId), /Call Bob[^]*## Done\n\n- .*Pay 20/)
  })
})
