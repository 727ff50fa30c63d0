import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../support/pages.ts'
import { addWorkspace } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Hit = {
  pageId: string
  workspaceId: string
  blockNumber: number
  title: string
  content: string
}

let quire: TestServer
let workspaceId: string

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  workspaceId = quire.workspaceId
})
after(() => quire.close())

async function search(query: string, extra: object = {}): Promise<Hit[]> {
  const body = { workspaceId, query, ...extra }
  const answer = await quire.post<{ results: Hit[] }>('/v1/search/pages', body)
  assert.equal(answer.status, 200)
  return answer.body.results
}
const titles = async (query: string, extra: object = {}) =>
  (await search(query, extra)).map(({ title }) => title)

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })

describe('POST /v1/search/pages', () => {
  for (const query of ['???', '""', '"', '***', '( )', '- : . ,', '" "', '\n', '"""', '\\', "'"]) {
    it(`finds nothing for a query without a word: ${JSON.stringify(query)}`, async () => {
      const { status, body } = await quire.post<object>('/v1/search/pages', { workspaceId, query })
      assert.equal(status, 200)
      assert.deepEqual(body, { results: [] })
    })
  }

  it('answers exactly the five members of a result', async () => {
    const pageId = await addPage(quire, 'Marmalade', { markdown: 'Oranges and sugar.' })
    const body = { workspaceId, query: 'oranges' }
    const answer = await quire.post<object>('/v1/search/pages', body)
    assert.deepEqual(answer.body, {
      results: [
        { pageId, workspaceId, blockNumber: 1, title: 'Marmalade', content: 'Oranges and sugar.' },
      ],
    })
  })

  it('finds a page in the next request, and no more by what it said before', async () => {
    const pageId = await addPage(quire, 'Kestrel', { markdown: 'A bird of prey.' })
    assert.deepEqual(await titles('kestrel'), ['Kestrel'])
    assert.deepEqual(await titles('prey'), ['Kestrel'])
    await quire.post('/v1/pages/update', { workspaceId, pageId, title: 'Falcon' })
    assert.deepEqual(await titles('kestrel'), [])
    assert.deepEqual(await titles('falcon'), ['Falcon'])
    assert.deepEqual(await titles('prey'), ['Falcon'])
    const content = { type: 'doc', content: [paragraph('It hovers.')] }
    await quire.post('/v1/pages/update', { workspaceId, pageId, content })
    assert.deepEqual(await titles('prey'), [])
    assert.deepEqual(await titles('hovers'), ['Falcon'])
  })

  it('finds a page after it moved', async () => {
    const pageId = await addPage(quire, 'Wanderer')
    const newParentId = await addPage(quire, 'Elsewhere')
    await quire.post('/v1/pages/move', { workspaceId, pageId, newParentId })
    assert.deepEqual(await titles('wanderer'), ['Wanderer'])
  })

  it('puts pages with the words in the title first', async () => {
    await addPage(quire, 'Shopping', { markdown: 'turnip '.repeat(20) })
    await addPage(quire, 'Turnip', { markdown: 'A root.' })
    await addPage(quire, 'Stew', { markdown: 'One turnip.' })
    assert.equal((await titles('turnip'))[0], 'Turnip')
    assert.equal((await titles('turnip')).length, 3)
  })

  it('gives a page once, by its best block', async () => {
    const markdown = ['Intro.', 'The walrus.', 'The walrus and the carpenter.', 'End.'].join('\n\n')
    const pageId = await addPage(quire, 'Poem', { markdown })
    const hits = await search('walrus carpenter')
    assert.equal(hits.filter((hit) => hit.pageId === pageId).length, 1)
    assert.equal(hits[0]?.blockNumber, 3)
    assert.equal(hits[0]?.content, 'The walrus and the carpenter.')
  })

  it('numbers the title 0 and the top-level blocks from 1, however much is in them', async () => {
    const markdown =
      '# Heading\n\n- one\n- two\n  - nested quokka\n\n> quoted\n> wombat\n\n```\nnumbat\n```'
    await addPage(quire, 'Marsupials', { markdown })
    const found = await Promise.all(
      ['marsupials', 'heading', 'quokka', 'wombat', 'numbat'].map((query) => search(query)),
    )
    assert.deepEqual(
      found.map((hits) => hits[0]?.blockNumber),
      [0, 1, 2, 3, 4],
    )
  })

  it('finds the beginning of a word at the end of a query', async () => {
    await addPage(quire, 'Photosynthesis')
    assert.deepEqual(await titles('photosyn'), ['Photosynthesis'])
  })

  it('finds regardless of case and accents', async () => {
    await addPage(quire, 'Crème brûlée')
    for (const query of ['creme brulee', 'CRÈME', 'cre\u0300me']) {
      assert.deepEqual(await titles(query), ['Crème brûlée'], query)
    }
  })
})

describe('k', () => {
  it('limits the results: 10 unless told otherwise, 20 at most', async () => {
    for (let number = 0; number < 25; number += 1) await addPage(quire, `Lemming ${number}`)
    assert.equal((await search('lemming')).length, 10)
    assert.equal((await search('lemming', { k: 1 })).length, 1)
    const all = await search('lemming', { k: 20 })
    assert.equal(all.length, 20)
    assert.equal(new Set(all.map(({ pageId }) => pageId)).size, 20)
  })
})

describe('double quotes', () => {
  before(async () => {
    await addPage(quire, 'Exact', {
      markdown: 'Apart: garden, and gnome.\n\nThe garden gnome smiles.',
    })
    await addPage(quire, 'Scattered', { markdown: 'A gnome in the garden.' })
    await addPage(quire, 'Longer', { markdown: 'The garden gnomes.' })
  })

  it('ask for words exactly as they stand together', async () => {
    assert.deepEqual(await titles('"garden gnome"'), ['Exact'])
    assert.deepEqual(await titles('"GARDEN   gnome"'), ['Exact'])
    assert.deepEqual(await titles('"gnome garden"'), [])
  })

  it('are found with the signs of a keyboard and those of a book', async () => {
    await addPage(quire, 'Signs', {
      markdown: 'Please don\u2019t panic: it co\u2011operates, \u201Cmostly\u201D.',
    })
    assert.deepEqual(await titles('"don\'t panic"'), ['Signs'])
    assert.deepEqual(await titles('"don\u2019t panic"'), ['Signs'])
    assert.deepEqual(await titles('"it co-operates"'), ['Signs'])
    assert.deepEqual(await titles('"dont panic"'), [])
  })

  it('ask for whole words', async () => {
    assert.deepEqual(await titles('"arden gnome"'), [])
    assert.deepEqual(await titles('"he garden"'), [])
  })

  it('name the block that holds the phrase', async () => {
    const [hit] = await search('"garden gnome"')
    assert.equal(hit?.blockNumber, 2)
    assert.equal(hit?.content, 'The garden gnome smiles.')
  })

  it('may stand beside other words', async () => {
    assert.deepEqual(await titles('smiles "garden gnome"'), ['Exact'])
  })

  it('find a phrase in a title', async () => {
    await addPage(quire, 'Rules of the attic')
    const [hit] = await search('"of the attic"')
    assert.equal(hit?.title, 'Rules of the attic')
    assert.equal(hit?.blockNumber, 0)
  })

  it('that are not closed are no operator', async () => {
    assert.equal((await titles('"garden gnome')).length, 3)
  })
})

describe('what looks like an operator', () => {
  before(async () => {
    await addPage(quire, 'Operators', { markdown: 'zebra lion' })
  })

  for (const query of [
    'zebra AND nothing',
    'zebra NOT lion',
    'NOT zebra',
    'zebra OR',
    'AND zebra',
    'NEAR(zebra lion, 1)',
    'zebra NEAR/0 x',
    'zebra -lion',
    '+zebra',
    'title:zebra',
    'body : zebra',
    '{title body} : zebra',
    'zebra^2',
    '^zebra',
    'zebra*',
    'zebr* lion',
    '(zebra',
    'zebra) lion',
    "zebra' OR '1'='1",
    'zebra; drop table pages',
    'zebra\u0000lion',
    'zebra % _',
    'zebra \\',
  ]) {
    it(`is only text: ${JSON.stringify(query)}`, async () => {
      assert.ok((await titles(query)).includes('Operators'))
    })
  }

  it('may itself be found', async () => {
    await addPage(quire, 'Logic', { markdown: 'Not this near that, or so.' })
    for (const query of ['NOT', 'NEAR', 'OR']) assert.ok((await titles(query)).includes('Logic'))
  })
})

describe('another workspace', () => {
  it('is never looked into, not even by its id', async () => {
    const other = await addWorkspace(quire, 'Other')
    await addPage(quire, 'Pangolin', { workspaceId: other, markdown: 'Scaly.' })
    assert.deepEqual(await titles('pangolin'), [])
    const token = `w${other.replaceAll('-', '')}`
    for (const query of [`workspace:${token}`, token, `pangolin workspace : ${token}`, other]) {
      assert.ok(!(await titles(query)).includes('Pangolin'))
    }
    assert.deepEqual(await titles('pangolin', { workspaceId: other }), ['Pangolin'])
  })
})
