import type { Reason } from '@cairn/workspace/errors'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { ADA } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

const CUT_OFF = 'Das Archiv ist nicht vollständig: Es wurde abgeschnitten oder ist beschädigt.'

it.each<[string, Reason]>([
  [
    'by its code, however its sentence is worded',
    { message: 'Some of the archive is missing.', refusal: { code: 'archive.cut_off', parameters: {} } },
  ],
  [
    'by its sentence, where an older version has noted it',
    { message: 'The archive is not whole: it was cut off, or is damaged.', refusal: null },
  ],
])('says in the reader’s language why an archive was not restored: %s', async (_title, problem) => {
  const workspace = membersWorkspace()
  vi.spyOn(workspace.archives, 'state').mockResolvedValue({
    archive: null,
    import: { state: 'failed', entries: 0, problem },
    isEmpty: true,
  })
  await openApp('/settings/archive', { as: ADA, workspace, language: 'de' })
  await expect.element(page.getByText(CUT_OFF, { exact: true })).toBeVisible()
})
