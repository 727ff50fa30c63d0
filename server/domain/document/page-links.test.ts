import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { parseMarkdown } from '../../../content/parse-markdown.ts'
import { ContentEngine } from './engine.ts'
import { anchorsText, linkRow, propertyTags } from './page-links.ts'

const id = '01890000-0000-7000-8000-000000000001'
const pageId = '01890000-0000-7000-8000-000000000002'

/** A stored body that is read on the main thread, or one that is read in a worker. */
function bodyOf(markdown: string, size: 'small' | 'large'): { id: string; document: string } {
  const filler = '\n\nSome words of a paragraph that says nothing.'.repeat(
    size === 'small' ? 1 : 400,
  )
  const parsed = parseMarkdown(markdown + filler)
  assert.ok(parsed.ok)
  return { id: pageId, document: JSON.stringify(parsed.document) }
}

describe('ContentEngine', () => {
  const engine = new ContentEngine()
  after(() => engine.close())

  for (const size of ['small', 'large'] as const) {
    it(`reads the links, tags and anchors of a ${size} page`, async () => {
      const body = bodyOf(`# Plan\n\nSee [it](/pages/${id}#goals), an #idea.`, size)
      const { links, tags, anchors } = await engine.links(body)
      const [link] = links
      assert.deepEqual(
        [links.length, link?.pageId, link?.anchor, link?.block, link?.sentence],
        [1, id, 'goals', 2, 'See it, an #idea.'],
      )
      assert.deepEqual(tags, [{ tag: 'idea', name: 'idea' }])
      assert.deepEqual(anchors, ['plan'])
      assert.deepEqual(await engine.anchors(body), [{ anchor: 'plan', text: 'Plan', level: 1 }])
    })

    it(`changes the tags of a ${size} page, or nothing`, async () => {
      const body = bodyOf('An #idea.', size)
      const none = { kind: 'rename tag', from: 'plan', to: 'x' } as const
      assert.equal(await engine.changeLinks(body, none), undefined)
      const change = { kind: 'rename tag', from: 'idea', to: 'plan' } as const
      const changed = await engine.changeLinks(body, change)
      assert.deepEqual(changed?.links.tags, [{ tag: 'plan', name: 'plan' }])
      assert.match(changed?.blocks ?? '', /An #plan\./)
    })

    it(`finds where a ${size} page has a title`, async () => {
      const body = bodyOf('First.\n\nWe have a plan. It is good.', size)
      const { block, sentence } = (await engine.findTitle(body, 'Plan')) ?? {}
      assert.deepEqual([block, sentence], [2, 'We have a plan.'])
      assert.equal(await engine.findTitle(body, 'Plans'), undefined)
    })
  }

  it('prepares links with a body that is to be stored', async () => {
    const content = await engine.fromMarkdown(`[a](/pages/${id}) #b\n\n## C`, '/markdown')
    const { links, tags, anchors } = content.links
    assert.deepEqual([links.length, tags.length, anchors], [1, 1, ['c']])
  })
})

describe('propertyTags', () => {
  const value = (text: string, key = 'tags', full: string | null = null) => ({
    key,
    text,
    value: full,
  })
  for (const [name, values, tags] of [
    ['nothing', [], []],
    ['another property', [value('a', 'status')], []],
    ['a text', [value('a')], ['a']],
    ['a text with commas', [value('a, #b ,, c')], ['a', 'b', 'c']],
    ['a list', [value('a'), value('b, c')], ['a', 'b, c']],
    ['a list with repeats', [value('a'), value('b'), value('a')], ['a', 'b']],
    ['the complete value', [value('idea', 'tags', 'Idea')], ['Idea']],
    ['a long value', [value('x'.repeat(101))], []],
    ['an empty value', [value(' # '), value('')], []],
  ] as const) {
    it(`are those of ${name}`, () => {
      assert.deepEqual(
        propertyTags(values).map((tag) => tag.name),
        tags,
      )
    })
  }
})

describe('what is stored of a link', () => {
  it('has the page that it leads to as its target', () => {
    const passage = { sentence: 'a', from: 0, to: 1 }
    const link = { kind: 'link', origin: '', anchor: null, label: 'a', block: 1 } as const
    const stored = linkRow({ pageId: id, ...link, ...passage })
    assert.deepEqual(stored, { targetId: id, ...link, ...passage })
  })

  it('is found between spaces for an anchor, also for none', () => {
    assert.equal(anchorsText([]), '  ')
    assert.equal(anchorsText(['a', 'b']), ' a b ')
  })
})
