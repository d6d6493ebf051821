import { join, relative, sep } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const ROOT = join(import.meta.dirname, '..')

/** The files that take longest, the slowest first. A long file that begins last keeps a core without work. */
const SLOWEST = [
  'acceptance/drills/point-in-time',
  'acceptance/drills/roll',
  'acceptance/api-examples',
  'acceptance/health-log',
  'acceptance/procedures/procedures',
  'acceptance/starting',
  'acceptance/drills/upgrade',
  'acceptance/drills/kill',
  'acceptance/restoring',
  'acceptance/release',
  'apps/server/src/operator/commands/move',
  'acceptance/exports',
  'acceptance/synchronous-standby',
  'acceptance/survival',
  'packages/auth/test/network-pauses',
  'apps/server/src/jobs/keep-wal',
  'packages/postgres/test/embedded',
  'acceptance/tables',
  'acceptance/upgrades',
  'apps/server/src/jobs/notices',
  'test/costs/costs',
  'supabase/tests/installation/installation',
  'supabase/tests/policies/policies',
  'supabase/tests/schemas/migration-command',
  'supabase/tests/upgrades/upgrades',
  'apps/web/src/workspace/supabase/supabase',
  'apps/web/src/features/systems/test/systems-model',
  'supabase/tests/procedures/lateness',
  'supabase/tests/procedures/looked-up-values',
]

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
