import { startQuire } from '../support/children.ts'
import { median } from './api-writes.ts'
import { positionsIn } from './large-page.ts'
import { type PageAtServer, timeToOpen, Typists } from './typists.ts'

type Store = { dataFolder: string; key: string; workspaceId: string }

const starts = 5
/** Other pages opened before, so that the code is compiled. */
const others = 10
const writers = 50
/** As fast as the server lets each of them. */
const keysPerSecond = 20

/** Median milliseconds to open a page that has had so many steps, and that the server does not have in memory. */
export async function openAfterSteps(
  { dataFolder, key, workspaceId }: Store,
  { steps, create }: { steps: number; create: (port: number) => Promise<PageAtServer> },
): Promise<number> {
  const server = await startQuire(dataFolder)
  const pages: PageAtServer[] = []
  for (let index = 0; index < others; index += 1) pages.push(await create(server.port))
  const page = await create(server.port)
  let { version } = page
  while (version < steps) {
    const typing = { writers, positions: positionsIn(writers), seconds: 3, keysPerSecond }
    const typists = new Typists({ ...page, version }, typing)
    await typists.open()
    version = (await typists.type()).version
    await typists.close()
  }
  await server.stop()
  const times: number[] = []
  for (let start = 0; start < starts; start += 1) {
    const { port, stop } = await startQuire(dataFolder)
    const at = { port, key, workspaceId }
    for (const other of pages) await timeToOpen({ ...other, ...at })
    times.push(await timeToOpen({ ...page, ...at, version }))
    await stop()
  }
  return median(times)
}
