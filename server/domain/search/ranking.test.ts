import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../../test/support/pages.ts'
import { addWorkspace } from '../../../test/support/people.ts'
import { rankIn } from '../../../test/support/search-index.ts'
import { openAnother, startServer, type TestServer } from '../../../test/support/server.ts'

type Hit = { pageId: string; title: string; content: string; blockNumber: number }

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

async function find(query: string, workspaceId = quire.workspaceId): Promise<Hit[]> {
  const answer = await quire.post<{ results: Hit[] }>('/v1/search/pages', { workspaceId, query })
  assert.equal(answer.status, 200)
  return answer.body.results
}
const titles = async (query: string) => (await find(query)).map(({ title }) => title)

describe('ranking', () => {
  it('needs no more than one of the words', async () => {
    await addPage(quire, 'Penguins', { markdown: 'They walk upright on ice.' })
    assert.deepEqual(await titles('why do penguins never fly south'), ['Penguins'])
  })

  it('puts rare words above common ones', async () => {
    for (let number = 0; number < 20; number += 1) {
      await addPage(quire, `Log ${number}`, { markdown: 'meeting minutes meeting minutes' })
    }
    await addPage(quire, 'Budget', { markdown: 'One meeting about the obelisk.' })
    assert.equal((await titles('meeting obelisk'))[0], 'Budget')
  })

  it('puts the page first whose title is the query', async () => {
    await addPage(quire, 'Go go go', { markdown: 'go '.repeat(50) })
    await addPage(quire, 'Go', { markdown: 'A language. '.repeat(200) })
    assert.equal((await titles('go'))[0], 'Go')
    assert.equal((await titles('  GO '))[0], 'Go')
  })

  it('counts stop words little, in every language of the workspace', async () => {
    await addPage(quire, 'Words', { markdown: 'what is the what is the what is the' })
    await addPage(quire, 'Tortoise', { markdown: 'A slow animal with a shell.' })
    assert.equal((await titles('what is the tortoise'))[0], 'Tortoise')
  })

  it('finds inflected words of several languages in one workspace', async () => {
    await addPage(quire, 'Vertrag', {
      markdown: 'Die Häuser sind nicht für den Verkauf und das ist so.',
    })
    await addPage(quire, 'Договор', { markdown: 'Это был проект о зелёных деревьях для города.' })
    assert.equal((await titles('haus'))[0], 'Vertrag')
    assert.equal((await titles('дерево зеленое'))[0], 'Договор')
  })

  it('finds identifiers whole and by their parts', async () => {
    await addPage(quire, 'Code', {
      markdown:
        'Call `createPageFromFile` or `max_retry_count`, write to ops@quire.example, v1.2.3.',
    })
    for (const query of [
      'createPageFromFile',
      'createpagefromfile',
      'max_retry_count',
      'retry count',
      'ops@quire.example',
      'quire.example',
      'v1.2.3',
      'max_retr',
    ]) {
      assert.equal((await titles(query))[0], 'Code', query)
    }
  })
})

describe('typing', () => {
  before(async () => {
    await addPage(quire, 'Cartography', { markdown: 'Making maps by hand: hydrographers.' })
    await addPage(quire, 'Путешествие', { markdown: 'Экспедиция на Камчатку.' })
  })

  it('repairs a mistake in a word that nobody wrote', async () => {
    for (const query of ['cartograpy', 'catrography maps', 'xartography', 'hydrografers ']) {
      assert.equal((await titles(query))[0], 'Cartography', query)
    }
    assert.equal((await titles('экспидиция '))[0], 'Путешествие')
  })

  it('takes short words as they are', async () => {
    assert.deepEqual(await titles('mpa '), [])
  })

  it('finds the beginning of the last word only', async () => {
    assert.equal((await titles('maps cartog'))[0], 'Cartography')
    assert.equal((await titles('камч'))[0], 'Путешествие')
    assert.deepEqual(await titles('cartog nothingelse '), [])
  })
})

describe('workspaces', () => {
  it('do not colour each other’s ranking', async () => {
    const [one, other] = [await addWorkspace(quire, 'One'), await addWorkspace(quire, 'Other')]
    const add = (workspaceId: string, title: string, markdown: string) =>
      quire.post('/v1/pages/create', { workspaceId, title, markdown })
    for (const workspaceId of [one, other]) {
      await add(workspaceId, 'First', 'zebra and horse')
      await add(workspaceId, 'Second', 'horse and horse and zebra')
    }
    const before = await rankIn(quire.app, one, 'zebra horse')
    for (let number = 0; number < 30; number += 1) await add(other, 'Zebra', 'zebra zebra')
    assert.deepEqual(await rankIn(quire.app, one, 'zebra horse'), before)
  })
})

describe('another process', () => {
  it('is heard in the very next search', async () => {
    const other = await openAnother(quire)
    try {
      const { workspaceId } = quire
      assert.equal((await rankIn(other, workspaceId, 'axolotl')).pages.length, 0)
      await addPage(quire, 'Axolotl')
      assert.equal((await rankIn(other, workspaceId, 'axolotl')).pages.length, 1)
    } finally {
      await other.close()
    }
  })
})

describe('hostile queries', () => {
  const distinct = Array.from({ length: 250 }, (_, number) => number.toString(36)).join(' ')
  for (const [name, query] of Object.entries({
    'a NUL': 'a\0b',
    'lone surrogates': '\uD800 \uDFFF x',
    '250 emoji': '😀'.repeat(250),
    '250 different words': distinct.slice(0, 500),
    '250 unknown long words': Array.from({ length: 50 }, (_, at) => `unknwon${at}`)
      .join(' ')
      .slice(0, 500),
    'right-to-left overrides': '\u202Eshalom\u202C שלום مرحبا',
    'a tower of marks': `e${'\u0301'.repeat(499)}`,
    'a tower of Indian marks': `क${'\u093F'.repeat(499)}`,
    'one endless word': 'x'.repeat(500),
    'only quotes': '"'.repeat(500),
    'quoted words': '"a" '.repeat(125),
    'operators of databases': `title:a AND NOT (b OR "c') NEAR/2 * ^ -- ; drop table pages`,
    'all Chinese': '的'.repeat(500),
    'half a character of each kind': '\u200D\uFE0F\u20E3🇩',
  })) {
    it(`get an answer: ${name}`, async () => {
      const results = await find(query)
      assert.ok(results.length <= 10)
      for (const { content } of results) assert.ok(content.isWellFormed())
    })
  }
})
