import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Dialog, Page } from 'puppeteer-core'
import { waitUntil } from './elements.ts'
import { type Keyboard, keyboardOf } from './keyboard.ts'
import { FirefoxLocator, type Window } from './locator.ts'
import { postInto, routesOf } from './network.ts'

/** As a page of Playwright, as far as the journeys need one. */
export class FirefoxPage extends FirefoxLocator {
  readonly keyboard: Keyboard
  readonly context: () => { close: () => Promise<void> }
  readonly mouse: Page['mouse']
  readonly request: { post: (url: string, sent: Sent) => ReturnType<typeof postInto> }
  readonly route: ReturnType<typeof routesOf>['route']
  readonly unroute: ReturnType<typeof routesOf>['unroute']
  readonly #page: Page
  readonly #base: string
  readonly #window: Window
  #answerDialog: AnswerDialog = acceptLeaving

  constructor(page: Page, context: BrowserContext, base: string, timeoutMs: number) {
    const window = { page, keyboard: keyboardOf(page), timeoutMs }
    super(window, [])
    this.#window = window
    this.#page = page
    this.#base = base
    this.keyboard = window.keyboard
    this.mouse = page.mouse
    this.context = () => ({ close: () => context.close() })
    this.request = { post: (url, sent) => postInto(context, url, sent) }
    const { route, unroute } = routesOf(page)
    this.route = route
    this.unroute = unroute
    page.on('dialog', (dialog) => {
      void this.#answerDialog(dialog).catch(() => undefined)
      this.#answerDialog = acceptLeaving
    })
  }

  async goto(path: string): Promise<void> {
    await this.#page.goto(new URL(path, this.#base).href)
  }

  async reload(): Promise<void> {
    await this.#page.reload()
  }

  url(): string {
    return this.#page.url()
  }

  title(): Promise<string> {
    return this.#page.title()
  }

  content(): Promise<string> {
    return this.#page.content()
  }

  async waitForURL(expected: string | RegExp): Promise<void> {
    const isRight = (url: string) =>
      typeof expected === 'string' ? url === new URL(expected, this.#base).href : expected.test(url)
    await this.#until(String(expected), async () => this.url(), isRight)
  }

  async waitForFunction(expression: string): Promise<void> {
    const ask = () => this.evaluate<unknown>(expression)
    await this.#until(expression, ask, (answer) => Boolean(answer))
  }

  waitForTimeout(milliseconds: number): Promise<void> {
    return pause(milliseconds)
  }

  async evaluate<Answer>(expression: string | (() => Answer)): Promise<Answer> {
    const source = typeof expression === 'string' ? expression : `(${String(expression)})()`
    // SAFETY: a test names what its expression gives, as with Playwright.
    return (await this.#page.evaluate(source)) as Answer
  }

  async setViewportSize(size: { width: number; height: number }): Promise<void> {
    await this.#page.setViewport(size)
  }

  screenshot({ path }: { path: `${string}.png` }): Promise<Uint8Array> {
    return this.#page.screenshot({ path })
  }

  on(event: 'request', listener: (request: { url: () => string }) => void): void {
    this.#page.on(event, listener)
  }

  /** Answers the next dialog. */
  once(_event: 'dialog', answer: (dialog: Dialog) => void): void {
    this.#answerDialog = async (dialog) => answer(dialog)
  }

  async #until<Answer>(
    what: string,
    ask: () => Promise<Answer>,
    isRight: (answer: Answer) => boolean,
  ): Promise<void> {
    await waitUntil(what, this.#window.timeoutMs, ask, isRight)
  }
}

type AnswerDialog = (dialog: Dialog) => Promise<void>
type Sent = { headers: Record<string, string>; data: object }

/** The question before leaving a page is for people. */
async function acceptLeaving(dialog: Dialog): Promise<void> {
  if (dialog.type() === 'beforeunload') await dialog.accept()
}
