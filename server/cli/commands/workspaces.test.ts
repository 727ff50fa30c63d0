import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useCommands } from '../../../test/support/processes/commands.ts'

const owner = ['--owner', 'ada@example.com']

const { json, refused, quire, quireProcess, first } = useCommands()

describe('quire workspace add', () => {
  it('refuses an owner who is not there, a name of no word or no end, and a slug that is taken or none', async () => {
    const code = async (...words: string[]) => (await refused('workspace', 'add', ...words)).code
    assert.equal(await code('New', '--owner', 'nobody@example.com'), 'USER_NOT_FOUND')
    assert.equal(await code(' - ', ...owner), 'VALIDATION_FAILED')
    assert.equal(await code('x'.repeat(101), ...owner), 'VALIDATION_FAILED')
    assert.equal(await code('New', ...owner, '--slug', 'Not A Slug'), 'VALIDATION_FAILED')
    assert.equal(await code('New', ...owner, '--slug', 'lab'), 'ALREADY_EXISTS')
  })

  it('makes a slug from the name, with a number when it is taken', async () => {
    const { slug, id } = await json('workspace', 'add', 'Çağ & Söz', ...owner)
    assert.equal(slug, 'cag-soz')
    assert.match(String(id), /^[\da-f-]{36}$/)
    assert.equal((await json('workspace', 'add', 'Lab', ...owner))['slug'], 'lab-2')
    assert.equal((await json('workspace', 'add', 'LAB!', ...owner))['slug'], 'lab-3')
  })

  it('prints id and slug', async () => {
    const { stdout } = await quireProcess(
      'workspace',
      'add',
      'New',
      ...owner,
      '--slug',
      'brand-new',
    )
    assert.match(stdout, /^id {4}[\da-f-]{36}\nslug {2}brand-new\n$/)
    const { members } = await json('member', 'list', 'brand-new')
    assert.equal((members as { role: string }[])[0]?.role, 'OWNER')
  })
})

describe('quire workspace list', () => {
  it('shows every workspace, as a table and as JSON', async () => {
    const { workspaces } = await json('workspace', 'list')
    const [{ createdAt, ...lab }] = workspaces as [Record<string, unknown>]
    assert.match(String(createdAt), /Z$/)
    assert.deepEqual(lab, { id: first().workspaceId, name: 'Lab', slug: 'lab' })
    const { stdout } = await quire('workspace', 'list')
    assert.match(stdout, /^SLUG +NAME +ID\nlab +Lab +[\da-f-]{36}\n/)
  })
})

describe('quire workspace remove', () => {
  it('refuses another name, and deletes the workspace that is meant', async () => {
    await json('workspace', 'add', 'Old Stock', '--owner', 'ada@example.com')
    const refusal = await refused('workspace', 'remove', 'old-stock', '--name', 'Lab')
    assert.match(refusal.message, /^--name must be the name of the workspace, Old Stock$/)
    const removed = await json('workspace', 'remove', 'old-stock', '--name', 'Old Stock')
    assert.equal(removed['removed'], true)
    const { workspaces } = await json('workspace', 'list')
    assert.equal(
      (workspaces as { slug: string }[]).some(({ slug }) => slug === 'old-stock'),
      false,
    )
    const { entries } = await json('audit', '--limit', '1')
    assert.equal((entries as { action: string }[])[0]?.action, 'workspace.remove')
  })
})
