import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'

/** What one opened index costs a process that has nothing else to do. */
const [dataFolder = '', workspaceId = ''] = process.argv.slice(2)
const app = await openApp(readConfig({ QUIRE_DATA: dataFolder }))
setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

// A workspace without pages loads the same code.
await app.search.open('none')
const before = memoryInUse()
const start = performance.now()
const index = await app.search.open(workspaceId)
const opening = performance.now() - start
const memory = memoryInUse() - before
process.send?.({ memory, opening, documents: index.snapshot().totals.documents })
await app.close()
process.exit()

function memoryInUse(): number {
  if (typeof collect === 'function') for (let count = 0; count < 3; count += 1) collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
