import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { boards, pages } from '../../test/fixtures/content/arbitrary-document.ts'
import { checkDocument, type PageDocument } from '../document.ts'
import { parseMarkdown } from '../parse-markdown.ts'
import { blockText } from '../text.ts'
import { writeMarkdown } from '../write-markdown.ts'
import { pageAddressOf } from './address.ts'
import { headingAnchor, pageAnchors } from './anchors.ts'
import { pageLinks } from './page-links.ts'
import { changeLinks, findTitle, type LinkChange } from './rewrite.ts'
import { passageAround } from './sentences.ts'
import { foldTag, isTagName, maxTagLength } from './tags.ts'

const id = '01890000-0000-7000-8000-000000000001'
const other = '01890000-0000-7000-8000-000000000002'

function read(markdown: string): PageDocument {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return parsed.document
}

describe('pageAddressOf', () => {
  for (const [name, href] of [
    ['nothing', ''],
    ['a word', 'page'],
    ['a path of files', `/files/${id}`],
    ['the list of pages', '/pages/'],
    ['a short ID', '/pages/01890000'],
    ['an ID with a letter too many', `/pages/${id}a`],
    ['an ID with other letters', `/pages/${id.replace('0', 'g')}`],
    ['a part of a page', `/pages/${id}/history`],
    ['a path below another', `/x/pages/${id}`],
    ['a relative path', `pages/${id}`],
    ['a path of another scheme', `mailto:/pages/${id}`],
    ['a script', `javascript:/pages/${id}`],
    ['a host without a scheme', `//wiki.example/pages/${id}`],
    ['a path behind a folder of a host', `https://wiki.example/app/pages/${id}`],
    ['a site', `/sites/handbook/pages/${id}`],
    ['a query', `/search?to=/pages/${id}`],
    ['an anchor alone', `#/pages/${id}`],
    ['two lines', `/pages/${id}\nx`],
    ['a space in the host', `https://wiki example/pages/${id}`],
  ] as const) {
    it(`knows no page by ${name}`, () => assert.equal(pageAddressOf(href), undefined))
  }

  for (const [name, href, origin, anchor] of [
    ['a path', `/pages/${id}`, '', null],
    ['a path with a slash', `/pages/${id}/`, '', null],
    ['a path in upper case', `/pages/${id.toUpperCase()}`, '', null],
    ['a path with spaces around', ` /pages/${id} `, '', null],
    ['an earlier path', `/workspaces/lab/pages/${id}`, '', null],
    ['an empty anchor', `/pages/${id}#`, '', null],
    ['an anchor', `/pages/${id}#goals`, '', 'goals'],
    ['an anchor with another character', `/pages/${id}#a#b`, '', 'a#b'],
    ['an encoded anchor', `/pages/${id}#%C3%BCber`, '', 'über'],
    ['a damaged anchor', `/pages/${id}#100%`, '', '100%'],
    ['a query and an anchor', `/pages/${id}?a=b&c#d`, '', 'd'],
    ['an address', `https://wiki.example/pages/${id}`, 'https://wiki.example', null],
    ['an address in upper case', `HTTP://WIKI.example/pages/${id}`, 'http://wiki.example', null],
    ['an address with a port', `http://[::1]:80/pages/${id}#x`, 'http://[::1]:80', 'x'],
    ['an earlier address', `https://a.b/workspaces/w/pages/${id}?x`, 'https://a.b', null],
  ] as const) {
    it(`knows a page by ${name}`, () => {
      assert.deepEqual(pageAddressOf(href), { pageId: id, origin, anchor })
    })
  }
})

describe('headingAnchor', () => {
  for (const [heading, anchor] of [
    ['Plan', 'plan'],
    ['Two words', 'two-words'],
    ['  Spaces  around  ', 'spaces--around'],
    ['Tabs\tare removed', 'tabsare-removed'],
    ["What's new?", 'whats-new'],
    ['1. First step', '1-first-step'],
    ['C++ & C#', 'c--c'],
    ['snake_case', 'snake_case'],
    ['kebab-case', 'kebab-case'],
    ['a/b', 'ab'],
    ['ÄÖÜ', 'äöü'],
    ['Привет, мир', 'привет-мир'],
    ['日本語 の 見出し', '日本語-の-見出し'],
    ['हिन्दी', 'हिन्दी'],
    ['Emoji 🎉 here', 'emoji--here'],
    ['!?', ''],
  ] as const) {
    it(`of "${heading}" is "${anchor}"`, () => {
      assert.equal(headingAnchor(heading, new Map()), anchor)
    })
  }

  it('is another one for each heading of a page', () => {
    const used = new Map<string, number>()
    const anchors = ['a', 'a', 'a-1', 'a', 'A', 'a-1'].map((text) => headingAnchor(text, used))
    assert.deepEqual(anchors, ['a', 'a-1', 'a-1-1', 'a-2', 'a-3', 'a-1-2'])
    assert.equal(new Set(anchors).size, anchors.length)
  })

  it('is found in lists, quotes and columns of boards, but not in code', () => {
    const markdown = '> # One\n\n- # Two\n\n```\n# Code\n```\n\n## Three'
    assert.deepEqual(
      pageAnchors(read(markdown)).map(({ text }) => text),
      ['One', 'Two', 'Three'],
    )
  })

  it('comes with the anchors of blocks, which have no text', () => {
    const anchor = { type: 'anchor', attrs: { id: 'block-1' } }
    const paragraph = { type: 'paragraph', content: [anchor, { type: 'text', text: 'x' }] }
    const document: PageDocument = { type: 'doc', content: [paragraph] }
    assert.deepEqual(pageAnchors(document), [{ anchor: 'block-1', text: '', level: 0 }])
  })
})

describe('isTagName', () => {
  for (const name of [
    '',
    ' ',
    'two words',
    '1',
    '2026',
    '1-2',
    '1/2',
    '_',
    'a#b',
    '#a',
    'a,b',
    'a.b',
    'a:b',
    'a-',
    'a/',
    '-',
    'fff',
    'FFF',
    'a1b2c3',
    'deadbeef',
    '12ab',
    '🎉',
    'x'.repeat(maxTagLength + 1),
  ]) {
    it(`refuses "${name.slice(0, 20)}"`, () => assert.equal(isTagName(name), false))
  }

  for (const name of [
    'a',
    'A',
    'idea',
    'two-words',
    'two_words',
    'area/topic',
    '2026/plan',
    'v2',
    'cafe',
    'facade',
    'ffff-',
    'år',
    'и́дея',
    '标签',
    'ไทย',
    'x'.repeat(maxTagLength),
  ]) {
    const accepted = !name.endsWith('-') && !/^[\da-f]{6}$/.test(name)
    it(`${accepted ? 'accepts' : 'refuses'} "${name.slice(0, 20)}"`, () => {
      assert.equal(isTagName(name), accepted)
    })
  }

  it('has one form for comparing', () => {
    assert.equal(foldTag('ÉCOLE'), foldTag('e\u0301cole'))
    assert.equal(foldTag('ＡＢＣ'), 'abc')
    assert.notEqual(foldTag('ecole'), foldTag('école'))
  })
})

describe('passageAround', () => {
  const around = (text: string) => {
    const from = text.indexOf('[')
    const to = text.indexOf(']') - 1
    const plain = text.replaceAll(/[[\]]/g, '')
    const passage = passageAround(plain, from, to)
    const { sentence } = passage
    const [start, end] = [passage.from, passage.to]
    return `${sentence.slice(0, start)}[${sentence.slice(start, end)}]${sentence.slice(end)}`
  }
  for (const [text, sentence] of [
    ['[a]', '[a]'],
    ['See [a].', 'See [a].'],
    ['One. See [a]. Two.', 'See [a].'],
    ['One! See [a]? Two.', 'See [a]?'],
    ['One… See [a] today', 'See [a] today'],
    ['He said "No." See [a].', 'See [a].'],
    ['(One.) See [a]. (Two.)', 'See [a].'],
    ['Version 1.2 of [a] is 3.4 old. Yes.', 'Version 1.2 of [a] is 3.4 old.'],
    ['One.\nSee [a]\nTwo.', 'See [a]'],
    ['[a. b] and c. D', '[a. b] and c.'],
    ['一。[甲]です。二。', '[甲]です。'],
    ['هل؟ انظر [هنا]. نعم.', 'انظر [هنا].'],
    ['एक। देखो [यह]। दो।', 'देखो [यह]।'],
    ['   See [a]   ', 'See [a]'],
  ] as const) {
    it(`of "${text.replaceAll('\n', '/')}" is "${sentence}"`, () => {
      assert.equal(around(text), sentence)
    })
  }

  it('never has more than 300 characters, and the link in its place', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', ' ', '. ', '\n', '😀', '。'),
      maxLength: 900,
    })
    fc.assert(
      fc.property(text, fc.nat(900), fc.nat(400), (given, start, length) => {
        const from = Math.min(start, given.length)
        const to = Math.min(given.length, from + length)
        const { sentence, ...offsets } = passageAround(given, from, to)
        assert.ok(sentence.length <= 301)
        assert.ok(offsets.from >= 0 && offsets.from <= offsets.to && offsets.to <= sentence.length)
        const linked = sentence.slice(offsets.from, offsets.to)
        assert.ok(given.slice(from, to).startsWith(linked))
        assert.ok(linked.length === to - from || linked.length >= 298)
      }),
    )
  })
})

describe('changeLinks', () => {
  const changed = (markdown: string, change: LinkChange) =>
    writeMarkdown(changeLinks(read(markdown), change)).trim()

  for (const [name, before, after] of [
    ['alone', 'So #old', 'So #new'],
    ['in another case', 'So #OLD', 'So #new'],
    ['between brackets', '(#old) [#old] {#old}', '(#new) [#new] {#old}'],
    ['with marks', '*#old* and **#old**', '*#new* and **#new**'],
    ['with marks in it', 'So #o**ld** x', 'So #new x'],
    ['before a full stop', 'So #old. And #old, #old; #old!', 'So #new. And #new, #new; #new!'],
    ['before a dash', 'So #old- x', 'So #new- x'],
    ['in a list', '- a #old\n- b', '- a #new\n- b'],
    ['in a task', '- [ ] a #old', '- [ ] a #new'],
    ['in a quote', '> a #old', '> a #new'],
    ['in a heading', '# a #old', '# a #new'],
    ['as the start of another', 'So #older #old/x #old-x #old_x', 'So #older #old/x #old-x #old_x'],
    ['as the end of another', 'So a#old #x/old', 'So a#old #x/old'],
    ['in code', 'So `#old`', 'So `#old`'],
    ['in a link', 'So [#old](https://a.example)', 'So [#old](https://a.example)'],
    ['in an address', 'So <https://a.example/#old>', 'So <https://a.example/#old>'],
  ] as const) {
    it(`renames a tag, or leaves it, ${name}`, () => {
      assert.equal(changed(before, { kind: 'rename tag', from: 'old', to: 'new' }), after)
    })
  }

  const link = (text: string) => `[${text}](/pages/${id})`
  for (const [name, before, after] of [
    ['alone', 'Plan', link('Plan')],
    ['in another case', 'the PLAN x', `the ${link('Plan')} x`],
    ['before a full stop', 'Our plan.', `Our ${link('Plan')}.`],
    ['between quotes', 'Our "plan"', `Our "${link('Plan')}"`],
    ['the first of two', 'plan and plan', `${link('Plan')} and plan`],
    ['in an item', '- one\n- plan', `- one\n- ${link('Plan')}`],
    ['behind a word that begins so', 'planner plan', `planner ${link('Plan')}`],
    ['behind a word that ends so', 'replan plan', `replan ${link('Plan')}`],
    ['behind code', '`plan` plan', `\`plan\` ${link('Plan')}`],
    ['behind a link', '[plan](/x) plan', `[plan](/x) ${link('Plan')}`],
  ] as const) {
    it(`links a title ${name}`, () => {
      const change = { kind: 'link title', pageId: id, title: 'Plan', block: 1 } as const
      assert.equal(changed(before, change), after)
      assert.equal(findTitle(read(before), 'Plan')?.block, 1)
      assert.deepEqual(
        pageLinks(changeLinks(read(before), change)).links.map(({ pageId, kind }) => [
          pageId,
          kind,
        ]),
        [[id, 'mention']],
      )
    })
  }

  for (const title of ['planner', 'Pla', 'lan', 'a plan b c', '', 'pl an']) {
    it(`finds no "${title}" in "a plan b"`, () => {
      assert.equal(findTitle(read('a plan b'), title), undefined)
    })
  }

  it('changes mentions of the page alone', () => {
    const mention = (pageId: string, label: string) => ({
      type: 'pageMention',
      attrs: { pageId, label },
    })
    const item = (content: object) => ({
      type: 'listItem',
      content: [{ type: 'paragraph', content: [content] }],
    })
    const page = (...labels: [string, string, string]) => ({
      type: 'doc',
      content: [
        { type: 'paragraph', content: [mention(id, labels[0])] },
        {
          type: 'bulletList',
          attrs: { tight: true },
          content: [item(mention(id.toUpperCase(), labels[1])), item(mention(other, labels[2]))],
        },
      ],
    })
    const before = checkDocument(page('Old', 'Old', 'Old'))
    assert.ok(before.ok)
    const change = { kind: 'relabel', pageId: id, from: 'Old', to: 'New' } as const
    const after = checkDocument(changeLinks(before.document, change))
    assert.deepEqual(after, checkDocument(page('New', 'New', 'Old')))
  })
})

describe('any page', () => {
  it('has links that lie in their block, and stays as it is without a change', () => {
    fc.assert(
      fc.property(fc.oneof(pages, boards), ({ content }) => {
        const document: PageDocument = { type: 'doc', content }
        const { links, tags, anchors } = pageLinks(document)
        for (const { block, label, sentence, from, to } of links) {
          const node = document.content[block - 1]
          assert.ok(node !== undefined)
          if (node.type === 'pageEmbed') continue
          assert.ok(blockText(node).includes(label))
          assert.ok(label.startsWith(sentence.slice(from, to)))
        }
        assert.equal(new Set(tags.map(({ tag }) => tag)).size, tags.length)
        assert.ok(anchors.every((anchor) => anchor !== ''))
        const rename = { kind: 'rename tag', from: 'no such tag', to: 'x' } as const
        assert.equal(changeLinks(document, rename), document)
        const relabel = { kind: 'relabel', pageId: other, from: '\u0000', to: 'x' } as const
        assert.equal(changeLinks(document, relabel), document)
      }),
      { numRuns: 100 },
    )
  })

  it('takes the name of an anchor after a heading for no tag', () => {
    const document = read(
      '## Heading {#custom-id}\n\n## 见出し {#見出し} #tag\n\n{{#if x}} (#yes)\n',
    )
    assert.deepEqual(
      pageLinks(document).tags.map(({ name }) => name),
      ['tag', 'yes'],
    )
  })
})
