import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { newSigningSecret, sign } from './webhook-signature.ts'

const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'

describe('sign', () => {
  it('makes the signature of the example of the standard', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const message = { id, timestamp: 1_614_265_330, body: '{"test": 2432232314}' }
    assert.equal(sign([secret], message), 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('makes what the library of the standard verifies, with every secret that is given', () => {
    const secrets = [newSigningSecret(), newSigningSecret()]
    const timestamp = Math.floor(Date.now() / 1000)
    const body = '{"é":"😀"}'
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': sign(secrets, { id, timestamp, body }),
    }
    for (const secret of secrets) {
      assert.deepEqual(new Webhook(secret).verify(body, headers), { é: '😀' })
    }
    assert.throws(() => new Webhook(newSigningSecret()).verify(body, headers))
  })
})
