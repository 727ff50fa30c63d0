import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { ContentEngine } from '../engine.ts'
import { compareWords } from './compare-words.ts'

const engine = new ContentEngine()
after(() => engine.close())

const documentOf = async (markdown: string) =>
  (await engine.fromMarkdown(markdown, '/markdown')).document

describe('compareWords', () => {
  it('replaces everything where too much changed', () => {
    const [one, other] = ['a ', 'b '].map((word) => word.repeat(3000))
    assert.deepEqual(compareWords(one ?? '', other ?? ''), [
      { kind: 'removed', text: one },
      { kind: 'added', text: other },
    ])
  })

  it('marks words, and leaves white space between them', () => {
    assert.deepEqual(compareWords('We meet on Monday.', 'We meet on Friday.'), [
      { kind: 'same', text: 'We meet on ' },
      { kind: 'removed', text: 'Monday' },
      { kind: 'added', text: 'Friday' },
      { kind: 'same', text: '.' },
    ])
    assert.deepEqual(compareWords('', ''), [])
  })
})

describe('the hunks between two stored documents', () => {
  it('are shown by line and by word, with conflicts', async () => {
    const base = await documentOf('One.\n\nTwo.')
    const document = await documentOf('One.\n\nDos.')
    const current = await documentOf('One.\n\nZwei.')
    const parts = await engine.hunks('parts', { id: 'p', base, document, current })
    assert.deepEqual(
      parts.map(({ number, isConflict, lines }) => [number, isConflict, lines]),
      [
        [null, false, [{ kind: 'same', text: 'One.' }]],
        [
          1,
          true,
          [
            { kind: 'removed', text: 'Two.' },
            { kind: 'added', text: 'Dos.' },
          ],
        ],
      ],
    )
    const body = { id: 'p', base, document, current }
    assert.deepEqual(await engine.hunks('numbers', body), [1])
    assert.deepEqual(await engine.hunks('conflicts', body), [1])
    assert.deepEqual(await engine.hunks('conflicts', { ...body, chosen: [] }), [])
    assert.deepEqual(await engine.hunks('conflicts', { ...body, current: base }), [])
  })

  it('are chosen, in a worker for a large page', async () => {
    const many = Array.from({ length: 600 }, (_, index) => `Paragraph ${index} of a long page.`)
    const base = await documentOf(many.join('\n\n'))
    const changed = many.map((text, index) => (index < 3 ? `Changed ${text}` : text))
    const document = await documentOf(changed.join('\n\n'))
    const body = { id: 'p', base, document }
    assert.deepEqual(await engine.hunks('numbers', body), [1, 2, 3])
    const partly = await engine.hunks('partly', { ...body, chosen: [2] })
    assert.ok(partly.ok)
    const expected = many.with(1, changed[1] ?? '')
    assert.equal(partly.content.document, await documentOf(expected.join('\n\n')))
    const all = await engine.hunks('partly', body)
    assert.equal(all.ok && all.content.document, document)
  })
})

describe('the document with some hunks', () => {
  const partly = async (
    texts: { base: string; document: string; current?: string },
    chosen?: readonly number[],
  ) => {
    const { base, document, current } = texts
    const body = {
      id: 'p',
      base: await documentOf(base),
      document: await documentOf(document),
      ...(current !== undefined && { current: await documentOf(current) }),
      ...(chosen !== undefined && { chosen }),
    }
    const answer = await engine.hunks('partly', body)
    assert.ok(answer.ok)
    return answer.content.document
  }
  const texts = { base: 'One.\n\nTwo.\n\nThree.', document: 'Uno.\n\nTwo.\n\nTres.' }

  it('has all of them, or those that are chosen', async () => {
    assert.equal(await partly(texts), await documentOf(texts.document))
    assert.equal(await partly(texts, []), await documentOf(texts.base))
    assert.equal(await partly(texts, [2]), await documentOf('One.\n\nTwo.\n\nTres.'))
  })

  it('leaves out those that others have too, so that nothing is there twice', async () => {
    const current = 'Uno.\n\nTwo.\n\nThree.'
    const expected = await documentOf('One.\n\nTwo.\n\nTres.')
    assert.equal(await partly({ ...texts, current }), expected)
    assert.equal(await partly({ ...texts, current }, [1, 2]), expected)
    assert.equal(await partly({ ...texts, current }, [1]), await documentOf(texts.base))
    assert.equal(
      await partly({ ...texts, current: texts.document }),
      await documentOf(texts.base),
      'then the page has everything already',
    )
  })

  it('keeps the rest of a change when others made a part of it', async () => {
    const current = 'Uno.\n\nTwo.\n\nDrei.'
    const expected = await documentOf('One.\n\nTwo.\n\nTres.')
    assert.equal(await partly({ ...texts, current }), expected)
    const body = {
      id: 'p',
      base: await documentOf(texts.base),
      document: await documentOf(texts.document),
      current: await documentOf(current),
    }
    assert.deepEqual(await engine.hunks('conflicts', body), [2])
    assert.deepEqual(await engine.hunks('conflicts', { ...body, chosen: [1] }), [])
    assert.deepEqual(await engine.hunks('numbers', body), [1, 2])
  })
})
