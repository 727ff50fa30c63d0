import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook } from './webhooks.ts'

const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`
const secret = newSecret()
const body = JSON.stringify({
  id: 'msg_1',
  type: 'page.updated',
  data: { page: { title: 'Größe ✓' } },
})

function request(given: { secret?: string; at?: Date; body?: string } = {}) {
  const at = given.at ?? new Date()
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(given.secret ?? secret).sign('msg_1', at, given.body ?? body),
  }
}

const invalid = { code: 'WEBHOOK_INVALID' }

describe('verifyWebhook', () => {
  it('rejects a request that was signed with another secret, or changed', async () => {
    const headers = request({ secret: newSecret() })
    await assert.rejects(verifyWebhook({ secret, headers, body }), invalid)
    const changed = { secret, headers: request(), body: body.replace('msg_1', 'msg_2') }
    await assert.rejects(verifyWebhook(changed), invalid)
    const renamed = { ...request(), 'webhook-id': 'msg_2' }
    await assert.rejects(verifyWebhook({ secret, headers: renamed, body }), invalid)
  })

  it('rejects a request that is too old, or from the future', async () => {
    for (const minutes of [-10, 10]) {
      const headers = request({ at: new Date(Date.now() + minutes * 60_000) })
      await assert.rejects(verifyWebhook({ secret, headers, body }), invalid)
    }
    const headers = request({ at: new Date(Date.now() - 600_000) })
    assert.ok(await verifyWebhook({ secret, headers, body, toleranceSeconds: 900 }))
  })

  it('rejects a request without signature or time, and a secret that is none', async () => {
    await assert.rejects(verifyWebhook({ secret, headers: {}, body }), invalid)
    for (const signature of ['', 'v1,', 'v1,%%%', 'v2,AAAA', 'v1a,AAAA']) {
      const headers = { ...request(), 'webhook-signature': signature }
      await assert.rejects(verifyWebhook({ secret, headers, body }), invalid, signature)
    }
    for (const time of ['', 'now', '1e10', 'NaN']) {
      const headers = { ...request(), 'webhook-timestamp': time }
      await assert.rejects(verifyWebhook({ secret, headers, body }), invalid, time)
    }
    for (const wrong of ['', 'whsec_', 'whsec_***'])
      await assert.rejects(verifyWebhook({ secret: wrong, headers: request(), body }), invalid)
  })

  it('returns the event of a genuine request, of text, bytes and both kinds of headers', async () => {
    const event = await verifyWebhook({ secret, headers: request(), body })
    assert.deepEqual(event, JSON.parse(body))
    const bytes = new TextEncoder().encode(body)
    const headers = new Headers(request())
    assert.deepEqual(await verifyWebhook({ secret, headers, body: bytes }), JSON.parse(body))
  })

  it('accepts either secret while it is changed', async () => {
    const old = newSecret()
    const both = [secret, old]
    for (const used of both) {
      const headers = request({ secret: used })
      assert.ok(await verifyWebhook({ secret: both, headers, body }))
    }
    const headers = { ...request({ secret: old }) }
    headers['webhook-signature'] += ` ${request()['webhook-signature']}`
    assert.ok(await verifyWebhook({ secret, headers, body }))
  })
})
