import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { checkDocument } from '../../../../content/document.ts'
import { parseMarkdown } from '../../../../content/parse-markdown.ts'
import { boards, pages } from '../../../../test/fixtures/content/arbitrary-document.ts'
import { addresses, attacks } from '../../../../test/fixtures/content/attacks.ts'
import { htmlOffences } from '../../../../test/fixtures/content/html-offences.ts'
import { targetOf } from './addresses.ts'
import { pageLanguage } from './page-language.ts'
import { publicTargets } from './public-document.ts'
import { publicMarkdown, publicPage, type PublicSource } from './public-page.ts'

const known = '01890000-0000-7000-8000-000000000001'
const unknown = '01890000-0000-7000-8000-000000000002'
const origins = ['https://wiki.example']
const labels = { done: 'Done', open: 'To do', table: 'Table', code: 'Code', board: 'Board' }

function source(markdown: string): PublicSource {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return {
    title: 'Title',
    document: parsed.document,
    language: 'en',
    labels: { ...labels, callouts: {} },
    keepsLineBreaks: false,
    addresses: {
      [`page:${known}`]: '/sites/s/known',
      [`file:${known}`]: '/sites/s/files/a/b/c.png',
    },
    origins,
  }
}
/** Without the harmless elements and attributes that only a site has. */
function withoutFrames(shown: string): string {
  return shown
    .replaceAll(/ (?:id|class|role|tabindex|aria-label)="[^"]*"/g, '')
    .replaceAll(/<\/?(?:div|span)>/g, '')
}
const html = (markdown: string) => publicPage(source(markdown)).html

describe('publicPage', () => {
  it('turns every link into the app into the text of its author', () => {
    for (const url of [
      `/pages/${unknown}`,
      `https://wiki.example/pages/${unknown}`,
      `HTTPS://WIKI.example/workspaces/w/pages/${unknown}#a`,
      `/files/${unknown}`,
      '/members/x',
      '/settings',
      '/s/token',
      'page',
      '?q=1',
      '/\\evil.example',
      'https://wiki.example',
    ]) {
      assert.equal(html(`[text](<${url}>)`), '<p>text</p>', url)
      assert.equal(publicMarkdown(source(`[text](<${url}>)`)), '# Title\n\ntext\n', url)
      assert.equal(html(`![text](<${url}>)`), '<p>text</p>', url)
    }
  })

  it('links to pages and files of the site, to other sites and within the page', () => {
    assert.equal(html(`[a](/pages/${known}#b)`), '<p><a href="/sites/s/known#b">a</a></p>')
    assert.equal(
      html(`![a](https://wiki.example/files/${known})`),
      '<p><img src="/sites/s/files/a/b/c.png" alt="a"></p>',
    )
    assert.match(html('[a](https://example.com/)'), /<a href="https:\/\/example\.com\/"/)
    assert.equal(html('[a](#b)'), '<p><a href="#b">a</a></p>')
  })

  it('leaves out HTML comments, and addresses in HTML', () => {
    assert.equal(html('a\n\n<!-- secret -->\n\nb'), '<p>a</p>\n<p>b</p>')
    const shown = html(`<img src="/files/${unknown}">\n<!-- secret`)
    assert.ok(!shown.includes(unknown) && !shown.includes('secret'), shown)
  })

  it('leaves nothing that could run, and no reference to the app, whatever the document', () => {
    const values = [
      ...fc.sample(pages, { numRuns: 200, seed: 5 }),
      ...fc.sample(boards, { numRuns: 50, seed: 5 }),
    ]
    const documents = [
      ...values.map((value) => checkDocument(value)),
      ...[...attacks, ...addresses.map((url) => `[x](<${url}>)`)].map((text) =>
        parseMarkdown(text),
      ),
    ]
    for (const checked of documents) {
      if (!checked.ok) continue
      const given = { ...source(''), addresses: {}, document: checked.document }
      const shown = publicPage(given).html
      assert.deepEqual(htmlOffences(withoutFrames(shown)), [])
      assert.doesNotMatch(shown, /<a href="(?:https:\/\/wiki\.example)?\/(?!\/|sites\/)/)
      assert.equal(typeof publicMarkdown(given), 'string')
    }
  })

  it('nests headings below the title without gaps, with IDs of their own', () => {
    const { html: shown, headings } = publicPage(source('# A\n\n### B\n\n## A\n\n###### C'))
    assert.deepEqual(
      headings.map(({ id, level }) => [id, level]),
      [
        ['a', 2],
        ['b', 3],
        ['a-2', 3],
        ['c', 4],
      ],
    )
    assert.match(shown, /^<h2 id="a">A<\/h2>\n<h3 id="b">B<\/h3>\n<h3 id="a-2">A<\/h3>/)
  })

  it('describes a page by its first paragraph', () => {
    const { description } = publicPage(source(`# A\n\n${'word '.repeat(100)}`))
    assert.ok(description.length <= 201 && description.endsWith('word…'), description)
  })
})

describe('publicTargets', () => {
  it('lists each page and file once', () => {
    const text = `[a](/pages/${known}) [b](/pages/${known}) ![c](/files/${unknown}) [d](https://x.y/)`
    const { document } = source(text)
    assert.deepEqual(publicTargets(document, origins), [`page:${known}`, `file:${unknown}`])
  })
})

describe('targetOf', () => {
  it('knows the addresses of this server only by their whole origin', () => {
    const url = `https://wiki.example.org/pages/${known}`
    assert.deepEqual(targetOf(url, origins), { kind: 'public' })
    assert.deepEqual(targetOf('//cdn.example/x', origins), { kind: 'public' })
    assert.deepEqual(targetOf('https://wiki.example/sites/s/', origins), { kind: 'public' })
  })
})

describe('pageLanguage', () => {
  it('keeps the language of the site unless the text is clearly in another', () => {
    assert.deepEqual(pageLanguage('', 'de'), { language: 'de', direction: 'ltr' })
    assert.deepEqual(pageLanguage('short text', 'de').language, 'de')
    assert.deepEqual(pageLanguage('سلام به همه', 'fa'), { language: 'fa', direction: 'rtl' })
    assert.deepEqual(pageLanguage('مرحبا بالجميع', 'en'), { language: 'ar', direction: 'rtl' })
    const german = 'Das ist ein Text, der nicht auf Englisch ist, und er ist auch lang genug. '
    assert.equal(pageLanguage(german.repeat(3), 'en').language, 'de')
  })
})
