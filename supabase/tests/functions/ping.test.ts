import { describe, expect, it } from 'vitest'
import { pingOf } from '../../functions/ping/address.ts'
import { ping } from '../../functions/ping/handler.ts'
import { noteOf } from '../../functions/ping/note.ts'

const TOKEN = '4f1c0d2e3b4a59687786a5b4c3d2e1f0'
const RID = '0f8fad5b-d9cb-469f-a165-70867728950e'
const read = (path: string, query = '') => pingOf(path, new URLSearchParams(query))

describe('an address', () => {
  it.each<[path: string, name: string | null, action: string]>([
    ['', null, 'success'],
    ['/', null, 'success'],
    ['/start', null, 'start'],
    ['/fail', null, 'fail'],
    ['/log', null, 'log'],
    ['/0', null, '0'],
    ['/255', null, '255'],
    ['/fail/', null, 'fail'],
    ['/Invoices', 'Invoices', 'success'],
    ['/Invoices%20%26%20more/7', 'Invoices & more', '7'],
    ['/Rechnungspr%C3%BCfung/fail', 'Rechnungsprüfung', 'fail'],
    ['/a%2Fb/log', 'a/b', 'log'],
    ['/start/0', 'start', '0'],
    ['/256', null, 'fail'],
    ['/-1', null, 'fail'],
    ['/-1073741510', null, 'fail'],
    ['/Invoices/3221225786', 'Invoices', 'fail'],
    ['/-0', '-0', 'success'],
    ['/007', '007', 'success'],
    ['/Start', 'Start', 'success'],
    [`/${'é'.repeat(120)}`, 'é'.repeat(120), 'success'],
  ])('%s', (path, name, action) => {
    expect(read(`${TOKEN}${path}`)).toEqual({ token: TOKEN, name, action, rid: null })
  })

  it('names the run', () => {
    expect(read(`${TOKEN}/start`, `rid=${RID}`)).toEqual({
      token: TOKEN,
      name: null,
      action: 'start',
      rid: RID,
    })
  })

  it.each(['', '/', '//', 'to ken', '%00', 'töken', '..', 'x'.repeat(101), '%20/start', `%20${TOKEN}`])(
    'with %j for a token leads nowhere',
    (path) => {
      expect(read(path)).toBe('not found')
    },
  )

  it.each([
    '/Invoices/done',
    '/Invoices/1.5',
    '/Invoices/fail/7',
    '/Invoices//fail',
    '//fail',
    '/%20',
    '/a%00b',
    '/%',
    '/%ff',
    '/%c3',
    '/%ed%a0%80',
    `/${'é'.repeat(121)}`,
  ])('with %s behind the token is none', (path) => {
    expect(read(`${TOKEN}${path}`)).toBe('invalid url format')
  })

  it.each(['', '7', 'null', `${RID}0`, `{${RID}}`, RID.replaceAll('-', ''), `${RID}\n`])(
    'whose run is named %j is none',
    (rid) => {
      expect(pingOf(TOKEN, new URLSearchParams({ rid }))).toBe('invalid url format')
    },
  )
})

describe('a note', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  it.each<[what: string, body: Uint8Array, note: string | null]>([
    ['nothing', new Uint8Array(), null],
    ['text', bytes('12 rows, 3 € – ok\n'), '12 rows, 3 € – ok\n'],
    ['10,000 bytes', bytes('x'.repeat(10_000)), 'x'.repeat(10_000)],
    ['more', bytes('x'.repeat(11_000)), 'x'.repeat(10_000)],
    ['more, of three bytes each', bytes('€'.repeat(4_000)), '€'.repeat(3_333)],
    ['more, of four bytes each', bytes(`x${'🜁'.repeat(4_000)}`), `x${'🜁'.repeat(2_499)}`],
    ['bytes that are no UTF-8', new Uint8Array([0x61, 0xff, 0xc3, 0x62]), 'a\ufffd\ufffdb'],
    ['NUL', bytes('a\0b'), 'a\ufffdb'],
    ['nothing but such bytes', new Uint8Array(11_000).fill(0xff), '\ufffd'.repeat(3_333)],
  ])('of %s', (_what, body, note) => {
    expect(noteOf(body)).toBe(note)
  })
})

/** Calls the function; returns its answer, and what it asked of the database. */
async function call(path: string, { answer = Response.json('OK'), method = 'POST', body = '' } = {}) {
  const asked: unknown[] = []
  const request = new Request(`https://project.test${path}`, {
    method,
    ...(method === 'POST' && { body }),
  })
  const { status, headers, ...rest } = await ping(request, async (name, args) => {
    asked.push([name, args])
    return answer
  }).then(async (response) => ({
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  }))
  return { status, retryAfter: headers.get('retry-after'), ...rest, asked }
}

describe('on any Supabase', () => {
  it.each([`/ping/${TOKEN}/Invoices/7`, `/functions/v1/ping/${TOKEN}/Invoices/7`])(
    '%s reports a run',
    async (path) => {
      expect(await call(`${path}?rid=${RID}`, { body: 'No file.' })).toEqual({
        status: 200,
        retryAfter: null,
        text: 'OK',
        asked: [['ping', { token: TOKEN, name: 'Invoices', action: '7', rid: RID, note: 'No file.' }]],
      })
    },
  )

  it.each<[status: number, retryAfter: string | null, answered: number, text: string, then: string | null]>([
    [404, null, 404, 'not found', null],
    [400, null, 400, 'invalid url format', null],
    [429, '17', 429, 'too many calls', '17'],
    [429, null, 429, 'too many calls', '60'],
    [503, '5', 503, 'try again later', '5'],
    [500, null, 503, 'try again later', '1'],
  ])('a %i of the database is handed on', async (status, retryAfter, answered, text, then) => {
    const headers = retryAfter === null ? {} : { 'retry-after': retryAfter }
    const answer = new Response('{"message":"secret of the database"}', { status, headers })
    expect(await call(`/ping/${TOKEN}`, { answer })).toMatchObject({
      status: answered,
      text,
      retryAfter: then,
    })
  })

  it.each<[path: string, method: string, status: number, text: string]>([
    [`/ping/${TOKEN}`, 'GET', 405, 'method not allowed'],
    ['/ping', 'POST', 404, 'not found'],
    ['/ping/', 'POST', 404, 'not found'],
    [`/ping/${TOKEN}/a/b/c`, 'POST', 400, 'invalid url format'],
  ])('%s with %s asks nothing of it', async (path, method, status, text) => {
    expect(await call(path, { method })).toMatchObject({ status, text, asked: [] })
  })
})
