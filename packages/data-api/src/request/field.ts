import { tooComplex } from '../errors/request-errors.ts'
import { LIMITS } from './limits.ts'
import type { Scanner } from './scanner.ts'

/** A step of a JSON path: `->` keeps JSON, `->>` gives text. */
export interface JsonStep {
  asText: boolean
  operand: { key: string } | { index: number }
}

/** A column by the name in the request, and the path into its JSON. */
export interface FieldName {
  name: string
  path: readonly JsonStep[]
}

export function readField(scanner: Scanner): FieldName {
  scanner.skipSpaces()
  const field = { name: scanner.name(), path: readJsonPath(scanner) }
  scanner.skipSpaces()
  return field
}

const INDEX = /-?\d+(?=->|::|[.,)]|$)/y
const PLAIN_KEY = /[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/uy
const BIGGEST_INDEX = 2 ** 31 - 1

export function readJsonPath(scanner: Scanner): JsonStep[] {
  const steps: JsonStep[] = []
  while (scanner.take('->')) {
    const asText = scanner.take('>')
    steps.push({ asText, operand: readOperand(scanner) })
    if (steps.length > LIMITS.jsonSteps)
      throw tooComplex(`A JSON path has at most ${LIMITS.jsonSteps} steps.`)
  }
  return steps
}

function readOperand(scanner: Scanner): JsonStep['operand'] {
  const start = scanner.position
  const digits = scanner.match(INDEX)
  if (digits !== undefined) {
    const index = Number(digits)
    if (Math.abs(index) <= BIGGEST_INDEX) return { index }
    scanner.rewind(start)
    scanner.fail('an index that fits 32 bits')
  }
  if (scanner.next === '"') return { key: scanner.quoted() }
  const key = scanner.match(PLAIN_KEY)?.trim()
  if (key === undefined || key === '') {
    if (!/^-\d/.test(scanner.rest) && scanner.take('-')) scanner.fail('digit')
    scanner.fail('"-", digit or any non reserved character different from: .,>()')
  }
  return { key }
}
