import { findBundle } from './bundle/bundle.ts'

// One file loads in half the time of a thousand.
await import(findBundle() ?? './serve.ts')
