import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { files, read, sourcesOf } from './sources.ts'

/** Statements that look beyond one workspace, and for whom: none of them is of the API. */
const beyond: Record<string, string> = {
  'audit.list': 'the operator: the audit log of the whole server',
  'pages.madeBy': 'a person who makes a page, where an administrator has set how many they may',
  'files.bytesMadeBy': 'a person who adds a file, where an administrator has set how much they may',
  'personalData.pages': 'the export of the data of one person: the pages they created',
  'personalData.comments': 'the export of the data of one person: the comments they wrote',
  'personalData.proposals': 'the export of the data of one person: the proposals they made',
  'personalData.proposalComments':
    'the export of the data of one person: what they said about proposals',
  'personalData.files': 'the export of the data of one person: the files they uploaded',
  'personalData.audit': 'the export of the data of one person: what they did',
  'invitations.byMailHash': 'who opens the link of an invitation that came by mail',
  'invitations.forEmail': 'who signs in by a provider for the first time',
  'queues.depths': 'the operator: how much waits in the whole server, as numbers at /metrics',
  'damagedContents.all': 'work in the background: the marked contents of all files',
  'files.nextHashes': 'work in the background: the contents of all files',
  'unownedContents.owner': 'who deletes a file: whether any other has the same content',
  'files.hashes': 'backup, check and move: the contents of all files',
  'search.outdated': 'work in the background: which workspaces have any',
  'imports.workspaces': 'work in the background: which workspaces have any',
  'transfers.workspaces': 'work in the background: which workspaces have any',
  'linkChanges.workspaces': 'work in the background: which workspaces have any',
  'wantedLinks.workspaces': 'work in the background: which workspaces have any',
  'linkIndexing.outdated': 'work in the background: which workspaces have any',
  'steps.behind': 'work in the background: which workspaces have any',
  'inboxChanges.behind': 'work in the background: which workspaces have any',
  'inboxSettings.workspaces': 'work in the background: which workspaces have any',
  'inboxChats.workspaces': 'work in the background: which workspaces have any',
  'inboxUpkeep.nextWorkspace': 'work in the background: which workspaces have any',
  'steps.nextWorkspace': 'work in the background: which workspaces have any',
  'skillStates.workspaces': 'work in the background: which workspaces have any',
  'skillVersions.forEveryone': 'the public skills of the server, which name themselves',
  'searchPending.workspaces': 'work in the background: which workspaces have any',
  'embeddings.due': 'work in the background: which workspaces have any',
  'webhookCursors.behind': 'work in the background: which workspaces have any',
  'webhookCursors.uncleaned': 'work in the background: which workspaces have any',
}
/**
 * Where to find the workspace by something else: split by that, or whole on every part. A statement asks
 * one of them alone, and the next goes to the workspace.
 */
const directories: Record<string, string> = {
  members: 'user_id',
  file_workspaces: 'file_id',
  invitations: 'hash',
  chat_accounts: 'account',
  share_links: 'token_hash',
  skill_links: 'token_hash',
  visitor_sessions: 'hash',
  sites: 'slug',
}
/** The operator's commands read and write everything. */
const operators = /^(?:dump|checks|check|rightsChecks)\./

/** The tables whose rows are of a workspace. */
const split = new Set(
  files
    .filter((path) => path.startsWith('server/store/sqlite/migrations/'))
    .flatMap((path) => [...read(path).matchAll(/^create table (\w+) \(([^;]*);/gm)])
    .filter(([, , columns = '']) => /^\s+workspace_id /m.test(columns))
    .map(([, table = '']) => table),
)
const statements = sourcesOf('server/store')
  .filter(({ path }) => /^server\/store\/(?!sqlite\/|contract)(?:\w+\/)?[\w-]+\.ts$/.test(path))
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
    .filter(({ table }) => split.has(table))
}

function staysInside(sql: string): boolean {
  if (/^insert into \w+ \(workspace_id,/.test(sql)) return true
  const tables = tablesOf(sql)
  const isBound = (alias: string) =>
    new RegExp(`(?<![\\w.])(?:${alias}\\.)?workspace_id = \\$workspaceId\\b`).test(sql)
  const isTied = (alias: string) =>
    new RegExp(`\\b${alias}\\.workspace_id = \\w+\\.(?:workspace_)?id\\b`).test(sql) ||
    new RegExp(`\\b\\w+\\.workspace_id = ${alias}\\.workspace_id\\b`).test(sql)
  return (
    tables.some(({ alias }) => isBound(alias)) &&
    tables.every(({ alias }) => isBound(alias) || isTied(alias))
  )
}

function asksDirectory(sql: string): boolean {
  const [only, ...others] = tablesOf(sql)
  const key = directories[only?.table ?? '']
  if (key === undefined || others.length > 0) return false
  return new RegExp(`^insert into \\w+ \\(${key},|\\bwhere ${key} = \\$\\w+`).test(sql)
}

describe('the audit log', () => {
  it('is only ever added to: no statement updates, replaces or removes an entry', () => {
    const named = statements.filter(({ sql }) => sql.includes('audit_entries'))
    assert.ok(named.length >= 3, `only ${named.length} were found`)
    const changing = named.filter(
      ({ sql }) => !/^(?:insert into|select) (?!.*on conflict)/.test(sql),
    )
    assert.deepEqual(changing, [])
  })
})

describe('statements', () => {
  const ofWorkspaces = statements.filter(
    ({ name, sql }) => tablesOf(sql).length > 0 && !operators.test(name),
  )

  it('stay inside one workspace, so that the data can be split by it', () => {
    assert.ok(ofWorkspaces.length > 50, `only ${ofWorkspaces.length} were found`)
    const crossing = ofWorkspaces.filter(
      ({ name, sql }) => beyond[name] === undefined && !staysInside(sql) && !asksDirectory(sql),
    )
    assert.deepEqual(crossing, [])
  })

  it('are listed as exceptions only where they are some', () => {
    const names = new Set(statements.map(({ name }) => name))
    const idle = Object.keys(beyond).filter((name) => !names.has(name))
    assert.deepEqual(idle, [])
  })
})
