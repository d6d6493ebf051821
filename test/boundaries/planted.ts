/** Files that break a boundary, and the import that has to be refused: from → to. */
export interface Fixture {
  files: Readonly<Record<string, string>>
  refused: { from: string; to: string }
}

/** A file that others import. */
export const IMPORTED = 'export const imported = 1\n'
/** A file that imports it. */
export const importing = (specifier: string) => `export { imported } from '${specifier}'\n`
/** A file that imports nothing but its type. */
export const typesOf = (specifier: string) =>
  `import type { imported } from '${specifier}'\nexport type Imported = typeof imported\n`
