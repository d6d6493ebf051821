import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** "Come in" and "ready" in Postgres' protocol. */
const GREETING = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

/** A Postgres that greets whoever comes, and dies of the first question. */
const dying = createServer((socket) => {
  let greeted = false
  socket.on('error', () => undefined)
  socket.on('data', () => {
    if (greeted) socket.destroy()
    else socket.write(GREETING)
    greeted = true
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

/** What becomes of a process of its own that runs this. */
function run(body: string): Promise<Ending> {
  const script = `
    import { outliveLostGreetings } from '${new URL('../src/lost-greetings.ts', import.meta.url).href}'
    import { openPool } from '${new URL('../src/pool.ts', import.meta.url).href}'
    outliveLostGreetings((cause) => {
      console.log('told', cause.code)
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

describe('a process with lost greetings', () => {
  it('goes on', async () => {
    const address = dying.address()
    if (address === null || typeof address === 'string') throw new Error('The server listens nowhere.')
    const { code, output } = await run(`
      const target = { host: '127.0.0.1', port: ${address.port}, database: 'd', user: 'u', password: 'p', tls: false }
      const pool = openPool({ target, size: 1, name: 'test' })
      await pool.lines.take()`)
    expect(output).toContain('told CONNECTION_CLOSED')
    expect(code).toBe(0)
  })

  it('still ends of a mistake of its own', async () => {
    const { code, output } = await run(`Promise.reject(new Error('a mistake'))`)
    expect(output).toContain('a mistake')
    expect(code).not.toBe(0)
  })
})
