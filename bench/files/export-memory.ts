import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { addTree } from '../../test/support/trees.ts'
import { openFixture } from '../search/fixture.ts'
import { describeMachine } from '../support/machine.ts'
import { digits, formatTable } from '../support/table.ts'

/** Most memory of `quire export` and `quire check`, each in its own process, as a workspace grows. */
const [maxPages = '20000'] = process.argv.slice(2)
const sizes = [0.05, 0.5, 1].map((share) => Math.round(Number(maxPages) * share))
const program = new URL('../../bin/quire.js', import.meta.url).pathname
const peak = `process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS + ' '))`

const run = promisify(execFile)

async function peakOf(dataFolder: string, ...command: string[]): Promise<number> {
  const { stderr } = await run(process.execPath, [program, ...command], {
    maxBuffer: 1e8,
    env: {
      ...process.env,
      QUIRE_DATA: dataFolder,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(peak)}`,
    },
  })
  const kilobytes = [...stderr.matchAll(/peak (\d+) /g)].map(([, found]) => Number(found))
  return Math.max(...kilobytes) / 1024
}

process.stdout.write(`${describeMachine()}\n`)
const fixture = await openFixture()
const { dataFolder } = fixture
const rows: string[][] = []
let pages = 0
for (const size of sizes) {
  await addTree(fixture, { pages: size - pages, children: 100 })
  pages = size
  const folder = join(dataFolder, 'exported')
  const exported = await peakOf(dataFolder, 'export', folder, '--workspace', 'bench')
  await rm(folder, { recursive: true })
  const checked = await peakOf(dataFolder, 'check')
  rows.push([String(size), digits(exported), digits(checked)])
}
process.stdout.write(
  `${formatTable([{ heading: 'pages' }, { heading: 'export MB' }, { heading: 'check MB' }], rows)}\n`,
)
process.exit()
