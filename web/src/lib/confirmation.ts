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

/** Sends a request; where the server wants a recent sign-in for it, asks for one and sends it again. */
export async function sendConfirmed(send: () => Promise<Response>): Promise<Response> {
  const response = await send()
  if (response.status !== 403 || !(await wantsConfirmation(response.clone()))) return response
  return (await ask()) ? sendConfirmed(send) : response
}

async function wantsConfirmation(response: Response): Promise<boolean> {
  const body: unknown = await response.json().catch(() => undefined)
  const isObject = typeof body === 'object' && body !== null && 'code' in body
  return isObject && body.code === 'REAUTHENTICATION_REQUIRED'
}
