import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeFolder } from './folder-writer.ts'
import { beginFrames, framed } from './format/frames.ts'
import { encodeRecord } from './format/records.ts'
import { openBackup } from './read-backup.ts'

let folder: string

beforeAll(() => {
  folder = scratchFolder('cairn-read-backup-')
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The beginning of a tar file: one entry and its bytes. */
function tarOf(name: string, content: string): Buffer {
  const block = Buffer.alloc(1024)
  block.write(name, 0)
  block.write(content.length.toString(8).padStart(11, '0'), 124)
  block.write('0', 156)
  block.write(content, 512)
  return block
}

async function backupOf(bytes: Buffer): Promise<string> {
  const file = join(folder, 'one.backup')
  const said = { cairn: '0.1.0', postgres: 180_004, system: '1', superuser: 'postgres', database: 'postgres' }
  const header = { holds: 'backup', builtIn: true, madeAt: new Date().toISOString(), ...said } as const
  const pieces: Buffer[] = []
  async function* content() {
    yield gzipSync(encodeRecord({ kind: 'files', bytes }))
  }
  for await (const piece of framed(await beginFrames(header, null), content())) pieces.push(piece)
  writeFileSync(file, Buffer.concat(pieces))
  return file
}

it('a reading that is ended waits for who is taking a part', async () => {
  const backup = await openBackup(await backupOf(tarOf('PG_VERSION', '18')), null)
  const ending = new AbortController()
  const order: string[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const reading = backup
    .read(async () => {
      ending.abort(new Error('The server stops.'))
      await released
      order.push('taken')
    }, ending.signal)
    .catch(() => order.push('ended'))
  await new Promise((resolve) => setImmediate(resolve))
  release()
  await reading
  await backup.close()
  expect(order[0]).toBe('taken')
  expect(order.at(-1)).toBe('ended')
})

it('takes no file once it is closed', async () => {
  const writer = await writeFolder(join(folder, 'closed'))
  await writer.close()
  await expect(writer.take({ kind: 'file', name: 'late', size: 0 })).rejects.toThrow(/is closed/)
})
