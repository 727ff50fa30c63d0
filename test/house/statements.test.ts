import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sourcesOf } from './sources.ts'

/** Statements that look beyond one workspace, and for whom. */
const beyond: Record<string, string> = {
  'members.ofUser': 'the workspaces of a person',
  'files.ofMember': 'a file by its address, which names no workspace',
  'pageLookup.workspacesOf': 'a page by its address, which names no workspace',
  'invitations.byHash': 'an invitation by its link, which names no workspace',
  'invitations.forEmail': 'somebody new who has proven their address',
  'files.hashes': 'backup, check and move: the contents of all files',
  'search.mergeable': 'work in the background: which workspaces have any',
  'search.outdated': 'work in the background: which workspaces have any',
  'embeddings.due': 'work in the background: which workspaces have any',
}
/** The operator's commands read and write everything. */
const operators = /^(?:dump|checks|check)\./

const split =
  /\b(?:members|pages|page_contents|page_versions|page_visits|favourites|comments|files|invitations|page_files|events|search_\w+|embedding_\w+)\b/
const statements = sourcesOf('server/store')
  .filter(({ path }) => /^server\/store\/(?:postgres\/)?[\w-]+\.ts$/.test(path))
  .filter(({ path }) => !path.endsWith('.test.ts'))
  .flatMap(({ text }) => [
    ...text.matchAll(/\bstatement(?:<[^(]*>)?\(\s*['"`]([\w.]+)['"`],\s*(['"`])([^]*?)\2,?\s*\)/g),
  ])
  .map(([, name = '', , sql = '']) => ({ name, sql: sql.replaceAll(/\s+/g, ' ') }))

/** Tables named in a statement, each under the name it has there. */
function tablesOf(sql: string): { table: string; alias: string }[] {
  const named =
    /\b(?:from|join|into|update) (\w+)(?: (?!set\b|where\b|on\b|order\b|values\b|group\b|left\b|join\b)(\w+))?/g
  return [...sql.matchAll(named)]
    .map(([, table = '', alias]) => ({ table, alias: alias ?? table }))
    .filter(({ table }) => new RegExp(`^${split.source}$`).test(table))
}

function staysInside(sql: string): boolean {
  if (/^insert into \w+ \(workspace_id,/.test(sql)) return true
  const tables = tablesOf(sql)
  const isBound = (alias: string) =>
    new RegExp(`(?<![\\w.])(?:${alias}\\.)?workspace_id = \\$1\\b`).test(sql)
  const isTied = (alias: string) =>
    new RegExp(`\\b${alias}\\.workspace_id = \\w+\\.(?:workspace_)?id\\b`).test(sql) ||
    new RegExp(`\\b\\w+\\.workspace_id = ${alias}\\.workspace_id\\b`).test(sql)
  return (
    tables.some(({ alias }) => isBound(alias)) &&
    tables.every(({ alias }) => isBound(alias) || isTied(alias))
  )
}

describe('statements', () => {
  const ofWorkspaces = statements.filter(
    ({ name, sql }) => tablesOf(sql).length > 0 && !operators.test(name),
  )

  it('stay inside one workspace, so that the data can be split by it', () => {
    assert.ok(ofWorkspaces.length > 50, `only ${ofWorkspaces.length} were found`)
    const crossing = ofWorkspaces.filter(
      ({ name, sql }) => beyond[name] === undefined && !staysInside(sql),
    )
    assert.deepEqual(crossing, [])
  })

  it('are listed as exceptions only where they are some', () => {
    const names = new Set(statements.map(({ name }) => name))
    const idle = Object.keys(beyond).filter((name) => !names.has(name))
    assert.deepEqual(idle, [])
  })
})
