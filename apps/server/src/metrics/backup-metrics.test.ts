import { expect, it } from 'vitest'
import { backupsText } from './backup-metrics.ts'

it('says when the last good backup began, and whether the last one failed', async () => {
  const lastGoodAt = new Date('2026-11-27T02:00:00Z')
  const walKeptUpTo = new Date('2026-11-27T14:00:00.250Z')
  const text = await backupsText(async () => ({ failed: true, lastGoodAt, walKeptUpTo }))
  expect(text).toContain('cairn_backup_failed 1')
  expect(text).toContain(`cairn_backup_last_success_timestamp_seconds ${lastGoodAt.getTime() / 1_000}`)
  expect(text).toContain(`cairn_wal_kept_timestamp_seconds ${walKeptUpTo.getTime() / 1_000}`)
})

it('says of none that went well only that the last one failed', async () => {
  expect(
    await backupsText(async () => ({ failed: true, lastGoodAt: null, walKeptUpTo: null })),
  ).not.toContain('timestamp')
})

it('says nothing where none are made, or nothing can be read', async () => {
  expect(await backupsText(async () => null)).toBe('')
  expect(await backupsText(() => Promise.reject(new Error('no file')))).toBe('')
})
