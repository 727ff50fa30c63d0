import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups, withoutLoaded } from './chunks.ts'
import { compileMessages } from './compile-messages.ts'
import { componentStyles } from './component-styles.ts'
import { noscript } from './noscript.ts'
import { serviceWorker } from './service-worker-plugin.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const server = process.env['QUIRE_SERVER'] ?? 'http://127.0.0.1:8082'

/** Compressed once here, so that the server only sends files. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const names = await readdir(dir, { recursive: true })
      await Promise.all(
        names
          .filter((name) => /\.(?:js|css|svg|json)$/.test(name))
          .map((name) => compress(join(dir, name))),
      )
    },
  }
}

/** The largest file of the app takes ten seconds to compress: `npm run vendor` does it. */
const mermaid = join(here, 'vendor/mermaid/mermaid.min.js')

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  const isMermaid = bytes.equals(await readFile(mermaid))
  await Promise.all([
    (isMermaid ? readFile(`${mermaid}.br`) : brotli(bytes)).then((small) =>
      writeFile(`${path}.br`, small),
    ),
    promisify(gzip)(bytes, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
  ])
}

function brotli(bytes: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
}

// oxlint-disable-next-line import/no-default-export -- the only shape Vite reads
export default defineConfig({
  root: here,
  cacheDir: join(here, '.vite'),
  plugins: [
    compileMessages(),
    componentStyles(),
    noscript(),
    react(),
    serviceWorker(),
    compressed(),
  ],
  build: {
    outDir: 'dist',
    // From where light-dark() is known: written out for older ones it would not follow the theme.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5', 'ios17.5'],
    emptyOutDir: true,
    // A data: address would be no file, and the policy allows scripts and styles only as files.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: chunkGroups,
        },
      },
    },
    reportCompressedSize: false,
    modulePreload: {
      // Their names in the lists of what to preload would be part of the first load.
      resolveDependencies: (_name, files, { hostType, hostId }) =>
        hostType === 'html' ? files : withoutLoaded(files, hostId),
    },
    chunkSizeWarningLimit: 2000,
  },
  server: {
    proxy: Object.fromEntries(
      ['/v1', '/app', '/files', '/docs', '/mcp'].map((path) => [path, server]),
    ),
  },
})
