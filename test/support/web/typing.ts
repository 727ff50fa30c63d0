import type { Locator, Page } from 'playwright-core'

export function paragraph(page: Page, hasText: string | RegExp): Locator {
  return page.locator('.ProseMirror p', { hasText })
}

/** Types at the end of the paragraph with this text. */
export async function typeBehind(page: Page, text: string, typed: string): Promise<void> {
  await paragraph(page, text).click()
  await page.keyboard.press('End')
  await page.keyboard.type(typed)
}

/** Types words that no other has, such as ` a0. a1.`, at the cursor. Gives all of them. */
export async function typeWords(page: Page, letter: string, count: number): Promise<string> {
  const words = Array.from({ length: count }, (_, index) => ` ${letter}${index}.`).join('')
  await page.keyboard.type(words, { delay: 20 })
  return words
}

/** The words of a writer in their order, each as often as it is there. */
export function wordsIn(text: string, letter: string): number[] {
  return [...text.matchAll(new RegExp(`${letter}(\\d+)\\.`, 'g'))].map(([, count]) => Number(count))
}

/**
 * Pastes a picture named `shot.png`. The clipboard of a headless Firefox has only text and HTML, and a paste that
 * a script makes has no data there: the event is given them.
 */
export async function pastePicture(page: Page, base64: string): Promise<void> {
  await page.evaluate(`{
    const bytes = Uint8Array.from(atob('${base64}'), (letter) => letter.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], 'shot.png', { type: 'image/png' }))
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true })
    Object.defineProperty(event, 'clipboardData', { value: data })
    document.querySelector('.ProseMirror').dispatchEvent(event)
    undefined
  }`)
}

/** Selects a text of the page, as by mouse, and types another one in its place. */
export async function typeOver(page: Page, text: string, typed: string): Promise<void> {
  await page.locator('.ProseMirror', { hasText: text }).click()
  await page.evaluate(`{
    const walker = document.createTreeWalker(document.querySelector('.ProseMirror'), NodeFilter.SHOW_TEXT)
    const text = ${JSON.stringify(text)}
    let node = walker.nextNode()
    while (!node.nodeValue.includes(text)) node = walker.nextNode()
    const at = node.nodeValue.indexOf(text)
    getSelection().setBaseAndExtent(node, at, node, at + text.length)
    // The editor hears of it a moment later.
    new Promise((done) => setTimeout(done, 50))
  }`)
  await page.keyboard.type(typed)
}
