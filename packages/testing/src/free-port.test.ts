import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CLAIMS, freePort } from './free-port.ts'

/** Behind those of servers, and another place for each process. */
const FIRST = 32_001 + (process.pid % 30) * 25

const claim = (port: number, pid: number) => {
  mkdirSync(CLAIMS, { recursive: true })
  writeFileSync(join(CLAIMS, String(port)), String(pid))
}

test('gives no port twice', async () => {
  const range = { first: FIRST, count: 3 }
  const ports = [await freePort(range), await freePort(range), await freePort(range)]
  expect(new Set(ports)).toEqual(new Set([FIRST, FIRST + 1, FIRST + 2]))
  await expect(freePort(range)).rejects.toThrow('No free port.')
})

test('leaves a port to the living process that claimed it, and takes that of a dead one', async () => {
  claim(FIRST + 10, process.ppid)
  await expect(freePort({ first: FIRST + 10, count: 1 })).rejects.toThrow('No free port.')
  // No process has a number beyond those that the system gives.
  claim(FIRST + 11, 2 ** 30)
  expect(await freePort({ first: FIRST + 11, count: 1 })).toBe(FIRST + 11)
})

test('leaves a port on which something listens', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(FIRST + 20, '127.0.0.1', resolve))
  await expect(freePort({ first: FIRST + 20, count: 1 })).rejects.toThrow('No free port.')
  await new Promise((resolve) => server.close(resolve))
})
