import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { boards, pages } from '../test/fixtures/content/arbitrary-document.ts'
import { canonical } from '../test/fixtures/content/canonical.ts'
import { boardOf } from './board.ts'
import { checkDocument } from './document.ts'
import type { DocumentResult, PageDocument } from './document.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { plainText } from './text.ts'
import { writeMarkdown } from './write-markdown.ts'

function documentOf(result: DocumentResult): PageDocument {
  assert.ok(result.ok, result.ok ? '' : `${result.path} ${result.reason}`)
  return result.document
}

type Tally = { documents: number; texts: number; stable: number; all: number }

function roundTrips(
  arbitrary: fc.Arbitrary<unknown>,
  read: (markdown: string) => PageDocument,
  numRuns: number,
): Tally {
  const tally = { documents: 0, texts: 0, stable: 0, all: numRuns }
  for (const value of fc.sample(arbitrary, { numRuns, seed: 20_261_120 })) {
    const document = documentOf(checkDocument(JSON.parse(JSON.stringify(value))))
    const markdown = writeMarkdown(document)
    const back = read(markdown)
    if (isDeepStrictEqual(canonical(document), canonical(back))) tally.documents += 1
    if (textOf(document) === textOf(back)) tally.texts += 1
    if (writeMarkdown(back) === markdown) tally.stable += 1
  }
  return tally
}

/** Without the spaces at the edges of lines, which Markdown ignores. */
function textOf(document: PageDocument): string {
  return plainText(document)
    .replace(/^ +| +$/gm, '')
    .replace(/\n{2,}/g, '\n')
    .trim()
}

const readPage = (markdown: string) => documentOf(parseMarkdown(markdown))
const readBoard = (markdown: string) => boardOf(readPage(markdown))

describe('editor documents through Markdown and back', () => {
  const cases = [
    { name: 'pages', arbitrary: pages, read: readPage, count: 2000 },
    { name: 'boards', arbitrary: boards, read: readBoard, count: 600 },
  ]
  for (const { name, arbitrary, read, count } of cases) {
    it(`keeps ${name} of every node and mark with hostile text`, (test) => {
      const tally = roundTrips(arbitrary, read, count)
      test.diagnostic(`${name}: ${JSON.stringify(tally)}`)
      assert.ok(tally.documents >= 0.99 * count, `${tally.documents} of ${count} documents kept`)
      assert.ok(tally.texts >= 0.995 * count, `${tally.texts} of ${count} texts kept`)
      assert.ok(tally.stable >= 0.99 * count, `${tally.stable} of ${count} stable`)
    })
  }
})
