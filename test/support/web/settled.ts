import type { Page, Request } from 'playwright-core'

/** So many frames in a row without a request in flight: what a screen requests next follows within one. */
const quietFrames = 6

/** Call it before the page loads. Returns a function that waits until the page has drawn what it requested. */
export function watchRequests(page: Page): () => Promise<void> {
  const inFlight = new Set<Request>()
  page.on('request', (request) => {
    // The stream of changes stays open.
    if (request.resourceType() !== 'eventsource') inFlight.add(request)
  })
  page.on('requestfinished', (request) => inFlight.delete(request))
  page.on('requestfailed', (request) => inFlight.delete(request))
  return async () => {
    for (let frames = 0; frames < quietFrames; frames += 1) {
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(drawn))')
      if (inFlight.size > 0) frames = 0
    }
  }
}

/** Opens an address as a link in the app does, without loading the app again; its title must be another one. */
export async function navigateInApp(page: Page, path: string): Promise<void> {
  const before = await page.title()
  await page.evaluate(
    `history.pushState({}, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  await page.waitForFunction(`document.title !== ${JSON.stringify(before)}`)
}
