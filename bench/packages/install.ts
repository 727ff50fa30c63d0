import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { packAll } from '../../packages/main.ts'
import { listFiles } from '../../packages/tarball.ts'
import { makeFolder } from '../support/children.ts'
import { describeMachine } from '../support/machine.ts'
import { digits, formatTable } from '../support/table.ts'

/**
 * The command of docs/deploy.md in an empty folder, with an empty cache of npm and nothing but Node: how long until
 * the server answers, and what the installation takes. NODE_FOLDER names the folder of another `node` and `npm`: with
 * one that is older than Node 26, npm downloads that, too.
 */
const maxSeconds = 60
const maxMegabytes = 130

process.stdout.write(`${describeMachine()}\n`)
const { server } = await packAll(makeFolder())
const folder = makeFolder()
const tarball = basename(server)
await copyFile(server, join(folder, tarball))
const npmNode = process.env['npm_node_execpath'] ?? process.execPath
const nodeFolder = process.env['NODE_FOLDER'] ?? dirname(npmNode)
const nodeVersion = execFileSync(join(nodeFolder, 'node'), ['--version'], { encoding: 'utf8' })
const omit = Number.parseInt(nodeVersion.slice(1), 10) >= 26 ? '--omit=optional ' : ''
const command = `npm install ${omit}./${tarball} && npm exec quire-server serve`

const start = performance.now()
const child = spawn('sh', ['-c', command], {
  cwd: folder,
  // Without what npm gives to its scripts; the registry is that of the user, also behind a proxy with certificates of its own.
  env: {
    PATH: `${nodeFolder}:/usr/bin:/bin`,
    HOME: process.env['HOME'],
    NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'],
    npm_config_cache: makeFolder(),
    PORT: '0',
    HOST: '127.0.0.1',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
  // Its programs end with it.
  detached: true,
})
const elapsed = () => (performance.now() - start) / 1000
let installed = Number.NaN
let address = ''
let output = ''
for await (const line of createInterface({ input: child.stdout })) {
  output += `${line}\n`
  if (/^added \d+ package/.test(line)) installed = elapsed()
  address = /listens on (\S+)/.exec(line)?.[1] ?? ''
  if (address !== '') break
}
assert.ok(address !== '', output)
assert.equal((await fetch(`${address}/readyz`)).status, 200)
assert.match(await (await fetch(address)).text(), /<div id="root"/)
const served = elapsed()
process.kill(-(child.pid ?? 0), 'SIGTERM')
await once(child, 'close')

const modules = join(folder, 'node_modules')
const names = await listFiles(modules)
const sizeOf = async (paths: readonly string[]) => {
  let bytes = 0
  for (const path of paths) bytes += (await stat(join(modules, path))).blocks * 512
  return bytes / 1e6
}
const isNode = (path: string) => /^node-(?:bin-)?\w+-\w+\//.test(path)
const withoutNode = await sizeOf(names.filter((path) => !isNode(path)))
const rows: [string, number, number?][] = [
  ['seconds until npm has installed', installed],
  ['seconds until the server answers', served, maxSeconds],
  ['MB installed, without Node', withoutNode, maxMegabytes],
  ['MB of the Node that npm installed beside it', await sizeOf(names.filter(isNode))],
]
process.stdout.write(
  `${formatTable(
    [
      { heading: `${tarball}, Node ${nodeVersion.trim()}`, left: true },
      { heading: '' },
      { heading: 'at most' },
      { heading: '', left: true },
    ],
    rows.map(([name, value, limit]) => [
      name,
      digits(value),
      digits(limit).replace('-', ''),
      limit === undefined ? '' : value <= limit ? 'ok' : 'above',
    ]),
  )}\n`,
)
