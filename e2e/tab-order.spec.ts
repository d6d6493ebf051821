import type { Locator, Page } from '@playwright/test'
import { openCatalogue } from './support/records.ts'
import {
  arrangeExperts,
  arrangeSystem,
  keepSignInAs,
  openDetails,
  openSystems,
  signInAs,
} from './support/systems.ts'
import { expectTabRound } from './support/tab-order.ts'
import { continueAsGuest, expect, test } from './support/test.ts'

/** Closes a window by its button: Escape would put the button's tooltip away first. */
async function close(window: Locator): Promise<void> {
  await window.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(window).toHaveCount(0)
}

/** The fields beyond the short form have come: Tab meets their button too. */
async function expectWholeForm(window: Locator): Promise<void> {
  await expect(window.getByRole('button', { name: 'More', exact: true })).toBeVisible()
}

/** Something goes from a window each time when the focus leaves a control of it, as a tooltip may. */
async function loseSomethingWhileFocusMoves(window: Locator): Promise<void> {
  await window.evaluate((root) => {
    root.addEventListener('focusout', () => {
      const lost = root.appendChild(root.ownerDocument.createElement('span'))
      root.ownerDocument.defaultView?.queueMicrotask(() => lost.remove())
    })
  })
}

const dialog = (page: Page) => page.getByRole('dialog')

// From 1200 px on a record stands beside its list, and Tab leaves it.
test.use({ viewport: { width: 1180, height: 720 } })

test('Tab goes round the windows of a system, forwards and backwards', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, founder } = await keepSignInAs(page, organisation, 'admin')
  const systemId = await arrangeSystem(cairn.database, { accountId, name: 'Payroll', ownerId: founder.id })
  await arrangeExperts(cairn.database, { accountId, systemId, people: [founder] })
  await organisation.member('Ben Example')
  await openSystems(page)
  const details = await openDetails(page, 'Payroll')
  await expect(details.getByRole('list', { name: 'System Experts' })).toBeVisible()
  await loseSomethingWhileFocusMoves(details)
  await expectTabRound(details)

  await details.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit System' })
  await expectWholeForm(edit)
  await expectTabRound(edit)
  await close(edit)
  await details.getByRole('button', { name: 'Delete' }).click()
  await expectTabRound(page.getByRole('alertdialog'))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await close(details)
  await page.getByRole('button', { name: 'Add System' }).click()
  await expectWholeForm(dialog(page))
  await expectTabRound(dialog(page))
})

test('Tab goes round the windows of the other catalogues', async ({ page }) => {
  await continueAsGuest(page)
  for (const [title, name, tag] of [
    ['Solutions', 'Customer 360', 'customers'],
    ['Agents', 'Contract Reader', null],
    ['Automations', 'Invoice approval', 'finance'],
  ] as const) {
    await openCatalogue(page, title)
    await page.getByRole('row').filter({ hasText: name }).getByRole('cell').nth(2).click()
    const details = page.getByRole('dialog', { name, exact: true })
    await expect(details.getByRole('button', { name: 'History' })).toBeVisible()
    // Parts that are loaded by themselves have controls too.
    if (tag) await expect(details.getByRole('link', { name: tag })).toBeVisible()
    if (title === 'Solutions') await expect(details.getByRole('list', { name: /^Related A/ })).toHaveCount(2)
    else await expect(details.getByRole('button', { name: 'Show Runs' })).toBeVisible()
    await expectTabRound(details)
    await details.getByRole('button', { name: 'Edit' }).click()
    const edit = page.getByRole('dialog', { name: /^Edit/ })
    await expectWholeForm(edit)
    await expectTabRound(edit)
    await close(edit)
    await close(details)
  }
})

test('Tab goes round the windows of the shell and of the settings', async ({ page, organisation }) => {
  await signInAs(page, organisation, 'admin')
  await page.getByRole('button', { name: 'Command palette' }).click()
  await expectTabRound(dialog(page))
  await page.keyboard.press('Escape')
  await page.goto('/settings?tab=security')
  await page.getByRole('button', { name: /^Add/ }).first().click()
  await expectTabRound(dialog(page))
  await close(dialog(page))
  await page.setViewportSize({ width: 375, height: 740 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expectTabRound(page.getByRole('dialog', { name: 'Menu' }))
})
