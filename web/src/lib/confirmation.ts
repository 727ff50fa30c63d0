import { loadErrorTexts } from './errors.ts'

/** Asks the person to prove again that it is them; gives whether they did. */
type Ask = () => Promise<boolean>

let ask: Ask = () => Promise.resolve(false)

/** Who asks from now on; gives what takes that back. */
export function askForConfirmation(next: Ask): () => void {
  ask = next
  return () => {
    ask = () => Promise.resolve(false)
  }
}

/**
 * Sends a request; where the server wants a recent sign-in for it, asks for one and sends it again. What else is
 * refused comes back when its text can be shown.
 */
export async function sendConfirmed(send: () => Promise<Response>): Promise<Response> {
  const response = await send()
  if (response.ok) return response
  const code = await codeOf(response.clone())
  if (code === 'REAUTHENTICATION_REQUIRED' && (await ask())) return sendConfirmed(send)
  // The start of everybody who is not signed in yet: no text is shown for it.
  if (code !== 'SIGN_IN_REQUIRED') await loadErrorTexts()
  return response
}

async function codeOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => undefined)
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
}
