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
/** It starts threads from files beside its own. */
const never = ['pino']

const isOwn = (id: string) => id.startsWith(project) && !id.includes('/node_modules/')

const inPackage = (names: readonly string[], id: string) =>
  names.some((name) => id === name || id.startsWith(`${name}/`))

/** What a bundled package imports is bundled in the version that it needs. */
function isExternal(id: string, importer: string | undefined): boolean {
  const isPackage = /^(?:@|\w)/.test(id) && !id.startsWith('node:')
  if (!isPackage) return false
  const isNeeded = importer === undefined || !isOwn(importer) || inPackage(bundled, id)
  return !isNeeded || inPackage(never, id)
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

/**
 * The router of Fastify generates a function for each of its prefixes, which nothing calls once it has compiled
 * its trees, and which no compile cache keeps.
 */
const plainPrefixes: Plugin = {
  name: 'plain-prefixes',
  transform(code, id) {
    if (!id.endsWith('/find-my-way/lib/node.js')) return null
    const plain = 'return (path, i) => path.startsWith(prefix, i)'
    return code.replace(/return new Function\('path', 'i', .*/, plain)
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
      plugins: [keepLocations(folder), plainPrefixes],
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
        groups: [{ name: 'start', test: (id) => id !== entry, tags: ['$initial'] }],
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
