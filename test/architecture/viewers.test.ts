import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readsWithoutViewer as reasons } from './reads-without-viewer.ts'
import { isTest, sourcesOf } from './sources.ts'

const sources = sourcesOf('server').filter(({ path }) => !isTest(path))
const index = sources.find(({ path }) => path === 'server/store/index.ts')?.text ?? ''
/** Modules of the store whose rows belong to pages. */
const ofPages =
  /^server\/store\/(?:(?:pages|files|comments|events|links|templates|views)\/|search\/hits\.ts$)/
const functions = /^export (?:async )?function (?<name>\w+)\((?<parameters>[^]*?)\)\s*: /gm

/** The functions of the store that read rows of pages without a viewer, as `noun.name`. */
function functionsWithoutViewer(): string[] {
  return [...index.matchAll(/^export \* as (?<noun>\w+) from '\.\/(?<path>[^']+)'/gm)].flatMap(
    ({ groups: { noun = '', path = '' } = {} }) => {
      const source = sources.find((one) => one.path === `server/store/${path}`)
      if (source === undefined || !ofPages.test(source.path)) return []
      return [...source.text.matchAll(functions)].flatMap(
        ({ groups: { name = '', parameters = '' } = {} }) => {
          const reads = /: (?:Reader|Snapshot)\b/.test(parameters)
          return reads && !/: Viewer\b/.test(parameters) ? [`${noun}.${name}`] : []
        },
      )
    },
  )
}

function callsWithoutViewer(): Record<string, string[]> {
  const names = new Set(['systemViewer', ...functionsWithoutViewer()])
  const found: Record<string, string[]> = {}
  for (const { path, text } of sources) {
    if (path.startsWith('server/store/')) continue
    const called = [...text.matchAll(/\b(\w+\.\w+|systemViewer)\(/g)].map(([, name = '']) => name)
    const calls = new Set(called.filter((name) => names.has(name)))
    if (calls.size > 0) found[path] = [...calls].toSorted()
  }
  return found
}

describe('pages and files', () => {
  it('are read as the caller: exceptions are in reads-without-viewer.ts, with a reason', () => {
    const listed = Object.entries(reasons).map(([path, { calls }]) => [path, calls.toSorted()])
    const hint = 'Pass the viewer of the caller, or add the call to the list with its reason.'
    assert.deepEqual(callsWithoutViewer(), Object.fromEntries(listed), hint)
  })

  it('are known: the store has such functions', () => {
    const names = functionsWithoutViewer()
    assert.ok(names.includes('contents.get') && names.includes('comments.get'))
    assert.ok(!names.includes('pages.get') && !names.includes('files.list'))
  })
})
