import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'docs', 'operate')

/** Names of the pages for operators, in the order in which the first of them lists the others. */
export function pagesForOperators(): string[] {
  const listed = read('README.md').matchAll(/^- \[[^\]]+\]\(([\w-]+\.md)\)/gm)
  return ['README.md', ...[...listed].map(([, name = '']) => name)]
}

/** The operations guide that the app serves as a text: all pages for operators, each below its path. */
export function operationsGuide(): string {
  return pagesForOperators()
    .map((name) => `docs/operate/${name}\n\n${read(name)}`)
    .join('\n\n')
}

function read(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8')
}
