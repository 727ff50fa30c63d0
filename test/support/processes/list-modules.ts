import { subscribe } from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** Given to a process with `--import`: what it has loaded when it begins to listen goes to the file `MODULES_FILE`. */
const loaded: string[] = []
registerHooks({
  load: (url, context, next) => {
    // A `require` of a module of Node takes no more of it than it reads.
    const isRequired = context.conditions.includes('require')
    if (!url.startsWith('node:') || !isRequired) loaded.push(url)
    return next(url, context)
  },
})
subscribe('tracing:net.server.listen:asyncEnd', () =>
  writeFileSync(process.env['MODULES_FILE'] ?? '', loaded.join('\n')),
)
