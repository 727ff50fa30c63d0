import assert from 'node:assert/strict'
import { rename, rm, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OutputAsset, OutputChunk, Plugin, rolldown } from 'rolldown'
import { type BundleManifest, bundleFolder, manifestFile, stampOf } from './bundle.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const entry = join(project, 'server/serve.ts')

/** Packages that a start loads, and what is loaded right after it. The others stay where they are. */
const bundled = [
  '@fastify/cookie',
  '@fastify/rate-limit',
  '@orama/stemmers',
  'ajv',
  'aws4fetch',
  'diff',
  'fast-json-stringify',
  'fastify',
  'fractional-indexing',
  'intl-messageformat',
  'ipaddr.js',
  'linkifyjs',
  'lru-cache',
  'markdown-it',
  'mdast-util-gfm',
  'mdast-util-to-markdown',
  'porter2',
  'prosemirror-model',
  'prosemirror-transform',
  'yaml',
]
const startChunk = 'start'
/** Loaded before the server listens. */
const chunksOfStart = new Set([startChunk, 'rolldown-runtime', 'serve', 'connect', 'migrations'])

const isOwn = (id: string) => id.startsWith(project) && !id.includes('/node_modules/')

const inPackage = (names: readonly string[], id: string) =>
  names.some((name) => id === name || id.startsWith(`${name}/`))

/** What a bundled package imports is bundled in the version that it needs. */
function isExternal(id: string, importer: string | undefined): boolean {
  const isPackage = /^(?:@|\w)/.test(id) && !id.startsWith('node:')
  if (!isPackage) return false
  return importer !== undefined && isOwn(importer) && !inPackage(bundled, id)
}

/** Lets a bundle in `folder` find the files that its sources name relative to themselves. */
const keepLocations = (folder: string): Plugin => ({
  name: 'keep-locations',
  transform(code, id) {
    if (!isOwn(id)) return null
    const location = JSON.stringify(relative(folder, id))
    return code.replaceAll(/\bimport\.meta\.url\b/g, `new URL(${location}, import.meta.url).href`)
  },
})

/** Changes of packages that take time off every start or page. `source` is replaced by `by`. */
const changes: readonly { file: string; source: string | RegExp; by: string }[] = [
  // The router generates functions that no compile cache keeps: for each prefix, which nothing calls once the trees are
  // compiled, and for the parameters of each route, which most routes do without.
  {
    file: '/find-my-way/lib/node.js',
    source: /return new Function\('path', 'i', .*/,
    by: 'return (path, i) => path.startsWith(prefix, i)',
  },
  {
    file: '/find-my-way/lib/handler-storage.js',
    source: 'const fnBody = ["\'use strict\'"]',
    by: 'if (params.length === 0) return () => new NullObject()\n    const fnBody = ["\'use strict\'"]',
  },
  // The properties of each token and state are set by a function that takes their names: a tenth of the parser's time.
  {
    file: '/markdown-it/dist/markdown-it.mjs',
    source: /_defineProperty\(\s*this,\s*(?:\/\*\*(?:[^*]|\*(?!\/))*\*\/\s*)?"(\w+)",/g,
    by: '(this.$1 =',
  },
  // The server speaks neither TLS nor HTTP/2.
  { file: '/fastify/lib/server.js', source: "require('node:https')", by: 'undefined' },
  { file: '/fastify/lib/server.js', source: "require('node:http2')", by: 'undefined' },
  // The lock file decides on versions.
  { file: '/fastify/lib/plugin-utils.js', source: "require('semver')", by: 'undefined' },
  {
    file: '/fastify/lib/plugin-utils.js',
    source: 'function checkVersion (fn) {',
    by: 'function checkVersion (fn) {\n  return',
  },
]

const withChanges: Plugin = {
  name: 'changes',
  transform(code, id) {
    const own = changes.filter(({ file }) => id.endsWith(file))
    if (own.length === 0) return null
    return own.reduce((changed, { file, source, by }) => {
      const next = changed.replace(source, by)
      assert.notEqual(next, changed, `${file} no longer contains ${source}.`)
      return next
    }, code)
  },
}

const builtinImport = /^import\s*\{([^}]*)\}\s*from\s*["'](node:[^"']+)["'];?$/gm

/** An `import` of a module of Node reads all that it exports, also what Node loads only when it is read. */
const builtinsAsNeeded: Plugin = {
  name: 'builtins-as-needed',
  renderChunk(code, { name }) {
    if (!chunksOfStart.has(name)) return null
    return code.replace(builtinImport, (_, names: string, builtin: string) => {
      const read = names.replaceAll(/\s+as\s+/g, ': ')
      return `const {${read}} = process.getBuiltinModule('${builtin}');`
    })
  },
}

/**
 * Bundles the server, so that a start reads few files instead of a thousand. `server/main.ts` runs the bundle for as
 * long as its sources are the same.
 */
export async function buildServer(
  bundler: { rolldown: typeof rolldown },
  target: URL = bundleFolder,
): Promise<void> {
  const folder = fileURLToPath(target)
  const fresh = join(folder, '..', `bundle-${process.pid}`)
  try {
    const bundle = await bundler.rolldown({
      input: entry,
      platform: 'node',
      external: isExternal,
      plugins: [keepLocations(folder), withChanges, builtinsAsNeeded],
      logLevel: 'silent',
    })
    const names = { entryFileNames: '[name]-[hash].mjs', chunkFileNames: '[name]-[hash].mjs' }
    const { output } = await bundle.write({
      dir: fresh,
      format: 'esm',
      sourcemap: true,
      // Names stay, for stack traces; a third of the bytes would be space and comments.
      minify: { compress: false, mangle: false, codegen: true },
      // What a start loads is one file, although what is loaded later shares some of it.
      codeSplitting: {
        groups: [{ name: startChunk, test: (id) => id !== entry, tags: ['$initial'] }],
      },
      ...names,
    })
    await bundle.close()
    await writeFile(join(fresh, manifestFile), JSON.stringify(describeBundle(output)))
    await rm(folder, { recursive: true, force: true })
    await rename(fresh, folder)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

function describeBundle(output: readonly (OutputAsset | OutputChunk)[]): BundleManifest {
  const chunks = output.filter((part) => part.type === 'chunk')
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
  const paths = [...modules.filter(isOwn).map((id) => relative(project, id)), 'package-lock.json']
  return {
    entry: chunks.find(({ isEntry }) => isEntry)?.fileName ?? basename(entry),
    sources: Object.fromEntries(paths.map((path) => [path, stampOf(path)])),
  }
}

if (import.meta.main) await buildServer(await import('rolldown'))
