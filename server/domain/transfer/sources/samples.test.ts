import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { type Converted, convertTexts } from '../../../../test/support/sources/files.ts'
import {
  confluencePage,
  confluenceSamples,
} from '../../../../test/support/sources/samples/confluence.ts'
import { evernoteSamples, writeEnex } from '../../../../test/support/sources/samples/evernote.ts'
import {
  googleSamples,
  googleStyles,
  htmlSamples,
} from '../../../../test/support/sources/samples/html.ts'
import {
  joplinId,
  joplinSamples,
  writeItems,
} from '../../../../test/support/sources/samples/joplin.ts'
import { blockId, logseqSamples } from '../../../../test/support/sources/samples/logseq.ts'
import { notionSamples, outlineSamples } from '../../../../test/support/sources/samples/markdown.ts'
import {
  notionHtmlSamples,
  notionPage,
} from '../../../../test/support/sources/samples/notion-html.ts'
import { obsidianSamples } from '../../../../test/support/sources/samples/obsidian.ts'
import { outcomeOf, type Sample } from '../../../../test/support/sources/samples/sample.ts'
import { wordSamples } from '../../../../test/support/sources/samples/word.ts'
import { writeDocx } from '../../../../test/support/sources/write-docx.ts'
import { splitFrontMatter } from '../../document/front-matter.ts'

const pixel = Buffer.from('89504e470d0a1a0a', 'hex')
const files = { 'photo.png': pixel, 'doc.pdf': 'x' }
const child = `Page/Child ${'1'.repeat(32)}`
const page = `Page ${'2'.repeat(32)}`

/** A source with one of its samples, and the path of the page with it. */
type Subject = {
  name: string
  samples: readonly Sample[]
  convert: (source: string) => Promise<Converted>
  path: string
}

const subjects: readonly Subject[] = [
  {
    name: 'Obsidian',
    samples: obsidianSamples,
    convert: (source) =>
      convertTexts(
        {
          'Page.md': source,
          'Other.md': 'Other\n',
          'Deep/Nested.md': 'Nested\n',
          'img/photo.png': pixel,
          'doc.pdf': 'x',
        },
        'obsidian',
      ),
    path: 'Page.md',
  },
  {
    name: 'Notion (Markdown)',
    samples: notionSamples,
    convert: (source) =>
      convertTexts({
        [`${page}.md`]: `# Page\n\n${source}`,
        [`${child}.md`]: '# Child\n',
        'Page/photo.png': pixel,
        'Page/doc.pdf': 'x',
      }),
    path: 'Page/index.md',
  },
  {
    name: 'Notion (HTML)',
    samples: notionHtmlSamples,
    convert: (source) =>
      convertTexts({
        [`${page}.html`]: notionPage({}, source),
        [`${child}.html`]: notionPage({ title: 'Child' }, ''),
        'Page/photo.png': pixel,
        'Page/doc.pdf': 'x',
      }),
    path: 'Page/index.md',
  },
  {
    name: 'Outline',
    samples: outlineSamples,
    convert: (source) =>
      convertTexts({
        'Team/Page.md': `# Page\n\n${source}`,
        'Team/Page/Child.md': '# Child\n',
        'Team/uploads/photo.png': pixel,
        'Team/uploads/doc.pdf': 'x',
      }),
    path: 'Team/Page/index.md',
  },
  {
    name: 'HTML',
    samples: htmlSamples,
    convert: (source) =>
      convertTexts({ 'Page.html': `<body>${source}`, 'other.html': '<p>Other', ...files }),
    path: 'Page.md',
  },
  {
    name: 'Google Docs',
    samples: googleSamples,
    convert: (source) => {
      const style = `<style type="text/css">${googleStyles}</style>`
      const html = `<html><head>${style}</head><body class="c9 doc-content">${source}</body></html>`
      return convertTexts({ 'Page.html': html, ...files })
    },
    path: 'Page.md',
  },
  {
    name: 'Word',
    samples: wordSamples,
    convert: (source) => {
      const comment = source.includes('commentReference') ? 'Why?' : ''
      return convertTexts({ 'Report.docx': writeDocx(source, { pixel, comment }) })
    },
    path: 'Report.md',
  },
  {
    name: 'Confluence',
    samples: confluenceSamples,
    convert: (source) =>
      convertTexts({
        'Page_1.html': confluencePage('Page', source),
        'Other_2.html': confluencePage('Other', ''),
        'attachments/1/3.png': pixel,
        'attachments/1/4.pdf': 'x',
      }),
    path: 'Page.md',
  },
  {
    name: 'Evernote',
    samples: evernoteSamples,
    convert: (source) => {
      const noteFiles = [
        { mimeType: 'image/png', name: 'photo.png', content: 'pixel' },
        { mimeType: 'application/pdf', name: 'doc.pdf', content: 'x' },
      ]
      const page = { title: 'Page', content: source, files: noteFiles }
      return convertTexts({ 'Notes.enex': writeEnex(page, { title: 'Other' }) })
    },
    path: 'Notes/Page.md',
  },
  {
    name: 'Joplin',
    samples: joplinSamples,
    convert: (source) => {
      const [photo, pdf] = [joplinId('c'), joplinId('d')]
      const items = writeItems(
        { id: joplinId('a'), type: 1, title: 'Page', body: source },
        { id: joplinId('b'), type: 1, title: 'Other' },
        { id: photo, type: 4, title: 'photo.png' },
        { id: pdf, type: 4, title: 'doc.pdf' },
      )
      return convertTexts({
        ...items,
        [`resources/${photo}.png`]: pixel,
        [`resources/${pdf}.pdf`]: 'x',
      })
    },
    path: 'Page.md',
  },
  {
    name: 'Logseq',
    samples: logseqSamples,
    convert: async (source) => {
      const converted = await convertTexts({
        'logseq/config.edn': '{}',
        'pages/Page.md': source,
        'pages/Other.md': `- A block\n  id:: ${blockId}\n`,
        'pages/Team___Other part.md': '- Part\n',
        'assets/photo.png': pixel,
        'assets/doc.pdf': 'x',
      })
      // The other page has a block ID that only one sample leads to.
      return { ...converted, losses: converted.losses.filter(({ path }) => path === 'Page.md') }
    },
    path: 'Page.md',
  },
]

describe('convertSource', () => {
  for (const { name, samples, convert, path } of subjects) {
    it(`converts the blocks of ${name}, and says what changes`, async () => {
      for (const sample of samples) {
        const { files: texts, losses, warnings } = await convert(sample.source)
        const where = `${name}: ${sample.block}`
        assert.equal(splitFrontMatter(texts[path] ?? '').body, sample.markdown, where)
        const outcomes = new Set(losses.map(({ outcome }) => outcome))
        const expected =
          sample.isLost === true ? ['lost'] : sample.as === undefined ? [] : ['changed']
        assert.deepEqual([...outcomes], expected, where)
        assert.deepEqual(warnings, [], where)
      }
    })
  }

  it('has the table of the documentation', async () => {
    const text = await readFile(
      new URL('../../../../docs/import-export.md', import.meta.url),
      'utf8',
    )
    assert.ok(
      text.includes(tableOf(subjects)),
      `docs/import-export.md needs:\n\n${tableOf(subjects)}`,
    )
  })
})

/** The blocks of all sources, and what becomes of each. */
function tableOf(columns: readonly Subject[]): string {
  const blocks = new Set(columns.flatMap(({ samples }) => samples.map(({ block }) => block)))
  const rows = Array.from(blocks, (block) => {
    const cells = columns.map(({ samples }) => {
      const sample = samples.find((one) => one.block === block)
      return sample === undefined ? '–' : outcomeOf(sample)
    })
    return `| ${[block, ...cells].join(' | ')} |`
  })
  const head = `| block | ${columns.map(({ name }) => name).join(' | ')} |`
  return [head, `|${' --- |'.repeat(columns.length + 1)}`, ...rows].join('\n')
}
