import type { Sending } from '../../domain/chats/adapters.ts'
import type { Outgoing } from '../../lib/network/outgoing.ts'
import { askService } from './requests.ts'

type Post = { url: string | undefined; body: object; signal: AbortSignal | undefined }

/** Posts into the one channel of an incoming webhook. */
export async function postToWebhook(
  outgoing: Outgoing,
  { url, body, signal }: Post,
): Promise<Sending> {
  if (url === undefined) {
    const reason = 'the bot has no incoming webhook any more'
    return { ok: false, reason, retryAfter: undefined, isLost: true }
  }
  const { status, reason, retryAfter } = await askService(outgoing, { url, body, signal })
  if (reason === '') return { ok: true }
  return { ok: false, reason, retryAfter, isLost: [403, 404, 410].includes(status) }
}
