import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { shellAddresses } from './shell-addresses.ts'

const source = fileURLToPath(new URL('src/offline/worker/service-worker.ts', import.meta.url))
const name = 'service-worker.js'

/** Lists of emoji, and what draws diagrams: stored once somebody opens the picker, or a page with a diagram. */
const isLarge = /\/(?:data|mermaid)[-.][^/]*\.js$/

/**
 * Builds the service worker by itself, as it can share no file with the app, and writes into it which files the
 * app of this build consists of.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const files = Object.values(bundle)
      const assets = files
        .map(({ fileName }) => fileName)
        .filter((file) => /^assets\/.*\.(?:js|css|svg)$/.test(file))
        .map((file) => `/${file}`)
        .filter((file) => !isLarge.test(file))
        .toSorted()
      const entry = files.find((file) => file.type === 'chunk' && file.isEntry)
      if (entry === undefined) return this.error('The app has no entry.')
      const list = { assets, entry: `/${entry.fileName}`, shells: shellAddresses }
      const html = files.find(({ fileName }) => fileName === 'index.html')
      const id = createHash('sha256')
        .update(JSON.stringify([list, html?.type === 'asset' ? String(html.source) : '']))
        .digest('hex')
        .slice(0, 16)
      const code = await bundleWorker({ id, ...list })
      this.emitFile({ type: 'asset', fileName: name, source: code })
    },
  }
}

async function bundleWorker(list: object): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { BUILD: JSON.stringify(list) },
    build: {
      write: false,
      target: ['chrome123', 'edge123', 'firefox121', 'safari17.5', 'ios17.5'],
      rollupOptions: { input: source, output: { format: 'iife', entryFileNames: name } },
    },
  })
  const outputs = Array.isArray(built) ? built : [built]
  const chunks = outputs.flatMap((each) => ('output' in each ? each.output : []))
  const [chunk] = chunks
  if (chunks.length !== 1 || chunk?.type !== 'chunk') {
    throw new TypeError('The service worker is more than one file.')
  }
  return chunk.code
}
