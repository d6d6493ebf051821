import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { signedHeaders } from './signature.ts'

/** From the specification and the tests of its libraries. */
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

describe('a signature after Standard Webhooks', () => {
  test('is that of their own vector', () => {
    expect(signedHeaders(VECTOR, [VECTOR.secret])).toEqual({
      'webhook-id': VECTOR.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': VECTOR.signature,
    })
  })

  test('is the same for a secret without its prefix', () => {
    const [, bare = ''] = VECTOR.secret.split('_')
    expect(signedHeaders(VECTOR, [bare])['webhook-signature']).toBe(VECTOR.signature)
  })

  test('with two secrets is verified by either, and by no third one', () => {
    const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
    const body = '{"name":"Größe"}'
    const headers = signedHeaders({ id: 'a', timestamp: Math.floor(Date.now() / 1_000), body }, [
      VECTOR.secret,
      other,
    ])
    for (const secret of [VECTOR.secret, other])
      expect(new Webhook(secret).verify(body, headers)).toBeTruthy()
    expect(() => new Webhook('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA').verify(body, headers)).toThrow()
    expect(() => new Webhook(other).verify(`${body} `, headers)).toThrow()
  })
})
