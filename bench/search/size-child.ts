import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { SearchIndexes } from '../../server/domain/search/index-cache.ts'

/** What one opened index costs a process. */
const [dataFolder = '', workspaceId = ''] = process.argv.slice(2)
const app = await openApp(readConfig({ QUIRE_DATA: dataFolder }))
setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

// The first one compiles the code that opens an index, which takes memory too.
const start = performance.now()
const documents = (await app.search.open(workspaceId)).snapshot().totals.documents
const opening = performance.now() - start
const before = memoryInUse()
/** Several: what else the process does in between takes up to 50 KB. */
const copies = Array.from(
  { length: documents < 5000 ? 10 : 1 },
  () => new SearchIndexes(app.store, { indexes: 1e9, postings: 1e9, texts: 1e6 }),
)
for (const indexes of copies) await indexes.open(workspaceId)
const memory = (memoryInUse() - before) / copies.length
process.send?.({ memory, opening, documents })
await app.close()
process.exit()

function memoryInUse(): number {
  if (typeof collect === 'function') for (let count = 0; count < 3; count += 1) collect()
  // `external` leaves out the memory that threads share.
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
