import { describe, expect, it } from 'vitest'
import { createPreparedStatements, createPreparedTexts, MOST_PREPARED_BYTES } from './prepared-texts.ts'

const text = (name: string, length: number) => name.padEnd(length)
const MANY = MOST_PREPARED_BYTES / 8192

describe('the texts that may be prepared', () => {
  it('are so many that their plans fit, and are forgotten after ten minutes', () => {
    let time = 0
    const mayPrepare = createPreparedTexts(() => time)
    for (let n = 0; n < MANY; n += 1) expect(mayPrepare(text(`${n}`, 8192))).toBe(true)
    expect(mayPrepare('one more')).toBe(false)
    expect(mayPrepare(text('0', 8192))).toBe(true)
    time = 10 * 60_000
    expect(mayPrepare('one more')).toBe(true)
  })

  it('are not very long', () => {
    expect(createPreparedTexts()(text('', 8193))).toBe(false)
  })
})

describe('the prepared statements of a connection', () => {
  it('give way to those that are used more often', () => {
    const prepared = createPreparedStatements<string>()
    for (let n = 0; n < MANY; n += 1) expect(prepared.keep(text(`${n}`, 8192), `s${n}`)).toEqual([])
    expect(prepared.find(text('0', 8192))).toBe('s0')
    expect(prepared.keep(text('more', 8192), 'more')).toEqual(['s1'])
    expect(prepared.find(text('1', 8192))).toBeUndefined()
  })
})
