import type { SendResult } from '../../domain/chats/adapters.ts'
import type { Outgoing } from '../../lib/network/outgoing.ts'
import { callService } from './requests.ts'

type Post = { url: string | undefined; body: object; signal: AbortSignal | undefined }

/** Posts to the channel of an incoming webhook. */
export async function postToWebhook(
  outgoing: Outgoing,
  { url, body, signal }: Post,
): Promise<SendResult> {
  if (url === undefined) {
    const reason = 'the bot no longer has an incoming webhook'
    return { ok: false, reason, retryAfter: undefined, isUnreachable: true }
  }
  const { status, reason, retryAfter } = await callService(outgoing, { url, body, signal })
  if (reason === '') return { ok: true }
  return { ok: false, reason, retryAfter, isUnreachable: [403, 404, 410].includes(status) }
}
