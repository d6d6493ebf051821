import { describe, expect, test, vi } from 'vitest'
import { watchConnection } from './connection.ts'

const URL_OF_LIST = 'https://cairn.test/rest/v1/systems'
const ok = () => new Response('[]')

/** A connection whose network and clock the test plays. */
function open() {
  let answer: () => Response | Promise<Response> = ok
  let hint = () => {}
  const planned: { work: () => void; afterMs: number }[] = []
  const send = vi.fn<typeof fetch>(async () => answer())
  const connection = watchConnection({
    url: 'https://cairn.test',
    send,
    later: (work, afterMs) => planned.push({ work, afterMs }),
    onHint: (check) => {
      hint = check
    },
  })
  const heard: string[] = []
  connection.subscribe(() => heard.push(connection.current()))
  return {
    connection,
    send,
    heard,
    planned,
    list: () => connection.fetch(URL_OF_LIST, { headers: { apikey: 'key' } }),
    write: () => connection.fetch(URL_OF_LIST, { method: 'PATCH' }),
    hint: () => hint(),
    answers(next: () => Response | Promise<Response>) {
      answer = next
    },
  }
}

const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('the connection to the server', () => {
  test('is lost when a request and a second check get no answer, and back with the first answer', async () => {
    const { connection, list, answers, heard, planned } = open()
    answers(lost)
    await expect(list()).rejects.toThrow('Failed to fetch')
    await settle()
    expect(connection.current()).toBe('offline')
    expect(planned.map(({ afterMs }) => afterMs)).toEqual([2000])
    answers(ok)
    planned[0]?.work()
    await settle()
    expect(heard).toEqual(['offline', 'up'])
  })

  test('is not lost for one request that was called off, or that one thing cannot answer', async () => {
    const { list, answers, heard } = open()
    let failures = 1
    answers(() => (failures-- > 0 ? lost() : ok()))
    await expect(list()).rejects.toThrow()
    await settle()
    failures = 1
    answers(() => (failures-- > 0 ? new Response('{}', { status: 503 }) : ok()))
    await list()
    await settle()
    expect(heard).toEqual([])
  })

  test('is there, but of no use, while the database is away', async () => {
    const { connection, list, answers } = open()
    answers(() => new Response('{}', { status: 503 }))
    await list()
    await settle()
    expect(connection.current()).toBe('unavailable')
  })

  test('is looked at ever more seldom, up to 15 s', async () => {
    const { list, answers, planned } = open()
    answers(lost)
    await expect(list()).rejects.toThrow()
    await settle()
    for (let turn = 0; turn < 4; turn += 1) {
      planned.at(-1)?.work()
      await settle()
    }
    expect(planned.map(({ afterMs }) => afterMs)).toEqual([2000, 4000, 8000, 15_000, 15_000])
  })

  test('while it is lost, a write is refused without being sent, unless it is back', async () => {
    const { list, write, answers, send } = open()
    answers(lost)
    await expect(list()).rejects.toThrow()
    await settle()
    send.mockClear()
    await expect(write()).rejects.toThrow('There is no connection to the server.')
    expect(send.mock.calls.map(([, init]) => init?.method)).toEqual([undefined])
    answers(ok)
    expect((await write()).ok).toBe(true)
  })

  test('is looked at when the browser gives a hint, but never before anything was asked', async () => {
    const { list, hint, answers, send, heard } = open()
    hint()
    expect(send).not.toHaveBeenCalled()
    await list()
    answers(lost)
    hint()
    await settle()
    expect(heard).toEqual(['offline'])
  })

  test('does not follow what signing in gets', async () => {
    const { connection, answers, heard } = open()
    answers(lost)
    await expect(connection.fetch('https://cairn.test/auth/v1/token')).rejects.toThrow()
    await settle()
    expect(heard).toEqual([])
  })
})
