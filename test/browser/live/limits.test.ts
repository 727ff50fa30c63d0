import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import type { ClientMessage } from '../../../server/lib/live-messages.ts'
import { maxConnectionsOfPerson } from '../../../server/live/limits.ts'
import { connectLive } from '../../support/live.ts'
import { addPage, markdownOf, markdownWhen } from '../../support/pages.ts'
import { openPage, waitForSaveState } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'
import { paragraph, typeBehind } from '../../support/web/typing.ts'

type Refused = { code: string; message: string }

describe('a live page that meets a limit', () => {
  let screens: Screens
  let ada: Page
  /** What the server answers to steps, as it does at a limit. */
  let refused: Refused | undefined

  before(async () => {
    screens = await openScreens({}, { provoked: /WebSocket|status of 4(?:01|29)/ })
    ada = await screens.visitAs()
    await ada.routeWebSocket(/\/app\/live/, (socket) => {
      const server = socket.connectToServer()
      socket.onMessage((frame) => {
        // SAFETY: what the web app sends.
        for (const message of JSON.parse(String(frame)) as ClientMessage[]) {
          if (message.type === 'steps' && refused !== undefined) {
            const { pageId, id } = message
            socket.send(JSON.stringify([{ type: 'refused', pageId, id, ...refused }]))
          } else server.send(JSON.stringify([message]))
        }
      })
    })
  })
  after(() => screens.close())

  const open = async () => {
    const pageId = await addPage(screens.quire, 'Plan', { markdown: 'One.\n' })
    await openPage(ada, pageId)
    await typeBehind(ada, 'One.', ' Two.')
    await waitForSaveState(ada, 'saved')
    return pageId
  }
  const notice = (text: string) => ada.getByRole('alert').filter({ hasText: text })

  const limits: readonly [string, Refused, string][] = [
    [
      'the size of a page',
      { code: 'PAGE_TOO_LARGE', message: 'The page is too large.' },
      'This page is too large for the server. Your changes are kept in this browser only.',
    ],
    [
      'a full disk',
      { code: 'STORAGE_FULL', message: 'The disk is full.' },
      'The disk is full. Your changes are kept in this browser and sent when there is room.',
    ],
    [
      'the rate of changes',
      { code: 'RATE_LIMITED', message: 'Too many changes.' },
      'Too many changes. Your changes are kept in this browser and sent again soon.',
    ],
  ]
  for (const [name, refusal, sentence] of limits) {
    it(`says so, and sends what was typed once it can: ${name}`, async () => {
      const pageId = await open()
      refused = refusal
      await typeBehind(ada, 'Two.', ' Three.')
      await notice(sentence).waitFor()
      assert.equal(await markdownOf(screens.quire, pageId), 'One. Two.\n')
      refused = undefined
      await typeBehind(ada, 'Three.', ' Four.')
      await markdownWhen(screens.quire, pageId, /Four/)
      await waitForSaveState(ada, 'saved')
      assert.equal(await markdownOf(screens.quire, pageId), 'One. Two. Three. Four.\n')
      assert.equal(await notice(sentence).count(), 0)
    })
  }

  it('says that too many tabs are open, saves what is typed, and is live again without them', async () => {
    const bob = await screens.visitAs()
    const bearer = { authorization: `Bearer ${screens.quire.key}` }
    const pageId = await open()
    const tabs = await Promise.all(
      Array.from({ length: maxConnectionsOfPerson }, () => connectLive(screens.address, bearer)),
    )
    await openPage(bob, pageId)
    const full = bob.getByText('Too many tabs are open')
    await full.waitFor()
    await typeBehind(bob, 'Two.', ' Bob.')
    await paragraph(ada, 'One. Two. Bob.').waitFor()
    await Promise.all(tabs.map((tab) => tab.close()))
    await full.waitFor({ state: 'detached' })
    await typeBehind(ada, 'Bob.', ' Ada.')
    await paragraph(bob, 'One. Two. Bob. Ada.').waitFor()
  })

  it('asks to sign in when the session ends while someone types, and keeps the text', async () => {
    const pageId = await open()
    const headers = { origin: screens.address }
    await ada.keyboard.type(' Before.')
    await markdownWhen(screens.quire, pageId, /Before\./)
    await ada.request.post(`${screens.address}/app/session/remove`, { headers, data: {} })
    await ada.keyboard.type(' After.')
    await notice('Your session has ended.').waitFor()
    await paragraph(ada, 'One. Two. Before. After.').waitFor()
    await ada.getByRole('button', { name: 'Sign in' }).first().waitFor()
    assert.equal(await markdownOf(screens.quire, pageId), 'One. Two. Before.\n')
  })
})
