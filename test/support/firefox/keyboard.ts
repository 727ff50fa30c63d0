import type { Page } from 'puppeteer-core'

type Key = Parameters<Page['keyboard']['press']>[0]

export type Keyboard = {
  /** A key, with others held before it: `Control+Shift+v`. */
  press: (keys: string) => Promise<void>
  down: (key: string) => Promise<void>
  up: (key: string) => Promise<void>
  type: (text: string, options?: { delay?: number }) => Promise<void>
  /** As one input of the letters, without keys. */
  insertText: (text: string) => Promise<void>
}

/** The window in front. In one behind it, Firefox writes letters but does not move the caret. */
let front: Page | undefined

export function keyboardOf(page: Page): Keyboard {
  const { keyboard } = page
  const own: Keyboard = {
    press: async (keys) => {
      if (front !== page) await page.bringToFront()
      front = page
      await pressKeys(own, keys)
    },
    down: (key) => keyboard.down(keyOf(key)),
    up: (key) => keyboard.up(keyOf(key)),
    type: (text, options) => keyboard.type(text, options),
    // WebDriver BiDi has no command for it. A key before it may still be moving the caret.
    insertText: async (text) => {
      const insert = `document.execCommand('insertText', false, ${JSON.stringify(text)})`
      await page.evaluate(`new Promise((done) => setTimeout(() => done(${insert}), 100))`)
    },
  }
  return own
}

export async function pressKeys(keyboard: Keyboard, keys: string): Promise<void> {
  const [last = '', ...modifiers] = keys.split(/\+(?!$)/).toReversed()
  for (const key of modifiers.toReversed()) await keyboard.down(key)
  await keyboard.down(last)
  await keyboard.up(last)
  for (const key of modifiers) await keyboard.up(key)
}

function keyOf(name: string): Key {
  const names: Record<string, string> = { ControlOrMeta: 'Control', Space: ' ' }
  // SAFETY: a name that the driver does not know is sent as it is, and refused when it is no letter.
  return (names[name] ?? name) as Key
}
