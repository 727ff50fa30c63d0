import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useCommands } from '../../../test/support/processes/commands.ts'

const ada = 'ada@example.com'

describe('quire agent', () => {
  const { json, refused, quire, quireProcess, first } = useCommands()
  const list = async () => {
    const { agents } = await json('agent', 'list', 'lab')
    return agents as Record<string, unknown>[]
  }
  const add = (...words: string[]) => json('agent', 'add', 'lab', 'Robo', '--owner', ada, ...words)

  it('refuses a workspace, a person, an agent and a page that are not there', async () => {
    const code = async (...words: string[]) => (await refused('agent', ...words)).code
    const nowhere = first().workspaceId
    assert.equal(await code('list', 'nowhere'), 'WORKSPACE_NOT_FOUND')
    const unknown = ['add', 'lab', 'Robo', '--owner', 'nobody@example.com']
    assert.equal(await code(...unknown), 'USER_NOT_FOUND')
    const page = ['add', 'lab', 'Robo', '--owner', ada, '--page', nowhere]
    assert.equal(await code(...page), 'PAGE_NOT_FOUND')
    for (const action of ['pause', 'resume']) {
      assert.equal(await code(action, 'lab', nowhere), 'AGENT_NOT_FOUND')
    }
    assert.deepEqual(await list(), [])
    assert.equal((await quire('agent', 'add', 'lab', 'Robo')).code, 2)
  })

  it('adds an agent with an address that gets keys, and lists it', async () => {
    const { id, email } = await add('--role', 'propose', '--icon', '🤖')
    assert.equal(email, `agent-${String(id)}@agents.invalid`)
    const agent = (await list()).find((one) => one['id'] === id)
    assert.deepEqual(
      [agent?.['name'], agent?.['role'], agent?.['scope'], agent?.['pauseReason']],
      ['Robo', 'propose', 'workspace', null],
    )
    const { key } = await json('key', 'add', email)
    assert.match(String(key), /^svc_/)
  })

  it('pauses and resumes an agent', async () => {
    const id = String((await add())['id'])
    const reason = async () => (await list()).find((one) => one['id'] === id)?.['pauseReason']
    assert.deepEqual(await json('agent', 'pause', 'lab', id), { id, paused: true })
    assert.equal(await reason(), 'requested')
    assert.deepEqual(await json('agent', 'resume', 'lab', id), { id, paused: false })
    assert.equal(await reason(), null)
  })

  it('prints for people', async () => {
    const added = await quireProcess('agent', 'add', 'lab', 'Rosa', '--owner', ada)
    assert.match(added.stdout, /^id {7}[\da-f-]{36}\naddress {2}agent-.*@agents\.invalid\n$/)
    const listed = await quire('agent', 'list', 'lab')
    assert.match(listed.stdout, /^ID .*NAME .*ROLE .*OWNER .*STATE\n/)
    assert.match(listed.stdout, /Rosa .*read .*Ada Lovelace .*active\n/)
  })
})
