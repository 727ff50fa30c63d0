import { type Client, createClient } from '../../../client/index.ts'
import type { Promised } from './contract.ts'

// SAFETY: for as long as the server's table is behind the contract.
export const client = createClient({
  baseUrl: location.origin,
  fetch: (...request) => fetch(...request),
}) as Client & Promised
