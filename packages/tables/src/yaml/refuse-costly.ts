import { CST, Lexer } from 'yaml'
import type { Limits } from '../model/limits.ts'
import { TableError } from '../model/table-error.ts'

/**
 * Throws for a text with which the parser would spend minutes: one that lies too deep, has too many parts, or repeats
 * what no YAML has twice in a row, such as anchors. The lexer alone takes the same time for every part.
 */
export function refuseCostly(text: string, limits: Limits): void {
  let parts = 0
  let depth = 0
  let properties = 0
  let values = 0
  let pairs = 0
  let line = 1
  for (const source of new Lexer().lex(text)) {
    parts += 1
    if (parts > limits.yamlParts) throw new TableError({ kind: 'too_many_values', most: limits.yamlParts })
    switch (CST.tokenType(source)) {
      case 'flow-seq-start':
      case 'flow-map-start':
        depth += 1
        values = 0
        properties = 0
        break
      case 'flow-seq-end':
      case 'flow-map-end':
        depth -= 1
        values = 0
        break
      case 'anchor':
      case 'tag':
        properties += 1
        break
      case 'alias':
      case 'scalar':
      case 'single-quoted-scalar':
      case 'double-quoted-scalar':
        values += 1
        properties = 0
        break
      case 'map-value-ind':
        pairs += depth > 0 ? 0 : 1
        values = 0
        properties = 0
        break
      case 'comma':
      case 'seq-item-ind':
      case 'explicit-key-ind':
      case 'doc-start':
        values = 0
        properties = 0
        break
      case 'newline':
        line += 1
        values = 0
        pairs = 0
        break
      default:
    }
    if (depth > limits.depth) throw new TableError({ kind: 'too_deep', most: limits.depth })
    if (properties > MOST_PROPERTIES || values > MOST_VALUES || pairs > MOST_PAIRS)
      throw new TableError({ kind: 'damaged', format: 'yaml', line })
  }
}

/** A node has an anchor and a tag, and a list or map around its first item the same. */
const MOST_PROPERTIES = 8
/** Between two values there is a mark or a new line. */
const MOST_VALUES = 3
/** A line without brackets has one pair, or two with a key that is a pair itself. */
const MOST_PAIRS = 3
