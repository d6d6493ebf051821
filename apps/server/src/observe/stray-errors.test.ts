import { execFile } from 'node:child_process'
import { describe, expect, it } from 'vitest'

interface Ending {
  code: number
  log: string
  said: string
}

/** Runs a script in a separate process that watches over its errors. */
function run(body: string): Promise<Ending> {
  const script = `
    import { openLog } from '${new URL('./log.ts', import.meta.url).href}'
    import { watchOverErrors } from '${new URL('./stray-errors.ts', import.meta.url).href}'
    watchOverErrors(openLog('info'))
    ${body}`
  const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', script]
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, (_, log, said) =>
      resolve({ code: child.exitCode ?? -1, log, said }),
    )
  })
}

describe('an error that no code has caught', () => {
  it('is logged and counted when nobody awaited it, and the process goes on', async () => {
    const { code, log } = await run(`
      Promise.reject(new Error('first mistake'))
      setTimeout(() => Promise.reject(new Error('second mistake')), 0)
      setTimeout(() => process.exit(0), 20)`)
    expect(code).toBe(0)
    const lines = log.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'error-unawaited', count: 1, cause: { message: 'first mistake' } },
      { msg: 'error-unawaited', count: 2, cause: { message: 'second mistake' } },
    ])
  })

  it('ends the process when it was thrown, and whoever started it sees why', async () => {
    const { code, log, said } = await run(`setTimeout(() => { throw new Error('a mistake') }, 0)`)
    expect(code).toBe(1)
    expect(log).toContain('error-uncaught')
    expect(said).toMatch(/Cairn ends because of a mistake of its own: Error: a mistake/)
  })
})
