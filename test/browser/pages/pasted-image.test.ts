import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage, markdownWhen } from '../../support/pages.ts'
import { openPage } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'
import { pastePicture } from '../../support/web/typing.ts'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let screens: Screens
let page: Page
before(async () => {
  screens = await openScreens()
  page = await screens.visitAs()
})
after(() => screens.close())

/** Drops a picture, as a drag from another program does. */
async function drop(point: { x: number; y: number }): Promise<void> {
  await page.evaluate(`{
    const bytes = Uint8Array.from(atob('${pixel}'), (letter) => letter.charCodeAt(0))
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([bytes], 'shot.png', { type: 'image/png' }))
    const options = { bubbles: true, cancelable: true, clientX: ${point.x}, clientY: ${point.y} }
    document.querySelector('.ProseMirror').dispatchEvent(
      new DragEvent('drop', { ...options, dataTransfer }),
    )
  }`)
}

describe('a picture that arrives late', () => {
  it('stands where it was pasted, however much was typed behind it', async () => {
    const pageId = await addPage(screens.quire, 'Shot', { markdown: 'Before.' })
    const line = Promise.withResolvers<void>()
    await page.route('**/v1/page-files/upload-file', async (route) => {
      await line.promise
      await route.continue()
    })
    await openPage(page, pageId)
    await page.locator('.ProseMirror p').click()
    await page.keyboard.press('End')
    await pastePicture(page, pixel)
    await page.locator('.upload').waitFor()
    await page.keyboard.type(' Typed on.')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Next paragraph.')
    line.resolve()
    await page.locator('.ProseMirror img').waitFor()
    const stored = await markdownWhen(screens.quire, pageId, /!\[shot\][^]*Next paragraph\./)
    assert.match(stored, /^Before\.!\[shot\]\([^)]*\) Typed on\.\n\nNext paragraph\.\n$/)
  })

  it('stands between two paragraphs where it was dropped on one', async () => {
    const pageId = await addPage(screens.quire, 'Dropped', { markdown: 'One.\n\nTwo.' })
    await openPage(page, pageId)
    const box = await page.locator('.ProseMirror p').first().boundingBox()
    assert.ok(box !== null)
    await drop({ x: box.x + 4, y: box.y + box.height - 2 })
    const stored = await markdownWhen(screens.quire, pageId, /!\[shot\]/)
    assert.match(stored, /^One\.\n\n!\[shot\]\([^)]*\)\n\nTwo\.\n$/)
  })
})
