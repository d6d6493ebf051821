import { join, relative } from 'node:path'
import ts from 'typescript'
import { readRefusals } from './read-refusals.ts'

const WEB = join(import.meta.dirname, '..', '..')
const ROOT = join(WEB, '..', '..')
/** Contains also the texts of mails, which the app itself does not load. */
const WORKSPACE = join(ROOT, 'packages', 'workspace', 'src')
const SOURCES = [join(WEB, 'src'), WORKSPACE]

/** An English text with translations. */
export interface FoundPhrase {
  /** Where it stands: 'apps/web/src/app/app.tsx:12'. */
  places: readonly string[]
  /** Whether its words depend on a number, `count`. */
  counts: boolean
  /** The English text, where the key of the translations is the code of a refusal. */
  sentence?: string
}

export interface FoundPhrases {
  phrases: ReadonlyMap<string, FoundPhrase>
  /** Places where a text is translated that cannot be found. */
  problems: readonly string[]
}

/**
 * Finds every English text that the web app or a mail translates: what stands in `phrase()`, and what the types say that the first
 * argument of `t()` can be; and the sentences of refusals, by their codes. A text that the types do not name is a problem, unless it is a `Phrase`.
 */
export function findPhrases(): FoundPhrases {
  const program = openProgram()
  const checker = program.getTypeChecker()
  const phrases = new Map<string, FoundPhrase>()
  const problems: string[] = []

  const add = (text: string, node: ts.Node, counts: boolean) => {
    const known = phrases.get(text) ?? { places: [], counts: false }
    phrases.set(text, { places: [...known.places, placeOf(node)], counts: known.counts || counts })
  }
  const markedText = (text: ts.Expression) => {
    if (ts.isStringLiteralLike(text)) add(text.text, text, false)
    else problems.push(`${placeOf(text)}: phrase() takes a text in quotes`)
  }
  const translatedText = (text: ts.Expression, options: ts.Expression | undefined) => {
    for (const type of partsOf(checker.getTypeAtLocation(text))) {
      if (type.isStringLiteral()) add(type.value, text, hasCount(options))
      else if (type.aliasSymbol?.name !== 'Phrase')
        problems.push(`${placeOf(text)}: t() of a text that the types do not name`)
    }
  }
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const [text, options] = node.arguments
      if (text && node.expression.text === 'phrase') markedText(text)
      if (text && node.expression.text === 't') translatedText(text, options)
    }
    ts.forEachChild(node, visit)
  }
  for (const file of program.getSourceFiles()) if (isOurs(file.fileName)) visit(file)
  for (const [code, sentence] of Object.entries(readRefusals()))
    phrases.set(code, { places: ['supabase/schemas'], counts: false, sentence })
  return { phrases, problems }
}

function openProgram(): ts.Program {
  const { config } = ts.readConfigFile(join(WEB, 'tsconfig.json'), ts.sys.readFile)
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, WEB)
  const workspace = ts.sys.readDirectory(WORKSPACE, ['.ts'])
  return ts.createProgram([...fileNames, ...workspace], { ...options, incremental: false, noEmit: true })
}

function isOurs(path: string): boolean {
  return SOURCES.some((folder) => path.startsWith(folder)) && !/\.test\.tsx?$/.test(path)
}

function placeOf(node: ts.Node): string {
  const file = node.getSourceFile()
  const { line } = file.getLineAndCharacterOfPosition(node.getStart())
  return `${relative(ROOT, file.fileName)}:${line + 1}`
}

function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type]
}

function hasCount(options: ts.Expression | undefined): boolean {
  if (options === undefined || !ts.isObjectLiteralExpression(options)) return false
  return options.properties.some(({ name }) => name?.getText() === 'count')
}
