import { parseAllDocuments } from 'yaml'
import type { Limits } from '../model/limits.ts'
import type { FileProblem } from '../model/table-error.ts'
import { TableError } from '../model/table-error.ts'
import { refuseCostly } from './refuse-costly.ts'
import { refuseLarge } from './refuse-large.ts'

/** The values of the documents of a YAML file; empty documents are left out. */
export function readYaml(text: string, limits: Limits): unknown[] {
  if (text.length > limits.yamlCharacters)
    throw new TableError({ kind: 'file_too_large', count: text.length, most: limits.yamlCharacters })
  return attempt(limits, () => {
    refuseCostly(text, limits)
    // Only core types: a key that is a list, or a tag that makes an object, has no place in a table.
    const options = { schema: 'core', logLevel: 'silent', stringKeys: true, uniqueKeys: false } as const
    return [...parseAllDocuments(text, options)].flatMap((document) => {
      const [error] = document.errors
      if (error?.code === 'RESOURCE_EXHAUSTION')
        throw new TableError({ kind: 'too_deep', most: limits.depth })
      if (error) throw new TableError(damaged(error.linePos?.[0].line ?? null))
      const value: unknown = document.toJS({ maxAliasCount: limits.aliases })
      refuseLarge(value, limits)
      return value === null || value === undefined ? [] : [value]
    })
  })
}

/** The parser throws a `ReferenceError` for too many aliases, and may end the stack in a text that lies too deep. */
function attempt<Result>(limits: Limits, work: () => Result): Result {
  try {
    return work()
  } catch (cause) {
    if (cause instanceof TableError) throw cause
    throw new TableError(problemOf(cause, limits), { cause })
  }
}

function problemOf(cause: unknown, { aliases, depth }: Limits): FileProblem {
  if (cause instanceof RangeError) return { kind: 'too_deep', most: depth }
  return cause instanceof ReferenceError && cause.message.includes('alias')
    ? { kind: 'too_many_aliases', most: aliases }
    : damaged(null)
}

function damaged(line: number | null): FileProblem {
  return { kind: 'damaged', format: 'yaml', line }
}
