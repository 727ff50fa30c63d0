import { createClient } from '../../../client/index.ts'

/** The server, as the signed-in person: the browser sends their cookie along. */
export const client = createClient({
  baseUrl: location.origin,
  fetch: (...request) => fetch(...request),
})
