import type { Page } from 'playwright-core'

/** Opens a page in its editor. */
export async function openPage(page: Page, pageId: string): Promise<void> {
  await page.goto(`/pages/${pageId}`)
  await page.locator('.ProseMirror').waitFor()
}

export async function waitForSaveState(page: Page, state: string): Promise<void> {
  await page.locator(`.save-state[data-state="${state}"]`).waitFor()
}

/** Turns the open page into a board by its menu, as a person does it. */
export async function turnIntoBoard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Page actions' }).click()
  await page.getByRole('menuitem', { name: 'Turn into board' }).click()
  await page.locator('.board-column').first().waitFor()
}

/** Kills the renderer of a tab, which has no time to do anything more. */
export async function crashTab(page: Page): Promise<void> {
  const debug = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // It never answers.
  void debug.send('Page.crash').catch(() => undefined)
  await crashed
}
