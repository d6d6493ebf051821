import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { operationsGuide, pagesForOperators } from './operations-guide.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

it('holds every page for operators once', () => {
  const pages = readdirSync(join(ROOT, 'docs', 'operate')).filter((name) => name.endsWith('.md'))
  expect(pagesForOperators().toSorted()).toEqual(pages.toSorted())
})

it('leads each link of a screen to a heading', () => {
  const guide = operationsGuide()
  const links = sourcesOfScreens().flatMap((source) => [
    ...source.matchAll(/\/operations\.txt#:~:text=([^'"`\s]+)/g),
  ])
  expect(links.length).toBeGreaterThan(0)
  for (const [link, text = ''] of links) {
    // A browser goes to the first place that has the text, whatever its capitals.
    const place = guide.toLowerCase().indexOf(decodeURIComponent(text).toLowerCase())
    const line = guide.slice(guide.lastIndexOf('\n', place) + 1, guide.indexOf('\n', place))
    expect(line, link).toMatch(/^#+ /)
  }
})

/** The text of every file of the web app that is no test. */
function sourcesOfScreens(): string[] {
  const folder = join(ROOT, 'apps', 'web', 'src')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
}
