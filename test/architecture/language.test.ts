import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { isTest, locationsOf, read, root, sourcesOf } from './sources.ts'

const all = sourcesOf('content', 'messages', 'server', 'client', 'web', 'test', 'bench')
const production = all.filter(({ path }) => !isTest(path))
const shipped = production.filter(({ path }) =>
  /^(?:content|messages|server|client|web\/src)\//.test(path),
)

type Report = { diagnostics: { filename: string; labels: { span: { line: number } }[] }[] }

/** Every `as` and where it begins: oxlint finds them, with a rule under which none is allowed. */
function assertions(): { path: string; line: number }[] {
  const oxlint = `${root}node_modules/oxlint/bin/oxlint`
  const settings = ['--config', 'test/architecture/assertions.json', '--format', 'json']
  const { stdout } = spawnSync(process.execPath, [oxlint, ...settings], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  // SAFETY: what oxlint writes in this format; a test below fails if it finds nothing in it.
  const { diagnostics } = JSON.parse(stdout) as Report
  return diagnostics.map(({ filename, labels: [label] }) => ({
    path: filename,
    line: label?.span.line ?? 0,
  }))
}

/** The reason stands above the statement, which may be a few lines long. */
function hasReason({ path, line }: { path: string; line: number }): boolean {
  const lines = read(path).split('\n')
  return lines
    .slice(Math.max(0, line - 6), line)
    .join('\n')
    .includes('SAFETY: ')
}

describe('types', () => {
  const asserted = assertions().filter(({ path }) => !isTest(path))

  it('are asserted with `as` less than 5 times in 1,000 lines', (t) => {
    const paths = new Set(shipped.map(({ path }) => path))
    const count = asserted.filter(({ path }) => paths.has(path)).length
    const lines = shipped.reduce((sum, source) => sum + source.lines, 0)
    const share = (1000 * count) / lines
    t.diagnostic(`${count} in ${lines} lines: ${share.toFixed(2)} per 1,000`)
    assert.ok(count > 0 && share < 5, `${share.toFixed(2)} per 1,000 lines`)
  })

  it('are asserted only with a reason: SAFETY: in a comment above', () => {
    const bare = asserted.filter((one) => !hasReason(one))
    assert.deepEqual(bare, [])
  })
})

describe('errors', () => {
  it('are never a bare Error, in the server and the client', () => {
    const bare = shipped
      .filter(({ path }) => !path.startsWith('web/'))
      .flatMap((source) =>
        locationsOf(source, /\bthrow new (?:Type|Range|Syntax|Eval|URI|Aggregate)?Error\b/g),
      )
    assert.deepEqual(bare, [], 'throw an AppError, whose code says what the caller gets')
  })
})

describe('tests', () => {
  it('are all run: no only, no skip, no todo', () => {
    const switched =
      /\b(?:it|test|describe|suite|t)\.(?:only|skip|todo)\b|[{,]\s*(?:only|skip|todo): (?!false)\w/g
    const tests = all.filter(({ path }) => isTest(path))
    assert.deepEqual(
      tests.flatMap((source) => locationsOf(source, switched)),
      [],
    )
  })
})
