import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../support/pages.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Hit = { title: string; content: string; blockNumber: number }

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

async function search(query: string): Promise<Hit[]> {
  const { workspaceId } = quire
  const answer = await quire.post<{ results: Hit[] }>('/v1/search/pages', { workspaceId, query })
  assert.equal(answer.status, 200)
  return answer.body.results
}

const pages = [
  { title: 'Ёлка', markdown: 'Новогодняя ёлка стоит в углу. Молоко́ и мой чай.' },
  { title: '东京塔', markdown: '我们昨天参观了东京塔，然后去吃饭。' },
  { title: '東京タワー', markdown: '昨日は東京タワーに行きました。カタカナとひらがな。' },
  { title: '서울 여행', markdown: '우리는 서울에서 김치를 먹었습니다.' },
  { title: 'Rocket 🚀', markdown: 'Launch at dawn 👩‍🚀.' },
  { title: 'Straße', markdown: 'Die Donaudampfschifffahrt beginnt.' },
  { title: 'مرحبا', markdown: 'هذا نص عربي قصير.' },
  { title: 'สวัสดี', markdown: 'ข้อความภาษาไทย' },
  { title: 'Ελλάδα', markdown: 'Καλημέρα κόσμε.' },
]

describe('POST /v1/search/pages', () => {
  before(async () => {
    for (const { title, markdown } of pages) await addPage(quire, title, { markdown })
  })

  for (const [query, title] of [
    ['ёлка', 'Ёлка'],
    ['елка', 'Ёлка'],
    ['ЁЛКА', 'Ёлка'],
    ['Новогодняя', 'Ёлка'],
    ['молоко', 'Ёлка'],
    ['мой', 'Ёлка'],
    ['东京塔', '东京塔'],
    ['参观', '东京塔'],
    ['吃饭', '东京塔'],
    ['饭', '东京塔'],
    ['タワー', '東京タワー'],
    ['行きました', '東京タワー'],
    ['ひらがな', '東京タワー'],
    ['ﾀﾜｰ', '東京タワー'],
    ['서울', '서울 여행'],
    ['김치', '서울 여행'],
    ['먹었습니다', '서울 여행'],
    ['🚀', 'Rocket 🚀'],
    ['👩‍🚀', 'Rocket 🚀'],
    ['strasse', 'Straße'],
    ['STRASSE', 'Straße'],
    ['donaudampf', 'Straße'],
    ['مرحبا', 'مرحبا'],
    ['عربي', 'مرحبا'],
    ['สวัสดี', 'สวัสดี'],
    ['ελλαδα', 'Ελλάδα'],
    ['ΚΌΣΜΕ', 'Ελλάδα'],
  ] as const) {
    it(`finds ${title} by ${query}`, async () => {
      assert.equal((await search(query))[0]?.title, title)
    })
  }

  it('tells й from и', async () => {
    await addPage(quire, 'Йод')
    assert.ok(!(await search('иод ')).some(({ title }) => title === 'Йод'))
  })
})

describe('the fragment of a result', () => {
  /** What a reader sees as one character. */
  const characters = (text: string) =>
    new Set(Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment))

  const fillers = [
    { what: 'words', filler: 'lorem ipsum dolor ', allowed: 'lorem ipsum dolor ' },
    { what: 'emoji', filler: '🎈', allowed: '🎈' },
    { what: 'families', filler: '👨‍👩‍👧‍👦', allowed: '👨‍👩‍👧‍👦' },
    { what: 'skin tones', filler: '👍🏽', allowed: '👍🏽' },
    { what: 'flags', filler: '🇪🇺', allowed: '🇪🇺' },
    { what: 'combining letters', filler: 'e\u0301\u0323', allowed: 'e\u0301\u0323' },
    { what: 'Hangul by parts', filler: '\u1112\u1161\u11AB', allowed: '\u1112\u1161\u11AB' },
    { what: 'Chinese', filler: '漢字', allowed: '漢字' },
    { what: 'Devanagari', filler: 'क्षि', allowed: 'क्षि' },
  ]
  for (const [index, { what, filler }] of fillers.entries()) {
    for (const shift of [0, 1, 2, 3]) {
      it(`is short and cuts no character of ${what}, shifted by ${shift}`, async () => {
        const word = `needle${String.fromCodePoint(97 + index)}${shift}`
        const around = filler.repeat(Math.ceil(600 / filler.length))
        const text = `${'.'.repeat(shift)}${around} ${word} ${around}`
        await addPage(quire, 'Haystack', { markdown: text })
        const [hit] = await search(word)
        assert.ok(hit)
        assert.ok(hit.content.includes(word), hit.content)
        assert.ok(hit.content.length <= 220, `${hit.content.length}`)
        assert.ok(hit.content.isWellFormed())
        const known = characters(`${text}…`)
        for (const character of characters(hit.content)) {
          assert.ok(known.has(character), JSON.stringify(character))
        }
      })
    }
  }

  it('shows the match in the midst of text without spaces', async () => {
    const around = '漢字假名'.repeat(200)
    await addPage(quire, 'Unspaced', { markdown: `${around}麒麟${around}` })
    const [hit] = await search('麒麟')
    assert.match(hit?.content ?? '', /麒麟/)
    assert.match(hit?.content ?? '', /^….{100,200}…$/)
  })

  it('is plain text, without markup', async () => {
    await addPage(quire, 'Rich', {
      markdown: 'Some **bold** and [linked](https://x.y) aardvark `code`.',
    })
    assert.equal((await search('aardvark'))[0]?.content, 'Some bold and linked aardvark code.')
  })

  it('is the whole block when that is short', async () => {
    await addPage(quire, 'Short', { markdown: 'A single axolotl.' })
    assert.equal((await search('axolotl'))[0]?.content, 'A single axolotl.')
  })
})
