import type { BrowserContext, CookieData, HTTPRequest, Page } from 'puppeteer-core'

type Route = {
  continue: () => Promise<void>
  abort: () => Promise<void>
  fulfill: (response: { status: number; json?: object }) => Promise<void>
}
type Handler = (route: Route) => unknown

/** Requests that a test holds, refuses or answers itself. */
export function routesOf(page: Page): {
  route: (glob: string, handler: Handler) => Promise<void>
  unroute: (glob: string) => Promise<void>
} {
  const handlers = new Map<string, Handler>()
  const answer = async (request: HTTPRequest): Promise<void> => {
    const [, handler] = [...handlers].find(([glob]) => patternOf(glob).test(request.url())) ?? []
    const route: Route = {
      continue: () => request.continue(),
      abort: () => request.abort(),
      fulfill: ({ status, json = {} }) =>
        request.respond({ status, contentType: 'application/json', body: JSON.stringify(json) }),
    }
    await (handler ?? (() => route.continue()))(route)
  }
  return {
    route: async (glob, handler) => {
      if (handlers.size === 0) {
        await page.setRequestInterception(true)
        page.on('request', (request) => void answer(request))
      }
      handlers.set(glob, handler)
    },
    unroute: async (glob) => {
      handlers.delete(glob)
      if (handlers.size > 0) return
      page.removeAllListeners('request')
      await page.setRequestInterception(false)
    },
  }
}

function patternOf(glob: string): RegExp {
  const parts = glob.split('**').map((part) =>
    part
      .split('*')
      .map((text) => RegExp.escape(text))
      .join('[^/]*'),
  )
  return new RegExp(`^${parts.join('.*')}$`)
}

/** Sends a request beside the page, whose browser then has the cookies of the answer. */
export async function postInto(
  context: BrowserContext,
  url: string,
  { headers, data }: { headers: Record<string, string>; data: object },
): Promise<{ ok: () => boolean; status: () => number; text: () => Promise<string> }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(data),
  })
  const { hostname } = new URL(url)
  const cookies = answer.headers.getSetCookie().map((line) => cookieOf(line, hostname))
  await context.setCookie(...cookies)
  return { ok: () => answer.ok, status: () => answer.status, text: () => answer.text() }
}

function cookieOf(line: string, domain: string): CookieData {
  const [pair = '', ...attributes] = line.split('; ')
  const end = pair.indexOf('=')
  const httpOnly = attributes.includes('HttpOnly')
  return { name: pair.slice(0, end), value: pair.slice(end + 1), domain, path: '/', httpOnly }
}
