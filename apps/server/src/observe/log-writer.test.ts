import { describe, expect, it } from 'vitest'
import { createLogWriter } from './log-writer.ts'

/** A disk with room for so many bytes. */
function arrange(room: number) {
  const disk = { room, text: '' }
  const told: string[] = []
  const writer = createLogWriter({
    write(bytes) {
      if (disk.room === 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
      const written = Math.min(disk.room, bytes.length)
      disk.room -= written
      disk.text += Buffer.from(bytes.subarray(0, written)).toString()
      return written
    },
    failed: (error) => told.push(String(error)),
    recovered: (dropped) => told.push(`${dropped} dropped`),
  })
  return { disk, told, write: (line: string) => writer.write(line) }
}

describe('a log on a full disk', () => {
  it('drops lines, counts them, and says so as soon as there is room again', () => {
    const { disk, told, write } = arrange(4)
    write('one\n')
    write('two\n')
    write('three\n')
    expect(told).toEqual(['Error: no space left'])
    disk.room = 100
    write('four\n')
    expect(disk.text).toBe('one\nfour\n')
    expect(told).toEqual(['Error: no space left', '2 dropped'])
    write('five\n')
    expect(told).toHaveLength(2)
  })

  it('continues on a separate line behind one that was written in part', () => {
    const { disk, write } = arrange(6)
    write('one\n')
    write('two\n')
    disk.room = 100
    write('three\n')
    expect(disk.text).toBe('one\ntw\nthree\n')
  })
})
