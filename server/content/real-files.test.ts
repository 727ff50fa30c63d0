import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { realFiles } from '../../test/fixtures/content/real-files.ts'
import {
  githubHtml,
  normalizedHtml,
  secondHtml,
} from '../../test/fixtures/content/reference-html.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { writeMarkdown } from './write-markdown.ts'

/** Files that are known to come back with other HTML, and why. */
const reasons: Readonly<Record<string, string>> = {
  'minimatch/README.md':
    'a callout with two spaces behind its title, which the reference shows as a line break',
}

function keepsHtml(source: string, written: string): boolean {
  return [githubHtml, secondHtml].some(
    (html) => normalizedHtml(html(source)) === normalizedHtml(html(written)),
  )
}

describe('the README and CHANGELOG files of the installed packages', () => {
  const files = realFiles(fileURLToPath(new URL('../../node_modules', import.meta.url)))
  const written = new Map<string, string>()

  it('are all read', () => {
    for (const { path, markdown } of files) {
      const parsed = parseMarkdown(markdown)
      assert.ok(parsed.ok, `${path}: ${parsed.ok ? '' : parsed.reason}`)
      written.set(path, writeMarkdown(parsed.document))
    }
    assert.ok(files.length > 200, `only ${files.length} files`)
  })

  it('keep their HTML, all but one in two hundred', (test) => {
    const missed = files.filter(
      ({ path, markdown }) => !keepsHtml(markdown.replace(/^\ufeff/, ''), written.get(path) ?? ''),
    )
    for (const { path } of missed) test.diagnostic(`${path}: ${reasons[path] ?? 'reason unknown'}`)
    const share = 1 - missed.length / files.length
    test.diagnostic(`${files.length - missed.length} of ${files.length} files keep their HTML`)
    assert.ok(share >= 0.995, missed.map(({ path }) => path).join(', '))
  })

  it('do not change on a second pass', () => {
    for (const [path, markdown] of written) {
      const parsed = parseMarkdown(markdown)
      assert.ok(parsed.ok && writeMarkdown(parsed.document) === markdown, path)
    }
  })
})
