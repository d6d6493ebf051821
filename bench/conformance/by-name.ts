import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files in the order of their names, as the suite itself runs them. */
export class ByName extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => a.moduleId.localeCompare(b.moduleId))
  }
}
