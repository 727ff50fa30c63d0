import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTest, lineAt, place, places, type Source, sourcesOf } from './sources.ts'

const all = sourcesOf('content', 'server', 'client', 'web', 'test', 'bench')
const production = all.filter(
  ({ path }) => !isTest(path) && /^(?:content|server|client)\//.test(path),
)
const web = all.filter(({ path }) => !isTest(path) && path.startsWith('web/src/'))
const shipped = [...production, ...web]
/** Vite reads its settings from a default export. */
const settings = 'web/vite.config.ts'

/** Words that are there as types only: gone once types are taken out. */
function erased(source: Source, pattern: RegExp): number[] {
  const { code, plain } = withoutImports(source)
  return [...code.matchAll(pattern)].map(({ index }) => index).filter((at) => plain[at] === ' ')
}

/** `import { a as b }` and `export * as c` rename; they assert nothing. */
function withoutImports({ code, plain }: Source): { code: string; plain: string } {
  const renames = /\b(?:import|export)\b(?:\s+type)?\s*(?:\*\s*as\s+\w+|\{[^}]*\})/g
  return { code: code.replaceAll(renames, ({ length }) => ' '.repeat(length)), plain }
}

describe('types', () => {
  it('are never any', () => {
    const found = all.flatMap((source) =>
      erased(source, /\bany\b/g).map((index) => place(source, index)),
    )
    assert.deepEqual(found, [])
  })

  it('are asserted with `as` less than 5 times in 1,000 lines', (t) => {
    const count = shipped.flatMap((source) => assertions(source)).length
    const lines = shipped.reduce((sum, source) => sum + source.lines, 0)
    const share = (1000 * count) / lines
    t.diagnostic(`${count} in ${lines} lines: ${share.toFixed(2)} per 1,000`)
    assert.ok(share < 5, `${share.toFixed(2)} per 1,000 lines`)
  })

  it('are asserted only with a reason: SAFETY: in a comment above', () => {
    const bare = [...shipped, ...all.filter(({ path }) => path.startsWith('bench/'))].flatMap(
      (source) =>
        assertions(source)
          .filter((index) => !hasReason(source, index))
          .map((index) => place(source, index)),
    )
    assert.deepEqual(bare, [])
  })
})

function assertions(source: Source): number[] {
  return erased(source, /(?<=\s)as(?!\s+const\b)(?=\s)/g)
}

/** The reason stands above the statement, which may be a few lines long. */
function hasReason({ text }: Source, index: number): boolean {
  const line = lineAt(text, index)
  return text
    .split('\n')
    .slice(Math.max(0, line - 6), line)
    .join('\n')
    .includes('SAFETY: ')
}

describe('modules', () => {
  it('have no default export', () => {
    assert.deepEqual(
      all
        .filter(({ path }) => path !== settings)
        .flatMap((source) => places(source, /\bexport\s+default\b|\bas\s+default\b/g)),
      [],
    )
  })

  it('are imported with their ending, and Node by its prefix', () => {
    const wrong = all.flatMap((source) =>
      [...source.code.matchAll(/\bfrom\s+['"]/g)]
        .filter(({ index }) => {
          const name = /^from\s+['"]([^'"]+)/.exec(source.text.slice(index))?.[1] ?? ''
          return name.startsWith('.') && !/\.(?:tsx?|json|css|svg)$/.test(name)
        })
        .map(({ index }) => place(source, index)),
    )
    assert.deepEqual(wrong, [])
  })
})

describe('errors', () => {
  it('are never a bare Error, in the server and the client', () => {
    const bare = production.flatMap((source) =>
      places(source, /\bthrow\s+new\s+(?:Type|Range|Syntax|Eval|URI|Aggregate)?Error\b/g),
    )
    assert.deepEqual(bare, [], 'throw an AppError, whose code says what the caller gets')
  })
})

describe('the environment', () => {
  it('is read in server/config.ts only', () => {
    const readers = production
      .filter(({ path }) => path !== 'server/config.ts')
      .flatMap((source) => places(source, /\bprocess\.env\b/g))
    assert.deepEqual(readers, [])
  })
})

describe('tests', () => {
  it('are all run: no only, no skip, no todo', () => {
    const tests = all.filter(({ path }) => isTest(path))
    const switched =
      /\b(?:it|test|describe|suite|t)\.(?:only|skip|todo)\b|\b(?:only|skip|todo):\s*(?!false)\w/g
    assert.deepEqual(
      tests.flatMap((source) => places(source, switched)),
      [],
    )
  })
})
