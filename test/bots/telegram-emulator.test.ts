import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import emulator from 'telegram-test-api'
import { openService } from '../../server/bots/services/registry.ts'
import { readUpdate } from '../../server/bots/services/telegram/messages.ts'
import { paragraph } from '../../server/domain/chats/text.ts'
import { createAddressGuard } from '../../server/lib/network/address-guard.ts'
import { openOutboundHttp } from '../../server/lib/network/outbound-http.ts'
import { openHosts } from '../support/outside/webhooks.ts'

// SAFETY: it exports the class itself, not what its types say.
const TelegramServer = emulator as unknown as typeof emulator.default

type Written = { message: { text: string; parse_mode?: string } }

const token = '123456:emulated'

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // SAFETY: it listens on a port.
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe('a bot of Telegram with telegram-test-api', () => {
  it('is known, hears a command in its turn, and answers with HTML', async () => {
    const port = await freePort()
    const server = new TelegramServer({ port, host: '127.0.0.1' })
    await server.start()
    const outboundHttp = openOutboundHttp(createAddressGuard(openHosts('127.0.0.1')))
    const { telegramApi } = await import('../../server/bots/services/telegram/bot-api.ts')
    try {
      const settings = {
        baseUrl: `http://127.0.0.1:${port}`,
        trigger: 'quire',
        delivery: 'polling' as const,
      }
      const given = { createdBy: '', connectionId: 'c', settings, secrets: { token } }
      const telegram = await openService('telegram')
      assert.ok(telegram)
      const known = await telegram.identify(outboundHttp, given, '')
      assert.ok(known.ok)
      const client = server.getClient(token)
      await client.sendCommand(client.makeCommand('/search zebra'))
      const [update] = await telegramApi(outboundHttp, given).getUpdates()
      assert.ok(update)
      const bot = {
        ...given,
        workspaceId: 'w',
        service: 'telegram',
        account: known.account,
        name: known.name,
      }
      const incoming = readUpdate(update, bot)
      assert.deepEqual([incoming?.text, incoming?.isShared], ['search zebra', false])
      const chatId = incoming?.chat.id ?? ''
      const blocks = [paragraph({ text: 'A <b> & zebra', styles: ['bold'] })]
      assert.deepEqual(await telegram.send(outboundHttp, bot, { chatId, blocks }), { ok: true })
      const { result } = await client.getUpdates()
      assert.deepEqual(
        result.map(({ message: { text, parse_mode: mode } }: Written) => [text, mode]),
        [['<b>A &lt;b&gt; &amp; zebra</b>', 'HTML']],
      )
    } finally {
      await outboundHttp.close()
      await server.stop()
    }
  })
})
