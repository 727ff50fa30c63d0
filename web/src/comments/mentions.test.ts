import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mentionAt, suggest, toDraft, toMarkdown } from './mentions.ts'

const ada = '01890000-0000-7000-8000-000000000001'
const grace = '01890000-0000-7000-8000-000000000002'

describe('toMarkdown', () => {
  it('leaves an @ that means nobody', () => {
    const text = 'mail@example.com and @nobody'
    assert.equal(toMarkdown({ text, mentions: new Map() }), text)
    assert.equal(toMarkdown({ text, mentions: new Map([['Ada', ada]]) }), text)
  })

  it('makes links of names, the longer ones first', () => {
    const mentions = new Map([
      ['Ada', grace],
      ['Ada Lovelace', ada],
    ])
    assert.equal(
      toMarkdown({ text: 'Ask @Ada Lovelace or @Ada.', mentions }),
      `Ask [@Ada Lovelace](/members/${ada}) or [@Ada](/members/${grace}).`,
    )
  })

  it('does not take a part of a longer name', () => {
    const mentions = new Map([['Ada', ada]])
    assert.equal(toMarkdown({ text: '@Adamant', mentions }), '@Adamant')
  })

  it('keeps names that look like Markdown as they are', () => {
    const name = 'A [x](y) *B*'
    const draft = { text: `@${name} look`, mentions: new Map([[name, ada]]) }
    const markdown = toMarkdown(draft)
    assert.ok(markdown.includes('\\[x\\]'))
    assert.deepEqual(toDraft(markdown), draft)
  })
})

describe('toDraft', () => {
  it('leaves other links alone', () => {
    const markdown = 'See [this](https://example.com) and [@x](/pages/1).'
    assert.deepEqual(toDraft(markdown), { text: markdown, mentions: new Map() })
  })

  it('goes there and back', () => {
    const markdown = `Hi [@Ada Lovelace](/members/${ada}), **look**.`
    const draft = toDraft(markdown)
    assert.equal(draft.text, 'Hi @Ada Lovelace, **look**.')
    assert.equal(toMarkdown(draft), markdown)
  })
})

describe('mentionAt', () => {
  for (const [text, query] of [
    ['@', ''],
    ['Hi @ad', 'ad'],
    ['(@ada', 'ada'],
    ['Hi @Ada Lo', 'Ada Lo'],
    ['mail@ada', undefined],
    ['@ada and more', undefined],
    ['no at', undefined],
  ] as const) {
    it(`finds ${query === undefined ? 'nothing' : `“${query}”`} at the end of “${text}”`, () => {
      assert.equal(mentionAt(text, text.length)?.query, query)
    })
  }
})

describe('suggest', () => {
  const people = [
    { id: ada, firstName: 'Ada', lastName: 'Lovelace' },
    { id: grace, firstName: 'Zoë', lastName: 'Hopper' },
  ]

  it('finds by first and last name, without accents', () => {
    assert.deepEqual(
      suggest(people, 'love').map(({ id }) => id),
      [ada],
    )
    assert.deepEqual(
      suggest(people, 'zoe').map(({ id }) => id),
      [grace],
    )
    assert.equal(suggest(people, '').length, 2)
    assert.equal(suggest(people, 'x').length, 0)
  })
})
