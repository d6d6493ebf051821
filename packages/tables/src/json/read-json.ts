import { type ParseError, parse } from 'jsonc-parser'
import type { Limits } from '../model/limits.ts'
import { TableError } from '../model/table-error.ts'
import { refuseDeepJson } from './depth.ts'

/** The value of a JSON file, which may have comments and commas at the end of lists as editors' settings do. */
export function readJson(text: string, limits: Limits): unknown {
  refuseDeepJson(text, limits.depth)
  try {
    return JSON.parse(text)
  } catch (cause) {
    return withComments(text, () => {
      throw new TableError({ kind: 'damaged', format: 'json', line: lineOf(cause, text) }, { cause })
    })
  }
}

/** https://code.visualstudio.com/docs/languages/json#_json-with-comments */
function withComments(text: string, refuse: () => never): unknown {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  return errors.length > 0 ? refuse() : value
}

/** The values of a file with one JSON value a line. */
export function readJsonLines(text: string, limits: Limits): unknown[] {
  const values: unknown[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    if (values.length > limits.rows)
      throw new TableError({ kind: 'too_many_rows', count: values.length + 1, most: limits.rows })
    refuseDeepJson(line, limits.depth)
    try {
      values.push(JSON.parse(line))
    } catch (cause) {
      throw new TableError({ kind: 'damaged', format: 'json-lines', line: index + 1 }, { cause })
    }
  }
  return values
}

/** Engines say the place in words of their own; where they say none, the line is unknown. */
function lineOf(cause: unknown, text: string): number | null {
  const message = cause instanceof Error ? cause.message : ''
  const line = /line (\d+)/.exec(message)?.[1]
  if (line) return Number(line)
  const position = /position (\d+)/.exec(message)?.[1]
  return position ? text.slice(0, Number(position)).split('\n').length : null
}
