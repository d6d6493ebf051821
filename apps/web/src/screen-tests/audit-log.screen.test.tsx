import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import { auditEntry, auditOf } from './support/examples.ts'
import { expectAddress, expectCount, expectToast } from './support/look.ts'
import { ADA } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

const area = page.getByRole('region', { name: 'Audit log entries' })

it('gives the audit log an address of its own: by its tab, with Back, after a reload, and by an earlier one', async () => {
  const visit = { as: ADA, workspace: { ...membersWorkspace(), audit: auditOf([auditEntry()]) } }
  await openApp('/settings/security', visit)
  const tabs = page.getByRole('tablist', { name: 'Security' })
  await expect.element(tabs.getByRole('tab', { name: 'Overview', selected: true })).toBeVisible()
  await expectCount(area, 0)
  await tabs.getByRole('tab', { name: 'Audit Log' }).click()
  await expectAddress('/settings/security?view=log')
  await expect.element(area).toHaveTextContent('Signed in')
  await page.getByLabelText('Severity').selectOptions('Low')
  history.back()
  await expect.element(page.getByRole('heading', { name: 'Security Status' })).toBeVisible()
  await expectAddress('/settings/security')
  for (const path of ['/settings/security?view=log', '/settings/security?severity=low']) {
    await openApp(path, visit)
    await expect.element(area).toHaveTextContent('Signed in')
  }
})

it('[SEC-14, 15] shows a failure to read the audit log, and an empty state without entries', async () => {
  const audit = auditOf([])
  vi.spyOn(audit, 'page').mockRejectedValueOnce(refusal('Not on a Sunday.'))
  await openApp('/settings/security?view=log', { as: ADA, workspace: { ...membersWorkspace(), audit } })
  await expectToast('Error fetching audit logs', 'Not on a Sunday.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('No security events recorded yet.')).toBeVisible()
})
