import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newMigrationFile } from '../../tools/migration-name.ts'

const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations')
const NOW = new Date('2026-11-28T19:20:30.400Z')

describe('the name of a new migration', () => {
  it('begins with the present time', () => {
    expect(newMigrationFile(['20261127120000_heartbeats.sql'], 'teams', NOW)).toBe('20261128192030_teams.sql')
  })

  it.each([
    ['is dated tomorrow', '20261129235959_later.sql', '20261130000000_teams.sql'],
    ['was made within this second', '20261128192030_now.sql', '20261128192031_teams.sql'],
    ['is dated years ahead', '20291231235959_ahead.sql', '20300101000000_teams.sql'],
  ])('sorts behind a migration that %s', (_case, latest, expected) => {
    expect(newMigrationFile(['20261127120000_heartbeats.sql', latest], 'teams', NOW)).toBe(expected)
  })

  it('ignores files that are no migrations', () => {
    expect(newMigrationFile(['baseline.json', 'README.md'], 'teams', NOW)).toBe('20261128192030_teams.sql')
  })

  it('sorts behind every migration of the product, with a clock of the past too', () => {
    const existing = readdirSync(MIGRATIONS)
    const made = newMigrationFile(existing, 'teams', new Date('2020-01-01T00:00:00Z'))
    expect([...existing.filter((file) => file.endsWith('.sql')), made].toSorted().at(-1)).toBe(made)
  })
})
