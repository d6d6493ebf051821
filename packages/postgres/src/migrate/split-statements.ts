/** A statement of a script and the line (from 1) on which it begins. */
export interface ScriptStatement {
  text: string
  line: number
}

/**
 * Tokens that must be skipped as a whole, because a semicolon inside does not end the statement. Sticky, tried in this
 * order.
 */
const OPAQUE: readonly RegExp[] = [
  /--[^\n]*/y,
  /\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$[\s\S]*?\$\1\$/y,
  /\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'/y,
  /'(?:[^']|'')*'/y,
  /"(?:[^"]|"")*"/y,
  /\bbegin\s+atomic\b[\s\S]*?\bend\b\s*(?=;)/iy,
]

/**
 * Splits a SQL script at the semicolons that end statements: not those in strings, quoted names, dollar quotes,
 * comments
 * or SQL-standard function bodies. Statements that hold only comments and white space are left out.
 */
export function splitStatements(script: string): ScriptStatement[] {
  const statements: ScriptStatement[] = []
  /** The start of the statement under way, after the comments before it. */
  let start: number | null = null
  let at = 0
  while (at < script.length) {
    const isComment = script.startsWith('--', at) || script.startsWith('/*', at)
    const end = endOfOpaque(script, at) ?? at + 1
    const ends = script[at] === ';'
    if (start === null && !isComment && !ends && script.slice(at, end).trim() !== '') start = at
    if (ends && start !== null) {
      statements.push(statementAt(script, start, end))
      start = null
    }
    at = end
  }
  if (start !== null) statements.push(statementAt(script, start, script.length))
  return statements
}

function statementAt(script: string, start: number, end: number): ScriptStatement {
  return { text: script.slice(start, end).trim(), line: script.slice(0, start).split('\n').length }
}

function endOfOpaque(script: string, at: number): number | null {
  if (script.startsWith('/*', at)) return endOfBlockComment(script, at)
  for (const pattern of OPAQUE) {
    pattern.lastIndex = at
    if (pattern.test(script)) return pattern.lastIndex
  }
  return null
}

/** Block comments nest in Postgres. */
function endOfBlockComment(script: string, start: number): number {
  let depth = 0
  let at = start
  do {
    if (script.startsWith('/*', at)) {
      depth += 1
      at += 2
    } else if (script.startsWith('*/', at)) {
      depth -= 1
      at += 2
    } else {
      at += 1
    }
  } while (depth > 0 && at < script.length)
  return at
}
