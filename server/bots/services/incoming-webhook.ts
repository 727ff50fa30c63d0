import type { SendResult } from '../../domain/chats/adapters.ts'
import { failureText } from '../../lib/failures/failures.ts'
import type { OutboundHttp } from '../../lib/network/outbound-http.ts'
import { callService } from './requests.ts'

type Post = { url: string | undefined; body: object; signal: AbortSignal | undefined }

/** Posts to the channel of an incoming webhook. */
export async function postToWebhook(
  outboundHttp: OutboundHttp,
  { url, body, signal }: Post,
): Promise<SendResult> {
  if (url === undefined) {
    const reason = failureText('incomingWebhookMissing')
    return { ok: false, reason, retryAfter: undefined, isUnreachable: true, mayHaveArrived: false }
  }
  const answer = await callService(outboundHttp, { url, body, signal })
  const { status, reason, retryAfter, isUncertain: mayHaveArrived } = answer
  if (reason === '') return { ok: true }
  const isUnreachable = [403, 404, 410].includes(status)
  return { ok: false, reason, retryAfter, isUnreachable, mayHaveArrived }
}
