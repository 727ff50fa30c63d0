import { openApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { createPage } from '../../server/domain/pages/create.ts'
import { enterWorkspace } from '../../server/domain/people/access.ts'
import {
  type Browser,
  type CDPSession,
  type FirstLoad,
  firstLoad,
  openBrowser,
  signInBrowser,
} from '../../test/support/web/browser.ts'
import { setPassword } from '../../test/support/web/visitor.ts'
import { makeFolder, startQuire } from '../support/children.ts'
import { describeMachine } from '../support/machine.ts'
import { growStore, type Seeded, startStore, withContext } from '../support/seed.ts'
import { digits, formatTable } from '../support/table.ts'

/**
 * What a person waits for: the requests and compressed size of the first load, when the largest thing of a page is
 * painted, and what holds up the browser meanwhile. Each figure is the median of fresh browsers with
 * nothing kept. `--pages 0` leaves out the large tree.
 */
const yields = 5
const asked = process.argv.indexOf('--pages')
const pageCount = asked === -1 ? 10_000 : Number(process.argv[asked + 1])
const limits = { signIn: 180, editor: 420, requests: 40, paint: 1000, task: 100, tree: 300 }

type PageLoad = FirstLoad & {
  /** Largest Contentful Paint, in milliseconds from asking for the address. */
  paint: number
  /** The longest task of the browser's main thread. */
  task: number
  /** Milliseconds the browser ran script. */
  scripting: number
}

const observe = `
  globalThis.seen = { paint: 0, task: 0 }
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.paint = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.task = Math.max(seen.task, duration)
  }).observe({ type: 'longtask', buffered: true })
`

process.stdout.write(`${describeMachine()}\n`)
const small = await startStore(makeFolder())
await givePassword(small)
const browser = await openBrowser()
const [largePageId = ''] = small.largePageIds
const shortPageId = await addShortPage(small)
const rows = await measure(small, [
  ['sign-in', '/sign-in', false],
  ['start', '/', true],
  ['a short page', `/pages/${shortPageId}`, true],
  ['a page of 50 KB, with code', `/pages/${largePageId}`, true],
])
if (pageCount > 0) {
  const large = await growStore(small, { from: 20, to: pageCount })
  const name = `start with ${pageCount.toLocaleString('en-US')} pages`
  rows.push(...(await measure(large, [[name, '/', true]])))
}
await browser.close()

const columns = ['requests', 'KB', 'script KB', 'paint ms', 'longest task ms', 'scripting ms']
process.stdout.write(
  `${formatTable(
    [{ heading: 'opened', left: true }, ...columns.map((heading) => ({ heading }))],
    rows.map(({ name, requests, kilobytes, scriptKilobytes, paint, task, scripting }) => [
      name,
      ...[requests, kilobytes, scriptKilobytes, paint, task, scripting].map(digits),
    ]),
  )}
limits: ${limits.signIn} KB for the sign-in, ${limits.editor} KB in ${limits.requests} requests for a page in the editor without the highlighting of code, ${limits.paint} ms, ${limits.task} ms; ${limits.tree} ms of scripting for the large tree
`,
)

async function measure(
  { dataFolder }: Seeded,
  screens: readonly (readonly [name: string, path: string, isSignedIn: boolean])[],
): Promise<(PageLoad & { name: string })[]> {
  const quire = await startQuire(dataFolder)
  const address = `http://127.0.0.1:${quire.port}`
  const measured: (PageLoad & { name: string })[] = []
  for (const [name, path, isSignedIn] of screens) {
    const pageLoads: PageLoad[] = []
    for (let turn = 0; turn <= yields; turn += 1) {
      const pageLoad = await open(browser, address, path, isSignedIn)
      // The first one warms the server up.
      if (turn > 0) pageLoads.push(pageLoad)
    }
    measured.push({ name, ...medians(pageLoads) })
  }
  await quire.stop()
  return measured
}

async function open(
  from: Browser,
  address: string,
  path: string,
  isSignedIn: boolean,
): Promise<PageLoad> {
  const context = await from.newContext({
    baseURL: address,
    viewport: { width: 1280, height: 800 },
  })
  const page = await context.newPage()
  await page.addInitScript(observe)
  if (isSignedIn) await signInBrowser(page, address, 'bench@example.com')
  const debug = await context.newCDPSession(page)
  await debug.send('Performance.enable')
  await page.goto(path)
  if (path.startsWith('/pages/'))
    await page.locator('.ProseMirror[contenteditable=true]').waitFor({ timeout: 60_000 })
  const load = await firstLoad(page)
  // SAFETY: what `observe` above collects.
  const seen = (await page.evaluate('seen')) as Pick<PageLoad, 'paint' | 'task'>
  const scripting = await scriptingOf(debug)
  await context.close()
  return { ...load, ...seen, scripting }
}

async function scriptingOf(debug: CDPSession): Promise<number> {
  const { metrics } = await debug.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN)
}

function medians(pageLoads: readonly PageLoad[]): PageLoad {
  const median = (field: keyof PageLoad) =>
    pageLoads.map((pageLoad) => pageLoad[field]).toSorted((a, b) => a - b)[
      Math.floor(pageLoads.length / 2)
    ] ?? Number.NaN
  return {
    requests: median('requests'),
    kilobytes: median('kilobytes'),
    scriptKilobytes: median('scriptKilobytes'),
    paint: median('paint'),
    task: median('task'),
    scripting: median('scripting'),
  }
}

/** What each page needs of the editor, and no more. */
async function addShortPage({ dataFolder, userId, workspaceId }: Seeded): Promise<string> {
  return withContext(dataFolder, userId, async (context) =>
    createPage(await enterWorkspace(context, workspaceId, 'write'), {
      workspaceId,
      parentId: null,
      title: 'Short',
      ownership: 'TEXT',
      markdown: '# Plan\n\n- One\n- [x] Two\n\nLast **words**.\n',
    }),
  )
}

async function givePassword({ dataFolder, userId }: Seeded): Promise<void> {
  const app = await openApp(readConfig({ QUIRE_DATA: dataFolder }))
  await setPassword({ app }, userId)
  await app.close()
}
