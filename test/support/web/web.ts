import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'rolldown/utils'

/**
 * Loaded before tests of web/: Node runs .tsx by the transformer that Vite builds with, style sheets are empty, and
 * there is a document.
 */
registerHooks({
  load(url, context, nextLoad) {
    if (url.endsWith('.css')) return { format: 'module', source: styles, shortCircuit: true }
    if (url.endsWith('.svg'))
      return { format: 'module', source: 'export default ""', shortCircuit: true }
    if (!url.endsWith('.tsx')) return nextLoad(url, context)
    return { format: 'module', source: transformed(fileURLToPath(url)), shortCircuit: true }
  },
})

/** Any class name is its own. */
const styles = 'export default new Proxy({}, { get: (_, name) => String(name) })'

await import('./document.ts')

function transformed(path: string): string {
  const source = readFileSync(path, 'utf8')
  const { code, errors } = transformSync(path, source, { jsx: { runtime: 'automatic' } })
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  return code
}
