import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkDocument } from './document.ts'
import { renderHtml } from './html.ts'
import type { ContentNode } from './node.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { plainText } from './text.ts'
import { listUrls, mapUrls } from './urls.ts'
import { writeMarkdown } from './write-markdown.ts'

const id = '01234567-89ab-4cde-8f01-23456789abcd'

function read(markdown: string): { type: 'doc'; content: readonly ContentNode[] } {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  const checked = checkDocument(parsed.document)
  assert.ok(checked.ok)
  assert.deepEqual(checked.document, parsed.document)
  return parsed.document
}

/** The types of all nodes on a page but text, in their order. */
function types(nodes: readonly ContentNode[]): string[] {
  return nodes.flatMap((node) => [
    ...(node.type === 'text' ? [] : [node.type]),
    ...types(node.content ?? []),
  ])
}

const toggle = '<details>\n<summary>Title</summary>\n\nHidden\n\n</details>'
const date = '<time datetime="2026-11-22">2026-11-22</time>'
const embed = `![Plan](/pages/${id})`
const video = `![v.mp4](/files/${id} "file, video/mp4, 12 bytes")`
const picture = '<img src="/a.png" alt="A" title="B" width="300" height="20" align="center">'

const indented = (text: string, by: string) =>
  text.replaceAll('\n', `\n${by}`).replaceAll(/ +(?=\n)/g, '')
const containers: [string, (text: string) => string][] = [
  ['a page', (text) => text],
  ['a list', (text) => `- a\n\n  ${indented(text, '  ')}`],
  ['a task', (text) => `1. [x] a\n\n   ${indented(text, '   ')}`],
  ['a quote', (text) => `> ${text.replaceAll(/\n(?=\n)/g, '\n>').replaceAll(/\n(?!>)/g, '\n> ')}`],
  [
    'a callout',
    (text) =>
      `> [!TIP]\n> a\n>\n> ${text.replaceAll(/\n(?=\n)/g, '\n>').replaceAll(/\n(?!>)/g, '\n> ')}`,
  ],
  ['a cell', (text) => `<table>\n<tr>\n<td>\n\n${text}\n\n</td>\n</tr>\n</table>`],
  ['a toggle', (text) => `<details open>\n<summary>Outer</summary>\n\n${text}\n\n</details>`],
  ['a footnote', (text) => `a[^1]\n\n[^1]: b\n\n    ${indented(text, '    ')}`],
]

describe('blocks that Markdown writes as HTML', () => {
  const forms: [string, string, string][] = [
    ['a toggle', toggle, 'details'],
    ['an open toggle', toggle.replace('<details>', '<details open>'), 'details'],
    ['a toggle without content', '<details>\n<summary></summary>\n\n</details>', 'details'],
    ['a page in place', embed, 'pageEmbed'],
    ['a part of a page in place', `![Plan](/pages/${id}#größe-1)`, 'pageEmbed'],
    ['an image with a size', picture, 'image'],
    ['a date', `Due ${date}, or **${date}**`, 'date'],
    ['an anchor', '<a id="place-1"></a>Text', 'anchor'],
    ['a file in place', video, 'file'],
  ]
  for (const [container, around] of containers) {
    for (const [name, markdown, type] of forms) {
      it(`keep ${name} in ${container}`, () => {
        const page = read(around(markdown))
        assert.ok(types(page.content).includes(type), JSON.stringify(page))
        assert.equal(writeMarkdown(page), `${around(markdown)}\n`)
      })
    }
  }

  it('read the inline Markdown of a summary, and write it so that other readers show no backslashes', () => {
    const page = read('<details>\n<summary>**a** [c](/d) &#95;e&#95; ~~f~~</summary>\n\n</details>')
    assert.deepEqual(types(page.content), [
      'details',
      'detailsSummary',
      'detailsContent',
      'paragraph',
    ])
    assert.equal(plainText(page), 'a c _e_ f')
    assert.match(writeMarkdown(page), /<summary>\*\*a\*\* \[c\]\(\/d\) &#95;e&#95; ~~f~~</)
  })

  it('join the two tags of other writers', () => {
    assert.equal(
      writeMarkdown(read('<details><summary>Title</summary>\n\nHidden\n\n</details>')),
      `${toggle}\n`,
    )
  })

  it('read references and footnotes in a summary', () => {
    const page = read('<details>\n<summary>a[^1]</summary>\n\nx\n\n</details>\n\n[^1]: b')
    assert.ok(types(page.content).includes('footnoteReference'))
  })

  it('give search, embedding and outline their words', () => {
    assert.equal(
      plainText(read(`${toggle}\n\n${embed}\n\n${date} ${video}`)),
      'Title\nHidden\nPlan\n2026-11-22 v.mp4',
    )
  })
})

describe('HTML of other shapes', () => {
  const shapes = [
    '<details>\n<summary>Title</summary>\n\nno end',
    '<details>\n\nno summary\n\n</details>',
    '<details class="x">\n<summary>Title</summary>\n\na\n\n</details>',
    '<details>\n<summary>Title</summary>\nin the same block\n</details>',
    '<details>\n<summary>a &amp; b</summary>\n\nother letters\n\n</details>',
    '<details>\n<summary>a</summary></details></summary>\n\nx\n\n</details>',
    '- <details>\n  <summary>a</summary>\n\nother container\n\n</details>',
    '</details>',
    '<time datetime="2026-02-30">2026-02-30</time> a',
    '<time datetime="2026-11-22">tomorrow</time> a',
    '<time>2026-11-22</time> a',
    '<a id="x">text</a> b',
    '<a id="x y"></a> b',
    '<a name="x"></a> b',
    '<img src="/a.png" alt="A">',
    '<img src="/a.png" width="300" onerror="x">',
    '<img src="/a.png" width="3cm">',
    '<img src="/a.png" align="top">',
    '<img src="/a.png" width="1" width="2">',
    '<img width="300">',
  ]
  for (const markdown of shapes) {
    it(`stays as it is: ${JSON.stringify(markdown)}`, () => {
      const page = read(markdown)
      const all = types(page.content)
      for (const type of ['details', 'date', 'anchor', 'image']) assert.ok(!all.includes(type))
      assert.equal(
        writeMarkdown(page).replaceAll(/\n{2,}|\n {2}$/g, '\n'),
        `${markdown.replaceAll(/\n{2,}/g, '\n')}\n`,
      )
    })
  }

  it('is no toggle where an editor puts the tag of one into a toggle', () => {
    const html = (source: string) => ({ type: 'htmlBlock', attrs: { html: source } })
    const checked = checkDocument({
      type: 'doc',
      content: [
        {
          type: 'details',
          content: [
            { type: 'detailsSummary' },
            {
              type: 'detailsContent',
              content: [html('</details>'), html('<details>\n<summary>a</summary>')],
            },
          ],
        },
      ],
    })
    assert.ok(checked.ok)
    const back = read(writeMarkdown(checked.document))
    assert.deepEqual(
      types(back.content).filter((type) => type === 'details'),
      ['details'],
    )
    assert.equal(back.content.length, 1)
  })

  it('remains where toggles would lie too deep', () => {
    const deep = `${'<details>\n<summary>a</summary>\n\n'.repeat(60)}x\n\n${'</details>\n\n'.repeat(60)}`
    assert.ok(types(read(deep).content).includes('htmlBlock'))
  })

  it('is no page in place beside text, with a title, or in a link', () => {
    for (const other of [
      `${embed} text`,
      `![a](/pages/${id} "b")`,
      `[${embed}](/x)`,
      `![a](/pages/x)`,
    ]) {
      assert.ok(!types(read(other).content).includes('pageEmbed'), other)
    }
  })
})

describe('these blocks elsewhere', () => {
  it('are HTML that everybody can read', () => {
    assert.equal(
      renderHtml(read(`${toggle}\n\n${date}<a id="b"></a>\n\n${embed}\n\n${picture}`)),
      [
        '<details><summary>Title</summary>\n<p>Hidden</p></details>',
        '<p><time datetime="2026-11-22">2026-11-22</time><span id="b"></span></p>',
        `<p><a href="/pages/${id}">Plan</a></p>`,
        '<p><img src="/a.png" alt="A" title="B" width="300" height="20" align="center"></p>',
      ].join('\n'),
    )
  })

  it('follow the pages and files that they show', () => {
    const page = read(`![Plan](/pages/${id}#a)\n\n${video}`)
    assert.deepEqual(listUrls(page), [`/pages/${id}#a`, `/files/${id}`])
    const other = id.replace('0', '9')
    assert.equal(
      writeMarkdown(mapUrls(page, (url) => url.replace(id, other))),
      `![Plan](/pages/${other}#a)\n\n${video.replace(id, other)}\n`,
    )
    assert.match(
      writeMarkdown(mapUrls(page, (url) => url.replace(`/pages/${id}`, 'plan.md'))),
      /^!\[Plan\]\(plan\.md#a\)\n/,
    )
  })
})

describe('documents with these blocks', () => {
  const inline = (node: object) => ({
    type: 'doc',
    content: [{ type: 'paragraph', content: [node] }],
  })

  it('are refused with dates, anchors, alignments and pages that are none', () => {
    for (const [node, path] of [
      [{ type: 'date', attrs: { date: '2026-02-30' } }, 'date'],
      [{ type: 'date' }, 'date'],
      [{ type: 'anchor', attrs: { id: 'a b' } }, 'id'],
      [{ type: 'image', attrs: { src: 'x', align: 'top' } }, 'align'],
      [{ type: 'file', attrs: { fileId: id, embed: 'yes' } }, 'embed'],
    ] as const) {
      const checked = checkDocument(inline(node))
      assert.ok(!checked.ok)
      assert.equal(checked.path, `/content/0/content/0/attrs/${path}`)
    }
    const checked = checkDocument({
      type: 'doc',
      content: [{ type: 'pageEmbed', attrs: { pageId: id, anchor: '' } }],
    })
    assert.equal(checked.ok ? '' : checked.path, '/content/0/attrs/anchor')
  })

  it('are taken from a Tiptap editor with toggles', () => {
    const stock = {
      type: 'doc',
      content: [
        {
          type: 'details',
          content: [
            { type: 'detailsSummary', content: [{ type: 'text', text: 'Title' }] },
            {
              type: 'detailsContent',
              content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hidden' }] }],
            },
          ],
        },
      ],
    }
    const checked = checkDocument(stock)
    assert.ok(checked.ok)
    assert.equal(writeMarkdown(checked.document), `${toggle}\n`)
  })
})
