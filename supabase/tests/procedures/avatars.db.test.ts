import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

/** Becomes the viewer's own picture; the statement takes one row or is refused. */
const set = (address: string) =>
  stage.outcome('viewer', `update public.profiles set avatar = E'${address}' where id = private.caller_id()`)

describe('a picture', () => {
  it.each(['https://img.test/a.png?s=1#x', 'http://127.0.0.1:8080/a', 'https://img.test'])(
    'may be at %s',
    async (address) => {
      expect(await set(address)).toBe(1)
    },
  )

  it.each([
    ...['https://cairn.test@evil.test/a.png', 'https://img.test/a b.png', 'https://img.test/a\\nb.png'],
    ...['https://', 'https:// img.test', 'https://img.test\\\\a', 'javascript:alert(1)'],
  ])('may not be at %s', async (address) => {
    expect(await set(address)).toEqual({ refused: '23514' })
  })
})
