import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { expectAddress, expectScreen } from './support/look.ts'
import { ADA } from './support/people.ts'
import { expectWholeEverywhere } from './support/whole.ts'
import { membersWorkspace } from './support/workspace.ts'

it('shows a visitor the reference, and copies an example with the address of this installation', async () => {
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await openApp('/docs/api', { as: 'visitor' })
  await expectScreen('Cairn API')
  await expect.poll(() => document.title).toBe('API · Cairn')
  const title = 'The first systems by name'
  await page.getByRole('button', { name: `Python: ${title}` }).click()
  await page.getByRole('button', { name: `Copy: ${title}` }).click()
  await expect.element(page.getByText('Copied').first()).toBeInTheDocument()
  const [copied = ''] = copy.mock.calls[0] ?? []
  expect(copied).toContain(`"${location.origin}/rest/v1/systems?select=id,name&order=name&limit=10"`)
  expect(copied).toContain('import urllib.request')
  // The language that was chosen holds for every example of the page.
  await expect
    .element(page.getByRole('button', { name: 'Python: Register one' }).first())
    .toHaveAttribute('aria-pressed', 'true')
})

it('leads from the index to a resource, whose address can be sent to somebody', async () => {
  await openApp('/docs/api', { as: 'visitor' })
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await contents.getByRole('link', { name: 'Automations' }).click()
  await expectAddress('/docs/api#automations')
  const heading = page.getByRole('heading', { level: 2, name: 'Automations' })
  await expect.element(heading).toBeInViewport()
  scrollTo(0, 0)
  await openApp('/docs/api#automations', { as: 'visitor' })
  await expect.element(heading).toBeInViewport()
})

it('shows a member the own fields of the account', async () => {
  const workspace = membersWorkspace()
  vi.spyOn(workspace.ownFields, 'list').mockResolvedValue([
    {
      ...{ id: 'region', kind: 'system', key: 'region', name: 'Region', help: '', unit: '', choices: [] },
      ...{ required: false, defaultValue: null, section: '', type: 'text', recordKind: null, place: 1 },
      ...{ isRetired: false, deletedAt: null, version: '1' },
    },
  ])
  await openApp('/docs/api', { as: ADA, workspace })
  await expect.element(page.getByRole('heading', { name: 'Own fields of your account' })).toBeVisible()
  await expect.element(page.getByText('region', { exact: true })).toBeVisible()
})

it('cuts nothing of the reference off at any width', async () => {
  await openApp('/docs/api', { as: 'visitor' })
  await expectScreen('Cairn API')
  await expectWholeEverywhere('the reference')
})
