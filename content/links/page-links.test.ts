import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageDocument } from '../document.ts'
import { parseMarkdown } from '../parse-markdown.ts'
import { writeMarkdown } from '../write-markdown.ts'
import { pageAnchors } from './anchors.ts'
import { maxLinks, pageLinks } from './page-links.ts'
import { changeLinks, findTitle } from './rewrite.ts'
import { passageAround } from './sentences.ts'

const id = '01890000-0000-7000-8000-000000000001'
const other = '01890000-0000-7000-8000-000000000002'

function read(markdown: string): PageDocument {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return parsed.document
}
const links = (markdown: string) => pageLinks(read(markdown)).links
const tags = (markdown: string) => pageLinks(read(markdown)).tags.map(({ name }) => name)

describe('pageLinks', () => {
  it('finds no link in code, in HTML, to other addresses and to files', () => {
    for (const markdown of [
      `\`[a](/pages/${id})\``,
      `\`\`\`\n[a](/pages/${id})\n\`\`\``,
      `<div>/pages/${id}</div>`,
      `[a](/files/${id})`,
      '[a](/pages/new)',
      `[a](https://example.com/x/pages/${id})`,
      `[a](/pages/${id}/history)`,
      `/pages/${id}`,
    ]) {
      assert.deepEqual(links(markdown), [], markdown)
    }
  })

  it('finds links with their place, sentence and anchor', () => {
    const found = links(
      `Intro.\n\n- First. See [the **plan**](/pages/${id.toUpperCase()}?a=1#goals%20x) today. Last.`,
    )
    const [link] = found
    assert.equal(found.length, 1)
    assert.deepEqual(
      [link?.pageId, link?.origin, link?.anchor, link?.block, link?.label, link?.kind],
      [id, '', 'goals x', 2, 'the plan', 'link'],
    )
    assert.equal(link?.sentence, 'See the plan today.')
    assert.equal(link?.sentence.slice(link.from, link.to), 'the plan')
  })

  it('finds absolute addresses, older ones, empty links and two links that touch', () => {
    const markdown = `[a](https://Wiki.example/pages/${id})[b](/workspaces/w/pages/${other}) [](/pages/${id})`
    assert.deepEqual(
      links(markdown).map(({ pageId, origin, label }) => [pageId, origin, label]),
      [
        [id, 'https://wiki.example', 'a'],
        [other, '', 'b'],
        [id, '', ''],
      ],
    )
  })

  it('finds embeds of pages', () => {
    const embed = { type: 'pageEmbed', attrs: { pageId: id, anchor: 'top', label: 'Plan' } }
    const { links: found } = pageLinks({ type: 'doc', content: [embed] })
    assert.deepEqual(
      found.map(({ kind, anchor, label, block }) => [kind, anchor, label, block]),
      [['embed', 'top', 'Plan', 1]],
    )
  })

  it('stops at a limit', () => {
    assert.equal(links(`[a](/pages/${id}) `.repeat(maxLinks + 5)).length, maxLinks)
  })

  it('takes a link of many parts for one, in time that grows with its length', () => {
    const href = `/pages/${id}`
    const link = { type: 'link', attrs: { href, title: null } }
    const parts = Array.from({ length: 40_000 }, (_, index) => ({
      type: 'text',
      text: '...',
      marks: index % 2 === 0 ? [link] : [link, { type: 'bold' }],
    }))
    const found = pageLinks({ type: 'doc', content: [{ type: 'paragraph', content: parts }] })
    assert.deepEqual(
      found.links.map(({ label, sentence }) => [label.length, sentence.length]),
      [[120_000, 300]],
    )
  })
})

describe('tags', () => {
  it('are not numbers, colours, code, links, parts of words or addresses', () => {
    for (const markdown of [
      '#123',
      '#1-2',
      '#fff and #a1b2c3 and #12ab and #11223344',
      '`#code`',
      '```\n#code\n```',
      '[#link](https://example.com)',
      'a#b c##d &#x',
      'https://example.com/#tag',
      '# Heading',
      '\\# not',
    ]) {
      assert.deepEqual(tags(markdown), [], markdown)
    }
  })

  it('are letters, digits, dashes, underlines and slashes, in their first spelling', () => {
    const text = '(#Idea) #idea #år/2026 #v2- **#bo*ld*** «#日本語»\n\n## About #heading'
    assert.deepEqual(tags(text), ['Idea', 'år/2026', 'v2', 'bold', '日本語', 'heading'])
  })

  it('have at most 100 characters, also as they are compared', () => {
    const long = 'ﷺ'.repeat(9)
    assert.deepEqual(tags(`#${'a'.repeat(101)} #${long} #${'b'.repeat(100)}`), ['b'.repeat(100)])
    assert.deepEqual(tags(`#a${'-'.repeat(200_000)}b #c${'/'.repeat(200)}`), ['c'])
  })
})

describe('pageAnchors', () => {
  it('are named as GitHub names headings', () => {
    const document = read(
      '# Hello, World!\n\n## Hello World\n\n## `code` & more\n\n> ### Über_uns\n\n# !!!\n\n# Hello World',
    )
    assert.deepEqual(
      pageAnchors(document).map(({ anchor, level }) => `${level} ${anchor}`),
      ['1 hello-world', '2 hello-world-1', '2 code--more', '3 über_uns', '1 hello-world-2'],
    )
  })
})

describe('passageAround', () => {
  it('has at most 300 characters, whole words and the link', () => {
    const words = 'word '.repeat(200)
    const text = `${words}LINK ${words}`
    const at = text.indexOf('LINK')
    const { sentence, from, to } = passageAround(text, at, at + 4)
    assert.ok(sentence.length <= 300 && sentence.length > 250)
    assert.equal(sentence.slice(from, to), 'LINK')
    assert.match(sentence, /^word .*word$/)
    const long = passageAround('x'.repeat(1000), 100, 900)
    assert.deepEqual([long.from, long.to, long.sentence.length], [0, 300, 300])
  })

  it('ends at full stops of other languages', () => {
    const text = '一つ目。二つ目のLINKです。三つ目。'
    const at = text.indexOf('LINK')
    assert.equal(passageAround(text, at, at + 4).sentence, '二つ目のLINKです。')
  })
})

describe('changeLinks', () => {
  const changed = (markdown: string, change: Parameters<typeof changeLinks>[1]) =>
    writeMarkdown(changeLinks(read(markdown), change)).trim()

  it('returns the same page if there is nothing to change', () => {
    const document = read(`[Own words](/pages/${id}) and #tags, \`#tag\``)
    assert.equal(
      changeLinks(document, { kind: 'relabel', pageId: id, from: 'Plan', to: 'Goal' }),
      document,
    )
    assert.equal(changeLinks(document, { kind: 'rename tag', from: 'tag', to: 'x' }), document)
    const title = { kind: 'link title', pageId: id, title: 'Own words', block: 1 } as const
    assert.equal(changeLinks(document, title), document)
  })

  it('gives mentions a new label', () => {
    const mention = (label: string) => ({ type: 'pageMention', attrs: { pageId: id, label } })
    const content = [{ type: 'paragraph', content: [mention('Plan'), mention('My plan')] }]
    const change = { kind: 'relabel', pageId: id, from: 'Plan', to: 'Goal' } as const
    const after = changeLinks({ type: 'doc', content }, change)
    assert.deepEqual(after.content[0]?.content, [mention('Goal'), mention('My plan')])
  })

  it('gives links to headings and embeds the new title', () => {
    const change = { kind: 'relabel', pageId: id, from: 'Plan', to: 'Goal' } as const
    const at = `/pages/${id}`
    for (const [before, after] of [
      [`[Plan](${at}#a)`, `[Goal](${at}#a)`],
      [`[Plan › Aims](https://quire.test${at}#a).`, `[Goal › Aims](https://quire.test${at}#a).`],
      [`[Plan](${at} "tip")`, `[Goal](${at} "tip")`],
      [`[Plans › Aims](${at}#a)`, `[Plans › Aims](${at}#a)`],
      [`[Plan **B**](${at}#a)`, `[Plan **B**](${at}#a)`],
      [`[Plan](/pages/${other}#a)`, `[Plan](/pages/${other}#a)`],
      [`![Plan](${at}#a)`, `![Goal](${at}#a)`],
    ] as const) {
      assert.equal(changed(before, change), after)
    }
  })

  it('renames tags where they are tags', () => {
    const change = { kind: 'rename tag', from: 'idea', to: 'ideas/new' } as const
    assert.equal(
      changed('So #Idea, **#idea** and #ideas or `#idea`', change),
      'So #ideas/new, **#ideas/new** and #ideas or `#idea`',
    )
  })

  it('links the first mention of a title', () => {
    const markdown = 'Plan\n\nPlanner, `plan`, [plan](/x) and **the plan B** plan'
    const change = { kind: 'link title', pageId: id, title: 'Plan', block: 2 } as const
    assert.equal(
      changed(markdown, change),
      `Plan\n\nPlanner, \`plan\`, [plan](/x) and **the [Plan](/pages/${id}) B** plan`,
    )
    assert.equal(findTitle(read(markdown), 'plan')?.block, 1)
    assert.equal(findTitle(read('Planner `plan`'), 'plan'), undefined)
  })

  it('finds titles in text without spaces between words', () => {
    for (const [title, text] of [
      ['会议记录', '请看会议记录里的内容。'],
      ['東京', 'あした東京へ行きます。'],
      ['プラン', '新しいプランです。'],
      ['แผนงาน', 'ดูแผนงานก่อน'],
      ['Plan', '请看Plan里的内容。'],
    ] as const) {
      assert.equal(findTitle(read(text), title)?.block, 1, title)
      const change = { kind: 'link title', pageId: id, title, block: 1 } as const
      assert.ok(changed(text, change)?.includes(`[${title}](/pages/${id})`), title)
    }
    assert.equal(findTitle(read('Planner里'), 'Plan'), undefined)
  })
})
