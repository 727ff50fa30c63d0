import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useRemote } from '../support/processes/remote.ts'
import { addKey } from '../support/server.ts'

describe('quire proposals', () => {
  const remote = useRemote()

  const propose = async (text: string) => {
    const { workspaceId } = remote.quire()
    const client = remote.client()
    await client.proposals.setProposalSettings({ workspaceId, acceptsOwn: true })
    const { pageId } = await client.pages.create({
      workspaceId,
      title: 'Plan',
      markdown: 'We meet on Monday.',
    })
    const { proposalId } = await client.proposals.create({
      workspaceId,
      title: 'Correct the date',
      reason: 'It was moved.',
      changes: [
        { kind: 'edit', pageId, markdown: text, expectedVersion: 1 },
        { kind: 'create', title: 'Minutes', markdown: 'None yet.' },
      ],
    })
    return { pageId, proposalId, workspaceId }
  }

  it('rejects a proposal that does not exist', async () => {
    const unknown = '01a1f7ec-0000-7000-8000-000000000000'
    for (const words of [
      ['show', unknown],
      ['accept', unknown, '--revision', '1'],
      ['decline', unknown],
    ]) {
      const { code, exitCode } = await remote.refused('proposals', ...words)
      assert.deepEqual([code, exitCode], ['PROPOSAL_NOT_FOUND', 4])
    }
  })

  it('lists those in a state, and shows one with its changes', async () => {
    const { proposalId } = await propose('We meet on Friday.')
    const { stdout: list } = await remote.run(['proposals', 'list', '--mine'])
    assert.equal(list, `${proposalId}\topen\tAda Lovelace\tCorrect the date\n`)
    assert.deepEqual(
      (await remote.json('proposals', 'list', '--state', 'accepted'))['proposals'],
      [],
    )
    const { stdout } = await remote.run(['proposals', 'show', proposalId])
    assert.match(stdout, /^Correct the date\nopen, revision 1, by Ada Lovelace\n\nIt was moved\.\n/)
    assert.match(
      stdout,
      /^2\. edit: Plan \(open\)\n {2}- We meet on Monday\.\n {2}\+ We meet on Friday\.$/m,
    )
    assert.match(stdout, /^1\. create: Minutes \(open\)$/m)
    const shown = await remote.json('proposals', 'show', proposalId)
    assert.partialDeepStrictEqual(shown, { id: proposalId, revision: 1, canAccept: true })
    await remote.json('proposals', 'decline', proposalId)
  })

  it('accepts only the revision that was reviewed', async () => {
    const { pageId, proposalId, workspaceId } = await propose('We meet on Friday.')
    await remote.client().proposals.update({ workspaceId, proposalId, title: 'Correct the day' })
    const words = ['proposals', 'accept', proposalId, '--revision']
    const { code, exitCode } = await remote.refused(...words, '1')
    assert.deepEqual([code, exitCode], ['PROPOSAL_CONFLICT', 5])
    const { stdout } = await remote.run([...words, '2'])
    assert.equal(stdout, `${proposalId}\taccepted\n`)
    const { stdout: text } = await remote.run(['page', 'get', pageId])
    assert.equal(text, 'We meet on Friday.\n')
    assert.equal((await remote.refused(...words, '2')).code, 'PROPOSAL_CLOSED')
  })

  it('accepts and declines single changes', async () => {
    const { pageId, proposalId } = await propose('We meet on Sunday.')
    await remote.json(
      'proposals',
      'decline',
      proposalId,
      '--change',
      '1',
      '--reason',
      'Not needed.',
    )
    await remote.json('proposals', 'accept', proposalId, '--revision', '1', '--change', '2')
    const { list } = await remote.json('proposals', 'show', proposalId)
    assert.partialDeepStrictEqual(list, [{ state: 'declined' }, { state: 'accepted' }])
    const { stdout } = await remote.run(['proposals', 'show', proposalId])
    assert.match(stdout, /^accepted in part, revision 1, by Ada Lovelace$/m)
    const { stdout: all } = await remote.run(['proposals', 'list', '--state', 'accepted'])
    assert.match(all, new RegExp(`^${proposalId}\taccepted in part\t`, 'm'))
    assert.equal((await remote.run(['page', 'get', pageId])).stdout, 'We meet on Sunday.\n')
  })

  it('says where an edit became a proposal, because the key can only propose', async () => {
    const { workspaceId } = remote.quire()
    const { pageId } = await remote
      .client()
      .pages.create({ workspaceId, title: 'Guarded', markdown: 'a' })
    const key = await addKey(remote.quire(), { proposeOnly: true })
    const environment = { ...remote.environment(), QUIRE_KEY: key }
    const words = ['page', 'append', pageId, '--text', 'b']
    const { code, stdout } = await remote.run(words, { environment })
    assert.equal(code, 0)
    assert.match(stdout, new RegExp(`^${pageId}\tproposed as [0-9a-f-]{36}\n$`))
    assert.equal((await remote.run(['page', 'get', pageId])).stdout, 'a\n')
  })
})
