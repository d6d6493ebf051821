import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createUnsubscribeLinks, type Unsubscription } from '../../notices/unsubscribe-links.ts'
import { unsubscribe } from './unsubscribe.ts'

const PUBLIC_URL = 'https://cairn.test'
const SECRET = randomBytes(32)
const MIA: Unsubscription = {
  person: '00000000-0000-4000-8000-000000000001',
  mails: 'weekly_digest',
  language: 'de',
}
const DAY_MS = 86_400_000

const links = createUnsubscribeLinks({ publicUrl: PUBLIC_URL, secret: SECRET })
let stopped: Unsubscription[]
let send: (
  method: 'GET' | 'POST',
  token: string,
) => Promise<{ status: number; text: string; headers: Headers }>

beforeEach(() => {
  stopped = []
  const app = unsubscribe({
    links,
    stop: async (unsubscription) => {
      stopped.push(unsubscription)
    },
  })
  send = async (method, token) => {
    const body = method === 'POST' ? 'List-Unsubscribe=One-Click' : null
    const answer = await app.request(`/?token=${token}`, {
      method,
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    return { status: answer.status, text: await answer.text(), headers: answer.headers }
  }
})

const tokenOf = (unsubscription: Unsubscription, made = links) =>
  new URL(made.urlFor(unsubscription)).searchParams.get('token') ?? ''

describe('the link that stops mails', () => {
  test('asks, in the language of the mail, and changes nothing by being opened', async () => {
    const { status, text, headers } = await send('GET', tokenOf(MIA))
    expect(status).toBe(200)
    expect(text).toContain('<html lang="de">')
    expect(text).toContain('Soll Cairn Ihnen keinen Wochenüberblick mehr schicken?')
    expect(text).toContain('<form method="post">')
    expect(text).toContain('href="/settings/notifications"')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(stopped).toEqual([])
  })

  test('stops them without a session on the one press of a mail program, and says the same again', async () => {
    const token = tokenOf(MIA)
    const first = await send('POST', token)
    expect(first.status).toBe(200)
    expect(first.text).toContain('Sie erhalten diese E-Mails nicht mehr.')
    expect((await send('POST', token)).text).toBe(first.text)
    expect(stopped).toEqual([MIA, MIA])
  })

  test('is of one person and one kind of mail', async () => {
    await send('POST', tokenOf({ ...MIA, mails: 'email', language: null }))
    expect(stopped).toEqual([{ ...MIA, mails: 'email', language: null }])
  })

  test('answers alike whether it was forged, changed, made elsewhere or is too old', async () => {
    const elsewhere = createUnsubscribeLinks({ publicUrl: PUBLIC_URL, secret: randomBytes(32) })
    const earlier = createUnsubscribeLinks({
      publicUrl: PUBLIC_URL,
      secret: SECRET,
      clock: () => Date.now() - 91 * DAY_MS,
    })
    const whole = tokenOf(MIA)
    const changed = `${whole.slice(0, 40)}${whole[40] === 'A' ? 'B' : 'A'}${whole.slice(41)}`
    const wrong = ['', 'x', '%00', 'a'.repeat(5_000), changed, whole.slice(0, -4)]
    const answers = []
    for (const token of [...wrong, tokenOf(MIA, elsewhere), tokenOf(MIA, earlier)]) {
      for (const method of ['GET', 'POST'] as const) {
        const { status, text } = await send(method, token)
        answers.push(`${status} ${text}`)
      }
    }
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/^404 [\s\S]*This link no longer works/)
    expect(stopped).toEqual([])
  })

  test('tells nobody whose it is', () => {
    const url = links.urlFor(MIA)
    expect(url).toMatch(/^https:\/\/cairn\.test\/unsubscribe\?token=[\w-]+$/)
    expect(Buffer.from(tokenOf(MIA), 'base64url').toString('latin1')).not.toContain(MIA.person)
    expect(links.urlFor(MIA)).not.toBe(url)
  })
})
