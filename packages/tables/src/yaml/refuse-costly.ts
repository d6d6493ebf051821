import { CST, Lexer } from 'yaml'
import type { Limits } from '../model/limits.ts'
import { TableError } from '../model/table-error.ts'

const OPENING = new Set(['flow-seq-start', 'flow-map-start'])
const CLOSING = new Set(['flow-seq-end', 'flow-map-end'])
const PROPERTIES = new Set(['anchor', 'tag'])
const VALUES = new Set(['alias', 'scalar', 'single-quoted-scalar', 'double-quoted-scalar'])
/** Tokens that separate two values. */
const BETWEEN = new Set(['map-value-ind', 'comma', 'seq-item-ind', 'explicit-key-ind', 'doc-start'])
/** Tokens that begin a list or a map in the one before, on the same line: `- - - a`. */
const NESTING = new Set(['seq-item-ind', 'explicit-key-ind'])

/**
 * The maximum number of properties: a node has an anchor and a tag, and a list or map around its first item the same.
 */
const MOST_PROPERTIES = 8
const MOST_VALUES = 3
/** The maximum number of pairs in a line without brackets: one, or two with a key that is a pair itself. */
const MOST_PAIRS = 3

/**
 * Throws for a text with which the parser would spend minutes: one that is nested too deeply, has too many parts, or
 * repeats parts such as anchors more often in a row than any real YAML. The lexer alone takes the same time for every
 * part.
 */
export function refuseCostly(text: string, limits: Limits): void {
  let [parts, depth, line] = [0, 0, 1]
  let inRow = { properties: 0, values: 0, pairs: 0, nested: 0 }

  for (const source of new Lexer().lex(text)) {
    const type = CST.tokenType(source) ?? ''
    parts += 1
    if (OPENING.has(type)) depth += 1
    if (CLOSING.has(type)) depth -= 1
    if (PROPERTIES.has(type)) inRow.properties += 1
    else if (VALUES.has(type)) inRow = { ...inRow, values: inRow.values + 1, properties: 0 }
    else if (OPENING.has(type) || BETWEEN.has(type)) inRow = { ...inRow, values: 0, properties: 0 }
    if (type === 'map-value-ind' && depth === 0) inRow.pairs += 1
    if (NESTING.has(type)) inRow.nested += 1
    if (type === 'newline') inRow = { ...inRow, values: 0, pairs: 0, nested: 0 }
    line += source.split('\n').length - 1

    if (parts > limits.yamlParts) throw new TableError({ kind: 'too_many_values', most: limits.yamlParts })
    if (depth > limits.depth || inRow.nested > limits.depth)
      throw new TableError({ kind: 'too_deep', most: limits.depth })
    if (inRow.properties > MOST_PROPERTIES || inRow.values > MOST_VALUES || inRow.pairs > MOST_PAIRS)
      throw new TableError({ kind: 'damaged', format: 'yaml', line })
  }
}
