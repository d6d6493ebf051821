import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, createGzip } from 'node:zlib'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginFrames } from '../format/frames.ts'
import { fullestOf, unpackSegment } from './kept-segments.ts'
import { beginSegment, type SegmentWriter } from './segment-writer.ts'

// Segments with a key are in backups.db.test.ts: each key takes a while to derive.
const KEY = null
const NAME = '000000010000000000000001'
const HEADER = {
  holds: 'wal',
  cairn: '0.1.0',
  postgres: 0,
  system: '1',
  builtIn: true,
  superuser: '',
  database: 'postgres',
  madeAt: '2026-11-27T03:00:00.000Z',
} as const

let folder: string

beforeAll(() => {
  folder = scratchFolder('cairn-segments-')
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function madeFolder(name: string): string {
  mkdirSync(join(folder, name))
  return join(folder, name)
}

const begin = (dir: string): Promise<SegmentWriter> =>
  beginSegment(dir, NAME, { header: HEADER, passphrase: KEY })

async function contentOf(file: string): Promise<Buffer> {
  const to = join(folder, 'unpacked')
  await unpackSegment(file, { to, passphrase: KEY })
  return readFileSync(to)
}

it('keeps what came within one flush readable, however much it is', async () => {
  const dir = madeFolder('burst')
  const bytes = randomBytes(3_000_000)
  const writer = await begin(dir)
  await writer.add(bytes.subarray(0, 2_900_000))
  await writer.flush()
  await writer.add(bytes.subarray(2_900_000))
  await writer.finish()
  expect((await contentOf(join(dir, `${NAME}.wal`))).equals(bytes)).toBe(true)
})

/** As an earlier version wrote: everything of a flush in one frame, and no end. */
async function inOneFrame(bytes: Buffer): Promise<Buffer> {
  const framing = await beginFrames(HEADER, KEY)
  const gzip = createGzip({ level: 1 })
  const packed: Buffer[] = []
  gzip.on('data', (piece: Buffer) => packed.push(piece))
  gzip.write(bytes)
  await new Promise<void>((resolve) => gzip.flush(constants.Z_SYNC_FLUSH, resolve))
  return Buffer.concat([framing.header, framing.frame(Buffer.concat(packed), false)])
}

it('reads a segment in whose frames an earlier version put more than a MiB', async () => {
  const file = join(madeFolder('earlier'), `${NAME}.1.partial`)
  const bytes = randomBytes(2_000_000)
  writeFileSync(file, await inOneFrame(bytes))
  expect((await contentOf(file)).equals(bytes)).toBe(true)
})

it('takes of two unfinished files the one that goes further, not the larger one', async () => {
  const dir = madeFolder('two')
  const [larger, further] = [join(dir, `${NAME}.1.partial`), join(dir, `${NAME}.2.partial`)]
  writeFileSync(larger, await inOneFrame(randomBytes(500_000)))
  writeFileSync(further, await inOneFrame(Buffer.alloc(900_000)))
  expect(await fullestOf([larger, further], KEY)).toEqual({ file: further, bytes: 900_000 })
})

it('leaves one file of a segment that is begun again and again, the one that goes furthest', async () => {
  const dir = madeFolder('again')
  const bytes = randomBytes(300_000)
  for (const length of [300_000, 100_000, 200_000]) {
    const writer = await begin(dir)
    await writer.add(bytes.subarray(0, length))
    await writer.flush()
    await writer.leave()
  }
  const last = await begin(dir)
  await last.leave()
  const [left = '', ...others] = readdirSync(dir)
  expect(others).toEqual([])
  expect((await contentOf(join(dir, left))).equals(bytes)).toBe(true)
})
