import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compileMessages } from './compile-messages.ts'
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

/** Chunks that the start of the app has loaded. */
const ofStart =
  /\/(?:index|rolldown-runtime|react|preload-helper|components|create-icon|texts|errors|client|session|share-link|random-id|vocabulary)-/

const behaviour = [
  '@floating-ui',
  '@mantine/(?:hooks|modals|notifications|store)',
  '@mantine/core/esm/(?:core|utils)',
  'clsx',
  'react-(?:remove-scroll|remove-scroll-bar|router|style-singleton|transition-group)',
  'tslib',
  'use-(?:callback-ref|sidecar)',
]
const components = [
  'ActionIcon|Alert|Anchor|Badge|Button|CloseButton|Collapse|FocusTrap|Group|Input|InputBase|Loader|Menu|Modal',
  'ModalBase|NavLink|Notification|Overlay|Paper|Popover|Portal|ScrollArea|Skeleton|Stack|Text|ThemeIcon|Title',
  'Tooltip|Transition|UnstyledButton|VisuallyHidden',
].map((names) => `@mantine/core/esm/components/(?:${names})`)
const prosemirror = ['prosemirror-(?:keymap|state|tables|transform|view)', 'w3c-keyname']
const tiptap = [
  '@tiptap/(?:core|extension-(?!bubble-menu|floating-menu)[a-z-]+|extensions|suggestion)',
  'prosemirror-(?:commands|dropcursor|gapcursor|history|schema-list)',
  'rope-sequence',
]

const liveClient =
  /\/web\/src\/live\/(?!stream)[^/]+$|\/content\/steps\/(?:(?:find-moves|write-batch)|diff\/changed-range)\.ts$/

const mergesPages =
  /\/saving\/merge-page\.ts$|\/content\/(?:merge|tokens)\/|\/content\/steps\/(?:diff(?!\/changed-range)|(?:rebase|inserted-by)\.)|\/node_modules\/diff\//

const drafts =
  /\/web\/src\/(?:lib\/(?:drafts\/(?:draft-|tabs|text-drafts)|storage\/browser-database)|pages\/saving\/(?:drafts|unsent)\.)/

function inPackages(names: readonly string[]): RegExp {
  return new RegExp(`/node_modules/(?:${names.join('|')})/`)
}

// oxlint-disable-next-line import/no-default-export -- the only shape Vite reads
export default defineConfig({
  root: here,
  cacheDir: join(here, '.vite'),
  plugins: [compileMessages(), noscript(), react(), serviceWorker(), compressed()],
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
          groups: [
            // Whatever is opened first needs all of it.
            { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler|@tanstack)\// },
            // So does nearly every screen of these, and one file compresses better than many small ones.
            { name: 'components', test: inPackages([...behaviour, ...components]) },
            { name: 'prosemirror', test: inPackages(prosemirror) },
            { name: 'tiptap', test: inPackages(tiptap) },
            // What a live page needs to type; what merges, shows others and so on is loaded behind it.
            { name: 'live', test: liveClient },
            // In one file, with imports that are loaded already: Chromium keeps the failure of a file that another imports.
            { name: 'merge-page', test: mergesPages },
            // Too small for files of their own.
            { name: 'drafts', test: drafts },
            // Several screens load a part of it, and none at first.
            { name: 'offline', test: /\/web\/src\/offline\// },
          ],
        },
      },
    },
    reportCompressedSize: false,
    modulePreload: {
      // Their names in the lists of what to preload would be part of the first load.
      resolveDependencies: (_name, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !ofStart.test(file)),
    },
    chunkSizeWarningLimit: 2000,
  },
  server: {
    proxy: Object.fromEntries(
      ['/v1', '/app', '/files', '/docs', '/mcp'].map((path) => [path, server]),
    ),
  },
})
