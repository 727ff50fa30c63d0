import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useCommands } from '../../../test/support/processes/commands.ts'

const [ada, bob] = ['ada@example.com', 'bob@example.com']

describe('quire admin', () => {
  const { json, refused, quireProcess } = useCommands()
  type Row = { email: string; since: string | null }
  const emails = ({ administrators }: Record<string, unknown>) =>
    // SAFETY: what the command prints.
    (administrators as Row[]).map(({ email }) => email)

  it('refuses people who are not there, and to leave the server without one', async () => {
    assert.equal((await refused('admin', 'add', 'no@example.com')).code, 'USER_NOT_FOUND')
    assert.equal((await refused('admin', 'remove', 'no@example.com')).code, 'USER_NOT_FOUND')
    assert.equal((await refused('admin', 'remove', ada)).code, 'LAST_ADMINISTRATOR')
  })

  it('names the first person from the start, and others beside them', async () => {
    assert.deepEqual(emails(await json('admin', 'list')), [ada])
    await json('user', 'add', bob, '--first-name', 'Bob', '--last-name', 'Brown')
    assert.deepEqual(emails(await json('admin', 'add', bob)), [ada, bob])
    assert.deepEqual(emails(await json('admin', 'add', bob)), [ada, bob])
    assert.deepEqual(emails(await json('admin', 'remove', ada)), [bob])
    const { entries } = await json('audit', '--limit', '2')
    assert.deepEqual(
      // SAFETY: what the command prints.
      (entries as { action: string }[]).map(({ action }) => action),
      ['administrator.remove', 'administrator.add'],
    )
  })

  it('turns off what keeps people from signing in', async () => {
    const off = await json('admin', 'turn-off-policies')
    assert.deepEqual([off['requireTwoFactors'], off['requireSingleSignOn']], [false, false])
    const { entries } = await json('audit', '--limit', '1')
    // SAFETY: what the command prints.
    const [entry] = entries as { action: string }[]
    assert.equal(entry?.action, 'server-settings.update')
  })

  it('prints for people', async () => {
    const { stdout } = await quireProcess('admin', 'list')
    assert.match(stdout, /^EMAIL .*NAME .*SINCE\nbob@example.com +Bob Brown +\d{4}-/)
  })
})
