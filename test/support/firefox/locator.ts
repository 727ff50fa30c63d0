import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'puppeteer-core'
import { callInPage, waitUntil } from './elements.ts'
import { type Keyboard, pressKeys } from './keyboard.ts'
import { type Box, type Point, type Step, wordsOf } from './steps.ts'

/** Milliseconds that a person takes: the browser tells the editor of the selection after the click. */
const clickMs = 50

type Name = { name?: string | RegExp; exact?: boolean }
type Filter = { hasText?: string | RegExp; has?: FirefoxLocator }
type Click = { position?: Point; force?: boolean }
type State = 'attached' | 'detached' | 'visible' | 'hidden'

export type Window = { page: Page; keyboard: Keyboard; timeoutMs: number }

/** As a locator of Playwright: it looks for its element at each use, and waits until it can be used. */
export class FirefoxLocator {
  readonly #window: Window
  readonly steps: readonly Step[]

  constructor(window: Window, steps: readonly Step[]) {
    this.#window = window
    this.steps = steps
  }

  #with(...steps: Step[]): FirefoxLocator {
    return new FirefoxLocator(this.#window, [...this.steps, ...steps])
  }

  locator(selector: string, filter: Filter = {}): FirefoxLocator {
    return this.#with({ by: 'css', selector }).filter(filter)
  }

  getByRole(role: string, { name, exact }: Name = {}): FirefoxLocator {
    return this.#with({ by: 'role', role, ...(name && { name: wordsOf(name, exact) }) })
  }

  getByLabel(label: string | RegExp, { exact }: Name = {}): FirefoxLocator {
    return this.#with({ by: 'label', words: wordsOf(label, exact) })
  }

  getByText(text: string | RegExp, { exact }: Name = {}): FirefoxLocator {
    return this.#with({ by: 'text', words: wordsOf(text, exact) })
  }

  getByTestId(id: string): FirefoxLocator {
    return this.locator(`[data-testid="${id}"]`)
  }

  filter({ hasText, has }: Filter): FirefoxLocator {
    if (hasText === undefined && has === undefined) return this
    return this.#with({
      by: 'filter',
      ...(hasText !== undefined && { hasText: wordsOf(hasText) }),
      ...(has && { has: has.steps }),
    })
  }

  nth(index: number): FirefoxLocator {
    return this.#with({ by: 'nth', index })
  }

  first(): FirefoxLocator {
    return this.nth(0)
  }

  last(): FirefoxLocator {
    return this.nth(-1)
  }

  async waitFor({ state = 'visible' }: { state?: State } = {}): Promise<void> {
    await this.#until(
      state,
      () => callInPage(this.#window.page, 'look', this.steps),
      ({ count, isVisible }) => {
        if (state === 'attached') return count > 0
        if (state === 'detached') return count === 0
        return isVisible === (state === 'visible')
      },
    )
  }

  async click(options: Click = {}): Promise<void> {
    const { x, y } = await this.#point(options)
    await this.#window.page.mouse.click(x, y, { delay: clickMs })
    await pause(clickMs)
  }

  async dblclick(options: Click = {}): Promise<void> {
    const { x, y } = await this.#point(options)
    await this.#window.page.mouse.click(x, y, { count: 2 })
  }

  async hover(options: Click = {}): Promise<void> {
    const { x, y } = await this.#point(options)
    await this.#window.page.mouse.move(x, y)
  }

  async check(): Promise<void> {
    const [isChecked] = await this.#read('checked')
    if (isChecked !== true) await this.click()
  }

  async focus(): Promise<void> {
    await this.#done('focus', () => callInPage(this.#window.page, 'focusOn', this.steps))
  }

  async fill(text: string): Promise<void> {
    await this.#done('filling in', () => callInPage(this.#window.page, 'fillIn', this.steps, text))
  }

  async selectOption(value: string): Promise<void> {
    await this.#done('choice', () => callInPage(this.#window.page, 'choose', this.steps, value))
  }

  async press(keys: string): Promise<void> {
    await this.focus()
    await pressKeys(this.#window.keyboard, keys)
  }

  async pressSequentially(text: string): Promise<void> {
    await this.focus()
    await this.#window.keyboard.type(text)
  }

  async count(): Promise<number> {
    const { count } = await callInPage(this.#window.page, 'look', this.steps)
    return count
  }

  async isVisible(): Promise<boolean> {
    const { isVisible } = await callInPage(this.#window.page, 'look', this.steps)
    return isVisible
  }

  async boundingBox(): Promise<Box | null> {
    await this.waitFor({ state: 'attached' })
    return callInPage(this.#window.page, 'boxOf', this.steps)
  }

  async innerText(): Promise<string> {
    await this.waitFor({ state: 'attached' })
    return String((await this.#read('innerText'))[0])
  }

  async allInnerTexts(): Promise<string[]> {
    return (await this.#read('innerText')).map(String)
  }

  async inputValue(): Promise<string> {
    await this.waitFor({ state: 'attached' })
    return String((await this.#read('value'))[0])
  }

  #read(property: string): Promise<unknown[]> {
    return callInPage(this.#window.page, 'readAll', this.steps, property)
  }

  async #point({ position, force = false }: Click): Promise<Point> {
    const point = await this.#until(
      'a place to press',
      () => callInPage(this.#window.page, 'pointOf', this.steps, position ?? null, force),
      (answer) => typeof answer !== 'string',
    )
    if (typeof point === 'string') throw new Error(point)
    return point
  }

  async #done(what: string, ask: () => Promise<string>): Promise<void> {
    await this.#until(what, ask, (refusal) => refusal === '')
  }

  #until<Answer>(
    what: string,
    ask: () => Promise<Answer>,
    isRight: (answer: Answer) => boolean,
  ): Promise<Answer> {
    const { timeoutMs } = this.#window
    return waitUntil(`${what} of ${JSON.stringify(this.steps)}`, timeoutMs, ask, isRight)
  }
}
