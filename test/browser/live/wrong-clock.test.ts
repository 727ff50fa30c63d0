import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage, markdownWhen } from '../../support/pages.ts'
import { openPage, waitForSaveState } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'
import { paragraph, typeBehind } from '../../support/web/typing.ts'

const yearMs = 365 * 86_400_000

describe('a live page', () => {
  let screens: Screens
  let ada: Page
  before(async () => {
    screens = await openScreens({}, { provoked: /WebSocket/ })
    ada = await screens.visitAs()
  })
  after(() => screens.close())

  for (const [name, shift] of [
    ['ten years ahead', 10 * yearMs],
    ['ten years behind', -10 * yearMs],
  ] as const) {
    it(`is live in a browser whose clock is ${name}`, async () => {
      const bob = await screens.visitAs()
      await bob.clock.setSystemTime(Date.now() + shift)
      const pageId = await addPage(screens.quire, 'Plan', { markdown: 'One.\n' })
      await openPage(ada, pageId)
      await openPage(bob, pageId)
      await typeBehind(bob, 'One.', ' Bob.')
      await paragraph(ada, 'One. Bob.').waitFor()
      await typeBehind(ada, 'Bob.', ' Ada.')
      await paragraph(bob, 'One. Bob. Ada.').waitFor()
      await waitForSaveState(bob, 'saved')
      await markdownWhen(screens.quire, pageId, /^One\. Bob\. Ada\.\n$/)
      await bob.context().close()
    })
  }

  it('is live again each time a proxy cuts its socket, and loses no letter', async () => {
    const bob = await screens.visitAs()
    const cuts: (() => Promise<void>)[] = []
    await bob.routeWebSocket(/\/app\/live/, (socket) => {
      socket.connectToServer()
      cuts.push(() => socket.close({ code: 1001, reason: 'idle' }))
    })
    const pageId = await addPage(screens.quire, 'Plan', { markdown: 'Start.\n' })
    await openPage(ada, pageId)
    await openPage(bob, pageId)
    let text = 'Start.'
    for (const word of ['one', 'two', 'three']) {
      await cuts.at(-1)?.()
      await typeBehind(bob, text.slice(-5), ` ${word}`)
      text += ` ${word}`
      await paragraph(ada, text).waitFor()
    }
    await typeBehind(ada, 'three', ' end')
    await paragraph(bob, `${text} end`).waitFor()
    await waitForSaveState(bob, 'saved')
    await markdownWhen(screens.quire, pageId, /^Start\. one two three end\n$/)
  })
})
