import type { Limits } from '../model/limits.ts'
import { TableError } from '../model/table-error.ts'
import { refuseDeepJson } from './depth.ts'

/** The value of a JSON file. */
export function readJson(text: string, limits: Limits): unknown {
  refuseDeepJson(text, limits.depth)
  return parsed(
    text,
    (cause) => new TableError({ kind: 'damaged', format: 'json', line: lineOf(cause, text) }, { cause }),
  )
}

/** The values of a file with one JSON value a line. */
export function readJsonLines(text: string, limits: Limits): unknown[] {
  const values: unknown[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    if (values.length > limits.rows)
      throw new TableError({ kind: 'too_many_rows', count: values.length + 1, most: limits.rows })
    refuseDeepJson(line, limits.depth)
    values.push(
      parsed(
        line,
        (cause) => new TableError({ kind: 'damaged', format: 'json-lines', line: index + 1 }, { cause }),
      ),
    )
  }
  return values
}

function parsed(text: string, refusal: (cause: unknown) => TableError): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw refusal(cause)
  }
}

/** Engines say the place in words of their own; where they say none, the line is unknown. */
function lineOf(cause: unknown, text: string): number | null {
  const message = cause instanceof Error ? cause.message : ''
  const line = /line (\d+)/.exec(message)?.[1]
  if (line) return Number(line)
  const position = /position (\d+)/.exec(message)?.[1]
  return position ? text.slice(0, Number(position)).split('\n').length : null
}
