import { readFileSync } from 'node:fs'
import { arrangePerson } from '@cairn/testing/people'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { doAs } from '../support/do-as.ts'
import { enterOn, tabTo } from '../support/keyboard.ts'
import { expectWholeEverywhere } from '../support/layout.ts'
import { expect, freshDomain, keepSignIn, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

const ARCHIVE = '/settings/archive'
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

/** Without a place to choose, as in browsers that have no such window, the file is downloaded as any other. */
const WITHOUT_PICKER = 'delete window.showSaveFilePicker'

test('an admin makes an archive, and another account takes it in', async ({
  page,
  browser,
  cairn,
  organisation,
}, testInfo) => {
  test.slow()
  const { database } = cairn
  const ada = await organisation.member('Ada Founder')
  const mia = await organisation.member('Mia Manager', 'manager')
  const account = await organisation.accountId()
  await doAs(database, mia, async (tx) => {
    await tx`
      insert into public.systems (account_id, name, owner_id) values (${account}, 'Ledger', ${mia.id})`
    await tx`update public.systems set vendor = 'Acme' where account_id = ${account}`
  })

  const path = testInfo.outputPath('archive.zip')
  await test.step('the admin makes it with the keyboard, and the bell tells when it is ready', async () => {
    await page.addInitScript(WITHOUT_PICKER)
    await page.setViewportSize({ width: 375, height: 740 })
    await keepSignIn(page, ada)
    await page.goto(ARCHIVE)
    await expect(page.getByRole('heading', { name: 'Archive', exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Restore from archive' })).toHaveCount(0)
    await expectAccessible(page, 'no archive yet')
    await enterOn(button(page, 'Create Archive'))
    await expect(page.getByText(/^The archive of .* is ready$/)).toBeVisible({ timeout: 60_000 })
    await page.goto('/notifications')
    const told = page.getByRole('listitem').filter({ hasText: 'The archive of your account is ready.' })
    await told.getByRole('link').click()
    await expect(page).toHaveURL(ARCHIVE)
    await expect(page.getByText(/\d+ entries\. It is kept until /)).toBeVisible()
  })

  await test.step('the card is whole in each width, light and dark', async () => {
    await expectWholeEverywhere(page, 'an archive that is ready')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page, `an archive that is ready, ${colorScheme}`)
    }
    await page.emulateMedia({ colorScheme: 'light' })
  })

  await test.step('the admin downloads it', async () => {
    const download = page.waitForEvent('download')
    await enterOn(button(page, 'Download'))
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^cairn-archive-\d{4}-\d\d-\d\d\.zip$/)
    await file.saveAs(path)
    expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK')
    await expectToast(page, 'Archive downloaded')
  })

  await test.step('a manager sees none of it', async () => {
    const other = await browser.newPage({ baseURL: cairn.server.url })
    await keepSignIn(other, mia)
    await other.goto(ARCHIVE)
    await expect(other.getByText('Only administrators can change this.')).toBeVisible()
    await expect(other.getByRole('link', { name: 'Tags' })).toBeVisible()
    await expect(other.getByRole('link', { name: 'Archive' })).toHaveCount(0)
    await other.close()
  })

  const founder = await arrangePerson(database, { email: `bo@${freshDomain()}`, name: 'Bo Founder' })
  // Without a permanent listener, the browser may open its own window before it learns not to.
  page.on('filechooser', () => {})
  const choose = async (files: string | { name: string; mimeType: string; buffer: Buffer }) => {
    await tabTo(button(page, 'Choose a File'))
    const chooser = page.waitForEvent('filechooser')
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(files)
  }

  await test.step('an empty account refuses a file that is no archive, and an archive of another account', async () => {
    await keepSignIn(page, founder)
    await page.goto(ARCHIVE)
    await expect(page.getByRole('heading', { name: 'Restore from archive' })).toBeVisible()
    await expectAccessible(page, 'an account that can restore an archive')
    await choose({ name: 'list.zip', mimeType: 'application/zip', buffer: Buffer.from('name;owner\n') })
    await expect(page.getByRole('alert')).toHaveText('This file is no archive of Cairn.', { timeout: 60_000 })
    await choose(path)
    await expect(page.getByRole('alert')).toHaveText(
      'The archive names what is not in it, or has what this server has already.',
      { timeout: 60_000 },
    )
    await expectWholeEverywhere(page, 'an archive that was refused')
  })

  await test.step('it takes in the archive, with history and with people as invitations', async () => {
    await database`delete from public.accounts where id = ${account}`
    await choose(path)
    await expect(page.getByText(/^The archive is restored: \d+ entries$/)).toBeVisible({ timeout: 60_000 })
    await expectAccessible(page, 'an archive that is restored')
    await enterOn(page.getByRole('link', { name: 'Manage invitations' }))
    await expect(page.getByRole('list', { name: 'Not invited yet' })).toContainText('Mia Manager')
    await expectAccessible(page, 'people who are not invited yet')
    await enterOn(page.getByRole('button', { name: 'Invite Mia Manager' }))
    await expectToast(page, '1 person invited')
    await expect(page.getByRole('list', { name: 'Active invitations' })).toContainText('Mia Manager')
    await page.goto('/systems')
    await page.getByRole('link', { name: 'Ledger', exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText('Mia Manager')
    await expect(page.getByRole('dialog')).toContainText('Acme')
  })
})
