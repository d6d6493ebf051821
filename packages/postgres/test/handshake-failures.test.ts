import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** AuthenticationOk and ReadyForQuery in Postgres' protocol. */
const HANDSHAKE = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

/** A Postgres that accepts every connection and dies of its first query. */
const dying = createServer((socket) => {
  let accepted = false
  socket.on('error', () => undefined)
  socket.on('data', () => {
    if (accepted) socket.destroy()
    else socket.write(HANDSHAKE)
    accepted = true
  })
})

beforeAll(async () => {
  dying.listen(0, '127.0.0.1')
  await once(dying, 'listening')
})

afterAll(() => {
  dying.close()
})

interface Ending {
  code: number
  output: string
}

/** Runs a script in a process of its own that survives handshake failures. */
function run(body: string): Promise<Ending> {
  const script = `
    import { surviveHandshakeFailures } from '${new URL('../src/handshake-failures.ts', import.meta.url).href}'
    import { openPool } from '${new URL('../src/pool.ts', import.meta.url).href}'
    surviveHandshakeFailures((cause) => {
      console.log('reported', cause.code)
      setImmediate(() => process.exit(0))
    })
    ${body}`
  const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', script]
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: `${stdout}${stderr}` }),
    )
  })
}

describe('a process that survives handshake failures', () => {
  it('reports one and keeps running', async () => {
    const address = dying.address()
    if (address === null || typeof address === 'string') throw new Error('The server listens nowhere.')
    const { code, output } = await run(`
      const target = { host: '127.0.0.1', port: ${address.port}, database: 'd', user: 'u', password: 'p', tls: false }
      const pool = openPool({ target, size: 1, name: 'test' })
      await pool.connections.reserve()`)
    expect(output).toContain('reported CONNECTION_CLOSED')
    expect(code).toBe(0)
  })

  it('still ends with any other unhandled rejection', async () => {
    const { code, output } = await run(`Promise.reject(new Error('a mistake'))`)
    expect(output).toContain('a mistake')
    expect(code).not.toBe(0)
  })
})
