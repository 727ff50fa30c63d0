import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startChats } from '../support/chats/chats.ts'
import { startTelegram } from '../support/chats/telegram.ts'
import { addWorkspace } from '../support/people.ts'

describe('the account of a bot', () => {
  it('is taken once per server it is at, and by no address of somebody else', async () => {
    const { quire, ada } = await startChats()
    const [real, emulated] = [await startTelegram(), await startTelegram()]
    try {
      const other = await addWorkspace(quire, 'Other')
      const connect = async (workspaceId: string, { token, url }: typeof real) => {
        const fields = { workspaceId, service: 'telegram', token, baseUrl: url }
        return (await ada.post('/app/chats/connect', fields)).status
      }
      assert.equal(await connect(other, emulated), 200)
      assert.equal(await connect(quire.workspaceId, real), 200)
      assert.equal(await connect(other, real), 409)
    } finally {
      await quire.close()
      await real.close()
      await emulated.close()
    }
  })
})
