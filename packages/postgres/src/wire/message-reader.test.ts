import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMessageReader } from './message-reader.ts'

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.from(`${type}....`)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

describe('the messages of Postgres', () => {
  it('are the same in whatever pieces they arrive', () => {
    const messages = fc.array(fc.tuple(fc.constantFrom('D', 'C', 'Z'), fc.uint8Array({ maxLength: 40 })))
    fc.assert(
      fc.property(messages, fc.integer({ min: 1, max: 17 }), (sent, size) => {
        const bytes = Buffer.concat(sent.map(([type, body]) => message(type, Buffer.from(body))))
        const read: [string, number[]][] = []
        const reader = createMessageReader((type, body) => read.push([type, [...body]]))
        for (let at = 0; at < bytes.length; at += size) reader(bytes.subarray(at, at + size))
        expect(read).toEqual(sent.map(([type, body]) => [type, [...body]]))
      }),
    )
  })

  it('of four times the size take about four times as long', () => {
    const CHUNK = Buffer.alloc(16 * 1024)
    function timeOf(chunks: number): number {
      const began = performance.now()
      const reader = createMessageReader(() => {})
      reader(message('D', Buffer.alloc(0)).fill(0x05, 1, 2))
      for (let n = 0; n < chunks; n += 1) reader(CHUNK)
      return performance.now() - began
    }
    timeOf(512)
    // The fastest of several: whatever else the machine does makes some of them slower, and none faster.
    let few = Number.POSITIVE_INFINITY
    let many = Number.POSITIVE_INFINITY
    for (let round = 0; round < 7; round += 1) {
      few = Math.min(few, timeOf(1_024))
      many = Math.min(many, timeOf(4_096))
    }
    // Sixteen times as long where each chunk copied all before it.
    expect(many).toBeLessThan(12 * Math.max(few, 1))
  })
})
