import { createClient } from '../../../client/index.ts'
import { sendConfirmed } from './confirmation.ts'

/** The server, as the signed-in person: the browser sends their cookie along. */
export const client = createClient({
  baseUrl: location.origin,
  fetch: (...request) => sendConfirmed(() => fetch(...request)),
})
