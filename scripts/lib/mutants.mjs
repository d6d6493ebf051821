import ts from 'typescript'

const SWAPPED = new Map([
  ['===', '!=='],
  ['!==', '==='],
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['&&', '||'],
  ['||', '&&'],
  ['+', '-'],
  ['-', '+'],
])
const KIND = ts.SyntaxKind

/** Every place of a source where one operator, condition or constant can be changed. Each is a range and its new text. */
export function mutantsOf(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const found = []
  const add = (node, text) => found.push({ path, start: node.getStart(file), end: node.getEnd(), text })
  visit(file)
  return found.map((mutant) => ({
    ...mutant,
    line: file.getLineAndCharacterOfPosition(mutant.start).line + 1,
    was: source.slice(mutant.start, mutant.end),
  }))

  function visit(node) {
    // Types decide nothing at run time.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return
    if (ts.isBinaryExpression(node)) {
      const operator = node.operatorToken.getText(file)
      const swapped = SWAPPED.get(operator)
      if (swapped !== undefined && !(operator === '+' && isText(node))) add(node.operatorToken, swapped)
    }
    if (ts.isIfStatement(node)) add(node.expression, `!(${node.expression.getText(file)})`)
    if (ts.isConditionalExpression(node)) add(node.condition, `!(${node.condition.getText(file)})`)
    if (node.kind === KIND.TrueKeyword) add(node, 'false')
    if (node.kind === KIND.FalseKeyword) add(node, 'true')
    if (ts.isNumericLiteral(node)) add(node, `${2 * Number(node.text) + 1}`)
    ts.forEachChild(node, visit)
  }
}

/** Texts that are put together: a minus between them is no fault that anybody would make. */
function isText(node) {
  return [node.left, node.right].some(
    (side) =>
      ts.isStringLiteralLike(side) ||
      ts.isTemplateExpression(side) ||
      (ts.isBinaryExpression(side) && isText(side)),
  )
}

/** Different places in a random order that depends on the seed alone. */
export function chosen(mutants, seed, count) {
  const random = randomFrom(seed)
  const left = [...mutants]
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat()
}

/** Mulberry32: numbers from 0 to 1, the same for a seed. */
function randomFrom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
