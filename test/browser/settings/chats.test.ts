import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startWorker } from '../../support/chats/bot-runner.ts'
import { startTelegram, type TelegramStandIn } from '../../support/chats/telegram.ts'
import { openHosts } from '../../support/outside/webhooks.ts'
import { until } from '../../support/until.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

let screens: Screens
let telegram: TelegramStandIn
let worker: ReturnType<typeof startWorker>

before(async () => {
  telegram = await startTelegram()
  screens = await openScreens({ allowedHosts: openHosts('127.0.0.1') })
  worker = startWorker(screens.quire.app)
})
after(async () => {
  await worker.stop()
  await screens.close()
  await telegram.close()
})

describe('the settings of chats', () => {
  it('take a person from a token to a bot that knows them and tells what happens', async () => {
    const page = await screens.visitAs()
    const { workspaceId } = screens.quire
    // The server of the Bot API is a setting of the API alone.
    const created = await page.request.post('/app/chats/connect', {
      headers: { origin: screens.address },
      data: { workspaceId, service: 'telegram', token: telegram.token, baseUrl: telegram.url },
    })
    assert.equal(created.status(), 200)
    await page.goto('/settings/chats')
    await page.getByRole('button', { name: 'Link my account with @quire_bot' }).click()
    const command = await page.getByText(/^\/link /).textContent()
    telegram.say(command ?? '')
    await until(() => telegram.sent[0])
    assert.match(telegram.sent[0]?.plain ?? '', /^Welcome/)
    await page.keyboard.press('Escape')
    telegram.say('/subscribe everything')
    await until(() => telegram.sent[1])
    await page.reload()
    await page.getByText('@user7 on Telegram · linked').waitFor()
    await page.getByRole('button', { name: 'Send a test to @user7' }).click()
    await page.getByText('Test sent to @user7').waitFor()
    assert.match(telegram.sent[2]?.plain ?? '', /^This is a test/)
    assert.deepEqual(telegram.faults, [])
  })
})
