import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/**
 * Prints what the adapter still parses of the answers of our own database: `node scripts/parsed-answers.mjs`. An object
 * is a call of `z.object`, `z.extend`, `renamed` or `renamedFor`; its lines are those between its brackets.
 */
const ADAPTER = 'apps/web/src/workspace/supabase'
const OBJECTS = new Set(['z.object', 'z.extend', 'renamed', 'renamedFor'])

const found = readdirSync(ADAPTER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|database-types\.ts$/.test(file))
  .map((file) => ({ file, calls: callsIn(join(ADAPTER, file)) }))
  .filter(({ calls }) => calls.length > 0)
for (const { file, calls } of found.toSorted((one, other) => other.calls.length - one.calls.length))
  console.log(`${String(calls.length).padStart(4)} ${file}`)

const all = found.flatMap(({ calls }) => calls)
const lines = found.reduce((sum, { calls }) => sum + new Set(calls.flatMap(({ lines: of }) => of)).size, 0)
const renaming = all.filter(({ name }) => name.startsWith('renamed')).length
console.log(`${all.length} objects, ${renaming} of them renamed, in ${lines} lines`)

/** The calls that make a schema of an object in a file, each with the numbers of its lines. */
function callsIn(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const calls = []
  const visit = (node) => {
    if (ts.isCallExpression(node) && OBJECTS.has(node.expression.getText(source))) {
      const [from, to] = [node.getStart(source), node.getEnd()].map(
        (at) => source.getLineAndCharacterOfPosition(at).line,
      )
      const name = node.expression.getText(source)
      calls.push({ name, lines: Array.from({ length: to - from + 1 }, (_, place) => from + place) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return calls
}
