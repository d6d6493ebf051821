import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const SCHEMAS = join(import.meta.dirname, '..', '..', 'schemas')
const LINES = 60

/** The functions of a file of SQL that are longer than a screen, without a comment above that says why they are long. */
function unexplained(sql: string): string[] {
  return [...sql.matchAll(/((?:^--.*\n)*)(^create function ([\w.]+)\([\s\S]*?^\$\$;)/gm)].flatMap(
    ([, comment = '', body = '', name = '']) =>
      body.split('\n').length > LINES && !/\blong\b/i.test(comment) ? [name] : [],
  )
}

describe('a function in the schemas', () => {
  it('fits on a screen, or says why it is long', () => {
    const files = readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.sql'),
    )
    expect(files.length).toBeGreaterThan(0)
    expect(files.flatMap((file) => unexplained(readFileSync(join(SCHEMAS, file), 'utf8')))).toEqual([])
  })

  it('is named where it is long and does not say why', () => {
    const lines = 'select 1;\n'.repeat(LINES)
    const long = `create function private.long_one() returns void\nas $$\n${lines}$$;\n`
    expect(unexplained(long)).toEqual(['private.long_one'])
    expect(unexplained(`-- Long, because a test is.\n${long}`)).toEqual([])
  })
})
