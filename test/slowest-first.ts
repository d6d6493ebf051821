import { join, relative, sep } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const ROOT = join(import.meta.dirname, '..')

/** The files that take longest, the slowest first. A long file that begins last keeps a core without work. */
const SLOWEST = ['acceptance/api-examples', 'acceptance/starting']

/** Begins with the slowest files also in a fresh clone, where Vitest remembers no durations of a former run. */
export class SlowestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(specifications)).toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

function placeOf({ moduleId, project }: TestSpecification): number {
  const path = relative(ROOT, moduleId).split(sep).join('/')
  const place = SLOWEST.findIndex((beginning) => path.startsWith(`${beginning}.`))
  return project.config.sequence.groupOrder * (SLOWEST.length + 1) + (place === -1 ? SLOWEST.length : place)
}
