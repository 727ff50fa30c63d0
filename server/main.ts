import { findBundle } from './bundle/bundle.ts'

const bundle = findBundle()
// One file loads in half the time of a thousand.
await (bundle === undefined ? import('./serve.ts') : import(bundle))
